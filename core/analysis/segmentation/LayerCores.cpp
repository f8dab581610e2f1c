// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/LayerCores.h"

#include "core/base/Typical.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lamella::core {

namespace {

// What lies between two neighbouring mixer kernels.
struct Between {
    bool ffn = false;
    int gemms = 0; // and FFN kernels
    int products = 0; // GEMMs alone
    int normRuns = 0; // norms with a GEMM between them
    bool gemmSinceNorm = true;

    void take(TokenSet token)
    {
        ffn = ffn || (token & kTokenFfn) != 0;
        // Experts may run as one fused kernel without a GEMM of their own.
        gemms += (token & (kTokenGemm | kTokenFfn)) != 0 ? 1 : 0;
        products += (token & kTokenGemm) != 0 ? 1 : 0;
        gemmSinceNorm = gemmSinceNorm || (token & kTokenGemm) != 0;
        if ((token & (kTokenAnyNorm)) != 0) {
            normRuns += gemmSinceNorm ? 1 : 0;
            gemmSinceNorm = false;
        }
    }
    [[nodiscard]] bool transforms() const { return ffn && (normRuns > 0 || gemms >= 2); }
    // A layer's worth of work whose activation no rule names.
    [[nodiscard]] bool mayTransform() const
    {
        return !ffn && ((normRuns > 0 && gemms >= 2) || (normRuns >= 2 && gemms > 0)); // a compiler hides products in fusions
    }
};

template <class Visit> void walkMixers(const MainSequence &sequence, TokenSet mixers, Visit visit)
{
    Between between;
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        if (!sequence.has(i, mixers)) {
            between.take(sequence.token[i]);
            continue;
        }
        visit(i, between);
        between = {};
    }
}

constexpr double kFfnNamed = 0.25; // share of the blocks between mixers
constexpr double kNearlyALayer = 0.75; // of the kernels from one core to the next
constexpr double kFewWithFfn = 0.2; // of the layers of state spaces

// What lies between neighbouring mixers, counted.
struct MixerPlaces {
    int named = 0; // an FFN whose kernels are named
    int unnamed = 0;
    int behindStates = 0; // an FFN between a state-space mixer and the next mixer
    int behindAttention = 0; // and between attention and a state-space mixer
    int usualProducts = 0; // between mixers with a named FFN between them

    // With FFN kernels named, self and cross attention without one between them stand in one layer.
    [[nodiscard]] bool ffnNamed() const { return named > 0 && named >= kFfnNamed * (named + unnamed); }
    // One block of attention and FFN that several layers of state spaces call, hardly any of which has an FFN of its own (Zamba):
    // it is the first part of the layer that calls it. Where every layer attends beside its state space (Falcon-H1), none is shared.
    [[nodiscard]] bool sharedBlocks() const
    {
        return behindAttention > 0 && 2 * behindAttention <= unnamed
            && behindStates <= kFewWithFfn * (named + unnamed - behindAttention);
    }
};

MixerPlaces mixerPlaces(const MainSequence &sequence, TokenSet mixers)
{
    MixerPlaces places;
    std::map<int, int> products; // GEMMs -> places with a named FFN
    bool states = false;
    bool first = true;
    walkMixers(sequence, mixers, [&](std::uint32_t i, const Between &b) {
        places.named += b.transforms() ? 1 : 0;
        products[b.products] += b.transforms() ? 1 : 0;
        places.unnamed += b.mayTransform() ? 1 : 0;
        const bool before = states;
        states = sequence.has(i, kTokenLinear);
        places.behindStates += !first && before && b.transforms() ? 1 : 0;
        places.behindAttention += !first && !before && states && b.transforms() ? 1 : 0;
        first = false;
    });
    places.usualProducts = mostFrequentKey(products);
    return places;
}

} // namespace

int attentionBlocks(const MainSequence &sequence, Span span)
{
    int found = 0;
    bool parted = true;
    for (std::uint32_t i = span.begin; i < span.end; ++i) {
        if (sequence.has(i, kTokenMixer | kTokenSoftmax)) {
            found += parted ? 1 : 0;
            parted = false;
        }
        parted = parted || sequence.has(i, kTokenGemm);
    }
    return found;
}

bool callsSharedBlocks(const MainSequence &sequence)
{
    return mixerPlaces(sequence, kTokenMixer).sharedBlocks();
}

namespace {

// Mixer kernels that a layer's worth of work stands before, by code: how often, and how often a core began with one. Most kernels
// are either the first mixer of their layer or never so.
struct Entries {
    explicit Entries(std::uint32_t names)
        : entered(names, 0)
        , began(names, 0)
        , lastCore(names, 0)
    {
    }
    [[nodiscard]] bool begins(std::uint32_t code) const { return entered[code] > 0 && 2 * began[code] >= entered[code]; }

