// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/OtherModel.h"

#include "core/analysis/segmentation/LayerCores.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
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

// The most frequent number of layers but modelLayers, of passes that no end of the capture cut; 0 = none.
int otherCount(const std::vector<PassLayout> &layouts, int modelLayers, int fewestLayers)
{
    std::map<int, int> passes;
    for (std::size_t p = 1; p + 1 < layouts.size(); ++p) {
        if (layouts[p].layerCount() != modelLayers && layouts[p].layerCount() >= fewestLayers)
            ++passes[layouts[p].layerCount()];
    }
    const auto most = mostFrequent(passes);
    return most == passes.end() || most->second < kFewestPasses ? 0 : most->first;
}

// Whether the pass has a layer of this kind.
bool holdsLike(const MainSequence &sequence, const PassLayout &pass, SymbolSpan layer)
{
    return std::ranges::any_of(std::span(pass.layers).first(std::min(pass.layers.size(), kLookedAt)),
        [&](const LayerLayout &own) { return similarity(symbols(sequence, own.span), layer) >= kAlike; });
}

// Whether two passes are of different networks.
bool differ(const MainSequence &sequence, const PassLayout &a, const PassLayout &b)
{
    return a.layerCount() >= kFewestLayers && b.layerCount() >= kFewestLayers
        && !holdsLike(sequence, b, symbols(sequence, a.middleLayer())) && !holdsLike(sequence, a, symbols(sequence, b.middleLayer()));
}

// Passes of layers like none of the model's, which no end of the capture cuts, have their own number of layers: vision towers.
std::vector<int> otherNetworks(const MainSequence &sequence, const std::vector<PassLayout> &layouts, std::vector<int> expected)
{
    const auto own = std::ranges::find_if(layouts, [&](const PassLayout &pass) { return pass.layerCount() == expected.front(); });
    for (std::size_t p = 0; own != layouts.end() && p + 1 < layouts.size(); ++p)
        if (layouts[p].layerCount() != own->layerCount() && (p > 0 || layouts[p].head().size() > 0)
            && differ(sequence, layouts[p], *own))
            expected[p] = layouts[p].layerCount();
    return expected;
}

// Layer that an embedding opens inside the pass: the first one of the decoder; 0 where there is none, or several. Layers of a
// decoder attend to themselves and to the encoder; those of a language model behind a vision tower do not.
int firstDecoderLayer(const MainSequence &sequence, const PassLayout &layout)
{
    int found = 0;
    for (std::size_t l = 1; l < layout.layers.size(); ++l) {
        const LayerLayout &layer = layout.layers[l];
        const Span before = layout.layers[l - 1].core; // annotated layers hold what runs up to the next one
        const std::uint32_t begin = before.size() > 0 && before.end < layer.span.begin ? before.end : layer.span.begin;
        const std::uint32_t end = layer.core.size() > 0 ? layer.core.begin : layer.span.end;
        if (!sequence.holds({begin, end}, kTokenEmbedding))
            continue;
        if (found > 0)
            return 0;
        found = static_cast<int>(l);
    }
    if (found == 0)
        return 0;
    const int behind = attentionBlocks(sequence, layout.layers[static_cast<std::size_t>(found)].span);
    const int before = attentionBlocks(sequence, layout.layers[static_cast<std::size_t>(found) - 1].span);
    return behind == 0 || behind > before ? found : 0; // 0: no rule names its attention
}

// Of equally frequent numbers the largest counts: the capture may have cut the others.
using Votes = std::map<int, int, std::greater<>>;

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
        if (layouts[p].layerCount() == found.draft) {
            found.drafts[p] = 1;
            ++row;
            continue;
        }
        if (layouts[p].layerCount() != found.target)
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
    found.drafts.front() = layouts.front().layerCount() <= found.draft && before < usual ? 1 : 0;
    found.drafts.back() = layouts.back().layerCount() <= found.draft && row < usual ? 1 : 0;
    return found;
}

bool firstIsOther(const MainSequence &sequence, const std::vector<PassLayout> &layouts)
{
    return layouts.size() > 1 && differ(sequence, layouts[0], layouts[1]);
}

