// SPDX-License-Identifier: GPL-3.0-or-later
// inspect of a time range, and of a gap.
#include "core/analysis/gaps/GapList.h"
#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/report/tables/inspect/InspectRows.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

// Layers in the order in which a pass runs them: its head, its layers (of a backward pass from the last to the first), its tail.
struct RunOrder {
    static constexpr int kHead = std::numeric_limits<int>::min();
    static constexpr int kTail = std::numeric_limits<int>::max();
    int step = 1; // of the layer numbers

    [[nodiscard]] int placeOf(int layer) const
    {
        return layer == kHeadLayer ? kHead : layer == kTailLayer ? kTail : step * layer;
    }
    [[nodiscard]] int layerAt(int place) const
    {
        return place == kHead ? kHeadLayer : place == kTail ? kTailLayer : step * place;
    }
};

using Bounds = std::optional<std::pair<int, int>>;

void widen(Bounds &bounds, int value)
{
    bounds = bounds ? std::pair(std::min(bounds->first, value), std::max(bounds->second, value)) : std::pair(value, value);
}

} // namespace

// The passes of the kernels that run in the range; in a single pass its layers, too.
void InspectRows::rangePlace(DeviceId device)
{
    Bounds passes;
    const std::vector<KernelId> kernels = m_input.index->within(table(), device, m_subject.range);
    for (const KernelId kernel : kernels)
        if (const int pass = m_input.segmentation->passOf[kernel.value]; pass != kNoPass)
            widen(passes, pass);
    if (!passes) {
        if (!kernels.empty() && !m_input.segmentation->devices[device.value].passes.empty())
            add({.section = "title", .key = "passes", .what = "outside of passes"});
        return;
    }
    const auto selection = [device](int pass) { return PassSelection{device, pass}; };
    if (passes->first != passes->second) {
        add({.section = "title",
            .key = "passes",
            .what = msg("in P%1 to P%2", passes->first, passes->second),
            .target = selection(passes->first)});
        return;
    }
    add({.section = "title", .key = "passes", .what = msg("in P%1", passes->first), .target = selection(passes->first)});
    const Pass *pass = m_input.segmentation->pass(device, passes->first);
    const RunOrder order{pass != nullptr && pass->stage == Stage::Backward ? -1 : 1};
    Bounds places;
    for (const KernelId kernel : kernels) {
        const int layer = m_input.segmentation->layerOf[kernel.value];
        if (m_input.segmentation->passOf[kernel.value] != kNoPass && layer != kNoLayer)
            widen(places, order.placeOf(layer));
    }
    if (!places)
        return;
    const Message first = layerName(order.layerAt(places->first));
    const Message last = layerName(order.layerAt(places->second));
    add({.section = "title", .key = "layers", .what = places->first == places->second ? first : msg("%1 to %2", first, last)});
}

// The counterpart of the kernel in another pass: the call of its name with the same number, counted from the start of the same
// layer. Invalid if there is none.
KernelId InspectRows::sameIn(const PassRef &other, KernelId kernel) const
{
    const int layer = m_input.segmentation->layerOf[kernel.value];
    const auto of = [&](int pass) {
        return layer == kNoLayer ? m_input.index->ofPass(other.device, pass)
                                 : m_input.index->ofLayer(other.device, pass, layer).kernels;
    };
    const auto isSame = [&](KernelId k) { return table().name[k.value] == table().name[kernel.value]; };
    const std::span<const KernelId> own = of(m_input.segmentation->passOf[kernel.value]);
    auto before = std::count_if(own.begin(), std::find(own.begin(), own.end(), kernel), isSame);
    const std::span<const KernelId> others = of(other.pass->number);
    const auto found = std::find_if(others.begin(), others.end(), [&](KernelId k) { return isSame(k) && before-- == 0; });
    return found == others.end() ? KernelId() : *found;
}

