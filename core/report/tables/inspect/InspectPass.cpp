// SPDX-License-Identifier: GPL-3.0-or-later
// inspect of a pass, and of the whole trace.
#include "core/analysis/Hotness.h"
#include "core/analysis/Overlap.h"
#include "core/analysis/PassCut.h"
#include "core/analysis/PassLevels.h"
#include "core/analysis/StagePasses.h"
#include "core/analysis/gaps/GapList.h"
#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/report/tables/BottleneckTable.h"
#include "core/report/tables/inspect/InspectRows.h"

#include <algorithm>
#include <cmath>

namespace lamella::core {

// "decode passes", "whole decode passes"; of a stage that is not known, "passes", or the steps of a compiled program. Each is a
// text of its own: in other languages a pattern for a count is not one for a stage.
Message InspectRows::passesOf(Stage stage, bool whole) const
{
    switch (stage) {
    case Stage::Prefill:
        return whole ? msg("whole prefill passes") : msg("prefill passes");
    case Stage::Decode:
        return whole ? msg("whole decode passes") : msg("decode passes");
    case Stage::Mixed:
        return whole ? msg("whole mixed passes") : msg("mixed passes");
    case Stage::Draft:
        return whole ? msg("whole draft passes") : msg("draft passes");
    case Stage::Forward:
        return whole ? msg("whole forward passes") : msg("forward passes");
    case Stage::Backward:
        return whole ? msg("whole backward passes") : msg("backward passes");
    case Stage::Optimizer:
        return whole ? msg("whole optimizer passes") : msg("optimizer passes");
    case Stage::Unknown:
        break;
    }
    if (m_input.document->operations.empty())
        return whole ? Message("whole passes") : Message("passes");
    return whole ? Message("whole steps") : Message("steps");
}

// Among complete passes: a partial one is not shorter, only not recorded to its end.
void InspectRows::passRank(const Siblings &passes)
{
    const Pass &pass = *m_subject.pass->pass;
    if (const auto cuts = passCuts(m_input.segmentation->devices[m_subject.pass->device.value], pass); !cuts.empty()) {
        add({.section = "figure", .key = "cut", .what = "partial", .value = passCutText(cuts)});
        return;
    }
    if (!pass.complete
        && std::any_of(passes.all.begin(), passes.all.end(), [](const Sibling &s) { return s.place.ref.pass->complete; })) {
        add({.section = "figure", .key = "rank", .what = "rank", .value = "partial: it has no rank among the whole ones"});
        return;
    }
    Siblings whole;
    for (std::size_t i = 0; i < passes.all.size(); ++i) {
        if (i == passes.self)
            whole.self = whole.all.size();
        if (passes.all[i].place.ref.pass->complete == pass.complete)
            whole.all.push_back(passes.all[i]);
    }
    rankRow(whole, passesOf(pass.stage, whole.all.size() < passes.all.size()));
}

void InspectRows::passReference(const Siblings &passes)
{
    const Pass &pass = *m_subject.pass->pass;
    if (!passes.known) {
        const bool hasPartial = passes.all.size() > 1;
        none("compared",
            pass.stage != Stage::Unknown
                ? msg(hasPartial ? "no other whole %1 pass to compare with" : "no other %1 pass to compare with",
                    Message(stageName(pass.stage)))
                : m_input.document->operations.empty()
                ? Message(hasPartial ? "no other whole pass to compare with" : "no other pass to compare with")
                : Message(hasPartial ? "no other whole step to compare with" : "no other step to compare with"));
        siblingRows("compared", passes, true);
        return;
    }
    const StagePasses stage = stagePasses(m_input.segmentation->devices[m_subject.pass->device.value], pass.stage);
    const std::string count = formatCount(static_cast<std::int64_t>(stage.counted.size()));
    const Message stageWord(stageName(pass.stage));
    const bool named = pass.stage != Stage::Unknown;
    const Message plain = passesOf(pass.stage, false);
    const Message what = stage.steady
        ? (named ? msg("median of %1 steady %2 passes", count, stageWord) : msg("median of %1 steady %2", count, plain))
        : stage.complete
        ? (named ? msg("median of %1 complete %2 passes", count, stageWord) : msg("median of %1 complete %2", count, plain))
        : named ? msg("median of %1 %2 passes", count, stageWord)
                : msg("median of %1 %2", count, plain);
    referenceRow("compared", passes, what, selectionOf(passes.all[passes.reference].place));
    siblingRows("compared", passes, true);
}

void InspectRows::passWhy(const Siblings &passes)
{
    if (!passes.known) {
        none("why", "there is no other pass of its stage to compare with");
        return;
    }
    if (passes.reference == passes.self) {
        none("why", "it is the median itself");
        return;
    }
    const PassDifference difference = passDifference(m_input.analysis(), passes.all[passes.reference].place.ref, *m_subject.pass);
    Why why{{}, {}, difference.restNs(), difference.b.wallNs(), difference.wallNs()};
    std::int64_t others = 0;
    std::size_t left = 0;
    std::size_t slower = 0;
    for (std::size_t i = 0; i < difference.categories.size(); ++i) {
        const CategoryDelta &row = difference.categories[i];
        slower += row.deltaNs() > 0 ? 1 : 0;
        if (i <= kTopRows) {
            why.parts.push_back({.section = "why",
                .key = "part",
                .what = info(row.category).title,
                .category = row.category,
                .ns = row.bNs,
                .deltaNs = row.deltaNs()});
            continue;
        }
        others = addSaturated(others, row.deltaNs());
        ++left;
    }
    if (left > 0)
        why.others = {.section = "why", .key = "others", .what = msg("%1 other categories", left), .deltaNs = others};
    Message sentence = msg("%1 of %2 categories take longer", slower, difference.categories.size());
    if (const Message largest = whyRows(std::move(why), *m_subject.pass, m_subject.pass->pass->range); !largest.empty())
        sentence.append("%1; %2", largest);
    add({.section = "why", .key = "sentence", .value = std::move(sentence)});
}

// Time of each category that nothing of another kind hides, overlap, other work of the device, idle time: they add up to the
// wall.
void InspectRows::passParts()
{
    const auto kernels = m_input.index->ofPass(m_subject.pass->device, m_subject.pass->pass->number);
    const WorkSum work = workOf(table(), kernels);
    std::int64_t overlapped = work.busyNs;
    const auto share = [&work](std::int64_t ns) -> std::optional<double> {
        return work.wallNs() > 0 ? std::optional(static_cast<double>(ns) / static_cast<double>(work.wallNs())) : std::nullopt;
    };
    const PassRef &pass = *m_subject.pass;
    const std::vector<KernelId> around = m_input.index->within(table(), pass.device, pass.pass->range);
    for (const CategoryOverlap &category : categoryOverlap(*m_input.document, *m_input.names, kernels, around)) {
        overlapped -= category.exposedNs;
        add({.section = "parts",
            .key = "category",
            .what = info(category.category).title,
            .category = category.category,
            .ns = category.exposedNs,
            .share = share(category.exposedNs)});
    }
    if (overlapped != 0)
        add({.section = "parts", .key = "overlapped", .what = "overlapped", .ns = overlapped, .share = share(overlapped)});
    const std::int64_t idleNs = rangeWork(m_input.analysis(), pass.device, pass.pass->range).idleNs();
    if (const std::int64_t otherNs = work.idleNs() - idleNs; otherNs > 0)
        add({.section = "parts",
            .key = "other",
            .what = info(GapCause::OtherWork).title,
            .ns = otherNs,
            .share = share(otherNs)});
    add({.section = "parts", .key = "idle", .what = "idle", .ns = idleNs, .share = share(idleNs)});
    add({.section = "parts", .key = "wall", .what = "wall", .ns = work.wallNs()});
}

void InspectRows::slowestLayers()
{
    KernelScope scope;
    scope.devices = {m_subject.pass->device};
    scope.passes = {*m_subject.pass};
    std::vector<LayerMetrics> layers = layerMetrics(m_input.analysis(), scope, *m_subject.pass);
    std::erase_if(layers, [](const LayerMetrics &layer) { return layer.layer < 0; });
    if (layers.empty()) {
        const bool compiled = !m_input.document->operations.empty();
        none("layers",
            m_input.segmentation->whyNone.empty() ? Message(compiled ? "the step has no layers" : "the pass has no layers")
                                                  : m_input.segmentation->whyNone);
        return;
    }
    const std::size_t shown = std::min<std::size_t>(3, layers.size());
    std::stable_sort(layers.begin(), layers.end(),
        [](const LayerMetrics &a, const LayerMetrics &b) { return a.work.wallNs() > b.work.wallNs(); });
    const auto &types = m_input.segmentation->devices[m_subject.pass->device.value].typeNames;
    for (std::size_t i = 0; i < shown; ++i) {
        const LayerMetrics &layer = layers[i];
        const bool typed = layer.type >= 0 && static_cast<std::size_t>(layer.type) < types.size();
        add({.section = "layers",
            .key = "layer",
            .what = layerName(layer.layer),
            .ns = layer.work.wallNs(),
            .count = layer.work.count,
            .value = typed ? Message::name(types[static_cast<std::size_t>(layer.type)]) : Message(),
            .target = selectionOf({*m_subject.pass, layer.layer})});
    }
}

// Where the run changes its level: the level of the pass first.
Result<void> InspectRows::passElsewhere()
{
    const DeviceId device = m_subject.pass->device;
    const Pass &pass = *m_subject.pass->pass;
    const auto found = m_input.parts->levels(device, pass.stage, m_input);
    if (!found)
        return found.error();
    std::vector<PassLevel> levels = **found;
    if (levels.empty()) {
        const StagePasses of = stagePasses(m_input.segmentation->devices[device.value], pass.stage);
        const std::size_t passes = of.settled.size();
        none("else",
            !of.complete || passes < 2 * kMinLevelPasses
                ? msg("too few %1 to tell changes of level: at least %2 are needed", passesOf(pass.stage, !of.complete),
                    2 * kMinLevelPasses)
                : msg("no change of level at once: no %1 or more %2 in a row run %3 slower or faster than the others",
                    minLevelPasses(passes), passesOf(pass.stage, false), formatShare(kMinLevelChange)));
    }
    std::stable_partition(levels.begin(), levels.end(), [&pass](const PassLevel &level) { return level.holds(pass.number); });
    const auto number = [](const Pass *of) { return "P" + std::to_string(of->number); };
    for (const PassLevel &level : levels) {
        const std::int64_t rest = level.rest->range.length().value;
        const double share = rest > 0 ? static_cast<double>(level.deltaNs()) / static_cast<double>(rest) : 0;
        add({.section = "else",
            .key = "level",
            .what = msg(share > 0 ? "%1 to %2 run %3 slower" : "%1 to %2 run %3 faster", number(level.first), number(level.last),
                formatShare(std::abs(share))),
            .ns = level.median->range.length().value,
            .deltaNs = level.deltaNs(),
            .share = share,
            .count = level.passes,
            .value = msg("%1 %2 in a row", level.passes, passesOf(pass.stage, false)),
            .target = PassSelection{device, level.median->number}});
        add({.section = "else",
            .key = "from",
            .what = "starts",
            .atNs = level.first->range.begin.value,
            .target = PassSelection{device, level.first->number}});
        add({.section = "else",
            .key = "to",
            .what = "ends",
            .atNs = level.last->range.end.value,
            .target = PassSelection{device, level.last->number}});
        add({.section = "else",
            .key = "rest",
            .what = msg("median of the other %1", passesOf(pass.stage, false)),
            .ns = rest,
            .target = PassSelection{device, level.rest->number}});
    }
    return {};
}

Result<void> InspectRows::pass()
{
    const PassRef &ref = *m_subject.pass;
    const Pass &pass = *ref.pass;
    if (m_figures) {
        const Message stageWord(stageName(pass.stage));
        add({.section = "title",
            .key = "pass",
            .what = m_input.document->operations.empty() ? msg("Pass P%1", pass.number) : msg("Step P%1", pass.number),
            .value = stageWord,
            .target = PassSelection{ref.device, pass.number}});
        add({.section = "title", .key = "layers", .what = "layers", .count = pass.layers});
        add({.section = "title",
            .key = "kernels",
            .what = kernelsWord(m_input.index->ofPass(ref.device, pass.number)),
            .count = pass.kernels});
        if (pass.requests > 0)
            add({.section = "title", .key = "requests", .what = "requests", .count = pass.requests});
        if (pass.tokens > 0)
            add({.section = "title", .key = "tokens", .what = "tokens", .count = pass.tokens});
        if (!pass.note.empty())
            add({.section = "title", .key = "note", .value = pass.note});
        add({.section = "figure", .key = "wall", .what = "wall", .ns = pass.range.length().value});
        add({.section = "figure", .key = "state", .what = "state", .value = Message(stateName(pass.state))});
        const Siblings passes = passSiblings(m_input.analysis(), ref);
        passRank(passes);
        passReference(passes);
        passWhy(passes);
        passParts();
        slowestLayers();
        if (Result<void> elsewhere = passElsewhere(); !elsewhere)
            return elsewhere;
        rangeRows(pass.range);
    }
    if (m_limits) {
        const auto gaps = gapsOfPass(ref);
        if (!gaps)
            return gaps.error();
        static_cast<void>(idleByCause((*gaps)->gaps, (*gaps)->sumNs));
        const auto roofline = rooflineIfAny(m_input);
        if (!roofline)
            return roofline.error();
        RooflineCells cells(m_input, *roofline);
        limitRows(cells.of(ref.device, pass.number), ref.device, pass.range.length().value, roofline->get());
    }
    return {};
}

// Of a file that has sums by kernel name and no times of single kernels.
void InspectRows::summary(const ReportTable &kernels)
{
    const std::size_t countAt = kernels.columnIndex("count");
    const std::size_t sumAt = kernels.columnIndex("sum_ns");
    std::int64_t count = 0;
    std::int64_t sum = 0;
    for (std::size_t row = 0; row < kernels.rowCount(); ++row) {
        count = addSaturated(count, kernels.isMissing(row, countAt) ? 0 : kernels.integer(row, countAt));
        sum = addSaturated(sum, kernels.isMissing(row, sumAt) ? 0 : kernels.integer(row, sumAt));
    }
    add({.section = "title", .key = "kernels", .what = "kernels", .count = count});
    add({.section = "figure", .key = "sum", .what = "kernel time", .ns = sum});
    none("stages", "the file has summary tables and no times of single kernels: no passes, idle time or duration");
    for (std::size_t row = 0; row < std::min(kTopRows, kernels.rowCount()); ++row) {
        if (kernels.isMissing(row, sumAt))
            continue;
        InspectRow made{.section = "kernels",
            .key = "name",
            .what = Message::name(std::string(kernels.text(row, kernels.columnIndex("short_name")))),
            .category = categoryFromId(kernels.text(row, kernels.columnIndex("category"))),
            .ns = kernels.integer(row, sumAt)};
        if (!kernels.isMissing(row, countAt))
            made.count = kernels.integer(row, countAt);
        if (sum > 0)
            made.share = static_cast<double>(*made.ns) / static_cast<double>(sum);
        add(std::move(made));
    }
}

Result<void> InspectRows::trace()
{
    const TraceDocument &document = *m_input.document;
    const DeviceId main = m_input.segmentation->mainDevice;
    if (!m_figures)
        return {};
    add({.section = "title",
        .key = "trace",
        .what = Message::name(document.source.path.substr(document.source.path.rfind('/') + 1)),
        .value = Message::name(document.metadata.format)});
    if (m_input.summary) {
        summary(*m_input.summary);
        return {};
    }
    add({.section = "title",
        .key = "kernels",
        .what = "kernels",
        .count = std::count(document.kernels.kind.begin(), document.kernels.kind.end(), KernelKind::Kernel)});
    add({.section = "figure",
        .key = "duration",
        .what = "duration",
        .ns = subtractSaturated(document.bounds.exactEnd, document.bounds.exactBegin)});
    if (!main.valid()) {
        none("stages", "the trace has no GPU work");
        return {};
    }
    stageRows(main);
    kernelNameRows(main);
    rangeRows({{document.bounds.exactBegin}, {document.bounds.exactEnd}});
    const Pass *selected = m_input.segmentation->pass(main, m_input.segmentation->devices[main.value].selectedPass);
    const auto gaps = selected != nullptr ? gapsOfPass({main, selected}) : gapsOfDevice(main);
    if (!gaps)
        return gaps.error();
    // Without passes, of the whole duration, so that idle and busy time add up to it.
    const TimeRange whole{{document.bounds.exactBegin}, {document.bounds.exactEnd}};
    static_cast<void>(idleByCause(
        (*gaps)->gaps, selected != nullptr ? (*gaps)->sumNs : rangeWork(m_input.analysis(), main, whole).idleNs()));
    add({.section = "idle",
        .key = "sentence",
        .value = selected != nullptr ? msg("of P%1", selected->number) : msg("of the device, of the duration")});
    return {};
}

void InspectRows::stageRows(DeviceId main)
{
    const DeviceSegmentation &device = m_input.segmentation->devices[main.value];
    for (int s = 0; s <= static_cast<int>(Stage::Optimizer); ++s) {
        const auto stage = static_cast<Stage>(s);
        const StagePasses passes = stagePasses(device, stage);
        const Pass *median = representativePass(passes);
        if (median == nullptr)
            continue;
        std::int64_t count = 0;
        for (const Pass &pass : device.passes)
            count += pass.stage == stage ? 1 : 0;
        add({.section = "stages",
            .key = stageName(stage),
            .what = Message(stageName(stage)),
            .ns = median->range.length().value,
            .count = count,
            .value = msg("P%1 is the median", median->number),
            .target = PassSelection{main, median->number}});
    }
    if (device.passes.empty())
        none("stages", m_input.segmentation->whyNone.empty() ? Message("no passes were found") : m_input.segmentation->whyNone);
}

void InspectRows::kernelNameRows(DeviceId main)
{
    const auto all = m_input.index->ofDevice(main);
    std::int64_t sum = 0;
    for (const KernelId kernel : all)
        sum = addSaturated(sum, table().duration[kernel.value]);
    const auto names = hotness(*m_input.document, all);
    for (std::size_t i = 0; i < std::min(kTopRows, names.size()); ++i) {
        InspectRow row{.section = "kernels",
            .key = "name",
            .what = Message::name((*m_input.names)[names[i].name].shortName),
            .category = m_input.names->category(names[i].name),
            .ns = names[i].sumNs,
            .count = static_cast<std::int64_t>(names[i].count),
            .target = NameSelection{names[i].name}};
        if (sum > 0)
            row.share = static_cast<double>(names[i].sumNs) / static_cast<double>(sum);
        add(std::move(row));
    }
}

} // namespace lamella::core
