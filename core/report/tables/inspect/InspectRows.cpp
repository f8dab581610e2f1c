// SPDX-License-Identifier: GPL-3.0-or-later
// What the sections of all kinds of selections share.
#include "core/report/tables/inspect/InspectRows.h"

#include "core/analysis/gaps/GapList.h"
#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/report/tables/CellTexts.h"

#include <algorithm>

namespace lamella::core {

Result<std::vector<InspectRow>> InspectRows::take()
{
    const bool aboutKernels = m_subject.kind == InspectSubject::Kind::Layer || m_subject.kind == InspectSubject::Kind::Name
        || m_subject.kind == InspectSubject::Kind::Kernel || m_subject.kind == InspectSubject::Kind::Several;
    if (aboutKernels) {
        auto roles = m_input.parts->roles(m_input);
        if (!roles)
            return roles.error();
        m_roles = std::move(*roles);
        auto byName = m_input.parts->kernelsByName(m_input.control);
        if (!byName)
            return byName.error();
        m_byName = std::move(*byName);
    }
    using Part = Result<void> (InspectRows::*)();
    constexpr std::array<Part, 8> kParts{&InspectRows::trace, &InspectRows::pass, &InspectRows::layer, &InspectRows::name,
        &InspectRows::kernel, &InspectRows::range, &InspectRows::gap, &InspectRows::several};
    if (const auto made = (this->*kParts[static_cast<std::size_t>(m_subject.kind)])(); !made)
        return made.error();
    if (m_limits)
        if (const auto found = advice(); !found)
            return found.error();
    if (m_input.stopped())
        return Error{ErrorCode::Cancelled, "stopped", {}, -1};
    return std::move(m_rows);
}

Message InspectRows::shortName(KernelId kernel) const
{
    const KernelName &name = (*m_input.names)[table().name[kernel.value]];
    return Message::name(name.shortName.empty() ? name.full : name.shortName);
}

Message InspectRows::label(KernelId kernel) const
{
    const std::string_view role = m_roles ? m_roles->of(kernel) : std::string_view();
    return role.empty() ? shortName(kernel) : Message::name(std::string(role));
}

Message InspectRows::layerName(int layer) const
{
    return layer == kHeadLayer ? Message("head")
        : layer == kTailLayer  ? Message("tail")
        : layer == kNoLayer    ? Message("outside of layers")
                               : Message::name("L" + std::to_string(layer));
}

Message InspectRows::kernelsWord(std::span<const KernelId> kernels) const
{
    const bool anyCopy = std::any_of(kernels.begin(), kernels.end(), [this](KernelId kernel) {
        return table().kind[kernel.value] == KernelKind::Memcpy || table().kind[kernel.value] == KernelKind::Memset;
    });
    if (!m_input.document->operations.empty())
        return Message("ops");
    return anyCopy ? Message("kernels and copies") : Message("kernels");
}

Category InspectRows::categoryOf(KernelId kernel) const
{
    return m_input.names->category(table().name[kernel.value]);
}

Selection InspectRows::selectionOf(const LayerPlace &place) const
{
    if (place.layer == kNoLayer)
        return PassSelection{place.ref.device, place.ref.pass->number};
    return LayerSelection{place.ref.device, place.ref.pass->number, place.layer};
}

std::int64_t InspectRows::passSum(const PassRef &pass) const
{
    std::int64_t sum = 0;
    for (const KernelId kernel : m_input.index->ofPass(pass.device, pass.pass->number))
        sum = addSaturated(sum, table().duration[kernel.value]);
    return sum;
}

void InspectRows::rangeRows(const TimeRange &range)
{
    add({.section = "range", .key = "from", .what = "from", .atNs = range.begin.value});
    add({.section = "range", .key = "to", .what = "to", .atNs = range.end.value});
}

void InspectRows::rankRow(const Siblings &siblings, const Message &ofWhat)
{
    const RankOf rank = rankOf(siblings);
    const std::string of = formatCount(static_cast<std::int64_t>(rank.of));
    const std::string place = formatCount(static_cast<std::int64_t>(rank.place));
    Message words = rank.of < 2 ? msg("the only one of the %1", ofWhat)
        : rank.place == 1       ? msg("slowest of %1 %2", of, ofWhat)
        : rank.place == rank.of ? msg("fastest of %1 %2", of, ofWhat)
                                : msg("%1 of %2 %3, from the slowest", place, of, ofWhat);
    add({.section = "figure", .key = "rank", .what = "rank", .count = static_cast<std::int64_t>(rank.place),
        .value = std::move(words)});
}

// Parts by size, idle time among them, which links to the gap that takes most of it. Returns what to say of the largest; of layers
// and passes that differ by idle time or overlap alone if by anything.
Message InspectRows::whyRows(Why why, const PassRef &pass, const TimeRange &range)
{
    InspectRow rest{.section = "why", .key = "rest", .what = "idle and overlap", .deltaNs = why.restNs};
    const auto size = [](const InspectRow &row) { return *row.deltaNs < 0 ? *row.deltaNs : -*row.deltaNs; }; // negated: fits
    const bool leads = why.restNs != 0
        && std::none_of(why.parts.begin(), why.parts.end(), [&](const InspectRow &part) { return size(part) <= size(rest); });
    Message sentence;
    if (leads && why.restNs > 0) {
        const std::vector<Gap> gaps = rangeWork(m_input.analysis(), pass.device, range).gaps;
        const auto longest = std::max_element(gaps.begin(), gaps.end(),
            [](const Gap &a, const Gap &b) { return a.range.length().value < b.range.length().value; });
        if (longest != gaps.end() && longest->range.length().value > why.restNs / 2) {
            rest.target = GapSelection{longest->range, longest->before, longest->after};
            sentence = msg("the largest part is idle: one gap of %1", formatDuration(longest->range.length().value));
        }
    }
    if (leads && sentence.empty())
        sentence = msg("the largest part is idle and overlap, %1%2", why.restNs > 0 ? "+" : "", formatDuration(why.restNs));
    const auto at = std::upper_bound(why.parts.begin(), why.parts.end(), rest,
        [&size](const InspectRow &a, const InspectRow &b) { return size(a) < size(b); });
    why.parts.insert(at, std::move(rest));
    for (InspectRow &part : why.parts)
        add(std::move(part));
    if (why.others)
        add(*std::move(why.others));
    add({.section = "why", .key = "wall", .what = "wall", .ns = why.wallNs, .deltaNs = why.deltaNs});
    return sentence;
}

void InspectRows::siblingRows(std::string_view section, const Siblings &siblings, bool byPass)
{
    for (std::size_t i = 0; i < siblings.all.size(); ++i) {
        const Sibling &sibling = siblings.all[i];
        Message what =
            byPass ? Message::name("P" + std::to_string(sibling.place.ref.pass->number)) : layerName(sibling.place.layer);
        add({.section = section,
            .key = i == siblings.self ? "self"
                : sibling.counted     ? "sibling"
                                      : "uncounted",
            .what = std::move(what),
            .ns = sibling.ns,
            .target = sibling.kernel.valid() ? Selection(KernelSelection{sibling.kernel}) : selectionOf(sibling.place)});
    }
}

void InspectRows::referenceRow(std::string_view section, const Siblings &siblings, const Message &what, Selection target)
{
    InspectRow row{.section = section,
        .key = "reference",
        .what = what,
        .ns = siblings.referenceNs(),
        .deltaNs = siblings.deltaNs(),
        .target = std::move(target)};
    if (siblings.referenceNs() > 0)
        row.share = static_cast<double>(siblings.deltaNs()) / static_cast<double>(siblings.referenceNs());
    add(std::move(row));
}

RooflineSum InspectRows::limitOf(const Roofline &roofline, std::span<const KernelId> kernels) const
{
    RooflineSum sum;
    for (const KernelId kernel : kernels) {
        const Hardware &hardware = roofline.peaks[m_input.document->deviceOf(kernel).value].hardware;
        sum.addKernel(roofline, kernel, table().duration[kernel.value], hardware);
    }
    return sum;
}

void InspectRows::limitRows(const RooflineSum &sum, DeviceId device, std::int64_t baseNs, const Roofline *roofline)
{
    const Message missing = roofline == nullptr ? Message("neither shapes nor work are recorded; give --config")
        : sum.isPart()                          ? Message(partOfCallMark())
        : sum.modelledNs <= 0                   ? Message("no work of it is modelled")
        : !roofline->peaks[device.value].known  ? roofline->peaks[device.value].why
        : !sum.coversMost()                     ? Message("less than half of the kernel time is modelled; see the table roofline")
                                                : Message("no peak is stated for its type");
    if (roofline == nullptr || sum.floorNs <= 0 || !sum.coversMost()) {
        none("limit", missing);
        return;
    }
    const auto rounded = [](double value) { return value < 9.2e18 ? static_cast<std::int64_t>(value + 0.5) : INT64_MAX; };
    const bool memory = sum.memoryNs >= sum.computeNs;
    const std::int64_t floorNs = rounded(sum.floorNs);
    const auto ofBase = [baseNs](double ns) -> std::optional<double> {
        return baseNs > 0 ? std::optional(ns / static_cast<double>(baseNs)) : std::nullopt;
    };
    add({.section = "limit",
        .key = "roofline",
        .what = "roofline time",
        .ns = floorNs,
        .share = ofBase(sum.floorNs),
        .value = memory ? Message("memory bound") : Message("compute bound")});
    add({.section = "limit", .key = "headroom", .what = "headroom", .ns = subtractSaturated(baseNs, floorNs)});
    add({.section = "limit", .key = "mbu", .what = "MBU", .share = ofBase(sum.memoryNs)});
    add({.section = "limit", .key = "mfu", .what = "MFU", .share = ofBase(sum.computeNs)});
    if (sum.bytes > 0)
        add({.section = "limit",
            .key = "bytes",
            .what = "bytes moved at least",
            .count = rounded(sum.bytes),
            .value = Message::name(formatBytes(rounded(sum.bytes)))});
    if (sum.flops > 0)
        add({.section = "limit", .key = "flops", .what = "floating point operations", .count = rounded(sum.flops)});
    if (sum.durationNs > 0)
        add({.section = "limit",
            .key = "modelled",
            .what = "modelled",
            .share = static_cast<double>(sum.modelledNs) / static_cast<double>(sum.durationNs),
            .value = Message(workSourceName(sum.source))});
    if (isAboveLimit(sum.floorNs, static_cast<double>(baseNs)))
        add({.section = "limit",
            .key = "wrong",
            .value = "above what the device can do: the model, the tokens or the peaks are wrong, or the data was in a cache"});
}

TableInput InspectRows::inputOfPass(const PassRef &pass, const char *table) const
{
    TableInput input = m_input;
    input.request.table = table;
    input.request.pass = std::to_string(pass.pass->number);
    input.request.device = std::to_string(m_input.deviceNumber(pass.device));
    input.request.layer = "all";
    input.request.stream.clear();
    input.request.stage.clear();
    input.scope = {};
    input.scope.devices = {pass.device};
    input.scope.passes = {pass};
    return input;
}

Result<std::shared_ptr<const GapList>> InspectRows::gapsOfPass(const PassRef &pass)
{
    return m_input.parts->gaps(inputOfPass(pass, "gaps"));
}

Result<std::shared_ptr<const GapList>> InspectRows::gapsOfDevice(DeviceId device)
{
    TableInput input = m_input;
    input.request.table = "gaps";
    input.request.pass = "trace";
    input.request.device = std::to_string(m_input.deviceNumber(device));
    input.request.layer.clear();
    input.request.stream.clear();
    input.request.stage.clear();
    input.scope = {};
    input.scope.devices = {device};
    input.scope.wholeTrace = true;
    return m_input.parts->gaps(input);
}

// Gaps without causes get none here: `gaps` come from a GapList. `idleNs` is their sum, other work included. What is shorter than
// --min-gap is one row.
Result<void> InspectRows::idleByCause(std::span<const Gap> gaps, std::int64_t idleNs)
{
    const GapCauseSums sums = sumByCause(gaps, m_input.request.minGapNs);
    std::vector<const GapCauseInfo *> causes;
    for (const GapCauseInfo &cause : gapCauseInfos())
        if (sums.byCause[static_cast<std::size_t>(cause.cause)].count > 0)
            causes.push_back(&cause);
    // Not idle.
    const GapSum other = sums.byCause[static_cast<std::size_t>(GapCause::OtherWork)];
    std::erase_if(causes, [](const GapCauseInfo *cause) { return cause->cause == GapCause::OtherWork; });
    idleNs -= other.sumNs;
    const auto sumOfCause = [&sums](const GapCauseInfo *cause) { return sums.byCause[static_cast<std::size_t>(cause->cause)]; };
    std::stable_sort(causes.begin(), causes.end(),
        [&sumOfCause](const GapCauseInfo *a, const GapCauseInfo *b) { return sumOfCause(a).sumNs > sumOfCause(b).sumNs; });
    std::int64_t explained = 0;
    for (const GapCauseInfo *cause : causes) {
        const GapSum sum = sumOfCause(cause);
        explained = addSaturated(explained, sum.sumNs);
        add({.section = "idle",
            .key = cause->id,
            .what = cause->title,
            .ns = sum.sumNs,
            .count = static_cast<std::int64_t>(sum.count)});
    }
    if (const std::int64_t rest = idleNs - explained; rest > 0)
        add({.section = "idle",
            .key = "rest",
            .what = msg("under %1, and at the edges", formatDuration(m_input.request.minGapNs)),
            .ns = rest,
            .count = static_cast<std::int64_t>(sums.shorter.count)});
    add({.section = "idle", .key = "idle", .what = "idle", .ns = idleNs});
    if (other.count > 0)
        add({.section = "idle",
            .key = info(GapCause::OtherWork).id,
            .what = info(GapCause::OtherWork).title,
            .ns = other.sumNs,
            .count = static_cast<std::int64_t>(other.count)});
    return {};
}

std::string InspectRows::key(KernelId kernel) const
{
    if (const std::string_view role = m_roles ? m_roles->of(kernel) : std::string_view(); !role.empty())
        return std::string(role);
    const ShapeId shape = table().shape[kernel.value];
    return shape.valid() ? "grid " + tripleText(table().shapes[shape.value].grid) : std::string();
}

} // namespace lamella::core