// Those that run in the range from start to end.
std::vector<KernelId> InspectRows::kernelsInside(DeviceId device) const
{
    std::vector<KernelId> inside = m_input.index->within(table(), device, m_subject.range);
    std::erase_if(inside, [this](KernelId k) {
        return table().start[k.value] < m_subject.range.begin.value || table().end(k.value) > m_subject.range.end.value;
    });
    return inside;
}

// The pass asked for, else the median pass; none, with a row that says why, if that is its own.
std::optional<PassRef> InspectRows::rangeReference(const PassRef &own)
{
    if (m_subject.other) {
        if (m_subject.other->pass != own.pass)
            return m_subject.other;
        add({.section = "same", .key = "itself", .value = msg("it is in P%1 itself", own.pass->number)});
        return std::nullopt;
    }
    const Siblings passes = passSiblings(m_input.analysis(), own);
    if (passes.known && passes.reference != passes.self)
        return passes.all[passes.reference].place.ref;
    add({.section = "same",
        .key = "itself",
        .value = passes.known ? Message("its pass is the median itself")
                              : Message("there is no other pass of its stage to compare with")});
    return std::nullopt;
}

// From its first kernel to its last one, against the same in another pass.
void InspectRows::rangeCompared(DeviceId device)
{
    const std::vector<KernelId> inside = kernelsInside(device);
    const auto passOf = [this](KernelId kernel) { return m_input.segmentation->passOf[kernel.value]; };
    const Pass *pass = inside.empty() ? nullptr : m_input.segmentation->pass(device, passOf(inside.front()));
    if (pass == nullptr
        || std::any_of(inside.begin(), inside.end(), [&](KernelId kernel) { return passOf(kernel) != pass->number; })) {
        none("same", "it has no kernels of one pass alone");
        return;
    }
    const std::optional<PassRef> reference = rangeReference({device, pass});
    if (!reference)
        return;
    const int number = reference->pass->number;
    const KernelId last = *std::max_element(
        inside.begin(), inside.end(), [this](KernelId a, KernelId b) { return table().end(a.value) < table().end(b.value); });
    const KernelId firstThere = sameIn(*reference, inside.front());
    const KernelId lastThere = sameIn(*reference, last);
    if (!firstThere.valid() || !lastThere.valid() || table().end(lastThere.value) <= table().start[firstThere.value]) {
        add({.section = "same",
            .key = "differs",
            .value = m_subject.other ? msg("P%1 does not run the same kernels", number)
                                     : msg("P%1, the median pass, does not run the same kernels", number)});
        return;
    }
    const TimeRange there{{table().start[firstThere.value]}, {table().end(lastThere.value)}};
    const std::int64_t thereNs = there.length().value;
    const std::int64_t deltaNs = table().end(last.value) - table().start[inside.front().value] - thereNs;
    add({.section = "same",
        .key = "reference",
        .what =
            m_subject.other ? msg("the same kernels in P%1", number) : msg("the same kernels in P%1, the median pass", number),
        .ns = thereNs,
        .deltaNs = deltaNs,
        .share = static_cast<double>(deltaNs) / static_cast<double>(thereNs),
        .count = static_cast<std::int64_t>(inside.size()),
        .target = RangeSelection{there}});
}

// Categories and names of the kernels, the longest first.
void InspectRows::rangeKernels(const RangeWork &work)
{
    if (work.kernels == 0)
        none("categories", "nothing runs in this range");
    std::vector<std::size_t> order;
    for (std::size_t c = 0; c < kCategories; ++c)
        if (work.categoryNs[c] > 0)
            order.push_back(c);
    std::stable_sort(
        order.begin(), order.end(), [&work](std::size_t a, std::size_t b) { return work.categoryNs[a] > work.categoryNs[b]; });
    for (const std::size_t c : order)
        add({.section = "categories",
            .key = "category",
            .what = info(static_cast<Category>(c)).title,
            .category = static_cast<Category>(c),
            .ns = work.categoryNs[c]});
    constexpr std::size_t kNames = 6;
    for (std::size_t i = 0; i < std::min(kNames, work.names.size()); ++i)
        add({.section = "kernels",
            .key = "name",
            .what = Message::name((*m_input.names)[work.names[i].name].shortName),
            .category = m_input.names->category(work.names[i].name),
            .ns = work.names[i].sumNs,
            .count = work.names[i].count,
            .target = NameSelection{work.names[i].name}});
}

