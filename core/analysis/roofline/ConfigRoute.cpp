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
constexpr std::string_view kOtherProducts = "no rule gives the role of this matrix product in its layer";
constexpr std::string_view kNoSizes = "the config does not give the sizes of this work";
constexpr std::string_view kNoRole = "the config does not say what this is in its layer";

// Calls of one layer, head or tail, in start order.
using Calls = std::vector<std::uint32_t>;

// Finds the costs of roles within one pass.
class PassCosts {
public:
    PassCosts(const RooflineInput &input, const PassTokens &tokens, std::span<const KernelId> kernels, bool decode, int split,
        Roofline &roofline, ConfigFit &fit, KernelFactsByName &facts)
        : m_input(input)
        , m_document(input.analysis.document)
        , m_tokens(tokens)
        , m_kernels(kernels)
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
    [[nodiscard]] const WorkCall &call(std::uint32_t at) const { return m_roofline.calls[at]; }
    [[nodiscard]] Category category(std::uint32_t at) const { return m_input.analysis.names.category(nameOf(at)); }
    [[nodiscard]] StringId nameOf(std::uint32_t at) const { return m_document.kernels.name[call(at).longest.value]; }
    [[nodiscard]] const KernelFacts &facts(std::uint32_t at) const { return m_facts.of(nameOf(at)); }
    [[nodiscard]] bool open(std::uint32_t at) const { return m_roofline.kindOf(call(at)).source == WorkSource::None; }
    [[nodiscard]] std::string_view role(std::uint32_t at) const { return m_input.roles->of(call(at).longest); }
    [[nodiscard]] ElementType type() const { return m_facts.usual(); }
    void merge(std::uint32_t into, std::uint32_t from);
    Calls mergeJoined(const Calls &calls);
    void give(std::uint32_t at, std::string_view role, const OperatorCost &cost);
    bool giveProduct(const LayerShape &shape, std::uint32_t at);
    void giveAttention(const LayerShape &shape, const Calls &calls);
    bool giveExperts(const LayerShape &shape, std::uint32_t at);
    bool giveStream(const LayerShape &shape, std::uint32_t at, bool addsApart);
    [[nodiscard]] bool isOneKernel(const Calls &calls, std::uint32_t at) const;
    void giveNorm(const LayerShape &shape, std::uint32_t at, bool residual);
    void refuse(std::uint32_t at, std::string_view why);
    void refuseRest(const Calls &calls);

    const RooflineInput &m_input;
    const TraceDocument &m_document;
    const PassTokens &m_tokens;
    std::span<const KernelId> m_kernels; // of the pass
    int m_split;
    bool m_absorbed; // latent attention as decode computes it
    Roofline &m_roofline;
    ConfigFit &m_fit;
    KernelFactsByName &m_facts;
    std::map<std::tuple<std::string_view, double, double, ElementType>, std::uint32_t> m_kinds; // by role and cost
    std::map<std::pair<std::uint32_t, std::string_view>, std::uint32_t> m_refused; // by kind and reason
};

void PassCosts::merge(std::uint32_t into, std::uint32_t from)
{
    WorkCall &one = m_roofline.calls[into];
    WorkCall &other = m_roofline.calls[from];
    if (m_document.kernels.duration[other.longest.value] > m_document.kernels.duration[one.longest.value])
        one.longest = other.longest;
    m_roofline.callOf[other.first.value] = into;
    for (std::size_t i = 0; other.kernels > 1 && i < m_kernels.size(); ++i) // all of them are in the pass: see divideByRole()
        if (std::uint32_t &of = m_roofline.callOf[m_kernels[i].value]; of == from)
            of = into;
    one.durationNs = addSaturated(one.durationNs, other.durationNs);
    one.kernels += other.kernels;
    other.kernels = 0;
    other.durationNs = 0;
}

// Adds kernels that only finish the one before them to its call.
Calls PassCosts::mergeJoined(const Calls &calls)
{
    Calls left;
    for (const std::uint32_t at : calls) {
        const bool joined = open(at) && m_input.roles->isJoined(call(at).first);
        const auto product = joined ? std::find_if(left.rbegin(), left.rend(),
                                 [&](std::uint32_t before) { return role(before) == role(at) && open(before); })
                                    : left.rend();
        if (product != left.rend())
            merge(*product, at);
        else
            left.push_back(at);
    }
    return left;
}

