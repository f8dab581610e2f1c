// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/source/SourceOverview.h"

#include "core/base/Format.h"
#include "widgets/common/UiText.h"
#include "widgets/overview/OverviewPhrase.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <utility>

namespace lamella::ui {

namespace {

using Cell = OverviewCell;

struct SourceCellText {
    Q_DECLARE_TR_FUNCTIONS(SourceCellText)
};

Cell namedCell(const SourceSums &sums)
{
    Cell cell = captionedCell(Cell::Id::Named, SourceCellText::tr("Kernels with a source line"));
    addFigure(
        cell, SourceCellText::tr("%1 of %2").arg(qtext(core::formatCount(sums.named)), qtext(core::formatCount(sums.kernels))));
    cell.tip = SourceCellText::tr("Kernels whose launch has a recorded stack");
    return cell;
}

Cell stacksCell(const SourceSums &sums)
{
    Cell cell = captionedCell(Cell::Id::Source, SourceCellText::tr("Stacks from"));
    if (sums.named == 0) {
        addReason(cell, SourceCellText::tr("none recorded"));
        cell.tip =
            SourceCellText::tr("Record with stacks (with_stack=True), or put the trace of the graph capture beside this one");
        return cell;
    }
    cell.icon = QStringLiteral("check");
    cell.tone = Cell::Tone::Ok;
    const QString file =
        sums.companions.empty() ? SourceCellText::tr("this trace") : QFileInfo(qtext(sums.companions.front())).fileName();
    if (sums.companions.size() > 1)
        addPhrase(cell, SourceCellText::tr("%1[ and %2 more]", "files"), {file, static_cast<int>(sums.companions.size()) - 1});
    else
        cell.line.push_back({file, OverviewRun::Look::Plain, {}, {}, false});
    return cell;
}

} // namespace

core::Result<SourceSums> loadSourceSums(
    core::AnalysisSession &session, core::TableRequest request, const core::JobControl &control)
{
    request.by = "line";
    const auto table = session.table(request, control);
    if (!table)
        return table.error();
    const auto origins = session.origins(control);
    if (!origins)
        return origins.error();
    SourceSums sums;
    const core::ReportTable &lines = **table;
    const auto column = [&lines](const char *id) { return lines.columnIndex(id); };
    for (std::size_t row = 0; row < lines.rowCount(); ++row) {
        const std::int64_t kernels = lines.integer(row, column("kernels"));
        const std::int64_t ns = lines.integer(row, column("self_ns"));
        sums.kernels += kernels;
        sums.gpuNs += ns;
        sums.named += lines.isMissing(row, column("file")) ? 0 : kernels;
        sums.yoursNs += !lines.isMissing(row, column("yours")) && lines.text(row, column("yours")) == "yes" ? ns : 0;
    }
    for (const auto &companion : (*origins)->companions())
        sums.companions.push_back(companion->file);
    sums.rule = session.options().yours;
    return sums;
}

std::vector<OverviewCell> sourceCells(const SourceSums &sums)
{
    if (sums.kernels == 0)
        return {};
    std::vector<Cell> cells{namedCell(sums), stacksCell(sums)};
    Cell yours = captionedCell(Cell::Id::Yours, SourceCellText::tr("In your code"));
    const double share = sums.gpuNs > 0 ? static_cast<double>(sums.yoursNs) / static_cast<double>(sums.gpuNs) : 0;
    addPhrase(yours, SourceCellText::tr("<b>%1</b> of GPU time"), {shownPercent(share)});
    yours.tip = SourceCellText::tr("GPU time whose innermost source line is yours");
    cells.push_back(std::move(yours));
    Cell rule = captionedCell(Cell::Id::Rule, SourceCellText::tr("“Yours” is"));
    rule.line.push_back({sums.rule.empty() ? SourceCellText::tr("all but Python, packages and engines") : qtext(sums.rule),
        OverviewRun::Look::Plain, {}, {}, false});
    addLink(rule, SourceCellText::tr("change"), OverviewAction::Panel);
    rule.tip = SourceCellText::tr("Which source lines count as your own code");
    cells.push_back(std::move(rule));
    return cells;
}

} // namespace lamella::ui
