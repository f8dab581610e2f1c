// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/RanksOverview.h"

#include "core/base/Format.h"
#include "core/base/Typical.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/ranks/RankDetail.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

using Cell = OverviewCell;
using Look = OverviewRun::Look;

struct RanksCellText {
    Q_DECLARE_TR_FUNCTIONS(RanksCellText)
};

Cell stepCell(const RankStripData &strip)
{
    const auto slowest = std::max_element(strip.works.begin(), strip.works.end(),
        [](const RankWork &a, const RankWork &b) { return a.times.wallNs < b.times.wallNs; });
    Cell cell = captionedCell(Cell::Id::Step, RanksCellText::tr("%1, slowest rank").arg(stepCaption(strip.stage)));
    addFigure(cell, durationText(slowest->times.wallNs), RanksCellText::tr(" on rank %1").arg(slowest->rank), true);
    cell.tip = RanksCellText::tr("The longest wall of this pass on any rank");
    return cell;
}

Cell skewCell(const RankStripData &strip)
{
    std::vector<std::int64_t> skews;
    for (const RankStripSkew &skew : strip.skews)
        if (skew.layer >= 0)
            skews.push_back(skew.skewNs);
    Cell cell = captionedCell(Cell::Id::Skew, RanksCellText::tr("Skew of layers"));
    if (skews.empty()) {
        addReason(cell, RanksCellText::tr("no layers here"));
        return cell;
    }
    const std::int64_t most = *std::max_element(skews.begin(), skews.end());
    cell.line.push_back({RanksCellText::tr("median ", "of the skews"), Look::Plain, {}, {}, false});
    addFigure(cell, durationText(core::lowerMiddleValue(std::move(skews))),
        RanksCellText::tr(", at most %1").arg(durationText(most)), true);
    cell.tip = RanksCellText::tr("Latest minus earliest start of a layer over the ranks, clocks aligned");
    return cell;
}

Cell exposedCell(const RankStripData &strip)
{
    double wall = 0;
    double exposed = 0;
    double waiting = 0;
    for (const RankWork &work : strip.works) {
        wall += static_cast<double>(work.times.wallNs);
        exposed += static_cast<double>(work.exposedNs);
        waiting += static_cast<double>(work.times.exposedWaitNs);
    }
    Cell cell = captionedCell(Cell::Id::Exposed, RanksCellText::tr("Exposed communication"));
    const double share = wall > 0 ? exposed / wall : 0;
    cell.share = share;
    addFigure(cell, shownPercent(share), RanksCellText::tr(", %1 waiting").arg(shownPercent(wall > 0 ? waiting / wall : 0)), true);
    cell.tip = RanksCellText::tr("Communication while no other kernel runs, and the waiting in it, of the walls of all ranks");
    return cell;
}

Cell sentenceCell(const RankStripData &strip)
{
    Cell cell;
    cell.id = Cell::Id::Sentence;
    cell.tip = translated(strip.sentence);
    const auto &straggler = strip.straggler;
    const RankWork *work = straggler ? strip.workOf(straggler->rank) : nullptr;
    if (work == nullptr) {
        cell.line.push_back({RanksCellText::tr("No rank stands out."), Look::Strong, {}, {}, false});
        return cell;
    }
    const auto layers = std::count_if(strip.skews.begin(), strip.skews.end(), [](const RankStripSkew &s) { return s.layer >= 0; });
    cell.line.push_back({straggler->waitedFor ? RanksCellText::tr("Rank %1 is the straggler").arg(work->rank)
                                              : RanksCellText::tr("Rank %1 takes longest, but none waits for it").arg(work->rank),
        Look::Strong, {}, {}, false});
    if (work->slowestIn > 0)
        cell.line.push_back(
            {RanksCellText::tr(" in %1 of %2 layers").arg(work->slowestIn).arg(layers), Look::Plain, {}, {}, false});
    if (const QString cause = rankCause(rankDeltas(strip, straggler->rank)); !cause.isEmpty())
        cell.line.push_back({QStringLiteral(": ") + cause, Look::Plain, {}, {}, false});
    cell.line.push_back({RanksCellText::tr(".", "end of a sentence"), Look::Plain, {}, {}, false});
    return cell;
}

} // namespace

std::vector<OverviewCell> rankCells(const RankStripData &strip)
{
    if (strip.works.empty())
        return {};
    Cell clocks = captionedCell(Cell::Id::Clocks, RanksCellText::tr("Clocks"));
    if (strip.matches > 0) {
        addFigure(clocks, RanksCellText::tr("aligned"),
            RanksCellText::tr(" by %1 collectives").arg(qtext(core::formatCount(static_cast<std::int64_t>(strip.matches)))), true);
        clocks.tip = RanksCellText::tr("Median distance of the ends of matching collectives: at most %1")
                         .arg(durationText(strip.residualNs));
    } else {
        addReason(clocks, RanksCellText::tr("not aligned by collectives"));
    }
    Cell ranks = captionedCell(Cell::Id::Ranks, RanksCellText::tr("Ranks with this pass"));
    addFigure(ranks, RanksCellText::tr("%1 of %2").arg(strip.works.size()).arg(strip.ranks));
    std::vector<Cell> cells{stepCell(strip), skewCell(strip), exposedCell(strip), sentenceCell(strip), std::move(clocks),
        std::move(ranks)};
    return cells;
}

} // namespace lamella::ui