void PassCosts::refuse(std::uint32_t at, std::string_view why)
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

// What has no cost yet.
void PassCosts::refuseRest(const Calls &calls)
{
    for (const std::uint32_t at : calls)
        if (m_roofline.kindOf(call(at)).cost.why == kNoOperator)
            refuse(at, kNoRole);
}

void PassCosts::give(std::uint32_t at, std::string_view role, const OperatorCost &cost)
{
    if (call(at).kernels == 0)
        return;
    const double amount = (isCounted(cost.flops) ? cost.flops : 0) + (isCounted(cost.bytes) ? cost.bytes : 0);
    if (cost.modelled() && amount <= 0) {
        refuse(at, kNoSizes);
        return;
    }
    if (!open(at)) {
        m_fit.compare(m_roofline.kindOf(call(at)), cost);
        return;
    }
    const auto key =
        std::make_tuple(role, isCounted(cost.flops) ? cost.flops : -1, isCounted(cost.bytes) ? cost.bytes : -1, cost.input);
    const auto [found, added] = m_kinds.try_emplace(key, static_cast<std::uint32_t>(m_roofline.kinds.size()));
    if (added)
        m_roofline.kinds.push_back(
            {std::string(role), cost.modelled() ? WorkSource::Config : WorkSource::None, cost, cost.input});
    m_roofline.calls[at].kind = found->second;
    m_fit.add(role, m_roofline.kinds[found->second], call(at));
}

bool PassCosts::giveProduct(const LayerShape &shape, std::uint32_t at)
{
    const auto product = productOf(shape, role(at));
    if (!product)
        return false;
    if (product->n <= 0 || product->k <= 0) {
        refuse(at, kNoSizes);
        return true;
    }
    const ProductTypes types = facts(at).product;
    give(at, role(at),
        productCost({product->batch, m_tokens.rows, product->n, product->k, types.input, types.weight, ElementType::Unknown, 0}));
    return true;
}

void PassCosts::giveAttention(const LayerShape &shape, const Calls &calls)
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

bool PassCosts::giveExperts(const LayerShape &shape, std::uint32_t at)
{
    if (shape.experts <= 0)
        return false;
    ExpertWork work;
    work.tokens = m_tokens.rows;
    work.topk = shape.topk;
    work.experts = shape.experts;
    work.hidden = shape.expertHidden;
    work.intermediate = shape.expertIntermediate;
    const ProductTypes types = facts(at).experts;
    work.input = types.input;
    work.weight = types.weight;
    const double chosen = work.tokens * work.topk;
    const double up = shape.gated ? 2 : 1;
    const std::string_view name = role(at);
    if (name == "experts sum") {
        give(at, name, streamCost(chosen * work.hidden, 1, (chosen + work.tokens) * work.hidden * elementBytes(type()), type()));
        return true;
    }
    if (name == "experts") {
        work.projections = up + 1;
        work.inputElements = work.outputElements = work.tokens * work.hidden;
    } else if (name == "experts gate_up") {
        work.projections = up;
        work.inputElements = work.tokens * work.hidden;
        work.outputElements = chosen * shape.expertIntermediate;
    } else if (name == "experts down") {
        work.projections = 1;
        work.inputElements = chosen * shape.expertIntermediate;
        work.outputElements = chosen * work.hidden;
    } else {
        return false;
    }
    if (work.hidden > 0 && work.intermediate > 0 && work.topk > 0)
        give(at, name, expertCost(work));
    else
        refuse(at, kNoSizes);
    return true;
}

void PassCosts::giveNorm(const LayerShape &shape, std::uint32_t at, bool residual)
{
    const double elements = m_tokens.rows * shape.hidden;
    give(at, role(at), streamCost(elements, residual ? 5 : 4, (residual ? 4 : 2) * elements * elementBytes(type()), type()));
}

