// SPDX-License-Identifier: GPL-3.0-or-later
// inspect of a layer, and of a head or tail.
#include "core/analysis/LayerHost.h"
#include "core/analysis/LayerTypeNames.h"
#include "core/analysis/gaps/GapList.h"
#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/report/tables/GapTables.h"
#include "core/report/tables/inspect/InspectRows.h"

#include <algorithm>

namespace lamella::core {

namespace {

Message typeOf(const TableInput &input, const LayerPlace &place)
{
    const LayerSpan *span = input.segmentation->layer(place.ref.device, place.ref.pass->number, place.layer);
    const auto &types = input.segmentation->devices[place.ref.device.value].typeNames;
    if (span == nullptr || span->type < 0 || static_cast<std::size_t>(span->type) >= types.size())
        return {};
    return Message::name(types[static_cast<std::size_t>(span->type)]);
}

} // namespace

// Why a layer has no siblings.
Message InspectRows::withoutSiblings() const
{
    return m_subject.layer < 0 ? Message("head and tail are of no type") : Message("the only layer of its type");
}

void InspectRows::layerCompared(const Siblings &own, const Siblings &steady)
{
    const int pass = m_subject.pass->pass->number;
    if (own.known)
        referenceRow("compared", own, msg("median of %1 layers of its type in P%2", own.all.size(), pass),
            selectionOf(own.all[own.reference].place));
    else
        none("compared", withoutSiblings());
    siblingRows("compared", own, false);
    if (steady.known)
        referenceRow("passes", steady, msg("%1 in the steady passes", layerName(m_subject.layer)),
            selectionOf(steady.all[steady.reference].place));
    else
        none("passes", "no other pass of its stage has it");
    siblingRows("passes", steady, true);
}

void InspectRows::layerWhy(LayerComparer &comparer, const Siblings &chosen)
{
    if (!chosen.known) {
        none("why", "there is no steady pass to compare with");
        return;
    }
    if (chosen.reference == chosen.self) {
        none("why", "it is the median itself");
        return;
    }
    const Difference difference = comparer.compare(chosen.all[chosen.reference].place, place());
    const TopDeltas top = topDeltas(difference, kTopRows);
    Why why{{}, {}, difference.restNs(), difference.b.wallNs(), difference.wallNs()};
    for (const KernelDelta &row : top.top) {
        const KernelId kernel = row.pair.b.valid() ? row.pair.b : row.pair.a;
        const std::string_view change = changeName(row.pair.change);
        why.parts.push_back({.section = "why",
            .key = "part",
            .what = label(kernel),
            .category = categoryOf(kernel),
            .ns = row.bNs,
            .deltaNs = row.deltaNs(),
            .value = row.pair.change == DiffChange::Same ? Message()
                : row.pair.change == DiffChange::OnlyB   ? Message("only here")
                : row.pair.change == DiffChange::OnlyA   ? Message("not here")
                                                         : Message(change),
            .target = KernelSelection{kernel}});
    }
    if (top.others > 0)
        why.others = {.section = "why",
            .key = "others",
            .what = top.others == 1 ? Message("1 other kernel") : msg("%1 other kernels", top.others),
            .deltaNs = top.othersNs,
            .count = static_cast<std::int64_t>(top.others)};
    const Message largest = whyRows(std::move(why), *m_subject.pass, difference.b.range);
    const std::int64_t sums = difference.b.sumNs - difference.a.sumNs;
    Message sentence = msg("%1 of %2 kernels take longer", top.slower, difference.kernels.size());
    if (!largest.empty()) {
        sentence.append("%1; %2", largest);
    } else if (!top.top.empty() && sums > 0 && top.top.front().deltaNs() > 0 && top.top.front().deltaNs() <= sums) {
        const KernelDelta &first = top.top.front();
        sentence.append("%1; %2",
            msg("%1 is %2 of the added kernel time", label(first.pair.b.valid() ? first.pair.b : first.pair.a),
                wholePercent(static_cast<double>(first.deltaNs()) / static_cast<double>(sums))));
    }
    add({.section = "why", .key = "sentence", .value = std::move(sentence)});
}

// The other layers of its type that are furthest above the median, and whether the same kernel leads there.
void InspectRows::layerElsewhere(LayerComparer &comparer, const Siblings &own)
{
    if (!own.known) {
        none("else", withoutSiblings());
        return;
    }
    std::vector<const Sibling *> above;
    for (std::size_t i = 0; i < own.all.size(); ++i)
        if (i != own.self && own.all[i].ns > own.referenceNs())
            above.push_back(&own.all[i]);
    if (above.empty()) {
        none("else", "no other layer of its type is above the median");
        return;
    }
    constexpr std::size_t kShown = 3;
    std::stable_sort(above.begin(), above.end(), [](const Sibling *a, const Sibling *b) { return a->ns > b->ns; });
    above.resize(std::min(kShown, above.size()));
    const LayerPlace &median = own.all[own.reference].place;
    const auto leader = [&](const LayerPlace &layer) -> KernelId {
        const TopDeltas top = topDeltas(comparer.compare(median, layer), 1);
        return top.top.empty() || top.top.front().deltaNs() <= 0 ? KernelId() : top.top.front().pair.b;
    };
    const KernelId mine = own.reference == own.self ? KernelId() : leader(place());
    std::size_t same = 0;
    for (const Sibling *sibling : above) {
        add({.section = "else",
            .key = "layer",
            .what = layerName(sibling->place.layer),
            .ns = sibling->ns,
            .deltaNs = sibling->ns - own.referenceNs(),
            .target = selectionOf(sibling->place)});
        const KernelId theirs = mine.valid() ? leader(sibling->place) : KernelId();
        same += theirs.valid() && table().name[theirs.value] == table().name[mine.value] ? 1 : 0;
    }
    if (mine.valid())
        add({.section = "else",
            .key = "sentence",
            .value = same == above.size() ? msg("%1 leads there too", label(mine))
                : same == 0               ? msg("%1 leads in none of them", label(mine))
                                          : msg("%1 leads in %2 of them", label(mine), same)});
}

Result<void> InspectRows::layerOnHost(std::span<const KernelId> kernels)
{
    const auto calls = m_input.parts->hostCalls(m_input.control);
    if (!calls)
        return calls.error();
    const LayerHost host = layerHost(*m_input.document, **calls, kernels);
    if (!host.why.empty()) {
        none("host", host.why);
        return {};
    }
    add({.section = "host", .key = "launches", .what = "launch calls", .ns = host.launchNs, .count = host.launches});
    add({.section = "host", .key = "syncs", .what = "synchronising calls", .ns = host.syncNs, .count = host.syncs});
    if (!host.longestSync.valid())
        return {};
    const EventRow call = m_input.document->events.row(host.longestSync);
    const HostMoment moment{call.track, call.start};
    const std::vector<HostState> states = hostStates(*m_input.document, {&moment, 1}, m_input.control, SourceRule(m_input.yours));
    const std::string line = hostLine(*m_input.document, states.front());
    add({.section = "host",
        .key = "longest",
        .what = "the longest of them",
        .ns = std::max<std::int64_t>(0, call.duration),
        .value = Message::name(std::string(m_input.document->text(call.name)) + (line.empty() ? "" : ", " + line)),
        .target = EventSelection{host.longestSync}});
    return {};
}

Result<void> InspectRows::layer()
{
    const LayerPlace here = place();
    const std::span<const KernelId> kernels = layerKernels(m_input.analysis(), here);
    const WorkSum work = workOf(table(), kernels);
    if (m_figures) {
        const Message type = typeOf(m_input, here);
        add({.section = "title",
            .key = "layer",
            .what = m_subject.layer >= 0
                ? msg("Layer L%1 of pass P%2", m_subject.layer, here.ref.pass->number)
                : msg("%1 of pass P%2", m_subject.layer == kHeadLayer ? Message("Head") : Message("Tail"), here.ref.pass->number),
            .value = type,
            .target = selectionOf(here)});
        add({.section = "title", .key = "stage", .what = "stage", .value = Message(stageName(here.ref.pass->stage))});
        add({.section = "title", .key = "kernels", .what = kernelsWord(kernels), .count = work.count});
        add({.section = "title", .key = "idle", .what = "idle", .ns = work.idleNs()});
        add({.section = "figure", .key = "wall", .what = "wall", .ns = work.wallNs()});
        LayerComparer comparer(m_input.analysis());
        const Siblings own = typeSiblings(m_input.analysis(), here);
        const Siblings steady = steadySiblings(m_input.analysis(), here, m_input.control);
        if (m_subject.layer >= 0)
            rankRow(own, type.empty() ? Message("layers") : msg("%1 layers", layerTypeMessage(type.english())));
        layerCompared(own, steady);
        layerWhy(comparer, m_against == Against::Type && own.known ? own : steady);
        layerElsewhere(comparer, own);
        rangeRows(work.range);
    }
    if (m_limits) {
        TableInput asked = inputOfPass(here.ref, "gaps");
        asked.request.layer = m_subject.layer == kHeadLayer ? "head"
            : m_subject.layer == kTailLayer                 ? "tail"
                                                            : std::to_string(m_subject.layer);
        asked.scope.layers = LayerRange{m_subject.layer, m_subject.layer};
        const auto gaps = m_input.parts->gaps(asked);
        if (!gaps)
            return gaps.error();
        static_cast<void>(idleByCause((*gaps)->gaps, (*gaps)->sumNs));
        if (const auto made = layerOnHost(kernels); !made)
            return made.error();
        const auto roofline = rooflineIfAny(m_input);
        if (!roofline)
            return roofline.error();
        RooflineCells cells(m_input, *roofline);
        limitRows(
            cells.of(here.ref.device, here.ref.pass->number, m_subject.layer), here.ref.device, work.wallNs(), roofline->get());
    }
    return {};
}

} // namespace lamella::core