    std::vector<std::uint32_t> entered;
    std::vector<std::uint32_t> began;
    std::vector<std::uint32_t> lastCore; // number of the core that it was last an entry of
    std::uint32_t length = 0; // kernels from one core to the next, the median
};

std::uint32_t usualLength(const std::vector<LayerCore> &cores)
{
    std::vector<std::uint32_t> lengths;
    for (std::size_t c = 1; c < cores.size(); ++c)
        lengths.push_back(cores[c].span.begin - cores[c - 1].span.begin);
    return middleValue(std::move(lengths));
}

// usual: what the kernels do as a rule; null while that is learned.
std::vector<LayerCore> groupedMixers(
    const MainSequence &sequence, TokenSet mixers, const MixerPlaces &places, const Entries *usual, Entries &entries)
{
    const bool shared = places.sharedBlocks();
    std::vector<LayerCore> cores;
    std::uint32_t first = 0; // mixer that the core's part of its own begins with
    walkMixers(sequence, mixers, [&](std::uint32_t i, const Between &b) {
        const std::uint32_t code = sequence.code[i];
        const auto core = static_cast<std::uint32_t>(cores.size());
        // After a norm and two GEMMs, what came in this core before or begins most cores: next layer of a model whose activation
        // no rule names, or was not recorded. Where it is named, one more product than those of two attentions in a row, as two
        // micro-batches that take turns run.
        const bool parted = b.mayTransform()
            && (!places.ffnNamed() || (b.normRuns >= 2 && b.products >= 3) || b.products >= places.usualProducts);
        const bool again = !cores.empty()
            && (code == sequence.code[first] || entries.lastCore[code] == core || (usual != nullptr && usual->begins(code)));
        const bool linear = sequence.has(i, kTokenLinear);
        const bool next = shared && !cores.empty() && sequence.has(first, kTokenLinear) && b.mayTransform();
        const bool returned = shared && !cores.empty() && linear && !sequence.has(first, kTokenLinear);
        // A whole layer later, though the kernel that begins most cores is missing, or nothing tells what lies between.
        const bool later = usual != nullptr && usual->length > 0 && !cores.empty()
            && (parted || (code == sequence.code[first] && b.products > 0))
            && i - cores.back().span.begin >= kNearlyALayer * usual->length;
        const bool begins = cores.empty() || next || (!returned && (b.transforms() || (parted && again) || later));
        // What stands before the first kernel that begins cores (a lookup that its scope calls attention) is part of none.
        const bool restarts = !begins && usual != nullptr && core == 1 && usual->begins(code)
            && !usual->begins(sequence.code[cores.front().span.begin]);
        if (begins)
            cores.push_back({{i, i + 1}, std::nullopt, -1, false});
        else if (restarts)
            cores.back().span = {i, i + 1};
        else
            cores.back().span.end = i + 1;
        if (begins || parted) {
            entries.entered[code] += core > 0 ? 1 : 0; // the trace may begin with any
            entries.began[code] += core > 0 && begins ? 1 : 0;
            entries.lastCore[code] = static_cast<std::uint32_t>(cores.size());
        }
        if (begins || returned || restarts)
            first = i;
    });
    return cores;
}

// The two attentions of a core: where its first kernel comes again, with another product between than that of the output. The
// second one is empty where there is only one.
std::pair<Span, Span> attentionsOf(const MainSequence &sequence, Span core)
{
    std::uint32_t end = core.begin + 1; // of the first one
    int products = 0;
    for (std::uint32_t i = end; i < core.end; ++i) {
        if (sequence.code[i] == sequence.code[core.begin] && products >= 2)
            return {{core.begin, end}, {i, core.end}};
        const bool mixes = sequence.has(i, kTokenMixer);
        products = mixes ? 0 : products + (sequence.has(i, kTokenGemm) ? 1 : 0);
        end = mixes ? i + 1 : end;
    }
    return {core, {core.end, core.end}};
}

// Two micro-batches that take turns half a layer apart (two-batch overlap of decode in SGLang): the attention of the second one
// is followed by that of the first one in the next layer, so that cores hold both, but for the first and the last one of a pass.
// The core of a layer is from the attention of the first one to that of the second one.
std::vector<LayerCore> coresHalfApart(const MainSequence &sequence, const std::vector<LayerCore> &cores)
{
    std::vector<std::pair<Span, Span>> attentions;
    for (const LayerCore &core : cores)
        attentions.push_back(attentionsOf(sequence, core.span));
    std::size_t inFront = 0; // cores of one attention before the first of two
    int ends = 0; // of passes: two cores of one attention in a row
    int others = 0;
    for (std::size_t c = 0; c < cores.size(); ++c) {
        const std::size_t first = c;
        while (c < cores.size() && attentions[c].second.size() == 0)
            ++c;
        inFront = first == 0 ? c : inFront;
        // At an end of the capture one alone may have lost the other one.
        const bool atFront = first == 0 && sequence.holds({0, cores[0].span.begin}, kTokenInput);
        const bool atBack = c == cores.size() && sequence.holds({cores[c - 1].span.end, sequence.size()}, kTokenSampling);
        if (c > first)
            (c - first == 2 || (c - first == 1 && (atFront || atBack)) ? ends : others) += 1;
    }
    if (ends <= others || usualOpenings(sequence, cores) != 2)
        return cores;
    std::vector<LayerCore> shifted;
    bool open = false; // the last one lacks the attention of the second micro-batch
    for (std::size_t c = 0; c < cores.size(); ++c) {
        const auto &[own, next] = attentions[c];
        if (open)
            shifted.back().span.end = own.end;
        else
            shifted.push_back({own, std::nullopt, -1, false});
        open = !open && (c > 0 || inFront != 2);
        if (next.size() > 0) {
            shifted.push_back({next, std::nullopt, -1, false});
            open = true;
        }
    }
    return shifted;
}

} // namespace

