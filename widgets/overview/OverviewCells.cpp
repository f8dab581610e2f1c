// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/OverviewCells.h"

#include "core/base/Format.h"
#include "widgets/common/Counts.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/GapColors.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

using Cell = OverviewCell;
using Look = OverviewRun::Look;

// lupdate only recognises the context of a class; a free function tr() would leave these texts untranslated.
struct OverviewText {
    Q_DECLARE_TR_FUNCTIONS(OverviewText)
};

double ratio(std::int64_t part, std::int64_t of)
{
    return of > 0 ? static_cast<double>(part) / static_cast<double>(of) : 0;
}

// "Decode step", at the beginning of a caption.
QString stepTitle(const OverviewFacts &facts)
{
    const bool step = facts.stage == core::Stage::Unknown && (facts.compiled || facts.byAnnotation);
    return step ? OverviewText::tr("Step") : stepCaption(facts.stage);
}

// "the decode step", in a sentence.
QString stepPhrase(const OverviewFacts &facts)
{
    switch (facts.stage) {
    case core::Stage::Prefill:
        return OverviewText::tr("the prefill");
    case core::Stage::Decode:
        return OverviewText::tr("the decode step");
    case core::Stage::Mixed:
        return OverviewText::tr("the mixed step");
    default:
        break;
    }
    return facts.compiled || facts.byAnnotation ? OverviewText::tr("the step") : OverviewText::tr("the pass");
}

QString countsText(const OverviewFacts &facts)
{
    const bool steps = facts.compiled || facts.byAnnotation;
    const auto passes = static_cast<std::int64_t>(facts.passes);
    if (facts.cutPass && facts.whole > 0)
        return OverviewText::tr("%1, %2 cut").arg(passCount(passes)).arg(facts.passes - facts.whole);
    return steps ? OverviewText::tr("%1 steps", nullptr, pluralCount(passes)).arg(qtext(core::formatCount(passes)))
                 : passCount(passes);
}

Cell fileCell(const OverviewFacts &facts, const OverviewState &state)
{
    Cell cell;
    cell.id = Cell::Id::File;
    cell.caption = state.fileName;
    cell.action = OverviewAction::Passes;
    cell.tip = OverviewText::tr("Passes of the device with the most GPU time, and layers of a complete pass");
    if (facts.devices > 1) {
        cell.line.push_back({OverviewText::tr("%1 devices").arg(facts.devices), Look::Strong, {}, {}, false});
        cell.line.push_back({QStringLiteral(" · ") + countsText(facts), Look::Plain, {}, {}, false});
        if (facts.layers > 0)
            cell.line.push_back({QStringLiteral(" · ") + layerCount(facts.layers), Look::Plain, {}, {}, true});
        return cell;
    }
    cell.line.push_back({facts.passes > 0 ? countsText(facts) : OverviewText::tr("no passes"), Look::Strong, {}, {}, false});
    if (facts.layers > 0 && !facts.cutPass)
        cell.line.push_back({QStringLiteral(" · ") + layerCount(facts.layers), Look::Plain, {}, {}, false});
    else if (facts.byAnnotation)
        cell.line.push_back({OverviewText::tr(", by annotation"), Look::Plain, {}, {}, true});
    return cell;
}

