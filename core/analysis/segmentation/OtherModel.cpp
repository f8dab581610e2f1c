// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/OtherModel.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr int kFewestPasses = 2;
constexpr int kFewestLayers = 4; // a draft has fewer
constexpr double kAlike = 0.6; // likeness of layers of one model
constexpr std::size_t kLookedAt = 24; // layers of a pass: a hybrid model repeats its kinds sooner
constexpr int kLost = 2; // layers by which passes of one model differ where the recorder lost events

int layersOf(const PassLayout &layout)
{
    return static_cast<int>(layout.layers.size());
}

Span middleLayer(const PassLayout &layout)
{
    return layout.layers[layout.layers.size() / 2].span;
}

// The most frequent number of layers but modelLayers, of passes that no end of the capture cut; 0 = none.
int otherCount(const std::vector<PassLayout> &layouts, int modelLayers)
{
    std::map<int, int> passes;
    for (std::size_t p = 1; p + 1 < layouts.size(); ++p) {
        if (layersOf(layouts[p]) != modelLayers && layersOf(layouts[p]) >= kFewestLayers)
            ++passes[layersOf(layouts[p])];
    }
    const auto most =
        std::max_element(passes.begin(), passes.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    return most == passes.end() || most->second < kFewestPasses ? 0 : most->first;
}

// Whether the pass has a layer of this kind.
bool holdsLike(const MainSequence &sequence, const PassLayout &pass, SymbolSpan layer)
{
    const std::size_t looked = std::min(pass.layers.size(), kLookedAt);
    return std::any_of(pass.layers.begin(), pass.layers.begin() + static_cast<std::ptrdiff_t>(looked),
        [&](const LayerLayout &own) { return similarity(symbols(sequence, own.span), layer) >= kAlike; });
}

} // namespace

std::vector<int> layersOfModels(const MainSequence &sequence, const std::vector<PassLayout> &layouts, int modelLayers)
{
    const std::vector<int> single(layouts.size(), modelLayers);
    const int other = otherCount(layouts, modelLayers);
    if (other == 0)
        return single;
    const auto first = [&](int layers) {
        return std::find_if(
            layouts.begin() + 1, layouts.end() - 1, [&](const PassLayout &layout) { return layersOf(layout) == layers; });
    };
    const auto own = first(modelLayers);
    if (own == layouts.end() - 1)
        return single;
    const SymbolSpan likeOther = symbols(sequence, middleLayer(*first(other)));
    if (std::abs(other - modelLayers) <= kLost && holdsLike(sequence, *own, likeOther))
        return single;
    const SymbolSpan likeOwn = symbols(sequence, middleLayer(*own));
    std::unordered_map<std::uint64_t, bool> known; // by content of the middle layer: nearer to the other model
    std::vector<int> expected = single;
    for (std::size_t p = 0; p < layouts.size(); ++p) {
        const Span layer = middleLayer(layouts[p]);
        const auto [it, fresh] = known.try_emplace(contentHash(sequence, layer), false);
        if (fresh)
            it->second = similarity(symbols(sequence, layer), likeOther) > similarity(symbols(sequence, layer), likeOwn);
        expected[p] = it->second ? other : modelLayers;
        const bool atEdge = p == 0 || p + 1 == layouts.size();
        if (!atEdge && layersOf(layouts[p]) >= kFewestLayers && layersOf(layouts[p]) != expected[p])
            return single; // the kernels do not tell the models apart
    }
    return expected;
}

} // namespace lamella::core