std::vector<LayerCore> mixerCores(const MainSequence &sequence, TokenSet mixers)
{
    const MixerPlaces places = mixerPlaces(sequence, mixers);
    Entries learned(sequence.names);
    learned.length = usualLength(groupedMixers(sequence, mixers, places, nullptr, learned));
    Entries again(sequence.names);
    return coresHalfApart(sequence, groupedMixers(sequence, mixers, places, &learned, again));
}

std::vector<LayerCore> blockCores(const MainSequence &sequence)
{
    constexpr TokenSet kWork = kTokenMixer | kTokenFfn;
    // Norms that add the residual open blocks; others stand inside of them. Where the add is a kernel of its own, any norm may.
    const Span all{0, sequence.size()};
    const bool added = sequence.count(all, kTokenResidual) * 4 >= sequence.count(all, kTokenAnyNorm);
    const TokenSet opener = added ? kTokenResidual : kTokenAnyNorm;
    std::vector<LayerCore> cores;
    bool opened = false;
    bool ended = false; // since the last work a pass ended or began
    bool mixed = false; // no product since the last mixer kernel: a norm is that of its output, within the block
    int projections = 0; // GEMMs since the norm that opened
    int products = 0; // GEMMs since the last work
    TokenSet kind = 0; // of the last work
    std::uint32_t second = 0; // position of the second projection
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        const TokenSet token = sequence.token[i];
        mixed = (token & kTokenMixer) != 0 || (mixed && (token & (kTokenGemm | kTokenFfn | kTokenResidual)) == 0);
        if ((token & kWork) != 0) {
            // Two products between attention and FFN are the end of one block and the begin of another, whose norm was lost.
            const bool changes = (token & kWork & kind) == 0 && products >= 2;
            if (cores.empty() || (opened && projections > 0) || changes || ended)
                cores.push_back({{i, i + 1}, std::nullopt, -1, false});
            else
                cores.back().span.end = i + 1;
            opened = ended = false;
            projections = products = 0;
            kind = token & kWork;
        } else if ((token & (kTokenSampling | kTokenEmbedding)) != 0) {
            projections = 0; // lm_head and what reduces its parts are no MLP
            ended = true;
        } else if ((token & opener) != 0 && !mixed) {
            // Two GEMMs without a core: an MLP whose activation no rule names.
            if (opened && projections >= 2) {
                cores.push_back({{second, second + 1}, std::nullopt, -1, false});
                kind = kTokenFfn;
                products = 0;
            }
            // After a single GEMM it may be the norm of queries and keys.
            if (!opened || projections != 1)
                projections = 0;
            opened = true;
        } else if ((token & kTokenGemm) != 0) {
            ++products;
            if (opened && ++projections == 2)
                second = i;
        }
    }
    return cores;
}

std::vector<LayerCore> groupedCores(
    const std::vector<LayerCore> &cores, int blocks, const std::vector<char> &restartBefore, bool cutAtFront)
{
    std::vector<LayerCore> grouped;
    // The capture may have cut the first pass at its front, inside of a layer: its layers are counted from its end.
    const auto next = std::find_if(restartBefore.begin() + 1, restartBefore.end(), [](char restarts) { return restarts != 0; });
    const auto inFirst = !cutAtFront || next == restartBefore.end() ? 0 : (next - restartBefore.begin()) % blocks;
    int inLayer = 0;
    for (auto c = static_cast<std::size_t>(inFirst); c < cores.size(); ++c) {
        if (restartBefore[c] != 0)
            inLayer = 0;
        if (inLayer == 0)
            grouped.push_back(cores[c]);
        else
            grouped.back().span.end = cores[c].span.end;
        inLayer = (inLayer + 1) % blocks;
    }
    return grouped;
}

} // namespace lamella::core
