// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/LayerDeltas.h"

#include "core/analysis/StagePasses.h"

#include <map>
#include <string>
#include <utility>

namespace lamella::core {

namespace {

struct StageLayer {
    std::string type;
    std::vector<std::int64_t> wallsNs; // one for each pass that has the layer, in time order
};

// By layer number.
std::map<int, StageLayer> layersOf(const DeviceSegmentation &device, Stage stage)
{
    std::map<int, StageLayer> layers;
    const StagePasses passes = stagePasses(device, stage);
    for (const Pass *pass : passes.counted) {
        for (int i = 0; i < pass->layers; ++i) {
            const LayerSpan &span = device.layers[pass->firstLayer + static_cast<std::size_t>(i)];
            if (span.layer < 0)
                continue;
            StageLayer &layer = layers[span.layer];
            layer.wallsNs.push_back(span.range.length().value);
            if (layer.type.empty() && span.type >= 0 && static_cast<std::size_t>(span.type) < device.typeNames.size())
                layer.type = device.typeNames[static_cast<std::size_t>(span.type)];
        }
    }
    return layers;
}

LayerDelta paired(const std::pair<const int, StageLayer> &a, const std::pair<const int, StageLayer> &b)
{
    return {a.first, b.first, layerFigure(a.second.wallsNs, b.second.wallsNs)};
}

bool sameNumbers(const std::map<int, StageLayer> &a, const std::map<int, StageLayer> &b)
{
    if (a.size() != b.size())
        return false;
    for (auto i = a.begin(), j = b.begin(); i != a.end(); ++i, ++j)
        if (i->first != j->first)
            return false;
    return true;
}

} // namespace

Figure layerFigure(std::span<const std::int64_t> a, std::span<const std::int64_t> b)
{
    WallSample ofA = wallSample(a);
    WallSample ofB = wallSample(b);
    if (!ofA.spreadNs)
        ofA.spreadNs = ofB.spreadNs;
    else if (!ofB.spreadNs)
        ofB.spreadNs = ofA.spreadNs;
    return compareSamples(Measure::Median, ofA, ofB);
}

std::vector<LayerDelta> layerDeltas(const DeviceSegmentation &a, const DeviceSegmentation &b, Stage stage)
{
    const std::map<int, StageLayer> ofA = layersOf(a, stage);
    const std::map<int, StageLayer> ofB = layersOf(b, stage);
    std::vector<LayerDelta> deltas;
    if (sameNumbers(ofA, ofB)) {
        for (auto i = ofA.begin(), j = ofB.begin(); i != ofA.end(); ++i, ++j)
            deltas.push_back(paired(*i, *j));
        return deltas;
    }
    std::map<std::string, std::vector<std::map<int, StageLayer>::const_iterator>> free; // of B, by type, in order
    for (auto j = ofB.begin(); j != ofB.end(); ++j)
        free[j->second.type].push_back(j);
    std::map<std::string, std::size_t> used;
    for (const auto &layer : ofA) {
        const auto &same = free[layer.second.type];
        std::size_t &at = used[layer.second.type];
        if (at < same.size())
            deltas.push_back(paired(layer, *same[at++]));
        else
            deltas.push_back({layer.first, kNoLayer, std::nullopt});
    }
    for (const auto &[type, same] : free)
        for (std::size_t i = used[type]; i < same.size(); ++i)
            deltas.push_back({kNoLayer, same[i]->first, std::nullopt});
    return deltas;
}

} // namespace lamella::core
