// SPDX-License-Identifier: GPL-3.0-or-later
// Reports traces that arrive in a folder: new ones, and those that were replaced, each once and only after it has stopped
// growing. Checks the folder at intervals, on a worker, because network file systems report no changes.
#pragma once

#include "core/base/Result.h"

#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>

#include <map>
#include <memory>

namespace lamella::ui {

class JobSlot;

class FolderWatch : public QObject {
    Q_OBJECT
public:
    explicit FolderWatch(QThreadPool &pool, QObject *parent = nullptr);
    ~FolderWatch() override;

    void watch(const QString &folder); // replaces the previous one; empty = none
    void setInterval(int ms) { m_timer.setInterval(ms); } // between two looks; a file is complete when two see the same
    [[nodiscard]] QString folder() const { return m_folder; }

signals:
    // The first scan: the traces that existed before, the newest last; empty if there is none.
    void found(const QStringList &files);
    void arrived(const QStringList &files); // complete since the last report, in natural order
    void failed(const QString &why); // once, until the folder can be read again

private:
    struct Stamp {
        qint64 bytes = 0;
        qint64 changedMs = 0;
        bool operator==(const Stamp &) const = default;
    };
    using Stamps = std::map<QString, Stamp>;
    [[nodiscard]] static core::Result<Stamps> stampsOf(const QString &folder); // an empty folder or none yet: no stamps
    void look();
    void compare(const Stamps &now);

    QTimer m_timer;
    std::unique_ptr<JobSlot> m_job;
    QString m_folder;
    Stamps m_known; // as reported
    Stamps m_last; // at the previous look
    bool m_fresh = true; // not checked yet
    bool m_failed = false; // said already
    int m_waits = 0; // looks at which something was complete and something else still grew
};

} // namespace lamella::ui
