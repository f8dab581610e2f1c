// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TraceGeneratorHost.h"

#include <algorithm>
#include <limits>
#include <map>

namespace lamella::test {

namespace {

LaunchEvent launchOf(const GpuEvent &event)
{
    LaunchEvent launch;
    launch.device = event.device;
    launch.kind = event.work.kind;
    launch.op = event.work.op;
    launch.dims = event.work.dims;
    launch.pass = event.pass;
    launch.thread = event.work.thread;
    launch.module = event.work.module;
    launch.graph = event.work.graphPiece >= 0;
    launch.layer = launch.graph ? core::kNoLayer : event.work.layer;
    return launch;
}

} // namespace

void addLaunches(Timeline &timeline, const RunPlan &plan, Random &random)
{
    std::vector<std::int64_t> firstStart; // by launch
    struct Open {
        int pass = core::kNoPass;
        int piece = -1;
        int launch = -1;
    };
    std::map<int, Open> open; // by device: the graph that is being launched
    for (GpuEvent &event : timeline.gpu) { // still in launch order
        Open &graph = open[event.device];
        if (event.work.graphPiece < 0 || graph.piece != event.work.graphPiece || graph.pass != event.pass) {
            graph = {event.pass, event.work.graphPiece, static_cast<int>(timeline.launches.size())};
            timeline.launches.push_back(launchOf(event));
            firstStart.push_back(event.startNs);
        }
        event.launch = graph.launch;
        std::int64_t &start = firstStart[static_cast<std::size_t>(graph.launch)];
        start = std::min(start, event.startNs);
    }

    std::int64_t correlation = random.between(20'000, 900'000);
    for (LaunchEvent &launch : timeline.launches)
        launch.correlation = correlation += random.between(1, 9);

    // Backwards: a launch ends before its kernel begins and before the next launch of the thread.
    std::map<int, std::int64_t> next;
    for (std::size_t i = timeline.launches.size(); i-- > 0;) {
        LaunchEvent &launch = timeline.launches[i];
        launch.durationNs = launch.graph ? random.between(15'000, 60'000) : random.between(900, 1'400);
        const auto [entry, added] = next.emplace(launch.device, std::numeric_limits<std::int64_t>::max());
        const std::int64_t ready = firstStart[i] - launch.durationNs - random.between(2'000, 5'000) - plan.gapNs;
        launch.startNs = std::min(ready, entry->second - launch.durationNs - random.between(2'000, 2'600));
        entry->second = launch.startNs;
    }
}

} // namespace lamella::test