std::vector<int> layersOfModels(const MainSequence &sequence, const std::vector<PassLayout> &layouts, int modelLayers)
{
    std::vector<int> single(layouts.size(), modelLayers);
    const int other = otherCount(layouts, modelLayers, kFewestLayers);
    if (other == 0)
        return otherNetworks(sequence, layouts, std::move(single));
    const auto first = [&](int layers) {
        return std::find_if(
            layouts.begin() + 1, layouts.end() - 1, [&](const PassLayout &layout) { return layout.layerCount() == layers; });
    };
    const auto own = first(modelLayers);
    if (own == layouts.end() - 1)
        return single;
    const SymbolSpan likeOther = symbols(sequence, first(other)->middleLayer());
    if (std::abs(other - modelLayers) <= kLost && holdsLike(sequence, *own, likeOther))
        return single;
    const SymbolSpan likeOwn = symbols(sequence, own->middleLayer());
    std::unordered_map<std::uint64_t, bool> known; // by content of the middle layer: nearer to the other model
    // Models that strictly take turns need not be told apart by their kernels.
    bool inTurns = layouts.size() > 5 && layouts[1].layerCount() != layouts[2].layerCount();
    for (std::size_t p = 1; p + 3 < layouts.size(); ++p)
        inTurns = inTurns && layouts[p].layerCount() == layouts[p + 2].layerCount();
    std::vector<int> expected = single;
    for (std::size_t p = 0; p < layouts.size(); ++p) {
        if (inTurns) {
            expected[p] = layouts[p % 2 == 0 ? 2 : 1].layerCount();
            continue;
        }
        const Span layer = layouts[p].middleLayer();
        const auto [it, fresh] = known.try_emplace(contentHash(sequence, layer), false);
        if (fresh)
            it->second = similarity(symbols(sequence, layer), likeOther) > similarity(symbols(sequence, layer), likeOwn);
        expected[p] = it->second ? other : modelLayers;
        const bool atEdge = p == 0 || p + 1 == layouts.size();
        if (!atEdge && layouts[p].layerCount() >= kFewestLayers && layouts[p].layerCount() != expected[p])
            return single; // the kernels do not tell the models apart
    }
    return expected;
}

EncoderDecoder encoderDecoder(const MainSequence &sequence, const std::vector<PassLayout> &layouts, bool frontCut, int configured)
{
    EncoderDecoder parts;
    parts.decoderOnly.assign(layouts.size(), 0);
    Votes encoders;
    Votes cutEncoders; // of the first pass, whose front the capture cut
    Votes decoders;
    std::vector<int> &starts = parts.ofEncoder;
    for (std::size_t p = 0; p < layouts.size(); ++p) {
        starts.push_back(firstDecoderLayer(sequence, layouts[p]));
        if (starts.back() == 0)
            continue;
        ++(p == 0 && frontCut ? cutEncoders : encoders)[starts.back()];
        ++decoders[layouts[p].layerCount() - starts.back()];
    }
    parts.wholeEncoder = !encoders.empty();
    parts.encoder = mostFrequentKey(parts.wholeEncoder ? encoders : cutEncoders);
    parts.decoder = mostFrequentKey(decoders);
    if (!parts.found())
        return parts;
    const auto whole = static_cast<std::size_t>(std::find(starts.begin(), starts.end(), parts.encoder) - starts.begin());
    const auto split = static_cast<std::size_t>(parts.encoder);
    // A cut one has no more layers than a whole one, which may have lost some.
    parts.encoder = std::max({parts.encoder, starts.front(), parts.wholeEncoder ? 0 : configured});
    const std::vector<LayerLayout> &layers = layouts[whole].layers;
    const SymbolSpan ofEncoder = symbols(sequence, layers[split / 2].span);
    const SymbolSpan ofDecoder = symbols(sequence, layers[(split + layers.size()) / 2].span);
    for (std::size_t p = 0; p < layouts.size(); ++p) {
        if (starts[p] > 0)
            continue;
        const SymbolSpan layer = symbols(sequence, layouts[p].middleLayer());
        parts.decoderOnly[p] = similarity(layer, ofDecoder) >= similarity(layer, ofEncoder) ? 1 : 0;
        if (parts.decoderOnly[p] != 0 && p > 0)
            ++decoders[layouts[p].layerCount()];
    }
    parts.decoder = mostFrequentKey(decoders);
    return parts;
}

} // namespace lamella::core
