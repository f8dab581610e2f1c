// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/PassCut.h"

#include <algorithm>
#include <span>

namespace lamella::core {

namespace {

std::span<const LayerSpan> layersOf(const DeviceSegmentation &device, const Pass &pass)
{
    return std::span(device.layers).subspan(pass.firstLayer, static_cast<std::size_t>(pass.layers));
}

// Of complete passes of the same stage; else of the other layers of its type in the same pass.
bool hasFewerKernels(const DeviceSegmentation &device, const Pass &pass, const LayerSpan &layer)
{
    std::uint32_t like = 0;
    std::uint32_t sameType = 0;
    const auto take = [](std::uint32_t &fewest, const LayerSpan &other) {
        fewest = fewest == 0 ? other.kernels : std::min(fewest, other.kernels);
    };
    for (const Pass &other : device.passes) {
        if (!other.complete || other.stage != pass.stage)
            continue;
        for (const LayerSpan &one : layersOf(device, other))
            if (one.layer == layer.layer)
                take(like, one);
    }
    for (const LayerSpan &one : layersOf(device, pass))
        if (one.layer != layer.layer && one.type == layer.type)
            take(sameType, one);
    return layer.kernels < (like > 0 ? like : sameType);
}

} // namespace

std::vector<PassCut> passCuts(const DeviceSegmentation &device, const Pass &pass)
{
    const bool isFirst = pass.number == device.passes.front().number;
    const bool isLast = pass.number == device.passes.back().number;
    if (pass.complete || pass.layers == 0 || pass.expectedLayers == 0 || pass.lostEvents || !(isFirst || isLast))
        return {};
    const std::span<const LayerSpan> layers = layersOf(device, pass);
    const auto byBegin = [](const LayerSpan &a, const LayerSpan &b) { return a.range.begin < b.range.begin; };
    const LayerSpan &first = *std::min_element(layers.begin(), layers.end(), byBegin);
    const LayerSpan &last = *std::max_element(layers.begin(), layers.end(), byBegin);
    // A backward pass runs from the last layer to the first.
    const bool descends = first.layer == last.layer ? pass.stage == Stage::Backward : first.layer > last.layer;
    const int beginLayer = descends ? pass.expectedLayers - 1 : 0;
    const int endLayer = descends ? 0 : pass.expectedLayers - 1;
    // If all layers are there, the missing part is of the head or the tail, unless an inner layer lacks something.
    const bool wholeRow = first.layer == beginLayer && last.layer == endLayer && pass.layers == pass.expectedLayers
        && std::none_of(layers.begin(), layers.end(), [&](const LayerSpan &layer) {
               return layer.layer != first.layer && layer.layer != last.layer && hasFewerKernels(device, pass, layer);
           });
    std::vector<PassCut> cuts;
    if (isFirst && (first.layer != beginLayer || (wholeRow && !isLast)))
        cuts.push_back({false, first.layer, hasFewerKernels(device, pass, first)});
    if (isLast && (last.layer != endLayer || (wholeRow && !isFirst)))
        cuts.push_back({true, last.layer, hasFewerKernels(device, pass, last)});
    return cuts;
}

Message passCutText(const std::vector<PassCut> &cuts)
{
    const auto layerOf = [](const PassCut &cut) { return msg(cut.inside ? "a part of layer %1" : "layer %1", cut.layer); };
    if (cuts.empty())
        return {};
    if (cuts.size() > 1)
        return msg("recorded from %1 up to %2", layerOf(cuts.front()), layerOf(cuts.back()));
    return msg(cuts.front().atEnd ? "recorded up to %1" : "recorded from %1", layerOf(cuts.front()));
}

} // namespace lamella::core
