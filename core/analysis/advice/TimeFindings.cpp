// SPDX-License-Identifier: GPL-3.0-or-later
// Findings about idle time and communication.
#include "core/analysis/Overlap.h"
#include "core/analysis/advice/PassWork.h"
#include "core/analysis/program/OpKinds.h"
#include "core/base/Interval.h"
#include "core/base/Saturate.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <map>

namespace lamella::core {

namespace {

// Usual time between two kernels that nothing keeps apart: no change makes gaps shorter than that.
std::int64_t usualGapNs(const PassWork &work)
{
    std::vector<std::int64_t> lengths;
    for (const Gap *gap : work.gaps)
        if (gap->cause == GapCause::LaunchLatency)
            lengths.push_back(gap->lengthNs());
    const std::int64_t usualNs = middleValue(std::move(lengths));
    constexpr std::int64_t kShortestLatencyNs = 100; // below, kernels follow one another without any
    return usualNs < kShortestLatencyNs ? 0 : usualNs;
}

// "synchronise: cudaStreamSynchronize"; empty where the cause is not known.
Message callMessage(const PassWork &work, const Gap &gap)
{
    if (!gap.evidenceEvent.valid() || gap.cause == GapCause::Unknown)
        return {};
    const TraceDocument &document = work.input.analysis.document;
    return msg("%1: %2", Message(info(gap.cause).title), document.text(document.events.row(gap.evidenceEvent).name));
}

// Of the message of a collective; 0 where it is not recorded.
std::int64_t elementsOf(const PassWork &work, KernelId kernel)
{
    const TraceDocument &document = work.input.analysis.document;
    const EventId event = document.kernels.event[kernel.value];
    return event.value < document.events.size() ? document.events.sparse(event, SparseKey::CollectiveElements).value_or(0) : 0;
}

// Whether a collective without a recorded size can be held against others of its name and role: only what every layer does is as
// large each time, and of that not what goes to experts or from rank to rank, whose tokens differ from layer to layer.
bool isAlike(const PassWork &work, KernelId kernel)
{
    const std::string_view role = work.input.roles.of(kernel);
    if (work.layer(kernel) < 0 || role.empty() || role == "dispatch" || role == "combine")
        return false;
    const CollectiveKind kind = collectiveKindFromName(work.name(kernel).full);
    return kind != CollectiveKind::AllToAll && kind != CollectiveKind::SendReceive;
}

// Compute of the pass, each moment once, beside which no collective runs yet.
std::int64_t computeBesideNothing(const PassWork &work)
{
    std::vector<TimeRange> compute;
    std::vector<TimeRange> collectives;
    const KernelTable &table = work.input.analysis.document.kernels;
    for (const KernelId kernel : work.kernels) {
        const TimeRange range{TimeNs{table.start[kernel.value]}, TimeNs{table.end(kernel.value)}};
        if (work.name(kernel).category == Category::Communication)
            collectives.push_back(range);
        else if (isCompute(work.input.analysis.document, work.input.analysis.names, kernel))
            compute.push_back(range);
    }
    normalise(compute);
    normalise(collectives);
    return totalLength(subtract(compute, collectives)).value;
}

// A copy that only other work of the device waits for says nothing of the host's memory.
bool isWaitOfDevice(const Gap &gap)
{
    return gap.cause == GapCause::Memcpy && !gap.evidenceEvent.valid();
}

} // namespace

void findIdle(const PassWork &work, const AdviceRule &rule, Findings &out)
{
    const std::int64_t usual = usualGapNs(work);
    AdviceFinding finding;
    finding.rule = &rule;
    finding.device = work.ref.device;
    finding.pass = work.ref.pass->number;
    std::set<int> layers;
    const Gap *longest = nullptr;
    for (const Gap *gap : work.gaps) {
        const bool fits = !work.explained.contains(gap) && !isWaitOfDevice(*gap)
            && std::find(rule.causes.begin(), rule.causes.end(), info(gap->cause).id) != rule.causes.end();
        if (!fits || gap->lengthNs() <= usual || static_cast<double>(gap->lengthNs()) < rule.factor)
            continue;
        finding.nowNs = addSaturated(finding.nowNs, gap->lengthNs());
        finding.afterNs = addSaturated(finding.afterNs, usual);
        finding.gaps.push_back(gap->range);
        layers.insert(gap->layer);
        longest = !longest || gap->lengthNs() > longest->lengthNs() ? gap : longest;
    }
    if (!longest)
        return;
    finding.places = static_cast<std::int64_t>(finding.gaps.size());
    finding.gainHighNs = finding.nowNs - finding.afterNs;
    // What a step without waiting needs of the host is not known: half of it may remain. Without a known cause, all of it.
    finding.gainLowNs = rule.certainty == Certainty::Check ? 0 : finding.gainHighNs / 2;
    finding.layers.assign(layers.begin(), layers.end());
    const std::string before = work.called(longest->before);
    const std::string after = work.called(longest->after);
    if (finding.places == 1) {
        finding.where = msg("%1: before %2", layersMessage(finding.layers), after);
        finding.evidence = msg("nothing runs for %1 of %2, from %3 to %4", durationMessage(finding.nowNs),
            durationMessage(work.wallNs()), before, after);
    } else {
        finding.where = msg("%1: %2 gaps", layersMessage(finding.layers), finding.places);
        finding.evidence =
            msg("nothing runs for %1 of %2, in %3 gaps; the longest, %4, from %5 to %6", durationMessage(finding.nowNs),
                durationMessage(work.wallNs()), finding.places, durationMessage(longest->lengthNs()), before, after);
    }
    if (Message call = callMessage(work, *longest); !call.empty())
        finding.evidence.append("%1; %2", std::move(call));
    finding.basis = usual > 0 ? msg("gaps of %1, the usual launch latency here", durationMessage(usual)) : msg("no gaps");
    finding.target = KernelSelection{longest->after};
    out.push_back(std::move(finding));
}

void findExposed(const PassWork &work, const AdviceRule &rule, Findings &out)
{
    std::int64_t exposed = 0;
    const AnalysisInput &analysis = work.input.analysis;
    const std::vector<KernelId> around = analysis.index.within(analysis.document.kernels, work.ref.device, work.ref.pass->range);
    for (const CategoryOverlap &one : categoryOverlap(analysis.document, analysis.names, work.kernels, around))
        if (one.category == Category::Communication)
            exposed = one.exposedNs;
    const std::int64_t computeNs = computeBesideNothing(work);
    AdviceFinding finding;
    finding.rule = &rule;
    KernelId longest;
    for (const KernelId kernel : work.kernels) {
        if (work.name(kernel).category != Category::Communication)
            continue;
        ++finding.places;
        finding.changes.push_back({kernel, 0, work.durationNs(kernel)});
        longest = !longest.valid() || work.durationNs(kernel) > work.durationNs(longest) ? kernel : longest;
    }
    if (exposed <= 0 || finding.places == 0)
        return;
    work.weigh(finding);
    finding.nowNs = exposed;
    finding.gainHighNs = std::min({finding.gainHighNs, exposed, computeNs});
    finding.gainLowNs = 0;
    finding.afterNs = exposed - finding.gainHighNs;
    finding.where = msg("%1: %2 collectives", layersMessage(finding.layers), finding.places);
    finding.evidence = msg("%1 of communication runs while nothing computes, %2 of the wall; %3 of compute could run beside it",
        durationMessage(exposed), percentMessage(static_cast<double>(exposed) / static_cast<double>(work.wallNs())),
        durationMessage(computeNs));
    finding.basis = "at best as much as the replay of the streams allows is hidden behind compute; at worst nothing, if both slow each "
                    "other down";
    finding.target = KernelSelection{longest};
    out.push_back(std::move(finding));
}

void findWaiting(const PassWork &work, const AdviceRule &rule, Findings &out)
{
    // Of one name, role, launch and recorded size.
    std::map<std::tuple<RoleId, StringId, ShapeId, std::int64_t>, std::vector<KernelId>> groups;
    const KernelTable &table = work.input.analysis.document.kernels;
    StepMatcher matcher(work, rule);
    for (const KernelId kernel : work.kernels) {
        const std::int64_t size = elementsOf(work, kernel);
        if (rule.steps.empty() ? work.name(kernel).category == Category::Communication && (size > 0 || isAlike(work, kernel))
                               : matcher.fitsAny(kernel))
            groups[{work.input.roles.id(kernel), table.name[kernel.value], table.shape[kernel.value], size}].push_back(kernel);
    }
    for (const auto &[key, kernels] : groups) {
        if (kernels.size() < static_cast<std::size_t>(rule.minCount))
            continue;
        std::vector<std::int64_t> sorted;
        for (const KernelId kernel : kernels)
            sorted.push_back(work.durationNs(kernel));
        std::sort(sorted.begin(), sorted.end());
        const std::int64_t quick = sorted[sorted.size() / 10]; // a tenth is as quick: what the transfer itself takes
        if (static_cast<double>(sorted[sorted.size() / 2]) <= rule.factor * static_cast<double>(quick) || quick <= 0)
            continue;
        AdviceFinding finding;
        finding.rule = &rule;
        KernelId longest = kernels.front();
        for (const KernelId kernel : kernels) {
            const std::int64_t own = work.durationNs(kernel);
            finding.changes.push_back({kernel, std::min(own, quick), own});
            longest = own > work.durationNs(longest) ? kernel : longest;
        }
        finding.places = static_cast<std::int64_t>(kernels.size());
        work.weigh(finding);
        finding.where = msg("%1 of %2, %3 times", work.called(kernels.front()), layersMessage(finding.layers), finding.places);
        const bool isSized = std::get<std::int64_t>(key) > 0;
        finding.evidence = msg(isSized ? "%1 calls of one size take %2 to %3, median %4"
                                       : "%1 calls of one name take %2 to %3, median %4; their size is not recorded",
            finding.places, durationMessage(sorted.front()), durationMessage(sorted.back()),
            durationMessage(sorted[sorted.size() / 2]));
        finding.basis = msg("each as quick as the quickest tenth, %1", durationMessage(quick));
        finding.target = KernelSelection{longest};
        out.push_back(std::move(finding));
    }
}

} // namespace lamella::core