// What moves data between the products: norms, rotary positions, storing keys and values, activation, copies.
bool PassCosts::giveStream(const LayerShape &shape, std::uint32_t at, bool addsApart)
{
    const double rows = m_tokens.rows;
    const double bytes = elementBytes(type());
    const double q = rows * shape.heads * shape.headWidth;
    const double kv = rows * shape.kvHeads * shape.headWidth;
    const double values = rows * shape.kvHeads * shape.valueWidth;
    const std::string_view name = role(at);
    const bool plain = shape.latent <= 0;
    if (name == "norm attn" || name == "norm mlp")
        giveNorm(shape, at, !addsApart && facts(at).addsResidual);
    else if (plain && (name == "q norm" || name == "k norm"))
        give(at, name, streamCost(name == "q norm" ? q : kv, 4, 2 * (name == "q norm" ? q : kv) * bytes, type()));
    else if (plain && name == "rope")
        give(at, name, streamCost(q + kv, 3, 2 * (q + kv) * bytes, type()));
    else if (plain && name == "kv store")
        give(at, name, streamCost(0, 0, 2 * (kv + values) * bytes, type()));
    else if (plain && (name == "copy q" || name == "copy k"))
        give(at, name, streamCost(0, 0, 2 * (name == "copy q" ? q : kv) * bytes, type()));
    else if (name == "activation" && shape.experts <= 0 && facts(at).gatedActivation)
        give(at, name, streamCost(rows * shape.intermediate, 6, 3 * rows * shape.intermediate * bytes, type()));
    else
        return false;
    return true;
}

// Whether no other call of the layer has the same role: a norm of several kernels has no cost by kernel.
bool PassCosts::isOneKernel(const Calls &calls, std::uint32_t at) const
{
    const auto idOf = [this](std::uint32_t call) { return m_input.roles->id(m_roofline.calls[call].longest); };
    const RoleId own = idOf(at);
    return std::none_of(calls.begin(), calls.end(), [&](std::uint32_t other) { return other != at && idOf(other) == own; });
}

void PassCosts::layer(int number, const Calls &all)
{
    if (m_tokens.rows <= 0) {
        for (const std::uint32_t at : all)
            refuse(at, kNoTokens);
        return;
    }
    const LayerShape shape = layerShape(*m_input.config, number, m_split);
    const Calls calls = mergeJoined(all);
    const bool addsApart = std::any_of(calls.begin(), calls.end(),
        [this](std::uint32_t at) { return category(at) == Category::Elementwise && facts(at).addition; });
    Calls attention;
    for (const std::uint32_t at : calls) {
        const Category kind = category(at);
        if (kind == Category::Attention) {
            attention.push_back(at);
        } else if (kind == Category::Gemm) {
            if (!shape.notCounted.empty())
                refuse(at, shape.notCounted);
            else if (!giveProduct(shape, at))
                refuse(at, kOtherProducts);
        } else if (!giveExperts(shape, at) && (role(at).empty() || !isOneKernel(calls, at) || !giveStream(shape, at, addsApart))
            && (kind == Category::Norm || kind == Category::Elementwise || kind == Category::Moe)) {
            refuse(at, kNoRole);
        }
    }
    giveAttention(shape, attention);
    refuseRest(calls);
}

void PassCosts::head(const Calls &calls)
{
    const LayerShape shape = layerShape(*m_input.config, 0, m_split);
    for (const std::uint32_t at : calls)
        if (category(at) == Category::Embedding && m_tokens.rows > 0)
            give(at, "embedding", streamCost(0, 0, 2 * m_tokens.rows * shape.hidden * elementBytes(type()), type()));
    refuseRest(calls);
}

void PassCosts::tail(const Calls &calls)
{
    if (m_tokens.rows <= 0)
        return;
    const LayerShape shape = layerShape(*m_input.config, 0, m_split);
    // One row of logits for each request.
    const double requests = m_tokens.attention.context.requests + m_tokens.attention.generation.requests;
    const double rows = requests > 0 ? requests : m_absorbed ? m_tokens.rows : 0;
    for (const std::uint32_t at : calls) {
        if (role(at) == "norm final")
            giveNorm(shape, at, facts(at).addsResidual);
        if (role(at) == "lm_head" && rows > 0 && shape.vocabulary > 0 && shape.hidden > 0) {
            const ProductTypes types = facts(at).product;
            give(at, "lm_head",
                productCost({1, rows, shape.vocabulary, shape.hidden, types.input, types.weight, ElementType::Unknown, 0}));
        }
    }
    refuseRest(calls);
}

// Some of the kernels of a call.
struct CallPart {
    int pass = 0;
    int layer = 0;
    RoleId role = 0; // 0: none of its kernels has one
    std::vector<KernelId> kernels;
};

