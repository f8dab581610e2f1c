// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/LayerHost.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <vector>

namespace lamella::core {

namespace {

// Adds up the union of the calls within the time.
void addSyncs(LayerHost &host, const std::vector<HostSpan> &calls, const TimeRange &time, std::int64_t &longest)
{
    std::int64_t until = time.begin.value;
    for (const HostSpan &call : calls) {
        const std::int64_t begin = std::max(call.start, until);
        const std::int64_t end = std::min(call.end, time.end.value);
        if (call.start < until && end <= until)
            continue; // a driver call inside of a runtime call
        ++host.syncs;
        if (end > begin)
            host.syncNs = addSaturated(host.syncNs, end - begin);
        until = std::max(until, end);
        if (!host.longestSync.valid() || end - begin > longest) {
            longest = end - begin;
            host.longestSync = call.event;
        }
    }
}

} // namespace

LayerHost layerHost(const TraceDocument &document, const HostCalls &calls, std::span<const KernelId> kernels)
{
    LayerHost host;
    std::vector<EventId> launches;
    launches.reserve(kernels.size());
    for (const KernelId kernel : kernels) {
        const EventId launch = document.kernels.launch[kernel.value];
        if (launch.value >= document.events.size()) {
            host.why = "no launch recorded for some of its work";
            return host;
        }
        launches.push_back(launch);
    }
    std::sort(launches.begin(), launches.end());
    launches.erase(std::unique(launches.begin(), launches.end()), launches.end());
    std::map<TrackId, TimeRange> threads;
    for (const EventId launch : launches) {
        const EventRow row = document.events.row(launch);
        if (row.start == EventTable::kNoTime || row.duration < 0) {
            host.why = "the launch of some of its work has no times";
            return host;
        }
        if (hostCallFromName(document.text(row.name)) == HostCall::GraphLaunch) {
            host.why = "replayed as a graph: one launch for many layers";
            return host;
        }
        const TimeRange call{{row.start}, {addSaturated(row.start, row.duration)}};
        const auto [thread, added] = threads.try_emplace(row.track, call);
        thread->second = thread->second.united(call);
        host.launchNs = addSaturated(host.launchNs, row.duration);
        ++host.launches;
    }
    std::int64_t longest = 0;
    for (const auto &[track, time] : threads)
        addSyncs(host, calls.within(track, HostCall::Synchronise, time), time, longest);
    return host;
}

std::map<int, LayerHost> layerHosts(const AnalysisInput &input, const HostCalls &calls, const PassRef &pass)
{
    std::map<int, std::vector<KernelId>> layers;
    for (const KernelId kernel : input.index.ofPass(pass.device, pass.pass->number))
        layers[input.segmentation.layerOf[kernel.value]].push_back(kernel);
    std::map<int, LayerHost> hosts;
    for (const auto &[layer, kernels] : layers)
        hosts.emplace(layer, layerHost(input.document, calls, kernels));
    return hosts;
}

} // namespace lamella::core
