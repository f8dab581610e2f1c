// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/LiveFolder.h"

#include "core/session/JobFiles.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/desktop/FolderWatch.h"
#include "widgets/session/JobSlot.h"
#include "widgets/window/CompareWiring.h"
#include "widgets/window/MainWindow.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace lamella::ui {

namespace {

QString someNames(const QStringList &files)
{
    constexpr int kShown = 3;
    QStringList names;
    for (const QString &file : files.mid(0, kShown))
        names << QFileInfo(file).fileName();
    const QString shown = names.join(QStringLiteral(", "));
    return files.size() > kShown ? LiveFolder::tr("%1 and %2 more").arg(shown).arg(files.size() - kShown) : shown;
}

} // namespace

LiveFolder::LiveFolder(MainWindow &window, const QString &folder, const QString &baseline, const core::SessionOptions &options)
    : QObject(&window)
    , m_window(window)
    , m_options(options)
    , m_watch(new FolderWatch(window.controller().pool(), this))
    , m_sort(std::make_unique<JobSlot>(window.controller().pool()))
    , m_baseline(baseline)
{
    connect(m_watch, &FolderWatch::found, this, [this](const QStringList &files) {
        if (files.isEmpty())
            tell(tr("Waiting for a trace in %1").arg(QDir::toNativeSeparators(m_watch->folder())));
        else
            open({files.last()}, false);
    });
    connect(m_watch, &FolderWatch::arrived, this, &LiveFolder::takeArrived);
    connect(m_watch, &FolderWatch::failed, this, &LiveFolder::tell);
    CompareController &compare = window.comparison().compare();
    connect(&compare.second(), &SessionController::sessionChanged, this, &LiveFolder::showPlace, Qt::QueuedConnection);
    m_watch->watch(folder);
}

LiveFolder::~LiveFolder() = default;

// Of traces that are complete at the same time, the job of the newest is opened, and the others are said. Beginnings of files may
// be read for it: on a worker.
void LiveFolder::takeArrived(const QStringList &files)
{
    m_waiting += files; // with those that are still being sorted
    m_waiting.removeDuplicates();
    m_sort->start<Arrived>([files = m_waiting](const core::JobControl &) -> core::Result<Arrived> { return sorted(files); },
        [this](const core::Result<Arrived> &arrived) {
            m_waiting.clear();
            if (arrived)
                open(arrived->job, true, arrived->others);
        });
}

LiveFolder::Arrived LiveFolder::sorted(const QStringList &files)
{
    std::vector<std::string> paths;
    for (const QString &file : files)
        paths.push_back(QFile::encodeName(file).toStdString());
    Arrived arrived;
    QDateTime newest;
    for (const std::vector<std::string> &job : core::filesByJob(paths)) {
        QStringList names;
        QDateTime changed;
        for (const std::string &path : job) {
            names << QFile::decodeName(QByteArray::fromStdString(path));
            changed = std::max(changed, QFileInfo(names.last()).lastModified());
        }
        const bool isNewer = arrived.job.isEmpty() || changed >= newest;
        arrived.others += isNewer ? std::exchange(arrived.job, names) : names;
        newest = std::max(newest, changed);
    }
    return arrived;
}

void LiveFolder::stop()
{
    m_watch->watch({});
    m_sort->cancel();
    m_waiting.clear();
    m_window.message().hide();
}

// The baseline that is pinned in the trace shown stays the one to compare with when another trace takes its place.
void LiveFolder::takePinned(const QStringList &files, bool arrived)
{
    if (const auto &pinned = m_window.comparison().compare().baseline()) {
        m_baseline = m_window.controller().path();
        m_place = *pinned;
    }
    if (arrived && files.contains(m_baseline)) { // replaced: what was pinned is gone
        m_baseline.clear();
        m_place.reset();
    }
}

void LiveFolder::open(const QStringList &files, bool arrived, const QStringList &others)
{
    takePinned(files, arrived);
    const QString name = QFileInfo(files.last()).fileName();
    m_placeWaits = !m_baseline.isEmpty() && !files.contains(m_baseline);
    if (m_placeWaits)
        m_window.compareWith(m_baseline);
    m_window.openRanks(files, m_options);
    if (!arrived)
        return;
    const QString said = m_baseline.isEmpty()
        ? tr("%1 has arrived. Pin a pass as baseline, and the next trace is compared with it.").arg(name)
        : tr("%1 has arrived and is compared with %2.").arg(name, QFileInfo(m_baseline).fileName());
    tell(others.isEmpty() ? said
                          : said + u' ' + tr("Not opened, because it is no rank of the same job: %1.").arg(someNames(others)));
}

// The baseline is side A, so that what became slower is positive.
void LiveFolder::showPlace()
{
    CompareController &compare = m_window.comparison().compare();
    if (!m_placeWaits || !compare.hasSecond() || compare.second().path() != m_baseline)
        return;
    m_placeWaits = false;
    if (!compare.swapped())
        compare.swapSides();
    if (m_place)
        compare.setPlaceA(*m_place);
}

void LiveFolder::tell(const QString &text)
{
    m_window.message().show(MessageStrip::Kind::Info, text, tr("Stop watching"), [this] { stop(); });
}

} // namespace lamella::ui
