// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/OverviewCells.h"

#include "core/base/Format.h"
#include "widgets/common/Counts.h"
#include "widgets/common/TraceWords.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/overview/OverviewPhrase.h"
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

// A step of training is several passes, each with its stage.
bool hasSteps(const OverviewFacts &facts)
{
    return facts.compiled || (facts.byAnnotation && facts.stage == core::Stage::Unknown);
}

// "Decode step", at the beginning of a caption.
QString stepTitle(const OverviewFacts &facts)
{
    return facts.stage == core::Stage::Unknown && hasSteps(facts) ? OverviewText::tr("Step") : stepCaption(facts.stage);
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
    case core::Stage::Draft:
        return OverviewText::tr("the draft pass");
    case core::Stage::Forward:
        return OverviewText::tr("the forward pass");
    case core::Stage::Backward:
        return OverviewText::tr("the backward pass");
    case core::Stage::Optimizer:
        return OverviewText::tr("the optimizer pass");
    case core::Stage::Unknown:
        break;
    }
    return hasSteps(facts) ? OverviewText::tr("the step") : OverviewText::tr("the pass");
}

QString countsText(const OverviewFacts &facts)
{
    const TraceWords words(hasSteps(facts));
    const auto passes = static_cast<std::int64_t>(facts.passes);
    if (facts.cutPass && facts.whole > 0)
        return OverviewText::tr("%1, %2 partial").arg(words.passCount(passes)).arg(facts.passes - facts.whole);
    return words.passCount(passes);
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
    if (facts.byAnnotation && (facts.layers == 0 || facts.cutPass)) {
        addPhrase(cell, OverviewText::tr("<b>%1</b>[, by annotation]"), {countsText(facts)});
        return cell;
    }
    cell.line.push_back({facts.passes > 0 ? countsText(facts) : OverviewText::tr("no passes"), Look::Strong, {}, {}, false});
    if (facts.layers > 0 && !facts.cutPass)
        cell.line.push_back({QStringLiteral(" · ") + layerCount(facts.layers), Look::Plain, {}, {}, false, true});
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
    addPhrase(cell, OverviewText::tr("<b>%1</b> busy[, %2 idle]"), {shownPercent(busy), shownPercent(1 - busy)});
    cell.action = OverviewAction::Idle;
    cell.tip = run ? OverviewText::tr("Time in which at least one stream works, from the first pass to the last: %1 of %2")
                         .arg(durationText(facts.runBusyNs), durationText(facts.runNs))
                   : OverviewText::tr("Time in which at least one stream works, of the wall of P%1: %2 of %3")
                         .arg(facts.pass)
                         .arg(durationText(facts.busyNs), durationText(facts.wallNs));
    return cell;
}

QString limitCaption(const OverviewFacts &facts)
{
    switch (facts.stage) {
    case core::Stage::Prefill:
        return OverviewText::tr("Hardware limit, prefill");
    case core::Stage::Decode:
        return OverviewText::tr("Hardware limit, decode step");
    case core::Stage::Mixed:
        return OverviewText::tr("Hardware limit, mixed step");
    case core::Stage::Draft:
        return OverviewText::tr("Hardware limit, draft pass");
    case core::Stage::Forward:
        return OverviewText::tr("Hardware limit, forward");
    case core::Stage::Backward:
        return OverviewText::tr("Hardware limit, backward");
    case core::Stage::Optimizer:
        return OverviewText::tr("Hardware limit, optimizer");
    case core::Stage::Unknown:
        break;
    }
    return hasSteps(facts) ? OverviewText::tr("Hardware limit, step") : OverviewText::tr("Hardware limit, pass");
}

