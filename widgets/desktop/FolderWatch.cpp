// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/FolderWatch.h"

#include "core/session/TraceFolder.h"
#include "widgets/common/Translated.h"
#include "widgets/session/JobSlot.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace lamella::ui {

FolderWatch::FolderWatch(QThreadPool &pool, QObject *parent)
    : QObject(parent)
    , m_job(std::make_unique<JobSlot>(pool))
{
    constexpr int kIntervalMs = 1000;
    m_timer.setSingleShot(true);
    m_timer.setInterval(kIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &FolderWatch::look);
}

FolderWatch::~FolderWatch() = default;

void FolderWatch::watch(const QString &folder)
{
    m_timer.stop();
    m_job->cancel();
    m_folder = folder;
    m_known.clear();
    m_last.clear();
    m_fresh = true;
    m_failed = false;
    m_waits = 0;
    if (!folder.isEmpty())
        look();
}

core::Result<FolderWatch::Stamps> FolderWatch::stampsOf(const QString &folder)
{
    Stamps stamps;
    const auto files = core::expandFolders({QFile::encodeName(folder).toStdString()});
    if (!files && files.error().code == core::ErrorCode::Limit)
        return files.error();
    if (!files)
        return stamps; // nothing yet
    for (const std::string &file : *files) {
        const QString path = QFile::decodeName(QByteArray::fromStdString(file));
        const QFileInfo info(path);
        if (info.exists() && info.size() > 0)
            stamps[path] = {info.size(), info.lastModified().toMSecsSinceEpoch()};
    }
    return stamps;
}

void FolderWatch::look()
{
    m_job->start<Stamps>([folder = m_folder](const core::JobControl &) -> core::Result<Stamps> { return stampsOf(folder); },
        [this](const core::Result<Stamps> &now) {
            m_timer.start();
            const bool said = std::exchange(m_failed, !now);
            if (now)
                compare(*now);
            else if (!said)
                emit failed(errorText(now.error()));
        });
}

void FolderWatch::compare(const Stamps &now)
{
    const Stamps before = std::exchange(m_last, now);
    if (std::exchange(m_fresh, false)) {
        m_known = now;
        QStringList files;
        for (const auto &[path, stamp] : now)
            files << path;
        std::stable_sort(files.begin(), files.end(),
            [&now](const QString &a, const QString &b) { return now.at(a).changedMs < now.at(b).changedMs; });
        emit found(files);
        return;
    }
    QStringList complete;
    bool growing = false;
    for (const auto &[path, stamp] : now) {
        const auto known = m_known.find(path);
        if (known != m_known.end() && known->second == stamp)
            continue;
        const auto last = before.find(path);
        if (last != before.end() && last->second == stamp)
            complete << path;
        else
            growing = true;
    }
    constexpr int kMaxWaits = 60; // a log that always grows holds the others back no longer
    if (complete.isEmpty() || (growing && ++m_waits < kMaxWaits)) // ranks of one job are complete together
        return;
    m_waits = 0;
    for (const QString &path : std::as_const(complete))
        m_known[path] = now.at(path);
    emit arrived(complete);
}

} // namespace lamella::ui