Cell stepCell(const OverviewFacts &facts)
{
    Cell cell;
    cell.id = Cell::Id::Step;
    cell.caption = facts.counted > 1
        ? OverviewText::tr("%1, median of %2")
              .arg(stepTitle(facts), qtext(core::formatCount(static_cast<std::int64_t>(facts.counted))))
        : stepTitle(facts);
    cell.line.push_back({durationText(facts.counted > 1 ? facts.medianNs : facts.wallNs), Look::Strong, {}, {}, false});
    if (facts.tokens > 0 && facts.tokens != facts.requests)
        cell.line.push_back({QStringLiteral(" · ")
                + OverviewText::tr("%1 tokens", nullptr, pluralCount(facts.tokens)).arg(qtext(core::formatCount(facts.tokens))),
            Look::Plain, {}, {}, true});
    else if (facts.requests > 0)
        cell.line.push_back({QStringLiteral(" · ")
                + OverviewText::tr("%1 requests", nullptr, pluralCount(facts.requests))
                      .arg(qtext(core::formatCount(facts.requests))),
            Look::Plain, {}, {}, true});
    cell.action = OverviewAction::Select;
    cell.target = core::PassSelection{facts.device, facts.pass};
    cell.tip = facts.counted > 1
        ? OverviewText::tr("Median wall of the steady passes of this stage; P%1 is nearest to it and is selected by a click")
              .arg(facts.pass)
        : OverviewText::tr("Wall of P%1: the end of its last work minus the start of its first").arg(facts.pass);
    return cell;
}

Cell busyCell(const OverviewFacts &facts)
{
    Cell cell;
    cell.id = Cell::Id::Busy;
    const bool run = facts.point == OverviewPoint::Between;
    const QString device = qtext(facts.processor).section(u' ', -1); // "NPU" of "Ascend NPU"
    cell.caption =
        run ? OverviewText::tr("%1 over the run").arg(device) : OverviewText::tr("%1 in %2").arg(device, stepPhrase(facts));
    const double busy = run ? ratio(facts.runBusyNs, facts.runNs) : ratio(facts.busyNs, facts.wallNs);
    cell.share = busy;
    cell.line.push_back({shownPercent(busy), Look::Strong, {}, {}, false});
    cell.line.push_back({QStringLiteral(" ") + OverviewText::tr("busy"), Look::Plain, {}, {}, false});
    cell.line.push_back({OverviewText::tr(", %1 idle").arg(shownPercent(1 - busy)), Look::Plain, {}, {}, true});
    cell.action = OverviewAction::Idle;
    cell.tip = run ? OverviewText::tr("Time in which at least one stream works, from the first pass to the last: %1 of %2")
                         .arg(durationText(facts.runBusyNs), durationText(facts.runNs))
                   : OverviewText::tr("Time in which at least one stream works, of the wall of P%1: %2 of %3")
                         .arg(facts.pass)
                         .arg(durationText(facts.busyNs), durationText(facts.wallNs));
    return cell;
}

Cell limitCell(const OverviewFacts &facts)
{
    Cell cell;
    cell.id = Cell::Id::Limit;
    cell.caption = OverviewText::tr("Hardware limit, %1", "of the decode step, or of the pass").arg(stepTitle(facts).toLower());
    cell.action = OverviewAction::Roofline;
    if (facts.ofRoofline) {
        cell.share = std::min(1.0, *facts.ofRoofline);
        cell.accentBar = true;
        cell.line.push_back({shownPercent(*facts.ofRoofline), Look::Strong, {}, {}, false});
        cell.line.push_back({QStringLiteral(" ") + OverviewText::tr("of roofline"), Look::Plain, {}, {}, false});
        const bool compute = facts.mfu && (!facts.mbu || *facts.mfu > *facts.mbu);
        if (facts.mbu || facts.mfu)
            cell.line.push_back({compute ? QStringLiteral(" · MFU ") + shownPercent(*facts.mfu)
                                         : QStringLiteral(" · MBU ") + shownPercent(*facts.mbu),
                Look::Plain, {}, {}, true});
        cell.tip = OverviewText::tr("Roofline time of the modelled work of P%1, of its wall").arg(facts.pass);
        return cell;
    }
    cell.line.push_back({OverviewText::tr("n/a:") + QStringLiteral(" "), Look::Muted, {}, {}, false});
    const QString lacks = facts.limitLacks == LimitLacks::Peaks ? OverviewText::tr("no peaks for this device")
        : facts.limitLacks == LimitLacks::Most                  ? OverviewText::tr("most work is not modelled")
                                                                : OverviewText::tr("no shapes recorded");
    cell.line.push_back({lacks, Look::Muted, {}, {}, false});
    if (facts.limitLacks == LimitLacks::Peaks)
        cell.line.push_back({QStringLiteral(" ") + OverviewText::tr("enter…", "the peaks of a device"), Look::Link,
            OverviewAction::Peaks, {}, false});
    else if (!facts.hasConfig)
        cell.line.push_back(
            {QStringLiteral(" ") + OverviewText::tr("add config.json…"), Look::Link, OverviewAction::Config, {}, false});
    cell.tip = translated(facts.limitMissing);
    return cell;
}

