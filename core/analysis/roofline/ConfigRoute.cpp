// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/roofline/ConfigRoute.h"

#include "core/analysis/roofline/ConfigFit.h"
#include "core/analysis/roofline/KernelTypes.h"
#include "core/analysis/roofline/LayerShape.h"
#include "core/analysis/roofline/ShapeRoute.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lamella::core {

namespace {

constexpr std::string_view kNoTokens = "the tokens of the pass are not known; give --tokens";
constexpr std::string_view kNoLengths = "the lengths of the contexts are not recorded; give --context (and --tokens)";
constexpr std::string_view kOtherProducts = "as many products in a layer are none that the config explains";
constexpr std::string_view kNoRole = "the config does not say what this is in its layer";

// Calls of one layer, head or tail, in start order.
using Calls = std::vector<std::uint32_t>;

// Assigns roles within one pass.
class PassRoles {
public:
    PassRoles(const RooflineInput &input, const PassTokens &tokens, bool decode, int split, Roofline &roofline, ConfigFit &fit,
        KernelFactsByName &facts)
        : m_input(input)
        , m_document(input.analysis.document)
        , m_tokens(tokens)
        , m_split(split)
        , m_absorbed(decode)
        , m_roofline(roofline)
        , m_fit(fit)
        , m_facts(facts)
    {
    }
    void layer(int number, const Calls &calls);
    void head(const Calls &calls);
    void tail(const Calls &calls);

private:
    // Calls of a layer by what their kernels are called.
    struct Parts {
        Calls before; // products
        Calls behind;
        Calls attention;
        Calls experts;
        std::size_t firstProduct = 0; // places in the calls of the layer
        std::size_t attentionAt = 0;
        std::size_t output = 0; // the product behind attention
    };

    [[nodiscard]] const WorkCall &call(std::uint32_t at) const { return m_roofline.calls[at]; }
    [[nodiscard]] Category category(std::uint32_t at) const { return m_input.analysis.names.category(nameOf(at)); }
    [[nodiscard]] StringId nameOf(std::uint32_t at) const { return m_document.kernels.name[call(at).longest.value]; }
    [[nodiscard]] const KernelFacts &facts(std::uint32_t at) const { return m_facts.of(nameOf(at)); }
    [[nodiscard]] bool open(std::uint32_t at) const { return m_roofline.kindOf(call(at)).source == WorkSource::None; }
    [[nodiscard]] ElementType type() const { return m_facts.usual(); }
    Parts partsOf(const Calls &calls);
    void merge(std::uint32_t into, std::uint32_t from);
    void give(std::uint32_t at, std::string_view role, const OperatorCost &cost);
    void giveProducts(const Calls &calls, const std::vector<ProductRole> &roles);
    void giveAttention(const LayerShape &shape, const Calls &calls);
    void giveExperts(const LayerShape &shape, const Calls &calls);
    void giveRest(const LayerShape &shape, const Calls &calls, const Parts &parts);
    void giveNorm(const LayerShape &shape, std::uint32_t at, bool ofHeads, int place, bool residual);
    void refuse(std::uint32_t at, std::string_view why);
    void refuseRest(const Calls &calls);

    const RooflineInput &m_input;
    const TraceDocument &m_document;
    const PassTokens &m_tokens;
    int m_split;
    bool m_absorbed; // latent attention as decode computes it
    Roofline &m_roofline;
    ConfigFit &m_fit;
    KernelFactsByName &m_facts;
    std::map<std::tuple<std::string_view, Category, double, double, ElementType>, std::uint32_t> m_kinds; // by role and cost
    std::map<std::pair<std::uint32_t, std::string_view>, std::uint32_t> m_refused; // by kind and reason
};

void PassRoles::merge(std::uint32_t into, std::uint32_t from)
{
    WorkCall &one = m_roofline.calls[into];
    WorkCall &other = m_roofline.calls[from];
    if (m_document.kernels.duration[other.longest.value] > m_document.kernels.duration[one.longest.value])
        one.longest = other.longest;
    m_roofline.callOf[other.first.value] = into; // calls without a stronger route have one kernel
    one.durationNs = addSaturated(one.durationNs, other.durationNs);
    one.kernels += other.kernels;
    other.kernels = 0;
    other.durationNs = 0;
}

PassRoles::Parts PassRoles::partsOf(const Calls &calls)
{
    Parts parts;
    parts.firstProduct = parts.attentionAt = parts.output = calls.size();
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const std::uint32_t at = calls[i];
        switch (category(at)) {
        case Category::Gemm: {
            Calls &side = parts.attention.empty() ? parts.before : parts.behind;
            if (!side.empty() && open(at) && open(side.back()) && facts(at).finishesProduct) {
                merge(side.back(), at);
                break;
            }
            parts.firstProduct = std::min(parts.firstProduct, i);
            if (!parts.attention.empty())
                parts.output = std::min(parts.output, i);
            side.push_back(at);
            break;
        }
        case Category::Attention:
            parts.attentionAt = std::min(parts.attentionAt, i);
            parts.attention.push_back(at);
            break;
        case Category::Moe:
            parts.experts.push_back(at);
            break;
        default:
            break;
        }
    }
    return parts;
}

