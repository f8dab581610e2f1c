// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/advice/AdviceOverview.h"

#include "core/base/Format.h"
#include "widgets/common/UiText.h"

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
    addFigure(cell,
        fast == slow ? durationText(fast) : AdviceCellText::tr("%1 to %2").arg(durationText(fast), durationText(slow)),
        u' '
            + (fast == slow ? QStringLiteral("(%1)").arg(percent(sum.gainHighNs))
                            : AdviceCellText::tr("(%1 to %2)").arg(percent(sum.gainHighNs), percent(sum.gainLowNs))),
        true);
    if (hidden > 0)
        cell.line.push_back({u' ' + AdviceCellText::tr("hidden rules included"), OverviewRun::Look::Muted, {}, {}, true});
    cell.tip = AdviceCellText::tr("Wall less the gains of all findings, from the highest to the lowest");
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
    Cell findings = captionedCell(Cell::Id::Findings, AdviceCellText::tr("Findings"));
    addFigure(findings, QString::number(sum.certain + sum.likely + sum.check),
        AdviceCellText::tr(": %1 certain, %2 likely, %3 to check").arg(sum.certain).arg(sum.likely).arg(sum.check), true);
    cells.push_back(std::move(findings));
    if (picture.rules) {
        Cell rules = captionedCell(Cell::Id::Rules, AdviceCellText::tr("Rules"));
        addFigure(rules, QString::number(picture.rules->rowCount()), u' ' + AdviceCellText::tr("checked"));
        addLink(rules, AdviceCellText::tr("list", "of the rules: a link"), OverviewAction::Panel);
        cells.push_back(std::move(rules));
    }
    return cells;
}

} // namespace lamella::ui
