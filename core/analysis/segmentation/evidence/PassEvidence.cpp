// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/evidence/PassEvidence.h"

#include "core/analysis/segmentation/PassLayout.h"

#include <unordered_map>

namespace lamella::core {

namespace {

using Weights = std::vector<double>;

// Cores launched in different annotated steps belong to different passes.
void weighSteps(const PlaceIndex &places, Weights &weights)
{
    const StepOfKernel &steps = places.steps();
    for (std::size_t n = 0; n < places.size() && !steps.empty(); ++n) {
        const std::int32_t before = steps[places.coreBefore(n).span.begin];
        const std::int32_t after = steps[places.coreAfter(n).span.begin];
        if (before >= 0 && after >= 0 && before != after)
            weights[n] += kStrongMark;
    }
}

// One sort of kernel, which passes hold before their first layer or after their last one.
template <TokenSet kTokens> void weighKernels(const PlaceIndex &places, Weights &weights)
{
    constexpr double kWeight = kTokens == kTokenHostCopy || kTokens == kTokenToHost ? kWeakMark : kStrongMark;
    for (std::size_t n = 0; n < places.size(); ++n) {
        const auto marks = [&](std::uint32_t i) { return places.sequence().has(i, kTokens) && places.informative(i, n); };
        weights[n] += anyIn(places[n], marks) ? kWeight : 0;
    }
}

// A graph that replays several layers replays one pass: another launch is another pass, the same launch is the same one.
void weighGraphLaunches(const PlaceIndex &places, Weights &weights)
{
    std::unordered_map<std::int64_t, int> replayed; // correlation -> cores
    const auto correlation = [&](const LayerCore &core) {
        return places.kernels().correlation[places.sequence().kernel[core.span.begin]];
    };
    for (std::size_t n = 0; n <= places.size() && places.size() > 0; ++n)
        ++replayed[correlation(n == 0 ? places.coreBefore(0) : places.coreAfter(n - 1))];
    for (std::size_t n = 0; n < places.size(); ++n) {
        const std::int64_t before = correlation(places.coreBefore(n));
        const std::int64_t after = correlation(places.coreAfter(n));
        if (before != 0 && after != 0 && replayed[before] > 1 && replayed[after] > 1)
            weights[n] += before != after ? kMiddleMark : -kWeakMark;
    }
}

// A pipeline stage receives its input before its first layer and sends its output after its last one. Transfers that every layer
// makes (ring attention, experts) mark nothing. On a stream of its own a send may last into the next pass: not enough alone.
void weighTransfers(const PlaceIndex &places, Weights &weights)
{
    constexpr double kMaxPlaces = 0.5; // with transfers on other streams; more are made by layers
    weighKernels<kTokenPeer>(places, weights);
    const MainSequence &sequence = places.sequence();
    std::vector<std::size_t> held;
    auto peer = sequence.peers.begin();
    for (std::size_t n = 0; n < places.size() && peer != sequence.peers.end(); ++n) {
        const std::uint32_t after = sequence.kernel[places.coreBefore(n).span.begin];
        const std::uint32_t before = sequence.kernel[places.coreAfter(n).span.begin];
        while (peer != sequence.peers.end() && *peer < after)
            ++peer;
        if (peer != sequence.peers.end() && *peer < before)
            held.push_back(n);
    }
    for (const std::size_t n : held)
        weights[n] += static_cast<double>(held.size()) <= kMaxPlaces * static_cast<double>(places.size()) ? kMiddleMark : 0;
}

// Another network begins where blocks of one kind follow each other before a place and blocks of quite another kind behind it: a
// text encoder and its diffusion transformer, a vision tower and its language model.
void weighOtherBlocks(const PlaceIndex &places, Weights &weights)
{
    std::vector<Span> blocks;
    for (std::size_t n = 0; n < places.size(); ++n)
        blocks.push_back(places[n]);
    for (const std::size_t n : changesOfKind(places.sequence(), blocks))
        weights[n] += kMiddleMark;
}

// The probabilities are rounded from the families for fitting of tests/support/StructureTrace.cpp. Levels: against, none, weak,
// middle, strong.
constexpr std::array<PassEvidence, kMarkKinds> kKinds{{
    {"step annotations", weighSteps, true, 0, {.002, .15, .01, .02, .82}, {.002, .98, .002, .002, .014}, 400},
    {"embedding kernels", weighKernels<kTokenEmbedding>, true, kTokenEmbedding, //
        {.002, .15, .01, .02, .82}, {.002, .975, .002, .002, .02}, 400},
    {"sampling kernels", weighKernels<kTokenSampling>, true, kTokenSampling, //
        {.002, .15, .01, .02, .82}, {.002, .975, .002, .002, .02}, 400},
    {"graph launches", weighGraphLaunches, true, 0, {.02, .45, .01, .50, .02}, {.45, .50, .01, .03, .01}, 25},
    {"copies from the host", weighKernels<kTokenHostCopy>, false, kTokenHostCopy, //
        {.002, .55, .43, .01, .01}, {.002, .95, .04, .004, .004}, 25},
    {"copies to the host", weighKernels<kTokenToHost>, false, kTokenToHost, //
        {.002, .60, .38, .01, .01}, {.002, .97, .02, .004, .004}, 25},
    {"rare kernels", weighRareKernels, false, 0, {.002, .25, .20, .30, .25}, {.002, .90, .05, .03, .02}, 25},
    {"idle gaps", weighIdleGaps, false, 0, {.002, .55, .15, .29, .01}, {.002, .94, .04, .014, .004}, 25},
    {"transfers between pipeline stages", weighTransfers, false, kTokenPeer, //
        {.002, .50, .01, .20, .29}, {.002, .96, .002, .016, .02}, 25},
    {"sinusoids and patches", weighInputs, true, kTokenSinusoid | kTokenConvolution, //
        {.002, .60, .01, .02, .37}, {.002, .975, .002, .002, .02}, 400},
    {"blocks of another kind", weighOtherBlocks, false, 0, {.002, .80, .01, .17, .01}, {.002, .98, .002, .01, .002}, 25},
}};

} // namespace

std::span<const PassEvidence> passEvidences()
{
    return kKinds;
}

} // namespace lamella::core
