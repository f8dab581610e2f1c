// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/LayerTypeNames.h"
#include "core/analysis/segmentation/KernelTokens.h"
#include "core/analysis/segmentation/PassNumbering.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

namespace lamella::core {

namespace {

constexpr double kSameType = 0.9; // share of kernels (as a multiset) that layers of one type have in common
constexpr std::size_t kMaxTypes = 26;

using Bag = std::vector<StringId>; // sorted

Bag bagOf(const MainSequence &sequence, Span span)
{
    Bag bag(sequence.symbol.begin() + span.begin, sequence.symbol.begin() + span.end);
    std::sort(bag.begin(), bag.end());
    return bag;
}

double overlap(const Bag &a, const Bag &b)
{
    Bag both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    const std::size_t either = a.size() + b.size() - both.size();
    return either == 0 ? 1.0 : static_cast<double>(both.size()) / static_cast<double>(either);
}

int typeNamed(DeviceSegmentation &device, const std::string &name)
{
    const auto it = std::find(device.typeNames.begin(), device.typeNames.end(), name);
    const auto type = static_cast<int>(it - device.typeNames.begin());
    if (it == device.typeNames.end())
        device.typeNames.push_back(name);
    return type;
}

LayerContent traitsOf(const MainSequence &sequence, const KernelNames &names, Span span)
{
    LayerContent traits;
    for (std::uint32_t i = span.begin; i < span.end; ++i) {
        const Category category = names.category(sequence.symbol[i]);
        traits.experts |= category == Category::Moe || category == Category::MoeRouting;
        traits.linear |= sequence.has(i, kTokenMixer) && sequence.has(i, kTokenLinear);
        traits.attention |= sequence.has(i, kTokenMixer) && !sequence.has(i, kTokenLinear);
        traits.activation |= sequence.has(i, kTokenFfn);
    }
    return traits;
}

// Type of each layer number, learned from one pass.
std::map<int, int> learn(
    const MainSequence &sequence, const KernelNames &names, const PassLayout &layout, int firstLayer, DeviceSegmentation &device)
{
    std::vector<Bag> prototypes;
    std::vector<LayerContent> traits;
    std::map<int, int> types;
    for (std::size_t l = 0; l < layout.layers.size(); ++l) {
        const Bag bag = bagOf(sequence, layout.layers[l].span);
        std::size_t type = 0;
        while (type < prototypes.size() && overlap(prototypes[type], bag) < kSameType)
            ++type;
        if (type == prototypes.size()) {
            if (prototypes.size() == kMaxTypes)
                continue;
            prototypes.push_back(bag);
            traits.push_back(traitsOf(sequence, names, layout.layers[l].span));
        }
        types[firstLayer + static_cast<int>(l)] = static_cast<int>(type);
    }
    device.typeNames = layerTypeNames(traits);
    return types;
}

} // namespace

void classifyLayers(const MainSequence &sequence, const KernelNames &names, const PassLayout &like, int firstLayer,
    const ModelConfig *config, DeviceSegmentation &device)
{
    const std::vector<std::string> named = config != nullptr ? layerTypesFromConfig(*config) : std::vector<std::string>{};
    std::map<int, int> types;
    if (!named.empty() && static_cast<int>(named.size()) == device.modelLayers) {
        for (std::size_t l = 0; l < named.size(); ++l)
            types[static_cast<int>(l)] = typeNamed(device, named[l]);
    } else {
        types = learn(sequence, names, like, firstLayer, device);
    }
    for (LayerSpan &layer : device.layers) {
        if (device.passes[static_cast<std::size_t>(layer.pass)].stage == Stage::Draft) {
            layer.type = typeNamed(device, "DRAFT");
            continue;
        }
        const auto it = types.find(layer.layer);
        layer.type = it == types.end() ? -1 : it->second;
    }
}

} // namespace lamella::core
