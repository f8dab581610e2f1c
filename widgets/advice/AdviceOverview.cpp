// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/advice/AdviceOverview.h"

#include "core/base/Format.h"
#include "widgets/common/UiText.h"
#include "widgets/overview/OverviewPhrase.h"

#include <QCoreApplication>

#include <utility>

namespace lamella::ui {

namespace {

using Cell = OverviewCell;

struct AdviceCellText {
    Q_DECLARE_TR_FUNCTIONS(AdviceCellText)
};

Cell afterCell(const AdviceTogether &sum, int hidden)
{
    Cell cell = captionedCell(Cell::Id::After, AdviceCellText::tr("With all of it, overlaps counted once"));
    if (sum.gainHighNs == 0) {
        addReason(cell, AdviceCellText::tr("nothing found"));
        return cell;
    }
    const auto percent = [&sum](std::int64_t ns) -> QString {
        return QStringLiteral("\u2212") + shownPercent(static_cast<double>(ns) / static_cast<double>(sum.wallNs));
    };
    const std::int64_t fast = sum.wallNs - sum.gainHighNs;
    const std::int64_t slow = sum.wallNs - sum.gainLowNs;
    if (fast == slow)
        addPhrase(cell, QStringLiteral("<b>%1</b>[ (%2)]"), {durationText(fast), percent(sum.gainHighNs)});
    else
        addPhrase(cell, AdviceCellText::tr("<b>%1 to %2</b>[ (%3 to %4)]"),
            {durationText(fast), durationText(slow), percent(sum.gainHighNs), percent(sum.gainLowNs)});
    if (hidden > 0)
        addPhrase(cell, u' ' + AdviceCellText::tr("[hidden rules included]"), {}, OverviewRun::Look::Muted);
    cell.tip = AdviceCellText::tr("Wall less the gains of all advice, from the highest to the lowest");
    return cell;
}

} // namespace

std::vector<OverviewCell> adviceCells(const AdvicePicture &picture, int hidden)
{
    const AdviceTogether &sum = picture.together;
    if (!picture.table || sum.wallNs <= 0)
        return {};
    Cell now = captionedCell(Cell::Id::Step,
        sum.passes == 1 ? AdviceCellText::tr("%1 now", "the decode step").arg(stepCaption(sum.stage))
                        : AdviceCellText::tr("Passes now"));
    addFigure(now, durationText(sum.wallNs));
    std::vector<Cell> cells{std::move(now), afterCell(sum, hidden)};
    if (sum.floorNs > 0) {
        Cell limit = captionedCell(Cell::Id::Limit, AdviceCellText::tr("Roofline"));
        addFigure(limit, durationText(sum.floorNs));
        limit.action = OverviewAction::Roofline;
        limit.tip = AdviceCellText::tr("The least time that the device needs for the modelled work of the pass");
        cells.push_back(std::move(limit));
    }
    Cell findings = captionedCell(Cell::Id::Findings, AdviceCellText::tr("Advice"));
    addPhrase(findings, AdviceCellText::tr("<b>%1</b>[: %2 certain, %3 likely, %4 to check]"),
        {static_cast<int>(sum.certain + sum.likely + sum.check), static_cast<int>(sum.certain), static_cast<int>(sum.likely),
            static_cast<int>(sum.check)});
    cells.push_back(std::move(findings));
    if (picture.rules) {
        Cell rules = captionedCell(Cell::Id::Rules, AdviceCellText::tr("Rules"));
        addPhrase(rules, AdviceCellText::tr("<b>%1</b> checked", "rules"), {static_cast<int>(picture.rules->rowCount())});
        addLink(rules, AdviceCellText::tr("list", "of the rules: a link"), OverviewAction::Panel);
        cells.push_back(std::move(rules));
    }
    return cells;
}

} // namespace lamella::ui
