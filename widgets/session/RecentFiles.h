// SPDX-License-Identifier: GPL-3.0-or-later
// The most recently opened files, newest first, stored in the settings.
#pragma once

#include <QDateTime>
#include <QObject>
#include <QString>

#include <vector>

namespace lamella::ui {

struct RecentFile {
    QString path;
    QString format; // "Chrome JSON (object)"; empty until first read
    QString summary; // "8 passes · 16 layers"
    QDateTime opened;
};

class RecentFiles : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kLimit = 10;

    explicit RecentFiles(QObject *parent = nullptr);

    [[nodiscard]] const std::vector<RecentFile> &files() const { return m_files; }
    void add(RecentFile file); // moves a known path to the front
    void clear();

signals:
    void changed();

private:
    void save() const;
    std::vector<RecentFile> m_files;
};

} // namespace lamella::ui