Result<void> InspectRows::range()
{
    const std::vector<DeviceId> &asked = m_input.scope.devices;
    const DeviceId device = !m_input.request.device.empty() && asked.size() == 1
        ? asked.front()
        : deviceOfRange(m_input.analysis(), m_subject.range, m_input.control);
    if (!device.valid()) {
        none("title", "the trace has no GPU work");
        return {};
    }
    RangeWork work = rangeWork(m_input.analysis(), device, m_subject.range);
    const auto share = [&work](std::int64_t ns) -> std::optional<double> {
        return work.lengthNs > 0 ? std::optional(static_cast<double>(ns) / static_cast<double>(work.lengthNs)) : std::nullopt;
    };
    if (m_figures) {
        add({.section = "title", .key = "range", .what = "Time range", .target = RangeSelection{m_subject.range}});
        rangePlace(device);
        add({.section = "title", .key = "device", .what = "GPU", .count = m_input.deviceNumber(device)});
        add({.section = "figure", .key = "length", .what = "long", .ns = work.lengthNs});
        const Message kernels = kernelsWord(m_input.index->within(table(), device, m_subject.range));
        add({.section = "figure", .key = "kernels", .what = kernels, .count = work.kernels});
        add({.section = "busy", .key = "busy", .what = "busy", .ns = work.busyNs, .share = share(work.busyNs)});
        add({.section = "busy",
            .key = "idle",
            .what = "idle",
            .ns = work.idleNs(),
            .share = share(work.idleNs()),
            .count = static_cast<std::int64_t>(work.gaps.size() + work.edges.size())});
        add({.section = "busy", .key = "streams", .what = "streams", .ns = work.sumNs, .count = work.streams});
        rangeKernels(work);
        rangeCompared(device);
        rangeRows(m_subject.range);
    }
    if (m_limits) {
        const auto calls = m_input.parts->hostCalls(m_input.control);
        if (!calls)
            return calls.error();
        // Those at the ends count with their part inside, but their cause is that of the whole.
        std::vector<Gap> gaps = std::move(work.gaps);
        gaps.insert(gaps.end(), work.edges.begin(), work.edges.end());
        explainGaps(m_input.analysis(), **calls, gaps);
        for (Gap &gap : gaps)
            gap.range = {std::max(gap.range.begin, m_subject.range.begin), std::min(gap.range.end, m_subject.range.end)};
        return idleByCause(gaps, work.idleNs());
    }
    return {};
}

void InspectRows::gapHappened(const Gap &gap)
{
    const TraceDocument &document = *m_input.document;
    const GapCauseInfo &cause = info(gap.cause);
    add({.section = "why", .key = "cause", .what = cause.title, .ns = gap.lengthNs(), .value = cause.meaning});
    if (!gap.isIdle()) {
        add({.section = "why",
            .key = "evidence",
            .what = "evidence",
            .category = categoryOf(gap.evidenceKernel),
            .value = shortName(gap.evidenceKernel),
            .target = KernelSelection{gap.evidenceKernel}});
        return;
    }
    const auto parts = gapParts(document, gap);
    if (!parts) {
        none("why", "no launch recorded for the work after the gap");
        return;
    }
    const std::string call(document.text(document.events.row(parts->launch).name));
    if (parts->untilLaunchNs > 0)
        add({.section = "why",
            .key = "part",
            .what = "until the launch call",
            .ns = parts->untilLaunchNs,
            .atNs = parts->launchNs,
            .value = msg("the CPU called %1 %2 after the gap began", call, formatDuration(parts->untilLaunchNs)),
            .target = EventSelection{parts->launch}});
    else
        add({.section = "why",
            .key = "fact",
            .what = "launched before the gap",
            .ns = parts->earlyNs,
            .atNs = parts->launchNs,
            .value = msg("the CPU called %1 %2 before the gap began", call, formatDuration(parts->earlyNs)),
            .target = EventSelection{parts->launch}});
    add({.section = "why",
        .key = "part",
        .what = parts->untilLaunchNs > 0 ? Message("from the call to the start") : Message("from the end of the work before"),
        .ns = parts->afterLaunchNs});
    if (gap.evidenceKernel.valid())
        add({.section = "why",
            .key = "evidence",
            .what = "evidence",
            .category = categoryOf(gap.evidenceKernel),
            .value = shortName(gap.evidenceKernel),
            .target = KernelSelection{gap.evidenceKernel}});
    else if (gap.evidenceEvent.valid())
        add({.section = "why",
            .key = "evidence",
            .what = "evidence",
            .value = Message::name(std::string(document.text(document.events.row(gap.evidenceEvent).name))),
            .target = EventSelection{gap.evidenceEvent}});
}