void PassRoles::refuse(std::uint32_t at, std::string_view why)
{
    const std::uint32_t before = call(at).kind;
    if (!open(at) || call(at).kernels == 0 || m_roofline.kinds[before].cost.why == why)
        return;
    const auto [found, added] = m_refused.try_emplace({before, why}, static_cast<std::uint32_t>(m_roofline.kinds.size()));
    if (added) {
        WorkKind kind = m_roofline.kinds[before];
        kind.cost = {};
        kind.cost.why = why;
        m_roofline.kinds.push_back(std::move(kind));
    }
    m_roofline.calls[at].kind = found->second;
}

// What has no role yet.
void PassRoles::refuseRest(const Calls &calls)
{
    for (const std::uint32_t at : calls)
        if (m_roofline.kindOf(call(at)).cost.why == kNoOperator)
            refuse(at, kNoRole);
}

void PassRoles::give(std::uint32_t at, std::string_view role, const OperatorCost &cost)
{
    if (call(at).kernels == 0)
        return;
    if (!open(at)) {
        m_fit.compare(m_roofline.kindOf(call(at)), cost);
        return;
    }
    const Category kind = category(at);
    const auto key =
        std::make_tuple(role, kind, isCounted(cost.flops) ? cost.flops : -1, isCounted(cost.bytes) ? cost.bytes : -1, cost.input);
    const auto [found, added] = m_kinds.try_emplace(key, static_cast<std::uint32_t>(m_roofline.kinds.size()));
    if (added)
        m_roofline.kinds.push_back(
            {std::string(role), kind, cost.modelled() ? WorkSource::Config : WorkSource::None, cost, cost.input});
    m_roofline.calls[at].kind = found->second;
    m_fit.add(role, m_roofline.kinds[found->second], call(at));
}

void PassRoles::giveProducts(const Calls &calls, const std::vector<ProductRole> &roles)
{
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (roles.size() != calls.size()) {
            refuse(calls[i], kOtherProducts);
            continue;
        }
        const ProductTypes types = facts(calls[i]).product;
        give(calls[i], roles[i].name,
            productCost(
                {roles[i].batch, m_tokens.rows, roles[i].n, roles[i].k, types.input, types.weight, ElementType::Unknown, 0}));
    }
}

void PassRoles::giveAttention(const LayerShape &shape, const Calls &calls)
{
    if (calls.empty())
        return;
    if (!shape.notCounted.empty() || !m_tokens.attention.known()) {
        for (const std::uint32_t at : calls)
            refuse(at, shape.notCounted.empty() ? kNoLengths : shape.notCounted);
        return;
    }
    // The first of them may be known by its shapes, as between the pieces of a graph.
    const bool allOpen = std::all_of(calls.begin(), calls.end(), [this](std::uint32_t at) { return open(at); });
    for (std::size_t i = 1; allOpen && i < calls.size(); ++i)
        merge(calls.front(), calls[i]);
    const ElementType cache = facts(calls.front()).cache;
    OperatorCost cost = attentionCost(m_tokens.attention, attentionShape(shape, m_absorbed, type(), cache));
    if (cost.why.empty() && m_tokens.assumed)
        cost.why = "the sequences are taken to be of equal length";
    give(calls.front(), "attention", cost);
}

