// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TraceGeneratorWriter.h"

#include <algorithm>
#include <string>

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
    site = site.substr(0, site.find("_dgrad"));
    site = site.substr(0, site.find("_wgrad"));
    const int hidden = model.hidden;
    const int parallel = model.tensorParallel;
    const int inner = (model.experts > 0 ? hidden / 4 : hidden * 3) / parallel; // of the MLP
    if (site == "qkv")
        return {hidden, hidden * 3 / 2 / parallel};
    if (site == "qkv_a")
        return {hidden, 2112};
    if (site == "q_b")
        return {1536, 24576 / parallel};
    if (site == "q" || site == "k" || site == "v")
        return {hidden, (site == "q" ? hidden : 1024) / parallel};
    if (site == "gate" || site == "up")
        return {hidden, inner};
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

std::int64_t PassWriter::typicalNs(Weight weight) const
{
    static constexpr std::int64_t kDecode[] = {1500, 3200, 7000, 18000, 46000};
    const std::int64_t base = kDecode[static_cast<std::size_t>(weight)];
    // Small kernels hardly grow with the batch, GEMMs and attention do.
    const std::int64_t growth = weight < Weight::Medium ? m_shape.tokens / 1024 : m_shape.tokens / 160;
    return base * (m_shape.prefillLike() ? 10 + 10 * growth : 10) / 10;
}

WorkItem &PassWriter::add(std::string_view name, std::string_view op, Weight weight)
{
    WorkItem item;
    item.name = name;
    item.op = op;
    item.kind = kindOf(name);
    item.typicalNs = item.kind == WorkKind::Kernel ? typicalNs(weight) : 1200;
    item.dims = "[" + dimsText(m_shape.tokens, m_model.hidden) + "]";
    item.layer = m_layer;
    item.graphPiece = m_piece;
    item.thread = m_thread;
    item.module = m_module;
    m_items.push_back(std::move(item));
    return m_items.back();
}

void PassWriter::run(Role role, Weight weight, Lane lane, bool afterMain)
{
    runNames(m_dialect.names(role, m_shape), role, weight, lane, afterMain);
}

void PassWriter::runNames(const Names &names, Role role, Weight weight, Lane lane, bool afterMain)
{
    for (std::size_t i = 0; i < names.size(); ++i) {
        // What follows the first kernel of a role is a reduction or a copy.
        WorkItem &item = add(names[i], operatorName(role), i == 0 ? weight : std::min(weight, Weight::Small));
        item.lane = lane;
        item.afterMain = afterMain;
        item.collective =
            role == Role::AllReduce || role == Role::ReduceAddNorm || role == Role::AllGather || role == Role::ReduceScatter;
    }
}

void PassWriter::gemm(std::string_view site, Weight weight, Lane lane)
{
    const Names names = m_dialect.gemm(site, m_shape);
    const MatrixSize size = matrixSize(site, m_model);
    for (std::size_t i = 0; i < names.size(); ++i) {
        WorkItem &item = add(names[i], "aten::mm", i == 0 ? weight : Weight::Small);
        item.dims = "[" + dimsText(m_shape.tokens, size.in) + ", " + dimsText(size.in, size.out) + "]";
        item.lane = lane;
    }
}

void PassWriter::joinFrom(std::size_t index)
{
    if (index < m_items.size())
        m_items[index].joins = true;
}

} // namespace lamella::test