Cell limitCell(const OverviewFacts &facts)
{
    Cell cell;
    cell.id = Cell::Id::Limit;
    cell.caption = limitCaption(facts);
    cell.action = OverviewAction::Roofline;
    if (facts.ofRoofline) {
        cell.share = std::min(1.0, *facts.ofRoofline);
        cell.accentBar = true;
        const QString share = shownPercent(*facts.ofRoofline);
        if (facts.mfu && (!facts.mbu || *facts.mfu > *facts.mbu))
            addPhrase(cell, OverviewText::tr("<b>%1</b> of roofline[ · MFU %2]"), {share, shownPercent(*facts.mfu)});
        else if (facts.mbu)
            addPhrase(cell, OverviewText::tr("<b>%1</b> of roofline[ · MBU %2]"), {share, shownPercent(*facts.mbu)});
        else
            addPhrase(cell, OverviewText::tr("<b>%1</b> of roofline"), {share});
        cell.tip = OverviewText::tr("Roofline time of the modelled work of P%1, of its wall").arg(facts.pass);
        return cell;
    }
    addPhrase(cell,
        facts.limitLacks == LimitLacks::Peaks      ? OverviewText::tr("n/a{: no peaks for this device}")
            : facts.limitLacks == LimitLacks::Most ? OverviewText::tr("n/a{: most work is not modelled}")
                                                   : OverviewText::tr("n/a{: no shapes recorded}"),
        {}, Look::Muted);
    if (facts.limitLacks == LimitLacks::Peaks)
        addLink(cell, OverviewText::tr("enter…", "the peaks of a device"), OverviewAction::Peaks);
    else if (!facts.hasConfig)
        addLink(cell, OverviewText::tr("add config.json…"), OverviewAction::Config);
    cell.tip = translated(facts.limitMissing);
    return cell;
}

// The longest kernel of a category; none where it is no part of the point.
std::optional<OverviewRun> pointKernel(const OverviewFacts &facts)
{
    constexpr double kMinShare = 0.05;
    if (facts.kernelName.empty() || facts.kernelShare < kMinShare)
        return std::nullopt;
    if (!facts.kernel.valid())
        return OverviewRun{qtext(facts.kernelName), Look::Plain, OverviewAction::None, {}};
    return OverviewRun{qtext(facts.kernelName), Look::Link, OverviewAction::Select, core::NameSelection{facts.kernel}};
}

OverviewRun selectRun(const QString &text, const core::Selection &target)
{
    return {text, Look::Link, OverviewAction::Select, target};
}

// Work of one category takes the most; with the longest kernel of it, and the idle time beside it.
std::vector<OverviewRun> workSentence(const OverviewFacts &facts, const QString &share)
{
    constexpr double kMinIdle = 0.005;
    const QString category = categoryTitle(facts.category);
    const QString step = stepPhrase(facts);
    const double idle = ratio(facts.idleNs, facts.wallNs);
    const QString idleShare = shownPercent(idle);
    const QString cause = facts.idleCause ? gapCauseTitle(*facts.idleCause) : QString();
    if (const auto kernel = pointKernel(facts)) {
        const QString ofIt = shownPercent(facts.kernelShare);
        if (idle < kMinIdle)
            return phraseRuns(OverviewText::tr("<b>%1</b>: %2 of %3{, %4 of it %5}."), {category, share, step, ofIt, *kernel});
        if (cause.isEmpty())
            return phraseRuns(OverviewText::tr("<b>%1</b>: %2 of %3{, %4 of it %5}[; %6 is idle]."),
                {category, share, step, ofIt, *kernel, idleShare});
        return phraseRuns(OverviewText::tr("<b>%1</b>: %2 of %3{, %4 of it %5}[; %6 is idle, mostly %7]."),
            {category, share, step, ofIt, *kernel, idleShare, cause});
    }
    if (idle < kMinIdle)
        return phraseRuns(OverviewText::tr("<b>%1</b>: %2 of %3."), {category, share, step});
    if (cause.isEmpty())
        return phraseRuns(OverviewText::tr("<b>%1</b>: %2 of %3[; %4 is idle]."), {category, share, step, idleShare});
    return phraseRuns(
        OverviewText::tr("<b>%1</b>: %2 of %3[; %4 is idle, mostly %5]."), {category, share, step, idleShare, cause});
}

