// SPDX-License-Identifier: GPL-3.0-or-later
// Reports when an open file was changed, replaced or removed: once, and only after it has stopped changing, because recordings
// are written for minutes. File stamps are read on a worker.
#pragma once

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>

#include <memory>
#include <vector>

namespace lamella::ui {

class JobSlot;

class FileWatch : public QObject {
    Q_OBJECT
public:
    FileWatch(QThreadPool &pool, QObject *parent = nullptr);
    ~FileWatch() override;

    void watch(const QStringList &files); // replaces the previous list; empty = none
    void setSettleTime(int ms) { m_settle.setInterval(ms); } // time without changes before a report

signals:
    void changed(const QString &file);
    void gone(const QString &file);

private:
    struct Stamp {
        bool there = false;
        qint64 bytes = 0;
        qint64 changedMs = 0;
        bool operator==(const Stamp &) const = default;
    };
    using Stamps = std::vector<Stamp>;
    [[nodiscard]] static Stamps stampsOf(const QStringList &files);
    void look();
    void compare(const Stamps &now);
    void addPaths();

    QFileSystemWatcher m_watcher;
    QTimer m_settle;
    std::unique_ptr<JobSlot> m_job;
    QStringList m_files;
    Stamps m_known; // as opened or last reported
    Stamps m_last; // at the previous check
    bool m_fresh = true; // m_known is not set yet
};

} // namespace lamella::ui
