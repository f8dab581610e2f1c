// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a table to a file on a worker, with the command line's request and writer and therefore the same bytes.
#pragma once

#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"
#include "widgets/models/ShownRows.h"

#include <QObject>

namespace lamella::ui {

class ExportJob;
class SessionController;

class TableExport : public QObject {
    Q_OBJECT
public:
    explicit TableExport(SessionController &controller, QObject *parent = nullptr);
    ~TableExport() override;

    // "kernels-P6-L30": the proposed name, with the place, so that tables of several places do not have the same.
    [[nodiscard]] static QString fileStem(const core::TableRequest &request);

    // Asks for the file; the suffix determines the format. No effect if the user cancels.
    void ask(const core::TableRequest &request, QWidget *window);
    void ask(const QString &table, const TableMaker &make, QWidget *window); // a table not made by the session; `table`: its id
    // `window`: above which a dialog shows the progress, if it takes long.
    void write(const core::TableRequest &request, core::TableFormat format, const QString &path, QWidget *window = nullptr);
    void write(const TableMaker &make, core::TableFormat format, const QString &path, QWidget *window = nullptr);
    [[nodiscard]] ExportJob &job() const { return *m_job; }

signals:
    void written(const QString &path);
    void failed(const lamella::core::Error &error);

private:
    SessionController &m_controller;
    ExportJob *m_job;
};

} // namespace lamella::ui