void addKernel(std::vector<OverviewRun> &line, const OverviewFacts &facts)
{
    constexpr double kLeastShare = 0.05; // below it the kernel is no part of the point
    if (facts.kernelName.empty() || facts.kernelShare < kLeastShare)
        return;
    OverviewRun name{qtext(facts.kernelName), facts.kernel.valid() ? Look::Link : Look::Plain, OverviewAction::Select,
        facts.kernel.valid() ? core::Selection(core::NameSelection{facts.kernel}) : core::Selection(), false};
    line.push_back({OverviewText::tr(", %1 of it ").arg(shownPercent(facts.kernelShare)), Look::Plain, {}, {}, false});
    line.push_back(std::move(name));
}

void addIdle(std::vector<OverviewRun> &line, const OverviewFacts &facts)
{
    const double idle = ratio(facts.idleNs, facts.wallNs);
    if (idle < 0.005)
        return;
    line.push_back({OverviewText::tr("; %1 is idle").arg(shownPercent(idle)), Look::Plain, {}, {}, true});
    if (facts.idleCause)
        line.push_back(
            {OverviewText::tr(", mostly %1").arg(gapCauseTitle(*facts.idleCause).toLower()), Look::Plain, {}, {}, true});
}

Cell cutCell(const OverviewFacts &facts)
{
    Cell cell;
    cell.id = Cell::Id::Sentence;
    const core::Selection pass = core::PassSelection{facts.device, *facts.cutPass};
    cell.line.push_back({OverviewText::tr("P%1 is cut").arg(*facts.cutPass), Look::Strong, {}, {}, false});
    cell.line.push_back({QStringLiteral(" ") + OverviewText::tr("and left out of all medians.") + QStringLiteral(" "),
        Look::Plain, {}, {}, false});
    cell.line.push_back({OverviewText::tr("Show it"), Look::Link, OverviewAction::Select, pass, false});
    return cell;
}

Cell sentenceCell(const OverviewFacts &facts)
{
    if (facts.cutPass && facts.lossy)
        return cutCell(facts);
    Cell cell;
    cell.id = Cell::Id::Sentence;
    std::vector<OverviewRun> &line = cell.line;
    const QString share = shownPercent(ratio(facts.pointNs, facts.wallNs));
    switch (facts.point) {
    case OverviewPoint::Work:
        line.push_back({categoryTitle(facts.category), Look::Strong, {}, {}, false});
        line.push_back({OverviewText::tr(": %1 of %2").arg(share, stepPhrase(facts)), Look::Plain, {}, {}, false});
        addKernel(line, facts);
        addIdle(line, facts);
        line.push_back({OverviewText::tr(".", "end of a sentence"), Look::Plain, {}, {}, false});
        break;
    case OverviewPoint::Communication:
        line.push_back({categoryTitle(facts.category), Look::Strong, {}, {}, false});
        line.push_back({OverviewText::tr(": exposed for %1 of %2").arg(share, stepPhrase(facts)), Look::Plain, {}, {}, false});
        addKernel(line, facts);
        line.push_back({OverviewText::tr(".", "end of a sentence"), Look::Plain, {}, {}, false});
        break;
    case OverviewPoint::Idle:
        line.push_back({OverviewText::tr("Idle"), Look::Strong, {}, {}, false});
        line.push_back(
            {QStringLiteral(" ") + OverviewText::tr("is %1 of %2").arg(share, stepPhrase(facts)), Look::Plain, {}, {}, false});
        if (facts.idleCause)
            line.push_back(
                {OverviewText::tr(", mostly %1").arg(gapCauseTitle(*facts.idleCause).toLower()), Look::Plain, {}, {}, false});
        line.push_back({OverviewText::tr(".", "end of a sentence"), Look::Plain, {}, {}, false});
        break;
    case OverviewPoint::Between:
        line.push_back(
            {OverviewText::tr("Idle between passes: %1.").arg(durationText(facts.betweenNs)), Look::Strong, {}, {}, false});
        line.push_back({QStringLiteral(" ")
                + OverviewText::tr("A pass begins every %1, and the median one takes %2.")
                      .arg(durationText(facts.runNs / static_cast<std::int64_t>(std::max<std::size_t>(1, facts.passes))),
                          durationText(facts.medianNs)),
            Look::Plain, {}, {}, false});
        break;
    case OverviewPoint::SlowLayer:
        line.push_back({QStringLiteral("L%1").arg(facts.slowLayer), Look::Link, OverviewAction::Select,
            core::LayerSelection{facts.device, facts.pass, facts.slowLayer}, false});
        line.push_back({QStringLiteral(" ")
                + OverviewText::tr("takes %1, %2 times the median layer of its type (%3).")
                      .arg(durationText(facts.slowLayerNs),
                          QString::number(
                              static_cast<double>(facts.slowLayerNs) / static_cast<double>(facts.likeLayerNs), 'f', 1),
                          durationText(facts.likeLayerNs)),
            Look::Plain, {}, {}, false});
        break;
    case OverviewPoint::None:
        break;
    }
    return cell;
}

