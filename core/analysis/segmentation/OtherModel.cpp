// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/OtherModel.h"

#include "core/base/Typical.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr int kFewestPasses = 2;
constexpr int kFewestLayers = 4; // a draft has fewer
constexpr int kFewestDraftLayers = 2; // of a draft model
constexpr std::size_t kFewestDrafts = 2; // behind each pass of the target
constexpr double kMuchLonger = 1.5; // layers of a target, of its draft's
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
int otherCount(const std::vector<PassLayout> &layouts, int modelLayers, int fewestLayers)
{
    std::map<int, int> passes;
    for (std::size_t p = 1; p + 1 < layouts.size(); ++p) {
        if (layersOf(layouts[p]) != modelLayers && layersOf(layouts[p]) >= fewestLayers)
            ++passes[layersOf(layouts[p])];
    }
    const auto most = mostFrequent(passes);
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

DraftModel draftModel(const std::vector<PassLayout> &layouts, int modelLayers)
{
    const int other = otherCount(layouts, modelLayers, kFewestDraftLayers);
    DraftModel found{std::max(modelLayers, other), std::min(modelLayers, other), std::vector<char>(layouts.size(), 0)};
    if (other == 0 || found.target < kMuchLonger * found.draft)
        return {};
    // Rows of drafts between two passes of the target; other lengths are none of either.
    std::map<std::size_t, int> rows;
    std::size_t row = 0;
    bool begun = false;
    for (std::size_t p = 1; p + 1 < layouts.size(); ++p) {
        if (layersOf(layouts[p]) == found.draft) {
            found.drafts[p] = 1;
            ++row;
            continue;
        }
        if (layersOf(layouts[p]) != found.target)
            return {};
        if (begun)
            ++rows[row];
        begun = true;
        row = 0;
    }
    if (rows.size() != 1 || rows.begin()->first < kFewestDrafts)
        return {};
    const std::size_t usual = rows.begin()->first;
    const auto before = static_cast<std::size_t>(
        std::find(found.drafts.begin() + 1, found.drafts.end(), char{0}) - found.drafts.begin() - 1); // of the first whole target
    found.drafts.front() = layersOf(layouts.front()) <= found.draft && before < usual ? 1 : 0;
    found.drafts.back() = layersOf(layouts.back()) <= found.draft && row < usual ? 1 : 0;
    return found;
}

bool firstIsOther(const MainSequence &sequence, const std::vector<PassLayout> &layouts)
{
    return layouts.size() > 1 && layersOf(layouts[0]) >= kFewestLayers && layersOf(layouts[1]) >= kFewestLayers
        && !holdsLike(sequence, layouts[1], symbols(sequence, middleLayer(layouts[0])))
        && !holdsLike(sequence, layouts[0], symbols(sequence, middleLayer(layouts[1])));
}

std::vector<int> layersOfModels(const MainSequence &sequence, const std::vector<PassLayout> &layouts, int modelLayers)
{
    const std::vector<int> single(layouts.size(), modelLayers);
    const int other = otherCount(layouts, modelLayers, kFewestLayers);
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
    // Models that strictly take turns need not be told apart by their kernels.
    bool inTurns = layouts.size() > 5 && layersOf(layouts[1]) != layersOf(layouts[2]);
    for (std::size_t p = 1; p + 3 < layouts.size(); ++p)
        inTurns = inTurns && layersOf(layouts[p]) == layersOf(layouts[p + 2]);
    std::vector<int> expected = single;
    for (std::size_t p = 0; p < layouts.size(); ++p) {
        if (inTurns) {
            expected[p] = layersOf(layouts[p % 2 == 0 ? 2 : 1]);
            continue;
        }
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
