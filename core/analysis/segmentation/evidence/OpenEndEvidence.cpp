// SPDX-License-Identifier: GPL-3.0-or-later
// Where passes of a trace end in lm_head or sampling, an embedding without either before it begins no pass: it feeds the decoder
// of an encoder-decoder model, after the encoder of the same pass.
#include "core/analysis/segmentation/evidence/PassEvidences.h"

namespace lamella::core {

namespace {

constexpr double kRareShare = 0.2; // of the places
constexpr double kForbidden = -20.0; // no other evidence makes up for it

class OpenEndEvidence final : public PassEvidence {
public:
    [[nodiscard]] std::string_view name() const override { return "embedding without an end before it"; }
    void weigh(const PlaceIndex &places, std::vector<double> &weights) const override
    {
        std::vector<char> kinds(places.size(), None);
        std::size_t ended = endsAfterLastCore(places) ? 1 : 0;
        std::size_t open = 0;
        for (std::size_t n = 0; n < places.size(); ++n) {
            kinds[n] = kindOf(places, n);
            ended += kinds[n] == Ended ? 1 : 0;
            open += kinds[n] == Open ? 1 : 0;
        }
        if (ended == 0 || open > 2 * ended + 1)
            return; // ends are not named here
        for (std::size_t n = 0; n < places.size(); ++n)
            weights[n] += kinds[n] == Open ? kForbidden : 0;
    }

private:
    enum : char { None, Open, Ended };

    static bool ends(const PlaceIndex &places, std::uint32_t i, bool rare)
    {
        return places.sequence().has(i, kTokenSampling | kTokenToHost) || (rare && places.sequence().has(i, kTokenGemm));
    }
    static bool endsAfterLastCore(const PlaceIndex &places)
    {
        if (places.size() == 0)
            return false;
        for (std::uint32_t i = places.coreAfter(places.size() - 1).span.end; i < places.sequence().size(); ++i) {
            if (ends(places, i, places.share(i) == 0))
                return true;
        }
        return false;
    }
    // Open: an embedding, and nothing that ends a pass before it. lm_head stands alone; the GEMMs of an encoder stand in a row.
    static char kindOf(const PlaceIndex &places, std::size_t n)
    {
        const Span place = places[n];
        for (std::uint32_t i = place.begin; i < place.end; ++i) {
            if (places.sequence().has(i, kTokenEmbedding) && places.informative(i, n))
                return Open;
            if (places.informative(i, n) && ends(places, i, places.share(i) <= kRareShare && places.rowLength(i, n) == 1))
                return Ended;
            if (places.sequence().has(i, kTokenPeer | kTokenHostCopy) && places.informative(i, n))
                return None; // input of a new pass
        }
        return None;
    }
};

} // namespace

const PassEvidence &openEndEvidence()
{
    static const OpenEndEvidence evidence;
    return evidence;
}

} // namespace lamella::core
