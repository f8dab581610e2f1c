// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/LiveFolder.h"

#include "widgets/common/MessageStrip.h"
#include "widgets/desktop/FolderWatch.h"
#include "widgets/window/CompareWiring.h"
#include "widgets/window/MainWindow.h"

#include <QDir>
#include <QFileInfo>

namespace lamella::ui {

LiveFolder::LiveFolder(MainWindow &window, const QString &folder, const QString &baseline, const core::SessionOptions &options)
    : QObject(&window)
    , m_window(window)
    , m_options(options)
    , m_watch(new FolderWatch(window.controller().pool(), this))
    , m_baseline(baseline)
{
    connect(m_watch, &FolderWatch::found, this, [this](const QStringList &files) {
        if (files.isEmpty())
            tell(tr("Waiting for a trace in %1").arg(QDir::toNativeSeparators(m_watch->folder())));
        else
            open({files.last()}, false);
    });
    connect(m_watch, &FolderWatch::arrived, this, [this](const QStringList &files) { open(files, true); });
    connect(m_watch, &FolderWatch::failed, this, &LiveFolder::tell);
    CompareController &compare = window.comparison().compare();
    connect(&compare.second(), &SessionController::sessionChanged, this, &LiveFolder::showPlace, Qt::QueuedConnection);
    m_watch->watch(folder);
}

void LiveFolder::stop()
{
    m_watch->watch({});
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

void LiveFolder::open(const QStringList &files, bool arrived)
{
    takePinned(files, arrived);
    const QString name = QFileInfo(files.last()).fileName();
    m_placeWaits = !m_baseline.isEmpty() && !files.contains(m_baseline);
    if (m_placeWaits)
        m_window.compareWith(m_baseline);
    m_window.openRanks(files, m_options);
    if (!arrived)
        return;
    if (m_baseline.isEmpty())
        tell(tr("%1 has arrived. Pin a pass as baseline, and the next trace is compared with it.").arg(name));
    else
        tell(tr("%1 has arrived and is compared with %2.").arg(name, QFileInfo(m_baseline).fileName()));
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
