// SPDX-License-Identifier: GPL-3.0-or-later
// Head, norms, attention and tail; the feed-forward half of a layer is in TraceGeneratorFeedForward.cpp.
#include "tests/support/TraceGeneratorPass.h"

#include <algorithm>

namespace lamella::test {

namespace {

std::string_view operatorName(Role role)
{
    switch (role) {
    case Role::Prepare:
        return "aten::copy_";
    case Role::Embedding:
        return "aten::embedding";
    case Role::FirstNorm:
        return "sgl_kernel::rmsnorm";
    case Role::AddNorm:
    case Role::FusedInputNorm:
        return "sgl_kernel::fused_add_rmsnorm";
    case Role::ReduceAddNorm:
        return "sgl_kernel::allreduce_fusion";
    case Role::QkNorm:
        return "sgl_kernel::qk_rmsnorm";
    case Role::Rope:
    case Role::RopeAndStore:
        return "sgl_kernel::apply_rope";
    case Role::KvStore:
    case Role::LatentStore:
        return "sgl_kernel::store_kv_cache";
    case Role::Attention:
    case Role::LatentAttention:
    case Role::AttentionCsa:
    case Role::AttentionHca:
    case Role::AttentionSwa:
        return "attention::forward";
    case Role::AllReduce:
        return "c10d::allreduce_";
    case Role::Activation:
    case Role::ExpertActivation:
        return "sgl_kernel::silu_and_mul";
    case Role::ExpertGemm:
    case Role::ExpertGemmDown:
        return "moe::fused_experts";
    case Role::Dispatch:
        return "deep_ep::dispatch";
    case Role::Combine:
        return "deep_ep::combine";
    case Role::Logits:
        return "aten::to";
    case Role::Sampling:
        return "aten::argmax";
    default:
        return "aten::add";
    }
}

WorkKind kindOf(std::string_view name)
{
    if (name.starts_with("Memcpy"))
        return WorkKind::Memcpy;
    return name.starts_with("Memset") ? WorkKind::Memset : WorkKind::Kernel;
}

// Outer sizes of a weight matrix.
struct MatrixSize {
    int in = 0;
    int out = 0;
};

MatrixSize matrixSize(std::string_view site, const ModelPlan &model)
{
    const int hidden = model.hidden;
    const int parallel = model.tensorParallel;
    const int inner = (model.experts > 0 ? hidden / 4 : hidden * 3) / parallel; // of the MLP
    if (site == "qkv")
        return {hidden, hidden * 3 / 2 / parallel};
    if (site == "qkv_a")
        return {hidden, 2112};
    if (site == "q_b")
        return {1536, 24576 / parallel};
    if (site == "o_proj")
        return {hidden / parallel, hidden};
    if (site == "router")
        return {hidden, model.experts};
    if (site == "lm_head")
        return {hidden, 151'936 / parallel};
    return site.ends_with("down") ? MatrixSize{inner, hidden} : MatrixSize{hidden, 2 * inner};
}

std::string dimsText(int tokens, int width)
{
    return "[" + std::to_string(tokens) + ", " + std::to_string(width) + "]";
}

} // namespace

std::int64_t PassBuilder::typicalNs(Weight weight) const
{
    static constexpr std::int64_t kDecode[] = {1500, 3200, 7000, 18000, 46000};
    const std::int64_t base = kDecode[static_cast<std::size_t>(weight)];
    // Small kernels hardly grow with the batch, GEMMs and attention do.
    const std::int64_t growth = weight < Weight::Medium ? m_shape.tokens / 1024 : m_shape.tokens / 160;
    return base * (m_shape.prefillLike() ? 10 + 10 * growth : 10) / 10;
}

WorkItem &PassBuilder::add(std::string_view name, std::string_view op, Weight weight)
{
    WorkItem item;
    item.name = name;
    item.op = op;
    item.kind = kindOf(name);
    item.typicalNs = item.kind == WorkKind::Kernel ? typicalNs(weight) : 1200;
    item.dims = "[" + dimsText(m_shape.tokens, m_model.hidden) + "]";
    item.layer = m_layer;
    item.graphPiece = m_piece;
    m_items.push_back(std::move(item));
    return m_items.back();
}

void PassBuilder::run(Role role, Weight weight, Lane lane, bool afterMain)
{
    const Names names = m_dialect.names(role, m_shape);
    for (std::size_t i = 0; i < names.size(); ++i) {
        // What follows the first kernel of a role is a reduction or a copy.
        WorkItem &item = add(names[i], operatorName(role), i == 0 ? weight : std::min(weight, Weight::Small));
        item.lane = lane;
        item.afterMain = afterMain;
    }
}

void PassBuilder::gemm(std::string_view site, Weight weight, Lane lane)
{
    const Names names = m_dialect.gemm(site, m_shape);
    const MatrixSize size = matrixSize(site, m_model);
    for (std::size_t i = 0; i < names.size(); ++i) {
        WorkItem &item = add(names[i], "aten::mm", i == 0 ? weight : Weight::Small);
        item.dims = "[" + dimsText(m_shape.tokens, size.in) + ", " + dimsText(size.in, size.out) + "]";
        item.lane = lane;
    }
}

void PassBuilder::quantizedGemm(std::string_view site, Weight weight)
{
    run(Role::Quantize, Weight::Tiny);
    gemm(site, weight);
}

void PassBuilder::joinFrom(std::size_t index)
{
    if (index < m_items.size())
        m_items[index].joins = true;
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
    embedding();
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
    else if (first)
        run(Role::FirstNorm, Weight::Tiny);
    else
        run(reducesFused() ? Role::ReduceAddNorm : Role::AddNorm, Weight::Tiny);
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
    run(Role::Attention, Weight::Big);
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
    inputNorm(number == 0, quirk);
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
