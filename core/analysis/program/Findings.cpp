// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/Findings.h"

#include "core/analysis/program/HloText.h"
#include "core/analysis/program/KindTimeline.h"
#include "core/analysis/roofline/Roofline.h"
#include "core/base/Interval.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxOperations = 3;
constexpr std::size_t kMaxGaps = 3;

const DeviceBreakdown *breakdownOf(const FindingsInput &input, DeviceId device)
{
    for (const DeviceBreakdown &found : input.breakdown)
        if (found.device == device)
            return &found;
    return nullptr;
}

// Compute of the device, each moment once, beside which no collective runs yet.
std::int64_t computeBesideNothing(const DeviceOps &ops, DeviceId device)
{
    std::vector<TimeRange> compute;
    for (const StateSpan &span : stateTimeline(ops, device))
        if (span.state == DeviceState::Compute)
            compute.push_back({{span.start}, {span.end}});
    std::vector<TimeRange> collectives;
    for (const DeviceOp &op : ops.of(device)) {
        const OpClass &what = ops.classOf(op);
        const bool runs = what.async ? what.traits.collective != CollectiveKind::None : what.traits.kind == OpKind::Communication;
        if (runs)
            collectives.push_back({{op.start}, {op.end()}});
    }
    normalise(collectives);
    return totalLength(subtract(compute, collectives)).value;
}

void addShares(const DeviceOps &ops, const DeviceBreakdown &own, const FindingThresholds &limits, std::vector<Finding> &out)
{
    const auto window = static_cast<double>(own.innerNs());
    const auto add = [&](FindingKind kind, std::int64_t ns, double limit, std::int64_t gainNs) {
        if (static_cast<double>(ns) / window < limit)
            return;
        Finding found;
        found.kind = kind;
        found.device = own.device;
        found.timeNs = ns;
        found.share = static_cast<double>(ns) / window;
        found.gainNs = gainNs;
        out.push_back(found);
    };
    const std::int64_t communication = own.of(TimePart::Communication);
    const std::int64_t waiting = own.of(TimePart::Wait) + own.of(TimePart::InFlight);
    const std::int64_t idle = own.of(TimePart::IdleInside) + own.of(TimePart::IdleBetween);
    add(FindingKind::Communication, communication, limits.communication,
        std::min(communication, computeBesideNothing(ops, own.device)));
    add(FindingKind::Waiting, waiting, limits.waiting, waiting);
    add(FindingKind::Idle, idle, limits.idle, idle);
}

// Share of the peak that limits the operation, by recorded rates: the larger of its shares of peak FLOP/s and peak bandwidth.
PeakShare recordedShare(const OpSum &sum, const Device &device)
{
    PeakShare found;
    const auto consider = [&](std::optional<double> rate, double peak, std::int64_t recordedNs) {
        if (!rate || peak <= 0 || *rate / peak <= found.ofPeak)
            return;
        found.ofPeak = *rate / peak;
        found.known = std::min(1.0, static_cast<double>(recordedNs) / static_cast<double>(sum.exclusiveNs));
    };
    consider(sum.flopsPerSecond(), device.peakFlopsPerSecond, sum.flopsNs);
    consider(sum.bytesPerSecond(), device.peakBytesPerSecond, sum.bytesNs);
    return found;
}

// Of operations of which at least half of the time is known; else nothing is.
PeakShare shareOfPeak(const FindingsInput &input, DeviceId device, const OpSum &sum)
{
    constexpr double kMinKnown = 0.5;
    if (sum.what.traits.kind == OpKind::Copy) // which a link may bound
        return {};
    PeakShare found = recordedShare(sum, input.document.devices[device.value]);
    if (found.ofPeak <= 0 && input.ofRoofline)
        found = input.ofRoofline(device, canonicalOpName(input.document.text(sum.name)));
    return found.known < kMinKnown ? PeakShare{} : found;
}

// At most the time saved if the known part ran at the peak; if nothing is known, the time saved by a gain of 10 %.
std::int64_t gainOfOperation(std::int64_t busyNs, const PeakShare &near)
{
    const bool believable = near.ofPeak > 0 && !isAboveLimit(near.ofPeak, 1);
    return believable ? static_cast<std::int64_t>(static_cast<double>(busyNs) * near.known * std::max(0.0, 1 - near.ofPeak))
                      : busyNs / 10;
}

// Communication and waiting have their own findings.
bool canBeHot(OpKind kind)
{
    return kind == OpKind::Compute || kind == OpKind::Copy;
}

