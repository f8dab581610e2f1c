// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gaps/GapList.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <map>

namespace lamella::core {

namespace {

// Sort key: head, layers, tail, no layer.
int layerOrder(int layer)
{
    return layer == kHeadLayer ? -1 : layer == kTailLayer ? INT32_MAX - 1 : layer == kNoLayer ? INT32_MAX : layer;
}

// The first of 1, 2, 5, 10, 20, ... that is greater than `ns`.
std::int64_t nextStep(std::int64_t ns)
{
    for (std::int64_t ten = 1; ten < INT64_MAX / 10; ten *= 10)
        for (const std::int64_t step : {ten, 2 * ten, 5 * ten})
            if (step > ns)
                return step;
    return INT64_MAX;
}

} // namespace

void GapSum::add(const Gap &gap)
{
    ++count;
    sumNs = addSaturated(sumNs, gap.lengthNs());
    longestNs = std::max(longestNs, gap.lengthNs());
}

GapList gapList(const AnalysisInput &input, const HostCalls &calls, const KernelScope &scope, bool perStream)
{
    GapList list;
    list.perStream = perStream;
    list.gaps = findGaps(input, scope, perStream);
    explainGaps(input, calls, list.gaps);
    for (const Gap &gap : list.gaps) {
        list.sumNs = addSaturated(list.sumNs, gap.lengthNs());
        list.idleNs = addSaturated(list.idleNs, gap.isIdle() ? gap.lengthNs() : 0);
        list.idleGaps += gap.isIdle() ? 1 : 0;
    }
    return list;
}

GapCauseSums sumByCause(std::span<const Gap> gaps, std::int64_t minNs)
{
    GapCauseSums sums;
    for (const Gap &gap : gaps)
        (gap.lengthNs() < minNs ? sums.shorter : sums.byCause[static_cast<std::size_t>(gap.cause)]).add(gap);
    return sums;
}

GapLayerSums sumByLayer(const AnalysisInput &input, std::span<const Gap> gaps, std::int64_t minNs)
{
    GapLayerSums sums;
    std::map<int, GapLayerSum> byOrder;
    const Segmentation &segmentation = input.segmentation;
    for (const Gap &gap : gaps) {
        if (gap.lengthNs() < minNs) {
            sums.shorter.add(gap);
            continue;
        }
        GapLayerSum &sum = byOrder[layerOrder(gap.layer)];
        sum.layer = gap.layer;
        sum.all.add(gap);
        if (gap.pass != kNoPass && segmentation.layerOf[gap.before.value] == gap.layer)
            sum.insideNs = addSaturated(sum.insideNs, gap.lengthNs());
    }
    for (const auto &[unused, sum] : byOrder)
        sums.layers.push_back(sum);
    return sums;
}

GapLengths sumByLength(std::span<const Gap> gaps, std::int64_t minNs)
{
    GapLengths lengths;
    std::int64_t longest = -1;
    for (const Gap &gap : gaps)
        longest = std::max(longest, gap.lengthNs());
    for (std::int64_t from = std::max<std::int64_t>(minNs, 1); from <= longest;) {
        GapLengthBin bin;
        bin.fromNs = from;
        bin.toNs = from = nextStep(from);
        lengths.bins.push_back(bin);
        if (from == INT64_MAX)
            break;
    }
    for (const Gap &gap : gaps) {
        if (gap.lengthNs() < minNs) {
            lengths.shorter.add(gap);
            continue;
        }
        const auto after = std::upper_bound(lengths.bins.begin(), lengths.bins.end(), gap.lengthNs(),
            [](std::int64_t ns, const GapLengthBin &bin) { return ns < bin.fromNs; });
        GapLengthBin &bin = *(after - 1);
        bin.all.add(gap);
        ++bin.counts[static_cast<std::size_t>(gap.cause)];
    }
    return lengths;
}

std::vector<GapHost> gapHosts(const TraceDocument &document, const LaunchJoin &launches, std::span<const Gap> gaps,
    const JobControl &control, const SourceRule &rule)
{
    std::vector<GapHost> hosts(gaps.size());
    std::vector<HostMoment> moments(2 * gaps.size());
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        const EventId launch = document.kernels.launch[gaps[i].after.value];
        if (launch.value >= document.events.size())
            continue;
        const EventRow row = document.events.row(launch);
        if (row.start == EventTable::kNoTime)
            continue;
        hosts[i].launch = launch;
        const std::int64_t begin = gaps[i].range.begin.value;
        const std::int64_t end = gaps[i].range.end.value;
        const std::int64_t until = row.start > begin && row.start < end ? row.start : end;
        hosts[i].thread = row.track;
        hosts[i].wait = {{begin}, {until}};
        moments[2 * i] = {row.track, begin + (until - begin) / 2};
        moments[2 * i + 1] = {row.track, row.start};
    }
    const std::vector<HostState> states = hostStates(document, moments, control, rule);
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        const std::size_t kernel = gaps[i].after.value;
        hosts[i].during = states[2 * i];
        const EventId module = kernel < launches.module.size() ? launches.module[kernel] : EventId();
        const EventId op = kernel < launches.cpuOp.size() ? launches.cpuOp[kernel] : EventId();
        hosts[i].region = module.valid() ? module : states[2 * i + 1].annotation.valid() ? states[2 * i + 1].annotation : op;
    }
    return hosts;
}

} // namespace lamella::core