// By pass, layer and role; kernels without a role go with the one before them.
std::vector<CallPart> partsOf(const RooflineInput &input, const std::vector<KernelId> &kernels)
{
    std::vector<CallPart> parts;
    for (const KernelId kernel : kernels) {
        const int pass = input.analysis.segmentation.passOf[kernel.value];
        const int layer = input.analysis.segmentation.layerOf[kernel.value];
        const RoleId role = input.roles->id(kernel);
        const auto fits = [&](const CallPart &part) {
            return part.pass == pass && part.layer == layer && (role == 0 || part.role == 0 || part.role == role);
        };
        const auto found = std::find_if(parts.rbegin(), parts.rend(), fits);
        CallPart &part = found == parts.rend() ? parts.emplace_back(CallPart{pass, layer, role, {}}) : *found;
        part.role = part.role == 0 ? role : part.role;
        part.kernels.push_back(kernel);
    }
    return parts;
}

void fill(WorkCall &call, const std::vector<KernelId> &kernels, const TraceDocument &document)
{
    call.first = call.longest = kernels.front();
    call.durationNs = 0;
    call.kernels = static_cast<std::uint32_t>(kernels.size());
    for (const KernelId kernel : kernels) {
        const std::int64_t duration = document.kernels.duration[kernel.value];
        call.durationNs = addSaturated(call.durationNs, duration);
        if (duration > document.kernels.duration[call.longest.value])
            call.longest = kernel;
    }
}

// An operator without a formula may do several things of a layer, which the config tells one by one (vllm::moe_forward): its call
// becomes one for each. Afterwards the kernels of a call that is still open are in one layer of one pass.
void divideByRole(const RooflineInput &input, const std::vector<bool> &refused, Roofline &roofline)
{
    const TraceDocument &document = input.analysis.document;
    std::map<std::uint32_t, std::vector<KernelId>> open;
    for (std::uint32_t k = 0; k < roofline.callOf.size(); ++k) {
        const WorkCall &call = roofline.calls[roofline.callOf[k]];
        if (call.kernels > 1 && roofline.kindOf(call).source == WorkSource::None
            && !refused[document.deviceOf(KernelId(k)).value])
            open[roofline.callOf[k]].push_back(KernelId(k));
    }
    for (const auto &[at, kernels] : open) {
        const std::vector<CallPart> parts = partsOf(input, kernels);
        for (std::size_t i = 0; parts.size() > 1 && i < parts.size(); ++i) {
            const std::uint32_t row = i == 0 ? at : static_cast<std::uint32_t>(roofline.calls.size());
            if (i > 0)
                roofline.calls.push_back(WorkCall(roofline.calls[at]));
            fill(roofline.calls[row], parts[i].kernels, document);
            for (const KernelId kernel : parts[i].kernels)
                roofline.callOf[kernel.value] = row;
        }
    }
}

// Calls of the pass by layer, in start order; a call is in the layer of its first kernel.
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

bool findCallsByConfig(const RooflineInput &input, const std::vector<std::vector<PassTokens>> &tokens,
    const std::vector<bool> &refused, Roofline &roofline, const JobControl &control)
{
    divideByRole(input, refused, roofline);
    ConfigFit fit(input, roofline);
    KernelFactsByName facts(input.analysis.names, *input.config);
    for (const DeviceSegmentation &device : input.analysis.segmentation.devices) {
        if (refused[device.device.value])
            continue;
        const int split = devicesThatShare(input.analysis, device);
        for (const Pass &pass : device.passes) {
            if (control.stopRequested())
                return true;
            if (pass.stage == Stage::Backward || pass.stage == Stage::Optimizer || pass.stage == Stage::Draft)
                continue;
            const PassTokens &counted = tokens[device.device.value][static_cast<std::size_t>(pass.number)];
            const std::span<const KernelId> kernels = input.analysis.index.ofPass(device.device, pass.number);
            PassCosts costs(input, counted, kernels, counted.attention.context.q <= 0 && pass.stage == Stage::Decode, split,
                roofline, fit, facts);
            for (const auto &[layer, calls] : callsByLayer(input, roofline, kernels)) {
                if (layer >= 0)
                    costs.layer(layer, calls);
                else if (layer == kHeadLayer)
                    costs.head(calls);
                else if (layer == kTailLayer)
                    costs.tail(calls);
            }
        }
    }
    if (fit.refused())
        return false;
    fit.report();
    return true;
}

} // namespace lamella::core