// Merges operations whose names differ only in the compiler's number. Most time first.
std::vector<OpSum> byCanonicalName(const TraceDocument &document, const std::vector<OpSum> &sums)
{
    std::vector<OpSum> merged;
    std::map<std::string_view, std::size_t> index;
    for (const OpSum &sum : sums) {
        if (!canBeHot(sum.what.traits.kind))
            continue;
        const std::string_view name = canonicalOpName(document.text(sum.name));
        const auto [it, added] = index.try_emplace(name, merged.size());
        if (added) {
            merged.push_back(sum);
            continue;
        }
        OpSum &to = merged[it->second];
        to.count += sum.count;
        to.exclusiveNs = addSaturated(to.exclusiveNs, sum.exclusiveNs);
        to.flops = addSaturated(to.flops, sum.flops);
        to.flopsNs = addSaturated(to.flopsNs, sum.flopsNs);
        to.bytes = addSaturated(to.bytes, sum.bytes);
        to.bytesNs = addSaturated(to.bytesNs, sum.bytesNs);
    }
    std::stable_sort(merged.begin(), merged.end(), [](const OpSum &a, const OpSum &b) { return a.exclusiveNs > b.exclusiveNs; });
    return merged;
}

struct Candidate {
    const OpSum *sum = nullptr;
    std::vector<TimeRange> ranges; // of its operations
    std::int64_t busyNs = 0;
};

// Operations with a total exclusive time of at least `min`, with the union of their busy time. If several run at once, it is
// less than the sum, and it never exceeds the window.
std::vector<Candidate> busyCandidates(const FindingsInput &input, DeviceId device, const std::vector<OpSum> &sums, double min)
{
    std::vector<Candidate> found;
    std::unordered_map<std::string_view, std::size_t> byName;
    for (const OpSum &sum : sums) {
        if (static_cast<double>(sum.exclusiveNs) < min)
            break;
        byName.emplace(canonicalOpName(input.document.text(sum.name)), found.size());
        found.push_back({&sum, {}, 0});
    }
    constexpr std::size_t kNone = SIZE_MAX;
    std::vector<std::size_t> candidateOf; // by class
    for (const OpClass &what : input.ops.classes) {
        const bool runs = canBeHot(what.traits.kind) && !what.async;
        const auto it = runs ? byName.find(canonicalOpName(input.document.text(what.name))) : byName.end();
        candidateOf.push_back(it == byName.end() ? kNone : it->second);
    }
    for (const DeviceOp &op : input.ops.of(device))
        if (const std::size_t candidate = candidateOf[op.opClass]; candidate != kNone)
            found[candidate].ranges.push_back({{op.start}, {op.end()}});
    for (Candidate &candidate : found)
        candidate.busyNs = std::min(candidate.sum->exclusiveNs, unionLength(std::move(candidate.ranges)).value);
    std::stable_sort(found.begin(), found.end(), [](const Candidate &a, const Candidate &b) { return a.busyNs > b.busyNs; });
    return found;
}

void addOperations(const FindingsInput &input, const OperationsOfDevice &work, const DeviceBreakdown &own,
    const FindingThresholds &limits, std::vector<Finding> &out)
{
    const auto window = static_cast<double>(own.innerNs());
    const std::vector<OpSum> sums = byCanonicalName(input.document, *work.sums);
    std::size_t added = 0;
    for (const Candidate &candidate : busyCandidates(input, own.device, sums, limits.operation * window)) {
        const double share = static_cast<double>(candidate.busyNs) / window;
        if (added == kMaxOperations || share < limits.operation)
            break;
        Finding found;
        found.kind = FindingKind::HotOperation;
        found.device = own.device;
        found.subject = candidate.sum->name;
        found.event = candidate.sum->event;
        found.count = candidate.sum->count;
        found.timeNs = candidate.busyNs;
        found.share = share;
        const PeakShare near = shareOfPeak(input, own.device, *candidate.sum);
        found.value = near.ofPeak;
        found.known = near.known;
        found.borrowed = near.borrowed;
        found.gainNs = gainOfOperation(candidate.busyNs, near);
        out.push_back(found);
        ++added;
    }
}

void addGaps(
    const OperationsOfDevice &work, const DeviceBreakdown &own, const FindingThresholds &limits, std::vector<Finding> &out)
{
    std::vector<Finding> worth;
    for (const GapsBefore &gaps : work.gaps) {
        Finding found;
        found.kind = FindingKind::GapBefore;
        found.device = own.device;
        found.subject = gaps.name;
        found.event = gaps.longest;
        found.count = gaps.count;
        found.timeNs = gaps.timeNs;
        found.extraNs = gaps.longestNs;
        found.share = static_cast<double>(found.timeNs) / static_cast<double>(own.innerNs());
        found.gainNs = found.timeNs;
        if (*found.share >= limits.gap || found.extraNs >= limits.gapNs)
            worth.push_back(found);
    }
    std::sort(worth.begin(), worth.end(), [](const Finding &a, const Finding &b) {
        return std::tuple(-a.timeNs, -a.extraNs, a.subject.value) < std::tuple(-b.timeNs, -b.extraNs, b.subject.value);
    });
    worth.resize(std::min(worth.size(), kMaxGaps));
    out.insert(out.end(), worth.begin(), worth.end());
}