void PassRoles::giveExperts(const LayerShape &shape, const Calls &calls)
{
    Calls products;
    for (const std::uint32_t at : calls)
        if (facts(at).expertProduct)
            products.push_back(at);
    if (shape.experts <= 0 || products.size() > 2)
        products.clear();
    for (const std::uint32_t at : calls) {
        const auto place = std::find(products.begin(), products.end(), at);
        ExpertWork work;
        work.tokens = m_tokens.rows;
        work.topk = shape.topk;
        work.experts = shape.experts;
        work.hidden = shape.hidden;
        work.intermediate = shape.expertIntermediate;
        const ProductTypes types = facts(at).product;
        work.input = types.input;
        work.weight = types.weight;
        const double chosen = work.tokens * work.topk;
        const double up = shape.gated ? 2 : 1;
        if (place == products.end()) {
            if (!products.empty() && facts(at).finishesExperts)
                give(at, "experts sum",
                    streamCost(chosen * shape.hidden, 1, (chosen + work.tokens) * shape.hidden * elementBytes(type()), type()));
            else
                refuse(at, kNoRole);
        } else if (products.size() == 1) {
            work.projections = up + 1;
            work.inputElements = work.outputElements = work.tokens * shape.hidden;
            give(at, "experts", expertCost(work));
        } else if (place == products.begin()) {
            work.projections = up;
            work.inputElements = work.tokens * shape.hidden;
            work.outputElements = chosen * shape.expertIntermediate;
            give(at, "experts gate_up", expertCost(work));
        } else {
            work.projections = 1;
            work.inputElements = chosen * shape.expertIntermediate;
            work.outputElements = chosen * shape.hidden;
            give(at, "experts down", expertCost(work));
        }
    }
}

void PassRoles::giveNorm(const LayerShape &shape, std::uint32_t at, bool ofHeads, int place, bool residual)
{
    const double bytes = elementBytes(type());
    if (!ofHeads) {
        const double elements = m_tokens.rows * shape.hidden;
        give(at, residual ? "add + norm" : "norm",
            streamCost(elements, residual ? 5 : 4, (residual ? 4 : 2) * elements * bytes, type()));
        return;
    }
    const double width = shape.headWidth;
    const double elements = m_tokens.rows * width * (place == 0 ? shape.heads : shape.kvHeads);
    give(at, place == 0 ? "q norm" : "k norm", streamCost(elements, 4, 2 * elements * bytes, type()));
}

// What moves data between the products: norms, rotary positions, storing keys and values, activation, copies.
void PassRoles::giveRest(const LayerShape &shape, const Calls &calls, const Parts &parts)
{
    const double rows = m_tokens.rows;
    const double bytes = elementBytes(type());
    const double q = rows * shape.heads * shape.headWidth;
    const double kv = rows * shape.kvHeads * shape.headWidth;
    int headNorms = 0;
    int copies = 0;
    const bool addsApart = std::any_of(calls.begin(), calls.end(),
        [this](std::uint32_t at) { return category(at) == Category::Elementwise && facts(at).addition; });
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const std::uint32_t at = calls[i];
        const bool inAttention = i > parts.firstProduct && i < parts.attentionAt && shape.latent <= 0;
        switch (category(at)) {
        case Category::Norm:
            if (shape.latent <= 0 || i < parts.firstProduct || i > parts.attentionAt)
                giveNorm(shape, at, inAttention, headNorms++ > 0 && inAttention ? 1 : 0, !addsApart && facts(at).addsResidual);
            else
                refuse(at, kNoRole);
            headNorms = inAttention ? headNorms : 0;
            break;
        case Category::Rope:
            if (shape.latent <= 0)
                give(at, "rope", streamCost(q + kv, 3, 2 * (q + kv) * bytes, type()));
            break;
        case Category::KvCache:
            if (inAttention)
                give(at, "store KV", streamCost(0, 0, 4 * kv * bytes, type()));
            break;
        case Category::Elementwise:
            if (inAttention && facts(at).copy && copies < 3) {
                const double elements = copies++ == 0 ? q : kv;
                give(at, copies == 1 ? "copy q" : "copy k", streamCost(0, 0, 2 * elements * bytes, type()));
            } else if (i > parts.output && shape.experts <= 0 && facts(at).gatedActivation) {
                const double elements = rows * shape.intermediate;
                give(at, "activation", streamCost(elements, 6, 3 * elements * bytes, type()));
            } else {
                refuse(at, kNoRole);
            }
            break;
        default:
            break;
        }
    }
}

