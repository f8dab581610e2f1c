// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/MemoryPlaces.h"

#include <algorithm>
#include <cstddef>

namespace lamella::core {

namespace {

struct LaunchMoment {
    std::int64_t time = 0; // of the launch call
    KernelId kernel;
};

struct LayerBegin {
    std::int64_t time = 0;
    int pass = kNoPass;
    int layer = kNoLayer;
};

// The launches of each thread, by time.
std::vector<std::vector<LaunchMoment>> launchesByTrack(const TraceDocument &document)
{
    std::vector<std::vector<LaunchMoment>> all(document.tracks.size());
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
        const EventId launch = document.kernels.launch[k];
        if (!launch.valid())
            continue;
        const EventRow row = document.events.row(launch);
        if (row.track.valid())
            all[row.track.value].push_back({row.start, KernelId(k)});
    }
    for (std::vector<LaunchMoment> &own : all)
        std::stable_sort(own.begin(), own.end(), [](const LaunchMoment &a, const LaunchMoment &b) { return a.time < b.time; });
    return all;
}

// The begin of the outermost operator around the launch that has begun after `earlier`; the launch itself without one.
std::int64_t beginOf(const TraceDocument &document, const LaunchJoin &launches, const LaunchMoment &launch, std::int64_t earlier)
{
    std::int64_t begin = launch.time;
    for (std::uint32_t op = launches.op[launch.kernel.value]; op != LaunchOp::kNone; op = launches.ops[op].parent) {
        const std::int64_t start = document.events.row(launches.ops[op].event).start;
        if (start <= earlier)
            break;
        begin = std::min(begin, start);
    }
    return begin;
}

std::vector<LayerBegin> layersOf(const TraceDocument &document, const Segmentation &segmentation, const LaunchJoin &launches,
    const std::vector<LaunchMoment> &moments)
{
    std::vector<LayerBegin> begins;
    std::int64_t earlier = INT64_MIN;
    for (const LaunchMoment &moment : moments) {
        const int pass = segmentation.passOf[moment.kernel.value];
        const int layer = segmentation.layerOf[moment.kernel.value];
        if (begins.empty() || begins.back().pass != pass || begins.back().layer != layer)
            begins.push_back({beginOf(document, launches, moment, earlier), pass, layer});
        earlier = moment.time;
    }
    return begins;
}

} // namespace

std::vector<MemoryPlace> memoryPlaces(const TraceDocument &document, const MemoryLog &log, const Segmentation *segmentation,
    const LaunchJoin *launches, const JobControl &control)
{
    if (log.track.empty())
        return {};
    std::vector<HostMoment> moments;
    moments.reserve(log.size());
    for (std::uint32_t row = 0; row < log.size(); ++row)
        moments.push_back({log.track[row], log.time[row]});
    const std::vector<HostState> states = hostStates(document, moments, control);
    std::vector<MemoryPlace> places(log.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i].host = states[i];
    if (segmentation == nullptr || launches == nullptr)
        return places;
    std::vector<std::vector<LayerBegin>> layers;
    for (const std::vector<LaunchMoment> &own : launchesByTrack(document))
        layers.push_back(layersOf(document, *segmentation, *launches, own));
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!log.track[i].valid())
            continue;
        const std::vector<LayerBegin> &own = layers[log.track[i].value];
        const auto after = std::upper_bound(own.begin(), own.end(), log.time[i],
            [](std::int64_t time, const LayerBegin &begin) { return time < begin.time; });
        if (after == own.begin())
            continue;
        places[i].pass = std::prev(after)->pass;
        places[i].layer = std::prev(after)->layer;
    }
    return places;
}

} // namespace lamella::core