// Clamps to 0 and to the range of int64.
std::int64_t wholeNs(double ns)
{
    return static_cast<std::int64_t>(std::clamp(ns, 0.0, 9e18));
}

void addSteps(const FindingsInput &input, const FindingThresholds &limits, std::vector<Finding> &out)
{
    const StepStatistics &steady = input.steps.steady;
    if (steady.count < limits.minSteps || steady.medianNs <= 0 || steady.p90Ns / steady.medianNs < limits.jitter)
        return;
    Finding found;
    found.kind = FindingKind::StepJitter;
    found.count = steady.count;
    found.timeNs = wholeNs(steady.medianNs);
    found.extraNs = wholeNs(steady.p90Ns);
    found.value = steady.p90Ns / steady.medianNs;
    found.gainNs = wholeNs((steady.meanNs - steady.medianNs) * static_cast<double>(steady.count));
    out.push_back(found);
}

void addSkew(const FindingsInput &input, const FindingThresholds &limits, std::vector<Finding> &out)
{
    const auto compute = [](const DeviceBreakdown &b) { return b.of(TimePart::Compute); };
    const auto [min, max] = std::minmax_element(input.breakdown.begin(), input.breakdown.end(),
        [&](const DeviceBreakdown &a, const DeviceBreakdown &b) { return compute(a) < compute(b); });
    if (input.breakdown.size() < 2 || compute(*max) <= 0)
        return;
    const std::int64_t difference = compute(*max) - compute(*min);
    if (static_cast<double>(difference) / static_cast<double>(compute(*max)) < limits.skew)
        return;
    Finding found;
    found.kind = FindingKind::DeviceSkew;
    found.device = max->device;
    found.timeNs = compute(*max);
    found.extraNs = compute(*min);
    found.share = static_cast<double>(found.timeNs) / static_cast<double>(max->innerNs());
    found.gainNs = difference / 2; // if both devices shared their work
    out.push_back(found);
}

} // namespace

std::string_view findingId(FindingKind kind)
{
    constexpr std::array<std::string_view, 8> kIds{"communication-heavy", "wait-heavy", "idle-heavy", "hot-operation",
        "gap-before-operation", "step-jitter", "device-skew", "no-dominant-bottleneck"};
    return kIds[static_cast<std::size_t>(kind)];
}

std::vector<GapsBefore> gapsBeforeOperations(
    const AnalysisInput &input, const KernelScope &scope, DeviceId device, const CaptureEdges &edges)
{
    const KernelTable &kernels = input.document.kernels;
    std::vector<GapsBefore> byName;
    std::vector<std::uint32_t> rowOf(input.document.strings.size(), UINT32_MAX);
    visitGaps(input, scope, false, [&](const Gap &gap) {
        if (gap.device != device || edges.contain(gap.range))
            return;
        const StringId name = kernels.name[gap.after.value];
        std::uint32_t &row = rowOf[name.value];
        if (row == UINT32_MAX) {
            row = static_cast<std::uint32_t>(byName.size());
            byName.emplace_back();
            byName.back().name = name;
        }
        GapsBefore &found = byName[row];
        ++found.count;
        found.timeNs = addSaturated(found.timeNs, gap.lengthNs());
        if (gap.lengthNs() > found.longestNs) {
            found.longestNs = gap.lengthNs();
            found.longest = kernels.event[gap.after.value];
        }
    });
    std::sort(byName.begin(), byName.end(), [](const GapsBefore &a, const GapsBefore &b) { return a.name < b.name; });
    return byName;
}

std::vector<Finding> findings(const FindingsInput &input, const FindingThresholds &thresholds)
{
    std::vector<Finding> all;
    for (const OperationsOfDevice &work : input.devices) {
        const DeviceBreakdown *own = breakdownOf(input, work.device);
        if (!own || own->innerNs() <= 0)
            continue;
        addShares(input.ops, *own, thresholds, all);
        addOperations(input, work, *own, thresholds, all);
        addGaps(work, *own, thresholds, all);
    }
    addSteps(input, thresholds, all);
    addSkew(input, thresholds, all);
    std::stable_sort(all.begin(), all.end(), [](const Finding &a, const Finding &b) { return a.gainNs > b.gainNs; });
    if (all.empty() && input.document.kernels.size() > 0)
        all.emplace_back();
    return all;
}

} // namespace lamella::core