void InspectRows::gapNeighbours(const Gap &gap)
{
    add({.section = "neighbours",
        .key = "before",
        .what = "before",
        .category = categoryOf(gap.before),
        .ns = table().duration[gap.before.value],
        .value = shortName(gap.before),
        .target = KernelSelection{gap.before}});
    add({.section = "neighbours",
        .key = "after",
        .what = "after",
        .category = categoryOf(gap.after),
        .ns = table().duration[gap.after.value],
        .value = shortName(gap.after),
        .target = KernelSelection{gap.after}});
}

Result<void> InspectRows::gapOwner(const Gap &gap)
{
    const TraceDocument &document = *m_input.document;
    const auto launches = m_input.parts->launches(m_input.control);
    if (!launches)
        return launches.error();
    const std::array<Gap, 1> one{gap};
    const GapHost host = gapHosts(document, **launches, one, m_input.control, SourceRule(m_input.yours)).front();
    const auto event = [&](std::string_view key, const char *what, EventId id, const char *missing) {
        InspectRow row{.section = "origin", .key = id.valid() ? key : "none", .what = what};
        row.value = id.valid() ? Message::name(std::string(document.text(document.events.row(id).name))) : Message(missing);
        if (id.valid())
            row.target = EventSelection{id};
        add(std::move(row));
    };
    event("launch", "launch", host.launch, "n/a, no launch recorded");
    event("range", "range", host.during.annotation.valid() ? host.during.annotation : host.region,
        "n/a, no annotated range around the wait");
    const std::vector<EventId> &ops = (*launches)->cpuOp;
    const EventId op = gap.after.value < ops.size() ? ops[gap.after.value] : EventId();
    event("operator", "operator", op.valid() ? op : host.during.call, "n/a, no operator recorded around the launch");
    event("module", "module", host.during.module, "n/a, the trace has no nn.Module frames");
    event("source", "source", host.during.yours.valid() ? host.during.yours : host.during.line,
        "n/a, the trace has no Python stack");
    return gapOnHost(gap, host);
}

void InspectRows::gapElsewhere(const std::vector<Gap> &same)
{
    std::int64_t sum = 0;
    std::size_t sameCause = 0;
    for (const Gap &gap : same) {
        sum = addSaturated(sum, gap.lengthNs());
        sameCause += gap.cause == m_subject.gap->cause ? 1 : 0;
        add({.section = "else",
            .key = gap.range == m_subject.gap->range ? "self" : "sibling",
            .what = gapPlace(gap),
            .ns = gap.lengthNs(),
            .target = GapSelection{gap.range, gap.before, gap.after}});
    }
    add({.section = "else",
        .key = "sum",
        .what = "together",
        .ns = sum,
        .count = static_cast<std::int64_t>(same.size()),
        .value = same.size() < 2       ? (m_subject.pass ? Message("the same gap does not occur in another pass")
                                                         : Message("the same gap does not occur a second time"))
            : sameCause == same.size() ? Message("same kernels, same cause")
                                       : msg("same kernels; the same cause in %1 of %2", sameCause, same.size())});
}

