// SPDX-License-Identifier: GPL-3.0-or-later
// Head and tail of a pass run kernels that no layer does: lm_head, step preparation.
#include "core/analysis/segmentation/evidence/PassEvidence.h"

#include <algorithm>
#include <set>

namespace lamella::core {

namespace {

constexpr double kRareShare = 0.2; // of the places
constexpr int kSeveral = 3; // different names
constexpr std::uint32_t kOtherKind = 4; // places in a row
constexpr double kAlways = 0.8; // of the places of a kernel: some events are lost
constexpr double kMostLayers = 0.6; // of one kind: some of its layers may be quantized in another way

// The place holds what passes begin or end with.
bool endsPasses(const PlaceIndex &places, std::size_t place)
{
    return places.sequence().holds(places[place], kTokenEmbedding | kTokenSampling | kTokenHostCopy | kTokenToHost);
}

// Kernels of the layers of a rare kind (the attention layers of a model of state spaces): they stand beside each core of that
// kind and nowhere else.
class KernelsOfRareLayers {
public:
    explicit KernelsOfRareLayers(const PlaceIndex &places)
        : m_places(places)
        , m_of(places.sequence().names, 0)
    {
        mark(true);
        mark(false);
    }
    [[nodiscard]] bool has(std::uint32_t position) const { return m_of[m_places.sequence().code[position]] != 0; }

private:
    // Code of the kernel that the core before or behind the place begins with.
    [[nodiscard]] std::uint32_t kind(std::size_t place, bool behind) const
    {
        const LayerCore &core = behind ? m_places.coreAfter(place) : m_places.coreBefore(place);
        return m_places.sequence().code[core.span.begin];
    }

    void mark(bool behind)
    {
        if (m_places.size() == 0)
            return;
        const MainSequence &sequence = m_places.sequence();
        std::vector<std::uint32_t> cores(sequence.names, 0); // by kind, beside places
        // The first and the last core are beside one place only.
        const std::uint32_t unplaced = kind(behind ? 0 : m_places.size() - 1, !behind);
        struct Beside {
            std::uint32_t kind = 0;
            std::uint32_t places = 0; // beside that kind
            std::uint32_t others = 0;
            std::size_t last = SIZE_MAX;
        };
        std::vector<Beside> names(sequence.names);
        for (std::size_t n = 0; n < m_places.size(); ++n) {
            const std::uint32_t here = kind(n, behind);
            ++cores[here];
            for (std::uint32_t i = m_places[n].begin; i < m_places[n].end; ++i) {
                Beside &name = names[sequence.code[i]];
                if (name.last == n)
                    continue;
                if (name.places == 0)
                    name.kind = here;
                ++(name.kind == here ? name.places : name.others);
                name.last = n;
            }
        }
        for (std::uint32_t code = 0; code < sequence.names; ++code) {
            const Beside &name = names[code];
            const std::uint32_t all = name.places > 0 ? cores[name.kind] : 0;
            const bool severalLayers = all > 1 || (all == 1 && name.kind == unplaced && !endsPasses(m_places, name.last));
            const bool rareKind = severalLayers && 2 * all < m_places.size();
            if (rareKind && name.places >= kMostLayers * all && name.places >= kAlways * (name.places + name.others))
                m_of[code] = 1;
        }
    }

    const PlaceIndex &m_places;
    std::vector<char> m_of; // by code
};

// Kernels that most places around a place hold and it lacks: what is rare there stands in for them (a dense layer among experts).
std::vector<int> lacking(const PlaceIndex &places)
{
    constexpr std::size_t kAround = 5; // places on both sides
    std::vector<std::set<std::uint32_t>> codes(places.size());
    for (std::size_t n = 0; n < places.size(); ++n)
        codes[n].insert(places.sequence().code.begin() + places[n].begin, places.sequence().code.begin() + places[n].end);
    std::vector<std::size_t> held(places.sequence().names, 0); // by code: places around
    std::vector<int> lacks(places.size(), 0);
    int usual = 0; // kernels that most of them hold
    for (std::size_t n = 0; n < places.size() + kAround; ++n) {
        if (n < places.size())
            for (const std::uint32_t code : codes[n])
                usual += ++held[code] == kAround + 1 ? 1 : 0;
        if (n > 2 * kAround)
            for (const std::uint32_t code : codes[n - 2 * kAround - 1])
                usual -= --held[code] == kAround ? 1 : 0;
        if (n >= kAround)
            lacks[n - kAround] = usual
                - static_cast<int>(std::ranges::count_if(codes[n - kAround], [&](auto code) { return held[code] > kAround; }));
    }
    return lacks;
}

} // namespace

void weighRareKernels(const PlaceIndex &places, std::vector<double> &weights)
{
    const KernelsOfRareLayers ofLayers(places);
    const std::vector<int> lacks = lacking(places);
    std::vector<std::uint32_t> seen(places.sequence().names, 0); // by code: place it was last seen in, plus one
    for (std::size_t n = 0; n < places.size(); ++n) {
        const Span place = places[n];
        const bool ends = endsPasses(places, n);
        if (lacks[n] > kSeveral && !ends)
            continue;
        bool gemm = false;
        int rare = 0;
        for (std::uint32_t i = place.begin; i < place.end; ++i) {
            // In a row of places that pass nothing on they are of layers of another kind: the double blocks of a diffusion model.
            if (places.share(i) > kRareShare || places.inLongRow(i, n) || ofLayers.has(i)
                || (!ends && places.rowLength(i, n) >= kOtherKind))
                continue;
            gemm = gemm || places.sequence().has(i, kTokenGemm);
            std::uint32_t &last = seen[places.sequence().code[i]];
            rare += last != n + 1 ? 1 : 0;
            last = static_cast<std::uint32_t>(n + 1);
        }
        weights[n] += gemm ? kWeakMark : 0;
        weights[n] += rare > 0 ? kWeakMark : 0;
        weights[n] += rare >= kSeveral ? kWeakMark : 0;
    }
}

// Sines and cosines that no layer computes are those of all layers' positions, or of the time of a diffusion step; a convolution
// takes in the patches of an image. Behind a lookup they say no more than it does.
void weighInputs(const PlaceIndex &places, std::vector<double> &weights)
{
    constexpr TokenSet kInput = kTokenSinusoid | kTokenConvolution;
    const MainSequence &sequence = places.sequence();
    if (!sequence.holds(kInput))
        return;
    const KernelsOfRareLayers ofLayers(places);
    for (std::size_t n = 0; n < places.size(); ++n) {
        // Several convolutions are blocks of their own, or the neck of a detector behind its tower.
        const bool single = sequence.count(places[n], kTokenConvolution) == 1;
        const auto marks = [&](std::uint32_t i) {
            return sequence.has(i, kInput) && places.informative(i, n) && !ofLayers.has(i)
                && (!sequence.has(i, kTokenConvolution) || (single && places.share(i) <= kRareShare));
        };
        weights[n] += anyIn(places[n], marks) && !sequence.holds(places[n], kTokenEmbedding) ? kStrongMark : 0;
    }
}

} // namespace lamella::core
