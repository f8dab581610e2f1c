// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/LayerDeltas.h"

#include "core/analysis/StagePasses.h"

#include <array>
#include <map>

namespace lamella::core {

namespace {

using Walls = std::vector<std::int64_t>; // ns, in time order

// Of a side, by layer number; kNoLayer: of the pass.
struct SideWalls {
    std::map<int, Walls> counted; // of the passes of the side, else of those that count for its stage
    std::map<int, std::int64_t> shown; // of the pass shown
    bool isMedian = false;
};

template <class Add> void addLayers(const DeviceSegmentation &device, const Pass &pass, const Add &add)
{
    for (int i = 0; i < pass.layers; ++i) {
        const LayerSpan &span = device.layers[pass.firstLayer + static_cast<std::size_t>(i)];
        if (span.layer >= 0)
            add(span.layer, span.range.length().value);
    }
    add(kNoLayer, pass.range.length().value);
}

SideWalls wallsOf(const DeltaSide &side)
{
    const DeviceSegmentation &device = side.segmentation.devices[side.pass.device.value];
    SideWalls walls;
    walls.isMedian = !side.passes.empty();
    for (const Pass *pass : walls.isMedian ? side.passes : stagePasses(device, side.pass.pass->stage).counted)
        addLayers(device, *pass, [&walls](int layer, std::int64_t ns) { walls.counted[layer].push_back(ns); });
    addLayers(device, *side.pass.pass, [&walls](int layer, std::int64_t ns) { walls.shown[layer] = ns; });
    return walls;
}

void takeSpread(WallSample &to, const WallSample &from)
{
    to.spreadNs = from.spreadNs;
    to.spreadPasses = from.spreadPasses;
}

WallSample sampleOf(const SideWalls &walls, int layer)
{
    const auto counted = walls.counted.find(layer);
    const auto shown = walls.shown.find(layer);
    const WallSample all = counted != walls.counted.end() ? wallSample(counted->second) : WallSample{};
    if ((walls.isMedian && all.passes > 0) || shown == walls.shown.end())
        return all;
    WallSample alone = wallSample(std::array{shown->second});
    takeSpread(alone, all);
    return alone;
}

} // namespace

WallSample deltaSample(const DeltaSide &side, int layer)
{
    return sampleOf(wallsOf(side), layer);
}

Figure deltaFigure(WallSample a, WallSample b)
{
    if (!a.spreadNs)
        takeSpread(a, b);
    else if (!b.spreadNs)
        takeSpread(b, a);
    return compareSamples(Measure::Median, a, b);
}

std::vector<LayerDelta> layerDeltas(const DeltaSide &a, const DeltaSide &b)
{
    const SideWalls wallsA = wallsOf(a);
    const SideWalls wallsB = wallsOf(b);
    std::vector<LayerDelta> deltas;
    for (const LayerPair &pair : pairLayers(layerList(a.segmentation, a.pass), layerList(b.segmentation, b.pass))) {
        if (pair.a >= 0 && pair.b >= 0)
            deltas.push_back({pair.a, pair.b, deltaFigure(sampleOf(wallsA, pair.a), sampleOf(wallsB, pair.b))});
        else if (pair.a >= 0)
            deltas.push_back({pair.a, kNoLayer, std::nullopt});
        else if (pair.b >= 0)
            deltas.push_back({kNoLayer, pair.b, std::nullopt});
    }
    return deltas;
}

} // namespace lamella::core