// "P6"; between two passes "P6–P7".
Message InspectRows::gapPlace(const Gap &gap) const
{
    const auto passName = [](int pass) { return "P" + std::to_string(pass); };
    if (gap.pass != kNoPass)
        return Message::name(passName(gap.pass));
    const int before = m_input.segmentation->passOf[gap.before.value];
    const int after = m_input.segmentation->passOf[gap.after.value];
    return before == kNoPass || after == kNoPass ? Message("outside of passes")
                                                 : Message::name(passName(before) + "\u2013" + passName(after));
}

void InspectRows::gapTitle(const Gap &gap)
{
    add({.section = "title",
        .key = "gap",
        .what = msg("Gap before %1", shortName(gap.after)),
        .category = categoryOf(gap.after),
        .target = GapSelection{gap.range, gap.before, gap.after}});
    if (!m_subject.pass) {
        if (!m_input.segmentation->devices[gap.device.value].passes.empty())
            add({.section = "title", .key = "passes", .what = gapPlace(gap)});
        return;
    }
    add({.section = "title",
        .key = "pass",
        .what = gapPlace(gap),
        .target = PassSelection{m_subject.pass->device, m_subject.pass->pass->number}});
    if (gap.layer != kNoLayer)
        add({.section = "title",
            .key = "layer",
            .what = layerName(gap.layer),
            .target = selectionOf({*m_subject.pass, gap.layer})});
}

void InspectRows::gapRank()
{
    if (m_subject.gapRank == 0)
        return;
    const auto rank = static_cast<std::int64_t>(m_subject.gapRank);
    const std::string of = formatCount(static_cast<std::int64_t>(m_subject.gapsOfPass));
    const std::string place = formatCount(rank);
    Message words;
    if (m_subject.pass)
        words = rank == 1 ? msg("longest of %1 in P%2", of, m_subject.pass->pass->number)
                          : msg("%1 of %2 in P%3, from the longest", place, of, m_subject.pass->pass->number);
    else if (!m_input.segmentation->devices[m_subject.gap->device.value].passes.empty())
        words = rank == 1 ? msg("longest of %1 outside of passes", of)
                          : msg("%1 of %2 outside of passes, from the longest", place, of);
    else
        words = rank == 1 ? msg("longest of %1", of) : msg("%1 of %2, from the longest", place, of);
    add({.section = "figure", .key = "rank", .what = "rank", .count = rank, .value = std::move(words)});
}

Result<void> InspectRows::gap()
{
    const Gap &gap = *m_subject.gap;
    if (m_figures) {
        gapTitle(gap);
        // Of a stream or a pass: other work may run meanwhile.
        const std::int64_t idleNs = rangeWork(m_input.analysis(), gap.device, gap.range).idleNs();
        add({.section = "figure", .key = "idle", .what = "idle", .ns = idleNs});
        if (idleNs < gap.lengthNs())
            add({.section = "figure", .key = "other", .what = "other work runs", .ns = gap.lengthNs() - idleNs});
        gapRank();
        gapNeighbours(gap);
        rangeRows(gap.range);
        InspectRow gain{.section = "gain",
            .key = "gain",
            .what = m_subject.pass ? msg("P%1 shorter by at most", m_subject.pass->pass->number) : Message("shorter by at most"),
            .deltaNs = -idleNs};
        if (m_subject.pass && m_subject.pass->pass->range.length().value > 0)
            gain.share = static_cast<double>(idleNs) / static_cast<double>(m_subject.pass->pass->range.length().value);
        add(std::move(gain));
    }
    if (m_limits) {
        const auto calls = m_input.parts->hostCalls(m_input.control);
        if (!calls)
            return calls.error();
        gapHappened(gap);
        const std::vector<Gap> same = sameGaps(m_input.analysis(), **calls, gap, m_input.control);
        const bool listed = std::any_of(same.begin(), same.end(), [&gap](const Gap &g) { return g.range == gap.range; });
        gapElsewhere(listed ? same : std::vector<Gap>{gap});
        return gapOwner(gap);
    }
    return {};
}

} // namespace lamella::core