Cell outlierCell(const OverviewFacts &facts)
{
    Cell cell;
    cell.id = Cell::Id::Outliers;
    cell.caption = facts.outliers.size() == 1 ? OverviewText::tr("Outlier") : OverviewText::tr("Outliers");
    cell.icon = QStringLiteral("warning");
    cell.tone = Cell::Tone::Warning;
    cell.action = OverviewAction::Outlier;
    if (facts.outliers.size() == 1) {
        cell.line.push_back({passText(facts.outliers.front()), Look::Strong, {}, {}, false});
        cell.line.push_back({QStringLiteral(" ×") + QString::number(facts.outlierTimes, 'f', 2), Look::Plain, {}, {}, false});
    } else {
        cell.line.push_back(
            {qtext(core::formatCount(static_cast<std::int64_t>(facts.outliers.size()))), Look::Strong, {}, {}, false});
        cell.line.push_back({QStringLiteral(" ") + OverviewText::tr("passes"), Look::Plain, {}, {}, false});
    }
    cell.tip = OverviewText::tr("A click selects it; the next click the next one");
    return cell;
}

Cell layersCell(const OverviewFacts &facts)
{
    Cell cell;
    cell.id = Cell::Id::Layers;
    cell.action = OverviewAction::Layers;
    if (facts.layers == 0) {
        cell.caption = OverviewText::tr("Layers");
        cell.icon = QStringLiteral("warning");
        cell.tone = Cell::Tone::Warning;
        if (!facts.hasWork) {
            cell.line.push_back({OverviewText::tr("none: no GPU work in this file"), Look::Plain, {}, {}, false});
            return cell;
        }
        cell.line.push_back({OverviewText::tr("none found") + QStringLiteral(" "), Look::Plain, {}, {}, false});
        cell.line.push_back({OverviewText::tr("choose a boundary…"), Look::Link, OverviewAction::Boundaries, {}, false});
        return cell;
    }
    cell.caption = OverviewText::tr("Layers found");
    const bool sure = facts.confidence >= 0.8;
    cell.icon = sure ? QStringLiteral("trust") : QStringLiteral("warning");
    cell.tone = sure ? Cell::Tone::Ok : Cell::Tone::Warning;
    cell.line.push_back({shownPercent(facts.confidence), Look::Strong, {}, {}, false});
    cell.tip = OverviewText::tr("How probable it is that every layer begins where it is drawn; a click shows what speaks for it");
    return cell;
}

