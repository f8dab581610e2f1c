// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/FileWatch.h"

#include "widgets/session/JobSlot.h"

#include <QFileInfo>

namespace lamella::ui {

FileWatch::FileWatch(QThreadPool &pool, QObject *parent)
    : QObject(parent)
    , m_job(std::make_unique<JobSlot>(pool))
{
    constexpr int kSettleMs = 1000;
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleMs);
    // Not restarted by each notification: a folder with constant writes would never settle. The stamps show whether a file is
    // still being written.
    const auto soon = [this] {
        if (!m_settle.isActive())
            m_settle.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, soon);
    // A file replaced by rename is a new file, which only its folder reports.
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, soon);
    connect(&m_settle, &QTimer::timeout, this, &FileWatch::look);
}

FileWatch::~FileWatch() = default;

FileWatch::Stamps FileWatch::stampsOf(const QStringList &files)
{
    Stamps stamps;
    for (const QString &file : files) {
        const QFileInfo info(file);
        stamps.push_back({info.exists(), info.size(), info.lastModified().toMSecsSinceEpoch()});
    }
    return stamps;
}

void FileWatch::watch(const QStringList &files)
{
    if (!m_watcher.files().isEmpty())
        m_watcher.removePaths(m_watcher.files());
    if (!m_watcher.directories().isEmpty())
        m_watcher.removePaths(m_watcher.directories());
    m_settle.stop();
    m_job->cancel();
    m_files = files;
    m_fresh = true;
    if (!files.isEmpty()) {
        addPaths();
        look();
    }
}

void FileWatch::addPaths()
{
    constexpr qsizetype kMaxWatched = 256; // ranks of a large job; the system's watches are limited
    QStringList paths;
    for (const QString &file : m_files.mid(0, kMaxWatched)) {
        paths << file;
        const QString folder = QFileInfo(file).absolutePath();
        if (!paths.contains(folder))
            paths << folder;
    }
    m_watcher.addPaths(paths);
}

void FileWatch::look()
{
    m_job->start<Stamps>([files = m_files](const core::JobControl &) -> core::Result<Stamps> { return stampsOf(files); },
        [this](core::Result<Stamps> now) {
            if (now)
                compare(*now);
        });
}

void FileWatch::compare(const Stamps &now)
{
    if (std::exchange(m_fresh, false)) {
        m_known = now;
        m_last = now;
        return;
    }
    if (now != m_last) { // still being written: check again
        m_last = now;
        m_settle.start();
        return;
    }
    const Stamps before = std::exchange(m_known, now);
    addPaths(); // replaced files are no longer watched
    for (std::size_t i = 0; i < now.size() && i < before.size(); ++i) {
        if (now[i] == before[i])
            continue;
        const QString file = m_files[static_cast<qsizetype>(i)];
        if (now[i].there)
            emit changed(file);
        else
            emit gone(file);
        return; // one message is enough
    }
}

} // namespace lamella::ui
