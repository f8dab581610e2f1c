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
    bool behindStates = false; // right behind a kernel of a state space

    void take(TokenSet token)
    {
        // An activation there is that of its convolution.
        ffn = ffn || ((token & (kTokenFfn | kTokenRouting)) == kTokenFfn && !behindStates);
        behindStates = false;
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
        between.behindStates = sequence.has(i, kTokenLinear);
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

// Mixer kernels that a layer's worth of work stands before, by code: how often, and how often a core began with one. Most kernels
// are either the first mixer of their layer or never so.
struct Entry {
    std::uint32_t entered = 0;
    std::uint32_t began = 0;
    std::uint32_t lastCore = 0; // number of the core that it was last an entry of
    [[nodiscard]] bool begins() const { return entered > 0 && 2 * began >= entered; }
};
struct Entries {
    std::vector<Entry> of; // by code
    std::uint32_t length = 0; // kernels from one core to the next, the median
};

std::uint32_t usualLength(const std::vector<LayerCore> &cores)
{
    std::vector<std::uint32_t> lengths;
    for (std::size_t c = 1; c < cores.size(); ++c)
        lengths.push_back(cores[c].span.begin - cores[c - 1].span.begin);
    return middleValue(std::move(lengths));
}

// usual: what the kernels do as a rule; nothing while that is learned.
std::vector<LayerCore> groupedMixers(
    const MainSequence &sequence, TokenSet mixers, const MixerPlaces &places, const Entries &usual, Entries &entries)
{
    const bool shared = places.sharedBlocks();
    std::vector<LayerCore> cores;
    std::uint32_t first = 0; // mixer that the core's part of its own begins with
    walkMixers(sequence, mixers, [&](std::uint32_t i, const Between &b) {
        const std::uint32_t code = sequence.code[i];
        Entry &entry = entries.of[code];
        const auto core = static_cast<std::uint32_t>(cores.size());
        // After a norm and two GEMMs, what came in this core before or begins most cores: next layer of a model whose activation
        // no rule names, or was not recorded. Where it is named, one more product than those of two attentions in a row, as two
        // micro-batches that take turns run.
        const bool parted = b.mayTransform()
            && (!places.ffnNamed() || (b.normRuns >= 2 && b.products >= 3) || b.products >= places.usualProducts);
        const bool again = !cores.empty() && (code == sequence.code[first] || entry.lastCore == core || usual.of[code].begins());
        const bool linear = sequence.has(i, kTokenLinear);
        const bool next = shared && !cores.empty() && sequence.has(first, kTokenLinear) && b.mayTransform();
        const bool returned = shared && !cores.empty() && linear && !sequence.has(first, kTokenLinear);
        // A whole layer later, though the kernel that begins most cores is missing, or nothing tells what lies between.
        const bool later = usual.length > 0 && !cores.empty() && (parted || (code == sequence.code[first] && b.products > 0))
            && i - cores.back().span.begin >= kNearlyALayer * usual.length;
        const bool begins = cores.empty() || next || (!returned && (b.transforms() || (parted && again) || later));
        // What stands before the first kernel that begins cores (a lookup that its scope calls attention) is part of none.
        const bool restarts =
            !begins && core == 1 && usual.of[code].begins() && !usual.of[sequence.code[cores.front().span.begin]].begins();
        if (begins)
            cores.push_back({{i, i + 1}, std::nullopt, -1, false});
        else if (restarts)
            cores.back().span = {i, i + 1};
        else
            cores.back().span.end = i + 1;
        if (begins || parted) {
            entry.entered += core > 0 ? 1 : 0; // the trace may begin with any
            entry.began += core > 0 && begins ? 1 : 0;
            entry.lastCore = static_cast<std::uint32_t>(cores.size());
        }
        if (begins || returned || restarts)
            first = i;
    });
    return cores;
}

// Two micro-batches that take turns on one stream (two-batch overlap in SGLang): a second attention runs before the feed-forward of
// the first one, whether they are half a layer apart or not. A layer has an attention of each; its core is from the one to the other.
class TwoBatches {
public:
    TwoBatches(const MainSequence &sequence, TokenSet mixers)
        : m_fed(sequence.names, 0)
    {
        bool product = true; // since the last attention
        for (std::uint32_t i = 0; i < sequence.size(); ++i) {
            product = product || sequence.has(i, kTokenGemm);
            if (sequence.has(i, mixers) && !product)
                m_pass.back().end = i + 1;
            else if (sequence.has(i, mixers))
                attend(i);
            else if (sequence.has(i, kTokenEmbedding | kTokenSampling))
                endPass(true);
            else if (sequence.has(i, kTokenFfn) && !sequence.has(i, kTokenRouting))
                feed(sequence.code[i]);
            product = product && !sequence.has(i, mixers);
        }
        endPass(false);
    }
    // Of the layers; empty where no micro-batches take turns, or where no pass shows its begin or its end.
    [[nodiscard]] std::vector<LayerCore> cores() const
    {
        const bool turns = m_waiting > 0 && m_waiting >= kWaiting * (m_attentions - 2 * m_ends) && m_odd <= kOdd * m_attentions;
        return turns ? m_cores : std::vector<LayerCore>();
    }

private:
    static constexpr double kWaiting = 0.45; // share of the attentions, but for the first and the last one of a pass
    static constexpr double kOdd = 0.05;

    void attend(std::uint32_t i)
    {
        m_waits += m_batches == 1 ? 1 : 0;
        m_odd += m_batches == 2 ? 1 : 0;
        m_batches = std::min(m_batches + 1, 2);
        ++m_run;
        m_isFed = false;
        m_pass.push_back({i, i + 1});
    }
    // A feed-forward runs each of its kernels once.
    void feed(std::uint32_t code)
    {
        if (m_isFed && m_fed[code] != m_run) {
            m_fed[code] = m_run;
            return;
        }
        m_fed[code] = ++m_run;
        m_isFed = true;
        m_odd += m_batches == 0 ? 1 : 0;
        m_batches = std::max(m_batches - 1, 0);
    }
    // The capture may begin between the two attentions of a layer.
    void endPass(bool isShown)
    {
        if (isShown && !m_pass.empty()) {
            m_attentions += static_cast<int>(m_pass.size());
            (m_batches == 0 ? m_waiting : m_odd) += m_waits; // one lost feed-forward makes all behind it wait
            ++m_ends;
        }
        const std::size_t single = m_cores.empty() && isShown ? m_pass.size() % 2 : 0;
        if (single > 0)
            m_cores.push_back({m_pass.front(), std::nullopt, -1, false});
        for (std::size_t n = single; n < m_pass.size(); n += 2)
            m_cores.push_back({{m_pass[n].begin, m_pass[std::min(n + 1, m_pass.size() - 1)].end}, std::nullopt, -1, false});
        m_pass.clear();
        m_batches = 0;
        m_waits = 0;
    }

    std::vector<LayerCore> m_cores;
    std::vector<Span> m_pass; // its attentions
    std::vector<int> m_fed; // by code: the run that held it last
    int m_run = 0; // of feed-forward kernels
    bool m_isFed = false; // since the last attention
    int m_batches = 0; // whose attention ran, and whose feed-forward did not
    int m_waits = 0; // attentions of the pass behind that of the other micro-batch
    // Of passes whose end the capture shows.
    int m_ends = 0;
    int m_attentions = 0;
    int m_waiting = 0;
    int m_odd = 0; // what two micro-batches do not run
};

// Attention that pools the result of a vision tower (SigLIP): behind layers that add their attention to the residual before they
// transform it, one that does not, runs other work since its norm, and is followed by the end of the pass.
bool poolsResult(const MainSequence &sequence, const std::vector<LayerCore> &cores, std::size_t c)
{
    constexpr std::size_t kBefore = 3; // layers
    constexpr TokenSet kEnd = kTokenEmbedding | kTokenHostCopy | kTokenConvolution | kTokenSampling | kTokenToHost;
    const auto next = [&](std::size_t n) { return n + 1 < cores.size() ? cores[n + 1].span.begin : sequence.size(); };
    const auto adds = [&](std::size_t n) {
        const Span behind{cores[n].span.end, next(n)};
        return sequence.holds({behind.begin, sequence.find(behind, kTokenFfn | kEnd)}, kTokenAdd | kTokenResidual);
    };
    if (c < kBefore || adds(c) || !sequence.holds({cores[c].span.end, next(c)}, kEnd) || !adds(c - 1) || !adds(c - 2) || !adds(c - 3))
        return false;
    const auto before = [&](std::size_t n) { return Span{cores[n - 1].span.end, cores[n].span.begin}; };
    const std::uint32_t same = sameAtEnd(sequence, before(c), before(c - 1));
    return !sequence.holds({before(c - 1).end - same, before(c - 1).end}, kTokenAnyNorm);
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

std::vector<LayerCore> mixerCores(const MainSequence &sequence, TokenSet mixers)
{
    if (std::vector<LayerCore> ofTwo = TwoBatches(sequence, mixers).cores(); !ofTwo.empty())
        return ofTwo;
    const MixerPlaces places = mixerPlaces(sequence, mixers);
    const Entries none{std::vector<Entry>(sequence.names)};
    Entries learned = none;
    learned.length = usualLength(groupedMixers(sequence, mixers, places, none, learned));
    Entries again = none;
    const std::vector<LayerCore> all = groupedMixers(sequence, mixers, places, learned, again);
    std::vector<LayerCore> cores;
    for (std::size_t c = 0; c < all.size(); ++c)
        if (!poolsResult(sequence, all, c))
            cores.push_back(all[c]);
    return cores;
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