void PassRoles::layer(int number, const Calls &calls)
{
    if (m_tokens.rows <= 0) {
        for (const std::uint32_t at : calls)
            refuse(at, kNoTokens);
        return;
    }
    const LayerShape shape = layerShape(*m_input.config, number, m_split);
    const Parts parts = partsOf(calls);
    if (parts.attention.empty() || !shape.notCounted.empty()) {
        for (const std::uint32_t at : parts.before)
            refuse(at, shape.notCounted.empty() ? kOtherProducts : shape.notCounted);
        for (const std::uint32_t at : parts.behind)
            refuse(at, shape.notCounted.empty() ? kOtherProducts : shape.notCounted);
    } else {
        giveProducts(parts.before, productsBefore(shape, parts.before.size(), m_absorbed));
        giveProducts(parts.behind, productsBehind(shape, parts.behind.size(), m_absorbed));
    }
    giveAttention(shape, parts.attention);
    giveExperts(shape, parts.experts);
    if (!parts.attention.empty())
        giveRest(shape, calls, parts);
    refuseRest(calls);
}

void PassRoles::head(const Calls &calls)
{
    const LayerShape shape = layerShape(*m_input.config, 0, m_split);
    for (const std::uint32_t at : calls)
        if (category(at) == Category::Embedding && m_tokens.rows > 0)
            give(at, "embedding", streamCost(0, 0, 2 * m_tokens.rows * shape.hidden * elementBytes(type()), type()));
    refuseRest(calls);
}

void PassRoles::tail(const Calls &calls)
{
    if (m_tokens.rows <= 0)
        return;
    const LayerShape shape = layerShape(*m_input.config, 0, m_split);
    Calls products;
    for (const std::uint32_t at : calls) {
        if (category(at) == Category::Norm && products.empty())
            giveNorm(shape, at, false, 0, facts(at).addsResidual);
        if (category(at) == Category::Gemm)
            products.push_back(at);
    }
    // One row of logits for each request.
    const double requests = m_tokens.attention.context.requests + m_tokens.attention.generation.requests;
    const double rows = requests > 0 ? requests : m_absorbed ? m_tokens.rows : 0;
    if (products.size() == 1 && rows > 0) {
        const ProductTypes types = facts(products.front()).product;
        give(products.front(), "lm_head",
            productCost({1, rows, shape.vocabulary, shape.hidden, types.input, types.weight, ElementType::Unknown, 0}));
    }
    refuseRest(calls);
}

// Calls of the pass by layer, in start order; a call stands where its first kernel does.
std::map<int, Calls> callsByLayer(const RooflineInput &input, const Roofline &roofline, std::span<const KernelId> kernels)
{
    std::map<int, Calls> layers;
    for (const KernelId kernel : kernels) {
        const std::uint32_t at = roofline.callOf[kernel.value];
        if (roofline.calls[at].first == kernel)
            layers[input.analysis.segmentation.layerOf[kernel.value]].push_back(at);
    }
    return layers;
}

} // namespace

void findCallsByConfig(
    const RooflineInput &input, const std::vector<std::vector<PassTokens>> &tokens, Roofline &roofline, const JobControl &control)
{
    const Roofline before = roofline;
    ConfigFit fit(input, roofline);
    KernelFactsByName facts(input.analysis.names, configType(*input.config));
    for (const DeviceSegmentation &device : input.analysis.segmentation.devices) {
        if (!fit.hasLayersOf(device))
            continue;
        const int split = devicesThatShare(input.analysis, device);
        for (const Pass &pass : device.passes) {
            if (control.stopRequested())
                return;
            if (pass.stage == Stage::Backward || pass.stage == Stage::Optimizer || pass.stage == Stage::Draft)
                continue;
            const PassTokens &counted = tokens[device.device.value][static_cast<std::size_t>(pass.number)];
            PassRoles roles(
                input, counted, counted.attention.context.q <= 0 && pass.stage == Stage::Decode, split, roofline, fit, facts);
            for (const auto &[layer, calls] :
                callsByLayer(input, roofline, input.analysis.index.ofPass(device.device, pass.number))) {
                if (layer >= 0)
                    roles.layer(layer, calls);
                else if (layer == kHeadLayer)
                    roles.head(calls);
                else if (layer == kTailLayer)
                    roles.tail(calls);
            }
        }
    }
    if (fit.refused()) {
        std::vector<Message> warnings = std::move(roofline.warnings);
        roofline = before;
        roofline.warnings = std::move(warnings);
    }
    fit.report();
}

} // namespace lamella::core