std::vector<OverviewRun> pointSentence(const OverviewFacts &facts)
{
    const QString share = shownPercent(ratio(facts.pointNs, facts.wallNs));
    const QString step = stepPhrase(facts);
    switch (facts.point) {
    case OverviewPoint::Work:
        return workSentence(facts, share);
    case OverviewPoint::Communication:
        if (const auto kernel = pointKernel(facts))
            return phraseRuns(OverviewText::tr("<b>%1</b>: exposed for %2 of %3{, %4 of it %5}."),
                {categoryTitle(facts.category), share, step, shownPercent(facts.kernelShare), *kernel});
        return phraseRuns(OverviewText::tr("<b>%1</b>: exposed for %2 of %3."), {categoryTitle(facts.category), share, step});
    case OverviewPoint::Idle:
        if (facts.idleCause)
            return phraseRuns(
                OverviewText::tr("<b>Idle</b> is %1 of %2{, mostly %3}."), {share, step, gapCauseTitle(*facts.idleCause)});
        return phraseRuns(OverviewText::tr("<b>Idle</b> is %1 of %2."), {share, step});
    case OverviewPoint::Between:
        return phraseRuns(
            OverviewText::tr("<b>Idle between passes: %1.</b>{ A pass begins every %2, and the median one takes %3.}"),
            {durationText(facts.betweenNs),
                durationText(facts.runNs / static_cast<std::int64_t>(std::max<std::size_t>(1, facts.passes))),
                durationText(facts.medianNs)});
    case OverviewPoint::SlowLayer:
        return phraseRuns(OverviewText::tr("%1 takes %2, %3 times the median layer of its type (%4)."),
            {selectRun(
                 QStringLiteral("L%1").arg(facts.slowLayer), core::LayerSelection{facts.device, facts.pass, facts.slowLayer}),
                durationText(facts.slowLayerNs),
                QString::number(static_cast<double>(facts.slowLayerNs) / static_cast<double>(facts.likeLayerNs), 'f', 1),
                durationText(facts.likeLayerNs)});
    case OverviewPoint::None:
        break;
    }
    return {};
}

// Of a file of which a part is missing: the partial pass, and what was recorded of it.
void addCutPass(Cell &cell, const OverviewFacts &facts)
{
    const OverviewRun show = selectRun(OverviewText::tr("Show it"), core::PassSelection{facts.device, *facts.cutPass});
    if (facts.cut)
        addPhrase(cell, OverviewText::tr("<b>P%1 is partial</b>: %2{, left out of all medians}. %3"),
            {*facts.cutPass, translated(core::passCutText({*facts.cut})), show});
    else
        addPhrase(cell, OverviewText::tr("<b>P%1 is partial</b>{ and left out of all medians}. %2"), {*facts.cutPass, show});
}

Cell sentenceCell(const OverviewFacts &facts)
{
    Cell cell;
    cell.id = Cell::Id::Sentence;
    if (facts.cutPass && facts.lossy)
        addCutPass(cell, facts);
    else
        cell.line = pointSentence(facts);
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
        addPhrase(cell, OverviewText::tr("<b>%1</b> passes"),
            {qtext(core::formatCount(static_cast<std::int64_t>(facts.outliers.size())))});
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
            cell.line.push_back({facts.isSummary ? OverviewText::tr("none: summary tables alone")
                                                 : OverviewText::tr("none: no GPU work in this file"),
                Look::Plain, {}, {}, false});
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
    const auto count = static_cast<std::int64_t>(facts.diagnostics);
    cell.line.push_back({facts.lossy ? qtext(core::formatCount(count)) : diagnosticCount(count), Look::Strong, {}, {}, false});
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
    cell.tip = diagnosticTitle(facts.loss);
    if (facts.loss.find("truncated") != std::string::npos) // how long it was is not known
        addPhrase(cell, OverviewText::tr("<b>ends early</b>[, after %1]"),
            {qtext(core::formatBytes(static_cast<std::int64_t>(facts.rawBytes)))});
    else
        addPhrase(cell, OverviewText::tr("<b>incomplete</b>[: %1]"), {diagnosticTitle(facts.loss)});
    return cell;
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

void addFigure(OverviewCell &cell, const QString &figure)
{
    cell.line.push_back({figure, Look::Strong, {}, {}, false});
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
