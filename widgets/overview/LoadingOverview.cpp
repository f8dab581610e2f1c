// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/LoadingOverview.h"

#include "core/base/Format.h"
#include "widgets/common/Counts.h"
#include "widgets/common/UiText.h"

#include <QFileInfo>

#include <algorithm>

namespace lamella::ui {

namespace {

using Look = OverviewRun::Look;

QString bytesText(quint64 bytes)
{
    return qtext(core::formatBytes(static_cast<std::int64_t>(bytes)));
}

// Nothing until the rate is known well enough.
QString leftText(const LoadProgress &progress)
{
    constexpr double kSecondsBeforeGuess = 0.4;
    if (progress.doneBytes == 0 || progress.totalBytes <= progress.doneBytes || progress.seconds < kSecondsBeforeGuess)
        return {};
    const double left = progress.seconds * static_cast<double>(progress.totalBytes - progress.doneBytes)
        / static_cast<double>(progress.doneBytes);
    return left < 60 ? LoadingOverview::tr("about %1 s left").arg(left, 0, 'f', left < 10 ? 1 : 0)
                     : LoadingOverview::tr("about %1 min left").arg(left / 60, 0, 'f', 0);
}

OverviewCell readCell(const LoadProgress &progress)
{
    OverviewCell cell = captionedCell(OverviewCell::Id::Read,
        progress.analysing ? LoadingOverview::tr("Finding passes and layers") : LoadingOverview::tr("Read"));
    const double share = progress.analysing ? 1
        : progress.totalBytes == 0
        ? 0
        : std::min(1.0, static_cast<double>(progress.doneBytes) / static_cast<double>(progress.totalBytes));
    cell.share = share;
    cell.accentBar = true;
    addFigure(cell, QStringLiteral("%1\u00A0%").arg(static_cast<int>(share * 100)));
    if (progress.totalBytes == 0)
        return cell;
    const auto addDetail = [&cell](const QString &text) {
        cell.line.push_back({QStringLiteral(" · ") + text, Look::Plain, {}, {}, false, true});
    };
    addDetail(LoadingOverview::tr("%1 of %2")
                  .arg(bytesText(progress.analysing ? progress.totalBytes : progress.doneBytes), bytesText(progress.totalBytes)));
    if (!progress.analysing && progress.seconds > 0) {
        const double rate = static_cast<double>(progress.doneBytes) / progress.seconds;
        addDetail(bytesText(static_cast<quint64>(rate)) + QStringLiteral("/s"));
        if (const QString left = leftText(progress); !left.isEmpty())
            addDetail(left);
    }
    return cell;
}

OverviewCell laterCell(OverviewCell::Id id, const QString &caption)
{
    OverviewCell cell = captionedCell(id, caption);
    cell.line.push_back({LoadingOverview::tr("after reading"), Look::Muted, {}, {}, false, true});
    return cell;
}

} // namespace

std::vector<OverviewCell> loadingCells(const LoadingState &state)
{
    OverviewCell file = captionedCell(OverviewCell::Id::File, state.title);
    file.tip = state.path;
    addFigure(file,
        state.kernels > 0 ? LoadingOverview::tr("%1 so far").arg(kernelCount(static_cast<std::int64_t>(state.kernels)))
                          : LoadingOverview::tr("reading"));
    OverviewCell stop = captionedCell(OverviewCell::Id::Diagnostics, LoadingOverview::tr("File"));
    const OverviewRun cancel{LoadingOverview::tr("Cancel"), Look::Link, OverviewAction::Cancel, {}, false};
    const OverviewRun escape{QStringLiteral(" ") + LoadingOverview::tr("Esc"), Look::Muted, {}, {}, false};
    if (state.kernels > 0) {
        stop.tip = LoadingOverview::tr("Keep opens what has been read; the last pass is partial");
        stop.line = {{LoadingOverview::tr("Keep"), Look::Link, OverviewAction::Keep, {}, false}, escape,
            {QStringLiteral(" · "), Look::Muted, {}, {}, false}, cancel};
    } else {
        stop.line = {cancel, escape};
    }
    OverviewCell gap;
    gap.id = OverviewCell::Id::Sentence;
    std::vector<OverviewCell> cells{file, readCell(state.progress),
        laterCell(OverviewCell::Id::Step, LoadingOverview::tr("Passes")),
        laterCell(OverviewCell::Id::Layers, LoadingOverview::tr("Layers found")),
        laterCell(OverviewCell::Id::Limit, LoadingOverview::tr("Hardware limit")), gap, stop};
    for (OverviewCell &cell : cells)
        spaceHan(cell.line);
    return cells;
}

LoadingOverview::LoadingOverview(QWidget *parent)
    : OverviewChart(tr("Progress of reading"), parent)
{
    setObjectName(QStringLiteral("loadingOverview"));
}

void LoadingOverview::start(const QString &path)
{
    showCells({}); // widths of the file before
    m_state = {QFileInfo(path).fileName(), path, {}, 0};
    showCells(loadingCells(m_state));
}

void LoadingOverview::setTitle(const QString &title)
{
    m_state.title = title;
    showCells(loadingCells(m_state));
}

void LoadingOverview::showProgress(const LoadProgress &progress)
{
    m_state.progress = progress;
    showCells(loadingCells(m_state));
}

void LoadingOverview::showKernels(std::uint64_t kernels)
{
    m_state.kernels = kernels;
    showCells(loadingCells(m_state));
}

void LoadingOverview::act(OverviewAction action, const core::Selection &, const QRect &)
{
    if (action == OverviewAction::Keep)
        emit keepRequested();
    else if (action == OverviewAction::Cancel)
        emit cancelRequested();
}

} // namespace lamella::ui
