// SPDX-License-Identifier: GPL-3.0-or-later
// inspect of a single kernel.
#include "core/analysis/LaunchChain.h"
#include "core/base/Format.h"
#include "core/report/tables/CellTexts.h"
#include "core/report/tables/OriginCells.h"
#include "core/report/tables/inspect/InspectRows.h"

#include <algorithm>

namespace lamella::core {

void InspectRows::kernelTitle()
{
    const KernelId kernel = m_subject.kernel;
    const KernelName &name = (*m_input.names)[table().name[kernel.value]];
    add({.section = "title",
        .key = "kernel",
        .what = label(kernel),
        .category = name.category,
        .value = shortName(kernel),
        .target = KernelSelection{kernel}});
    if (m_subject.pass)
        add({.section = "title",
            .key = "pass",
            .what = msg("P%1", m_subject.pass->pass->number),
            .target = PassSelection{m_subject.pass->device, m_subject.pass->pass->number}});
    if (m_subject.pass && m_subject.layer != kNoLayer) {
        const std::span<const KernelId> kernels = layerKernels(m_input.analysis(), place());
        const auto at = std::lower_bound(kernels.begin(), kernels.end(), kernel);
        add({.section = "title",
            .key = "layer",
            .what = layerName(m_subject.layer),
            .count = static_cast<std::int64_t>(at - kernels.begin()) + 1,
            .value = msg("kernel %1 of %2", static_cast<std::int64_t>(at - kernels.begin()) + 1, kernels.size()),
            .target = selectionOf(place())});
    }
    const Stream &stream = m_input.document->streams[table().stream[kernel.value].value];
    add({.section = "title",
        .key = "stream",
        .what = stream.recorded() ? Message("stream") : Message("no stream recorded"),
        .count = stream.recorded() ? std::optional(stream.number) : std::nullopt,
        .value = m_input.segmentation->side[kernel.value] != 0 ? Message("side stream") : Message()});
    add({.section = "figure", .key = "duration", .what = "duration", .ns = table().duration[kernel.value]});
}

void InspectRows::kernelCompared()
{
    const AnalysisInput analysis = m_input.analysis();
    if (!m_subject.pass || m_subject.layer == kNoLayer) {
        none("compared", m_subject.pass ? Message("it is in no layer of its pass") : Message("it is outside of passes"));
        none("passes", "it is in no layer, so there is no same place in other passes");
        none("why", "there is no kernel at the same place to compare with");
        return;
    }
    LayerComparer comparer(analysis);
    const Siblings own =
        kernelSiblings(analysis, comparer, typeSiblings(analysis, place()), place(), m_subject.kernel, m_input.control);
    const Siblings steady = kernelSiblings(
        analysis, comparer, steadySiblings(analysis, place(), m_input.control), place(), m_subject.kernel, m_input.control);
    if (own.all.size() > 1)
        rankRow(own, "kernels at this place");
    if (own.known)
        referenceRow("compared", own,
            msg("the same kernel in %1, the median layer of its type", layerName(own.all[own.reference].place.layer)),
            KernelSelection{own.all[own.reference].kernel});
    else
        none("compared", "no other layer of its type has it");
    siblingRows("compared", own, false);
    if (steady.known)
        referenceRow("passes", steady, msg("%1 in the steady passes", layerName(m_subject.layer)),
            KernelSelection{steady.all[steady.reference].kernel});
    else
        none("passes", "no other pass of its stage has it");
    siblingRows("passes", steady, true);
    const Siblings &chosen = m_against == Against::Type && own.known ? own : steady;
    if (!chosen.known || chosen.reference == chosen.self) {
        none("why", chosen.known ? Message("it is the reference itself") : Message("there is nothing to compare with"));
        return;
    }
    // A kernel has no parts: what can differ is its name and its launch.
    const KernelId median = chosen.all[chosen.reference].kernel;
    const auto &name = table().name;
    add({.section = "why", .key = "wall", .what = "duration", .ns = chosen.all[chosen.self].ns, .deltaNs = chosen.deltaNs()});
    add({.section = "why",
        .key = "sentence",
        .value = name[median.value] != name[m_subject.kernel.value] ? msg("the reference runs %1", shortName(median))
            : table().shape[median.value] != table().shape[m_subject.kernel.value]
            ? Message("the reference has another grid")
            : Message("same kernel, same grid; the data or the clock differ")});
}

Result<void> InspectRows::kernelOrigin()
{
    const TraceDocument &document = *m_input.document;
    const auto launches = m_input.parts->launches(m_input.control);
    if (!launches)
        return launches.error();
    const auto byLaunch = m_input.parts->kernelsByLaunch(m_input.control);
    if (!byLaunch)
        return byLaunch.error();
    const auto times = m_input.parts->eventTimes(m_input.control);
    if (!times)
        return times.error();
    const LaunchChain chain = launchChain(document, **launches, **byLaunch, **times, m_subject.kernel);
    const auto cells = originCells(m_input); // graph replays have what a companion of the trace says
    if (!cells)
        return cells.error();
    const auto known = [&](std::string_view key, const char *what, const OrMissing<KeptText> &text, EventId event) {
        const auto *found = std::get_if<KeptText>(&text);
        const auto *missing = std::get_if<Missing>(&text);
        add({.section = "origin",
            .key = found ? key : "none",
            .what = what,
            .value = found ? Message::name(std::string(found->text)) : msg("n/a, %1", Message(missing->reason)),
            .target = found && event.valid() ? Selection(EventSelection{event}) : Selection()});
    };
    InspectRow launch{.section = "origin", .key = "none", .what = "launch", .value = "n/a, no launch recorded"};
    if (chain.launch.valid()) {
        launch.key = "launch";
        launch.value = Message::name(std::string(document.text(document.events.row(chain.launch).name)));
        launch.target = EventSelection{chain.launch};
        launch.atNs = document.events.row(chain.launch).start;
        launch.ns = chain.delayNs;
    }
    add(std::move(launch));
    if (chain.launched > 1)
        add({.section = "origin",
            .key = "graph",
            .what = "graph launch",
            .count = chain.launched,
            .value = msg("%1 of %2 kernels of one launch", chain.place + 1, chain.launched)});
    known("operator", "operator", (*cells)->op(m_subject.kernel), chain.cpuOp);
    known("module", "module", (*cells)->module(m_subject.kernel), chain.module);
    EventId line;
    for (const EventId frame : chain.stack)
        if (document.text(document.events.row(frame).name).find(".py(") != std::string_view::npos)
            line = frame; // the innermost comes last
    known("source", "source", (*cells)->sourceLine(m_subject.kernel), line);
    kernelShape((*cells)->inputDims(m_subject.kernel));
    return {};
}

void InspectRows::kernelShape(const OrMissing<KeptText> &dims)
{
    if (const auto *found = std::get_if<KeptText>(&dims))
        add({.section = "shape", .key = "input", .what = "input", .value = Message::name(std::string(found->text))});
    else
        add({.section = "shape",
            .key = "none",
            .what = "input",
            .value = msg("n/a, %1", Message(std::get<Missing>(dims).reason))});
    const ShapeId shape = table().shape[m_subject.kernel.value];
    if (shape.valid()) {
        add({.section = "shape",
            .key = "grid",
            .what = "grid",
            .value = Message::name(tripleText(table().shapes[shape.value].grid))});
        add({.section = "shape",
            .key = "block",
            .what = "block",
            .value = Message::name(tripleText(table().shapes[shape.value].block))});
    } else {
        add({.section = "shape", .key = "none", .what = "grid", .value = "n/a, not recorded"});
    }
}

Result<void> InspectRows::kernel()
{
    const KernelId kernel = m_subject.kernel;
    if (m_figures) {
        kernelTitle();
        kernelCompared();
        const StringId name = table().name[kernel.value];
        add({.section = "else",
            .key = "name",
            .what = msg("all of %1", shortName(kernel)),
            .ns = m_byName->sumNs(name),
            .count = static_cast<std::int64_t>(m_byName->of(name).size()),
            .target = NameSelection{name}});
        add({.section = "name", .key = "name", .value = Message::name((*m_input.names)[table().name[kernel.value]].full)});
        rangeRows({{table().start[kernel.value]}, {table().end(kernel.value)}});
    }
    if (m_limits) {
        const auto roofline = rooflineIfAny(m_input);
        if (!roofline)
            return roofline.error();
        const std::array<KernelId, 1> only{kernel};
        const RooflineSum limit = *roofline ? limitOf(**roofline, only) : RooflineSum{};
        limitRows(limit, m_input.document->deviceOf(kernel), limit.floorCallsNs, roofline->get());
        return kernelOrigin();
    }
    return {};
}

} // namespace lamella::core