Cell diagnosticsCell(const OverviewFacts &facts)
{
    Cell cell;
    cell.id = Cell::Id::Diagnostics;
    cell.caption = facts.lossy ? OverviewText::tr("Diagnostics") : OverviewText::tr("File");
    cell.action = OverviewAction::Diagnostics;
    if (facts.warnings == 0) {
        cell.icon = QStringLiteral("check");
        cell.tone = Cell::Tone::Ok;
        cell.line.push_back({OverviewText::tr("complete"), Look::Plain, {}, {}, false});
        cell.tip = OverviewText::tr("Nothing is missing or damaged");
        return cell;
    }
    cell.icon = QStringLiteral("warning");
    cell.tone = Cell::Tone::Warning;
    const auto count = static_cast<std::int64_t>(facts.warnings);
    if (facts.lossy)
        cell.line.push_back({qtext(core::formatCount(count)), Look::Strong, {}, {}, false});
    else
        cell.line.push_back({OverviewText::tr("%1 notes", nullptr, pluralCount(count)).arg(qtext(core::formatCount(count))),
            Look::Strong, {}, {}, false});
    return cell;
}

Cell warningCell(const OverviewFacts &facts)
{
    Cell cell;
    cell.id = Cell::Id::Warning;
    cell.caption = OverviewText::tr("File");
    cell.icon = QStringLiteral("warning");
    cell.tone = Cell::Tone::Warning;
    cell.action = OverviewAction::Diagnostics;
    const bool early = facts.loss.find("truncated") != std::string::npos || facts.loss.find("early") != std::string::npos;
    cell.line.push_back({early ? OverviewText::tr("ends early") : OverviewText::tr("incomplete"), Look::Strong, {}, {}, false});
    cell.line.push_back({QStringLiteral(": ") + diagnosticTitle(facts.loss), Look::Plain, {}, {}, true});
    return cell;
}

QString rateText(const LoadProgress &progress)
{
    if (progress.seconds <= 0)
        return {};
    const auto rate = static_cast<std::int64_t>(static_cast<double>(progress.doneBytes) / progress.seconds);
    QString text = QStringLiteral(" · ") + qtext(core::formatBytes(rate)) + QStringLiteral("/s");
    if (rate > 0 && progress.totalBytes > progress.doneBytes)
        text += QStringLiteral(" · ")
            + OverviewText::tr("%1 s left").arg((progress.totalBytes - progress.doneBytes) / static_cast<quint64>(rate) + 1);
    return text;
}

std::vector<Cell> loadingCells(const OverviewState &state)
{
    std::vector<Cell> cells(4);
    cells[0].id = Cell::Id::File;
    cells[0].caption = state.fileName;
    cells[0].line.push_back(
        {state.kernelsSoFar > 0 ? OverviewText::tr("%1 so far").arg(kernelCount(static_cast<std::int64_t>(state.kernelsSoFar)))
                                : OverviewText::tr("reading"),
            Look::Strong, {}, {}, false});
    Cell &read = cells[1];
    read.id = Cell::Id::Read;
    read.caption = state.progress.analysing ? OverviewText::tr("Finding passes and layers") : OverviewText::tr("Read");
    const double share =
        ratio(static_cast<std::int64_t>(state.progress.doneBytes), static_cast<std::int64_t>(state.progress.totalBytes));
    read.share = std::min(1.0, share);
    read.accentBar = true;
    read.line.push_back(
        {QString::number(static_cast<int>(std::min(1.0, share) * 100)) + QStringLiteral("\u00A0%"), Look::Strong, {}, {}, false});
    if (state.progress.totalBytes > 0)
        read.line.push_back({QStringLiteral(" · ")
                + OverviewText::tr("%1 of %2")
                      .arg(qtext(core::formatBytes(static_cast<std::int64_t>(state.progress.doneBytes))),
                          qtext(core::formatBytes(static_cast<std::int64_t>(state.progress.totalBytes))))
                + rateText(state.progress),
            Look::Plain, {}, {}, false});
    cells[2].id = Cell::Id::Layers;
    cells[2].caption = OverviewText::tr("Layers found");
    cells[2].line.push_back({OverviewText::tr("after reading"), Look::Muted, {}, {}, false});
    cells[3].id = Cell::Id::Diagnostics;
    cells[3].caption = OverviewText::tr("File");
    cells[3].line.push_back({OverviewText::tr("Cancel"), Look::Link, OverviewAction::Cancel, {}, false});
    cells[3].line.push_back({QStringLiteral(" Esc"), Look::Muted, {}, {}, false});
    Cell gap;
    gap.id = Cell::Id::Sentence;
    cells.insert(cells.begin() + 3, gap);
    return cells;
}

} // namespace

