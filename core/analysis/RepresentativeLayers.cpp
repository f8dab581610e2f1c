// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/RepresentativeLayers.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <map>

namespace lamella::core {

namespace {

RepresentativeLayer medianOf(std::vector<const LayerMetrics *> &layers)
{
    std::stable_sort(layers.begin(), layers.end(),
        [](const LayerMetrics *a, const LayerMetrics *b) { return a->work.wallNs() < b->work.wallNs(); });
    const LayerMetrics &chosen = *layers[(layers.size() - 1) / 2];
    RepresentativeLayer found{
        chosen.ref, chosen.layer, chosen.type, static_cast<std::uint32_t>(layers.size()), chosen.work.wallNs(), 0};
    for (const LayerMetrics *layer : layers)
        found.typeWallNs = addSaturated(found.typeWallNs, layer->work.wallNs());
    return found;
}

void appendOfPass(std::vector<RepresentativeLayer> &out, const LayerMetrics *begin, const LayerMetrics *end)
{
    std::map<int, std::vector<const LayerMetrics *>> byType;
    for (const LayerMetrics *layer = begin; layer != end; ++layer)
        if (layer->layer >= 0)
            byType[layer->type].push_back(layer);
    const std::size_t first = out.size();
    for (auto &[unused, layers] : byType)
        out.push_back(medianOf(layers));
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
        [](const RepresentativeLayer &a, const RepresentativeLayer &b) {
            return a.typeWallNs != b.typeWallNs ? a.typeWallNs > b.typeWallNs : a.layer < b.layer;
        });
}

} // namespace

std::vector<RepresentativeLayer> representativeLayers(const std::vector<LayerMetrics> &layers)
{
    std::vector<RepresentativeLayer> out;
    for (std::size_t from = 0; from < layers.size();) {
        std::size_t to = from + 1;
        while (to < layers.size() && layers[to].ref.pass == layers[from].ref.pass)
            ++to;
        appendOfPass(out, layers.data() + from, layers.data() + to);
        from = to;
    }
    return out;
}

} // namespace lamella::core
