// SPDX-License-Identifier: GPL-3.0-or-later
// Head, norms, attention and tail; the feed-forward half of a layer is in TraceGeneratorFeedForward.cpp.
#include "tests/support/TraceGeneratorPass.h"

namespace lamella::test {

void PassBuilder::quantizedGemm(std::string_view site, Weight weight)
{
    run(Role::Quantize, Weight::Tiny);
    gemm(site, weight);
}

bool PassBuilder::reducesFused() const
{
    return m_habits.reduceFused && m_model.tensorParallel > 1 && m_shape.tokens <= 128 && m_dialect.has(Role::ReduceAddNorm);
}

PassBuilder::Quirk PassBuilder::drawnQuirk()
{
    if (!m_random.chance(m_habits.quirkPercent))
        return Quirk::None;
    static constexpr Quirk kQuirks[] = {Quirk::InputNorm, Quirk::InputNorm, Quirk::MiddleNorm, Quirk::RopeAndStore};
    return kQuirks[m_random.between(0, 3)];
}

void PassBuilder::head()
{
    m_layer = core::kHeadLayer;
    const std::size_t begin = m_items.size();
    run(Role::Prepare, Weight::Small);
    for (std::size_t i = begin + 1; i < m_items.size(); ++i)
        m_items[i].hostBound = true;
    if (m_habits.graphs != Graphs::None)
        m_piece = 0;
    if (m_model.firstSlice) {
        embedding();
        if (m_model.sandwichNorms)
            run(Role::EmbeddingScale, Weight::Tiny);
        return;
    }
    exchange(2, true);
    m_joinsNext = m_model.peersOnSide;
}

void PassBuilder::embedding()
{
    run(Role::Embedding, Weight::Small);
    if (m_model.tensorParallel > 1)
        run(Role::AllReduce, Weight::Medium);
    if (m_model.family == ModelFamily::MixedRatios)
        run(Role::HyperExpand, Weight::Small);
}

void PassBuilder::inputNorm(bool first, Quirk quirk)
{
    if (quirk == Quirk::InputNorm && !first)
        run(Role::FusedInputNorm, Weight::Small);
    else if (first && m_model.firstSlice)
        run(Role::FirstNorm, Weight::Tiny);
    else
        run(reducesFused() && !first ? Role::ReduceAddNorm : Role::AddNorm, Weight::Tiny);
}

// Between attention and feed-forward: both kernels belong to the same layer.
void PassBuilder::reduceAndNorm(Quirk quirk)
{
    if (m_model.tensorParallel > 1 && !reducesFused())
        run(Role::AllReduce, Weight::Medium);
    if (quirk == Quirk::MiddleNorm)
        run(Role::FusedInputNorm, Weight::Small);
    else
        run(reducesFused() ? Role::ReduceAddNorm : Role::AddNorm, Weight::Tiny);
}

Names PassBuilder::attentionNames() const
{
    const Role role = m_sliding ? Role::SlidingAttention : Role::Attention;
    if (m_shape.stage != core::Stage::Mixed || (!m_habits.decodeFirst && !m_habits.mergesChunks))
        return m_dialect.names(role, m_shape);
    const Names decode = m_dialect.names(role, {core::Stage::Decode, m_shape.tokens});
    Names chunk = m_dialect.names(role, {core::Stage::Prefill, m_shape.tokens});
    if (m_habits.mergesChunks) {
        const Names prefix = chunk;
        chunk.insert(chunk.end(), prefix.begin(), prefix.end());
        const Names merge = m_dialect.names(Role::AttentionMerge, m_shape);
        chunk.insert(chunk.end(), merge.begin(), merge.end());
    }
    Names all = m_habits.decodeFirst ? decode : chunk;
    const Names &rest = m_habits.decodeFirst ? chunk : decode;
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
}

// Sends wait for the rank behind, receives for the rank before: most of their time is waiting.
void PassBuilder::exchange(int count, bool receives)
{
    const Lane lane = m_model.peersOnSide ? Lane::Communication : Lane::Main;
    const std::size_t begin = m_items.size();
    for (int tensor = 0; tensor < count; ++tensor)
        run(Role::PeerToPeer, Weight::Big, lane, true);
    for (std::size_t i = begin; i < m_items.size(); ++i) {
        m_items[i].awaited = m_model.peersOnSide;
        m_items[i].typicalNs = receives && i == begin ? m_random.between(20'000, 900'000) : m_random.between(6'000, 40'000);
    }
}

void PassBuilder::attention(Quirk quirk)
{
    gemm("qkv", Weight::Medium);
    run(Role::QkNorm, Weight::Tiny);
    if (quirk == Quirk::RopeAndStore) {
        run(Role::RopeAndStore, Weight::Small);
    } else {
        run(Role::Rope, Weight::Tiny);
        run(Role::KvStore, Weight::Tiny);
    }
    if (m_model.sideStreams == SideStreams::DeepEpAndOffload) {
        // Every layer's new cache lines go to the host; the copies queue up and may start a layer late.
        WorkItem &copy = add("Memcpy DtoH (Device -> Pinned)", "aten::copy_", Weight::Big);
        copy.typicalNs = 4 * typicalNs(Weight::Huge); // most of a layer
        copy.lane = Lane::Copy;
    }
    const int piece = m_piece;
    if (m_habits.graphs == Graphs::Pieces)
        m_piece = -1;
    runNames(attentionNames(), Role::Attention, Weight::Big);
    if (m_habits.graphs == Graphs::Pieces)
        m_piece = piece + 1;
    gemm("o_proj", Weight::Medium);
}

void PassBuilder::latentAttention()
{
    quantizedGemm("qkv_a", Weight::Medium);
    run(Role::LatentNorm, Weight::Tiny);
    quantizedGemm("q_b", Weight::Medium);
    run(Role::LatentBmm, Weight::Small);
    run(Role::Rope, Weight::Tiny);
    run(Role::LatentStore, Weight::Tiny);
    run(Role::LatentAttention, Weight::Big);
    run(Role::LatentBmm, Weight::Small);
    quantizedGemm("o_proj", Weight::Medium);
}

void PassBuilder::mixedAttention(int number)
{
    quantizedGemm("qkv_a", Weight::Medium);
    run(Role::LatentNorm, Weight::Tiny);
    quantizedGemm("q_b", Weight::Medium);
    run(Role::LatentStore, Weight::Tiny);
    const int ratio = m_model.ratios[static_cast<std::size_t>(number)];
    run(ratio == 0 ? Role::AttentionSwa : ratio == 4 ? Role::AttentionCsa : Role::AttentionHca, Weight::Big);
    run(Role::LatentBmm, Weight::Small);
    quantizedGemm("o_proj", Weight::Medium);
    if (m_model.tensorParallel > 1)
        run(Role::AllReduce, Weight::Medium);
}

void PassBuilder::layer(int number)
{
    m_layer = number;
    const std::size_t begin = m_items.size();
    const Quirk quirk = drawnQuirk();
    if (m_model.family == ModelFamily::MixedRatios) {
        run(Role::HyperBegin, Weight::Small);
        run(Role::FirstNorm, Weight::Tiny);
        mixedAttention(number);
        run(Role::HyperEnd, Weight::Small);
        run(Role::HyperBegin, Weight::Small);
        run(Role::FirstNorm, Weight::Tiny);
        feedForward(number);
        run(Role::HyperEnd, Weight::Small);
        return;
    }
    if (!m_model.blocks.empty()) {
        blockLayer(number);
        return;
    }
    inputNorm(number == 0, quirk);
    if (m_joinsNext)
        joinFrom(begin);
    m_joinsNext = false;
    if (m_model.family == ModelFamily::Mla)
        latentAttention();
    else
        attention(quirk);
    reduceAndNorm(quirk);
    feedForward(number);
}

void PassBuilder::tail()
{
    m_layer = core::kTailLayer;
    const std::size_t begin = m_items.size();
    if (!m_model.lastSlice) {
        exchange(2, false);
        return;
    }
    if (m_model.family == ModelFamily::MixedRatios) {
        run(Role::HyperHead, Weight::Small);
        run(Role::FirstNorm, Weight::Tiny);
    } else {
        run(reducesFused() ? Role::ReduceAddNorm : Role::AddNorm, Weight::Tiny);
    }
    joinFrom(begin);
    run(Role::LastToken, Weight::Tiny);
    gemm("lm_head", Weight::Huge);
    run(Role::Logits, Weight::Small);
    m_piece = -1;
    run(Role::Sampling, Weight::Medium);
}

std::vector<WorkItem> PassBuilder::targetPass()
{
    m_items.clear();
    head();
    for (int number = 0; number < m_model.layers; ++number)
        layer(number);
    tail();
    return std::move(m_items);
}

std::vector<WorkItem> PassBuilder::draftPass()
{
    m_items.clear();
    m_layer = core::kHeadLayer;
    embedding();
    run(Role::DraftInput, Weight::Tiny);
    // The draft layer has experts like the last layers of the model.
    m_layer = 0;
    inputNorm(true, Quirk::None);
    latentAttention();
    reduceAndNorm(Quirk::None);
    feedForward(m_model.layers);
    tail();
    return std::move(m_items);
}

} // namespace lamella::test
