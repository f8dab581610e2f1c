// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/evidence/PassEvidence.h"

namespace lamella::core {

namespace {

constexpr double kRareShare = 0.2; // of the places
constexpr TokenSet kTelling = kTokenSampling | kTokenToHost | kTokenGemm | kTokenPeer | kTokenHostCopy;

enum class PlaceKind { Neither, Open, Ended };

bool ends(const PlaceIndex &places, std::uint32_t i, bool rare)
{
    return places.sequence().has(i, kTokenSampling | kTokenToHost) || (rare && places.sequence().has(i, kTokenGemm));
}

bool endsAfterLastCore(const PlaceIndex &places)
{
    return places.size() > 0
        && anyIn({places.coreAfter(places.size() - 1).span.end, places.sequence().size()},
            [&](std::uint32_t i) { return ends(places, i, places.share(i) == 0); });
}

// Layers of a decoder attend to themselves and to the encoder; a language model behind a vision tower does not. A core need not
// hold the attention of its layer: from core to core it is that of one layer.
bool attendsTwice(const PlaceIndex &places, std::size_t n)
{
    const MainSequence &sequence = places.sequence();
    if (n == 0)
        return false; // the capture shows no whole layer before it
    const std::uint32_t behind = n + 1 < places.size() ? places.coreAfter(n + 1).span.begin : sequence.size();
    return attentionBlocks(sequence, {places.coreAfter(n).span.begin, behind})
        > attentionBlocks(sequence, {places.coreBefore(n - 1).span.begin, places.coreBefore(n).span.begin});
}

// By what stands before the last embedding: rows of the last tokens are picked by a gather too, before lm_head. lm_head stands
// alone; the GEMMs of an encoder stand in a row.
PlaceKind kindOf(const PlaceIndex &places, std::size_t n)
{
    const Span place = places[n];
    std::uint32_t last = place.end;
    for (std::uint32_t i = place.begin; i < place.end; ++i) {
        if (places.sequence().has(i, kTokenEmbedding) && places.informative(i, n))
            last = i;
    }
    bool input = false; // of a new pass
    for (std::uint32_t i = place.begin; i < last; ++i) {
        if (!places.sequence().has(i, kTelling) || !places.informative(i, n))
            continue;
        if (ends(places, i, places.share(i) <= kRareShare && places.rowLength(i, n) == 1))
            return PlaceKind::Ended;
        input = input || places.sequence().has(i, kTokenPeer | kTokenHostCopy);
    }
    return last < place.end && !input && attendsTwice(places, n) ? PlaceKind::Open : PlaceKind::Neither;
}

} // namespace

std::vector<char> openEmbeddings(const PlaceIndex &places)
{
    std::vector<char> open(places.size(), 0);
    if (!places.sequence().holds(kTokenEmbedding))
        return open;
    std::size_t ended = endsAfterLastCore(places) ? 1 : 0;
    std::size_t found = 0;
    for (std::size_t n = 0; n < places.size(); ++n) {
        const PlaceKind kind = kindOf(places, n);
        open[n] = kind == PlaceKind::Open ? 1 : 0;
        ended += kind == PlaceKind::Ended ? 1 : 0;
        found += kind == PlaceKind::Open ? 1 : 0;
    }
    const bool named = found <= 2 * ended + 1;
    return named ? open : std::vector<char>(places.size(), 0);
}

} // namespace lamella::core
