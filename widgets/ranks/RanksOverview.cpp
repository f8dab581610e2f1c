// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/RanksOverview.h"

#include "core/base/Format.h"
#include "core/base/Typical.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/overview/OverviewPhrase.h"
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
    addPhrase(cell, RanksCellText::tr("<b>%1</b>[ on rank %2]"), {durationText(slowest->times.wallNs), slowest->rank});
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
    addPhrase(cell, RanksCellText::tr("median <b>%1</b>[, at most %2]", "of the skews"),
        {durationText(core::lowerMiddleValue(std::move(skews))), durationText(most)});
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
    addPhrase(
        cell, RanksCellText::tr("<b>%1</b>[, %2 waiting]"), {shownPercent(share), shownPercent(wall > 0 ? waiting / wall : 0)});
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
    const auto layers = static_cast<int>(
        std::count_if(strip.skews.begin(), strip.skews.end(), [](const RankStripSkew &s) { return s.layer >= 0; }));
    addPhrase(cell,
        straggler->waitedFor ? RanksCellText::tr("<b>Rank %1 is the straggler</b> of %2 passes.")
                             : RanksCellText::tr("<b>Rank %1 takes longest, but none waits for it</b>, over %2 passes."),
        {work->rank, qtext(core::formatCount(static_cast<std::int64_t>(straggler->passes)))});
    const RankDeltas here = rankDeltas(strip, straggler->rank);
    const QString pass = passText(strip.pass);
    if (const QString cause = rankCause(here); cause.isEmpty())
        addPhrase(cell, u' ' + RanksCellText::tr("Not in %1.", "a pass in which the slow rank is fast"), {pass});
    else if (work->slowestIn > 0)
        addPhrase(cell, u' ' + RanksCellText::tr("In %1: %2; slowest in %3 of %4 layers."),
            {pass, cause, static_cast<int>(work->slowestIn), layers});
    else
        addPhrase(cell, u' ' + RanksCellText::tr("In %1: %2.", "a pass, and why the rank is slower there"), {pass, cause});
    return cell;
}

} // namespace

std::vector<OverviewCell> rankCells(const RankStripData &strip)
{
    if (strip.works.empty())
        return {};
    Cell clocks = captionedCell(Cell::Id::Clocks, RanksCellText::tr("Clocks"));
    if (strip.matches > 0) {
        addPhrase(clocks, RanksCellText::tr("<b>aligned</b>[ by %1 collectives]"),
            {qtext(core::formatCount(static_cast<std::int64_t>(strip.matches)))});
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
