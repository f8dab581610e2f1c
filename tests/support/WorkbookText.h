// SPDX-License-Identifier: GPL-3.0-or-later
// Reads .xlsx files: the archive by its directory, the sheets cell by cell.
#pragma once

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

namespace lamella::test {

struct WorkbookCell {
    QString text;
    bool number = false;
};

struct WorkbookSheet {
    QString name;
    QList<QList<WorkbookCell>> rows; // empty cells have no text
    bool frozen = false; // the first row does not scroll
    QString filter; // "A1:C9"
    int formulas = 0;
    int links = 0;
};

// The files of a zip archive; empty if it is damaged.
[[nodiscard]] QMap<QString, QByteArray> zipEntries(const QByteArray &archive);
[[nodiscard]] QList<WorkbookSheet> workbookSheets(const QByteArray &archive);
// As defined in RFC 4180.
[[nodiscard]] QList<QStringList> csvRows(const QByteArray &csv);

} // namespace lamella::test