QString stepCaption(core::Stage stage)
{
    switch (stage) {
    case core::Stage::Prefill:
        return OverviewText::tr("Prefill");
    case core::Stage::Decode:
        return OverviewText::tr("Decode step");
    case core::Stage::Mixed:
        return OverviewText::tr("Mixed step");
    case core::Stage::Draft:
        return OverviewText::tr("Draft pass");
    case core::Stage::Forward:
        return OverviewText::tr("Forward");
    case core::Stage::Backward:
        return OverviewText::tr("Backward");
    case core::Stage::Optimizer:
        return OverviewText::tr("Optimizer");
    case core::Stage::Unknown:
        break;
    }
    return OverviewText::tr("Pass");
}

OverviewCell captionedCell(OverviewCell::Id id, const QString &caption)
{
    Cell cell;
    cell.id = id;
    cell.caption = caption;
    return cell;
}

void addFigure(OverviewCell &cell, const QString &figure, const QString &rest, bool second)
{
    cell.line.push_back({figure, Look::Strong, {}, {}, false});
    if (!rest.isEmpty())
        cell.line.push_back({rest, Look::Plain, {}, {}, second});
}

void addReason(OverviewCell &cell, const QString &reason)
{
    cell.line.push_back({reason, Look::Muted, {}, {}, false});
}

void addLink(OverviewCell &cell, const QString &text, OverviewAction action)
{
    cell.line.push_back({u' ' + text, Look::Link, action, {}, false});
}

QString shownPercent(double share)
{
    const double value = share * 100;
    if (value < 100 && value >= 99.5)
        return (value >= 99.95 ? QStringLiteral("> 99.9") : QString::number(value, 'f', 1)) + QStringLiteral("\u00A0%");
    const int digits = value < 10 && value > 0 && std::floor(value) != value ? 1 : 0;
    return (value > 0 && value < 0.1 ? QStringLiteral("< 0.1") : QString::number(value, 'f', digits)) + QStringLiteral("\u00A0%");
}

QString OverviewCell::plain(bool narrow) const
{
    QString text;
    for (const OverviewRun &run : line)
        if (!run.second || !narrow)
            text += run.text;
    return caption.isEmpty() ? text : caption + QStringLiteral(": ") + text;
}

std::vector<OverviewCell> overviewCells(const OverviewFacts &facts, const OverviewState &state)
{
    if (state.loading)
        return loadingCells(state);
    std::vector<Cell> cells;
    if (facts.lossy)
        cells.push_back(warningCell(facts));
    cells.push_back(fileCell(facts, state));
    if (facts.passes > 0) {
        cells.push_back(stepCell(facts));
        if (state.complete && facts.wallNs > 0) {
            cells.push_back(busyCell(facts));
            cells.push_back(limitCell(facts));
        }
    }
    Cell sentence;
    sentence.id = Cell::Id::Sentence;
    cells.push_back(state.complete ? sentenceCell(facts) : sentence);
    if (!facts.outliers.empty())
        cells.push_back(outlierCell(facts));
    cells.push_back(layersCell(facts));
    cells.push_back(diagnosticsCell(facts));
    for (Cell &cell : cells)
        spaceHan(cell.line);
    return cells;
}

} // namespace lamella::ui
