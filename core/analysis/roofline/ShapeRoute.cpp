// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes are parsed once for each distinct operator: name, shapes, types and values as recorded texts.
#include "core/analysis/roofline/ShapeRoute.h"

#include "core/analysis/ProductFormat.h"
#include "core/analysis/TensorShapes.h"
#include "core/analysis/roofline/KernelTypes.h"
#include "core/analysis/roofline/LayerShape.h"
#include "core/analysis/roofline/OperatorModel.h"
#include "core/base/AsciiCase.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::uint32_t kNoOp = LaunchOp::kNone;
constexpr std::uint32_t kUnknown = kNoOp - 1;

// What makes an operator's cost, as ids of recorded texts; `more` tells apart what texts do not: pass, or format of the kernel.
struct OperatorKey {
    StringId name;
    StringId dims;
    StringId types;
    StringId concrete;
    StringId strides;
    std::int64_t flops = -1;
    std::int64_t bytes = -1;
    std::uint32_t more = 0;
    std::uint32_t side = 0; // whose ids they are: 0 the trace, else a companion
    double window = 0; // of attention; below 0: the length of a chunk
    ElementType usual = ElementType::Unknown;
    bool operator==(const OperatorKey &) const = default;
};
struct OperatorKeyHash {
    std::size_t operator()(const OperatorKey &key) const noexcept
    {
        constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15u; // multiplier of Fibonacci hashing
        std::uint64_t hash = (static_cast<std::uint64_t>(key.name.value) << 32 | key.dims.value) * kSpread;
        hash = (hash ^ (static_cast<std::uint64_t>(key.types.value) << 32 | key.concrete.value) ^ key.strides.value) * kSpread;
        hash = (hash ^ static_cast<std::uint64_t>(key.flops) ^ static_cast<std::uint64_t>(key.bytes) << 20 ^ key.more
                   ^ std::uint64_t{key.side} << 40 ^ std::bit_cast<std::uint64_t>(key.window + 0.0)) // -0.0 equals 0.0
            * kSpread;
        return static_cast<std::size_t>(hash ^ hash >> 29);
    }
};

// An operator's name, looked at once.
struct NamedOperator {
    bool seen = false;
    const OperatorModel *model = nullptr;
    bool generated = false; // Inductor may record its work
    bool replays = false; // of a launch: it plays a graph, so that operators around it are not those of its kernels
};

// The operators of one document: the trace, or a companion whose launches were joined with it.
struct OperatorSide {
    const TraceDocument &document;
    const LaunchJoin *launches; // null: it records no operators with shapes
    std::uint32_t number = 0; // 0 the trace
    std::vector<NamedOperator> named; // by StringId
    std::vector<std::uint32_t> owner; // by row of LaunchJoin::ops
    std::vector<std::uint32_t> callOfOwner; // likewise
    std::unordered_map<std::uint64_t, std::uint32_t> callInReplay; // by replay and row of LaunchJoin::ops

    OperatorSide(const TraceDocument &of, const LaunchJoin *joined, std::uint32_t sideNumber);
    [[nodiscard]] StringId text(EventId event, SparseKey key) const
    {
        const auto value = document.events.sparse(event, key);
        return value ? StringId(static_cast<std::uint32_t>(*value)) : StringId();
    }
    const NamedOperator &namedAs(StringId name);
    std::uint32_t ownerOf(std::uint32_t node);
};

class ShapeRoute {
public:
    ShapeRoute(const RooflineInput &input, const std::vector<std::vector<PassTokens>> &tokens, const std::vector<bool> &refused,
        Roofline &roofline)
        : m_input(input)
        , m_document(input.analysis.document)
        , m_tokens(tokens)
        , m_refused(refused)
        , m_roofline(roofline)
        , m_formats(m_document.strings.size(), 0)
    {
        if (input.config)
            m_usual = configType(*input.config);
        m_sides.emplace_back(m_document, input.launches, 0);
        if (input.origins)
            for (const auto &companion : input.origins->companions())
                m_sides.emplace_back(*companion->document, &companion->join, static_cast<std::uint32_t>(m_sides.size()));
    }
    void assign(KernelId kernel);
    // After all kernels: what the longest kernel of a call tells about it.
    void giveKinds();

private:
    bool isReplay(KernelId kernel);
    // The innermost operator around the kernel's launch; kNoOp if none is known.
    std::uint32_t nodeOf(KernelId kernel, std::uint32_t &side);
    std::uint32_t format(KernelId kernel);
    std::uint32_t passKey(KernelId kernel) const;
    // Null where it is not of the device's model.
    [[nodiscard]] const ModelConfig *configOf(KernelId kernel) const;
    [[nodiscard]] double windowOf(KernelId kernel) const;
    std::uint32_t kindOfOperation(KernelId kernel, OperationId operation);
    std::uint32_t kindOfOperator(OperatorSide &side, KernelId kernel, EventId event, StringId name, const OperatorModel *model);
    std::uint32_t kindOfName(KernelId kernel, std::string_view why);
    WorkKind modelled(const OperatorSide &side, const OperatorKey &key, KernelId kernel, const OperatorModel *model);
    void addCall(KernelId kernel, std::uint32_t kind = kUnknown);
    void extendCall(std::uint32_t call, KernelId kernel);
    [[nodiscard]] bool sameLayer(KernelId a, KernelId b) const;
    [[nodiscard]] Category categoryOf(KernelId kernel) const
    {
        return m_input.analysis.names.category(m_document.kernels.name[kernel.value]);
    }

    const RooflineInput &m_input;
    const TraceDocument &m_document;
    const std::vector<std::vector<PassTokens>> &m_tokens;
    const std::vector<bool> &m_refused; // by DeviceId
    Roofline &m_roofline;
    ElementType m_usual = ElementType::Unknown; // of the config's weights
    std::vector<OperatorSide> m_sides;
    std::vector<std::uint8_t> m_formats; // by StringId of a kernel's name: 0 not looked at, else 1 + element type
    std::unordered_map<OperatorKey, std::uint32_t, OperatorKeyHash> m_kinds;
    struct OperatorOfCall {
        std::uint32_t call;
        std::uint32_t side;
        EventId event;
    };
    std::vector<OperatorOfCall> m_operators;
};

OperatorSide::OperatorSide(const TraceDocument &of, const LaunchJoin *joined, std::uint32_t sideNumber)
    : document(of)
    , launches(joined)
    , number(sideNumber)
    , named(of.strings.size())
    , owner(joined ? joined->ops.size() : 0, kUnknown)
    , callOfOwner(joined ? joined->ops.size() : 0, kNoOp)
{
}

const NamedOperator &OperatorSide::namedAs(StringId name)
{
    NamedOperator &known = named[name.value];
    if (!known.seen) {
        known.seen = true;
        const std::string lower = asciiLowered(document.text(name));
        known.model = operatorModelOf(lower);
        known.generated = lower.starts_with("triton_");
        known.replays = lower.find("graphlaunch") != std::string::npos;
    }
    return known;
}

// The innermost operator that the model knows, or the outermost around it that does all of its work by calling others.
std::uint32_t OperatorSide::ownerOf(std::uint32_t node)
{
    std::uint32_t &known = owner[node];
    if (known != kUnknown)
        return known;
    const LaunchOp &op = launches->ops[node];
    const OperatorModel *model = namedAs(document.events.row(op.event).name).model;
    const std::uint32_t outer = op.parent == kNoOp ? kNoOp : ownerOf(op.parent);
    known = model ? node : outer;
    if (outer == kNoOp || !model)
        return known;
    const EventId around = launches->ops[outer].event;
    const OperatorModel *whole = namedAs(document.events.row(around).name).model;
    if (whole && whole->whole && document.events.sparse(around, SparseKey::InputDims))
        known = outer;
    return known;
}

bool ShapeRoute::isReplay(KernelId kernel)
{
    const EventId launch = m_document.kernels.launch[kernel.value];
    return launch.value < m_document.events.size() && m_sides.front().namedAs(m_document.events.row(launch).name).replays;
}

std::uint32_t ShapeRoute::nodeOf(KernelId kernel, std::uint32_t &side)
{
    for (std::uint32_t c = 0; c + 1 < m_sides.size(); ++c)
        if (const auto row = m_input.origins->rowIn(kernel, c)) {
            side = c + 1;
            return m_sides[side].launches->op[*row];
        }
    side = 0;
    return m_input.launches && !isReplay(kernel) ? m_input.launches->op[kernel.value] : kNoOp;
}

// Of the kernel's name, for fp32 products that are computed as tf32 and for lists whose types are not recorded.
std::uint32_t ShapeRoute::format(KernelId kernel)
{
    const StringId name = m_document.kernels.name[kernel.value];
    std::uint8_t &known = m_formats[name.value];
    if (known == 0) {
        const std::string &full = m_input.analysis.names[name].full;
        auto type = elementTypeFromName(productFormatOfName(full));
        if (const std::size_t opaque = full.find("OpaqueType<"); opaque != std::string::npos && opaque + 11 < full.size()) {
            constexpr std::array kBySize{ElementType::Unknown, ElementType::Int8, ElementType::Bf16, ElementType::Unknown,
                ElementType::Fp32, ElementType::Unknown, ElementType::Unknown, ElementType::Unknown, ElementType::Int64};
            const auto size = static_cast<std::size_t>(full[opaque + 11] - '0');
            type = size < kBySize.size() ? kBySize[size] : ElementType::Unknown;
        }
        known = static_cast<std::uint8_t>(1 + static_cast<std::uint8_t>(type.value_or(ElementType::Unknown)));
    }
    return known - 1U;
}

// Passes whose steps tell lengths differ in them; 0: no such pass.
std::uint32_t ShapeRoute::passKey(KernelId kernel) const
{
    const DeviceId device = m_document.deviceOf(kernel);
    const std::int32_t pass = m_input.analysis.segmentation.passOf[kernel.value];
    if (device.value >= m_tokens.size() || pass < 0 || static_cast<std::size_t>(pass) >= m_tokens[device.value].size())
        return 0;
    return 1 + static_cast<std::uint32_t>(pass) + device.value * 1'000'000U;
}

const ModelConfig *ShapeRoute::configOf(KernelId kernel) const
{
    return m_refused[m_document.deviceOf(kernel).value] ? nullptr : m_input.config;
}

// Keys that a query sees in the kernel's layer, by the config, below 0 if they are those of its chunk; 0 = all, or not known.
double ShapeRoute::windowOf(KernelId kernel) const
{
    const Segmentation &segmentation = m_input.analysis.segmentation;
    const ModelConfig *config = configOf(kernel);
    const std::int32_t pass = segmentation.passOf[kernel.value];
    const std::int32_t layer = segmentation.layerOf[kernel.value];
    if (!config || pass < 0 || layer < 0)
        return 0;
    const std::vector<Pass> &passes = segmentation.devices[m_document.deviceOf(kernel).value].passes;
    if (passes[static_cast<std::size_t>(pass)].stage == Stage::Draft)
        return 0;
    const LayerShape shape = layerShape(*config, layer, 1);
    return shape.chunked ? -shape.window : shape.window;
}

std::uint32_t ShapeRoute::kindOfOperation(KernelId kernel, OperationId operation)
{
    const Operation &recorded = m_document.operations[operation.value];
    OperatorKey key{m_document.kernels.name[kernel.value], {}, {}, {}, {}, recorded.flops, recorded.bytes, 0};
    const auto [found, added] = m_kinds.try_emplace(key, static_cast<std::uint32_t>(m_roofline.kinds.size()));
    if (!added)
        return found->second;
    WorkKind kind;
    kind.op = m_input.analysis.names[key.name].shortName;
    const std::string_view name = m_document.text(key.name);
    const bool starts = name.find("-start") != std::string_view::npos || name.find("-done") != std::string_view::npos;
    if (recorded.flops >= 0 && !starts)
        kind.cost.flops = static_cast<double>(recorded.flops);
    if (recorded.bytes >= 0 && !starts)
        kind.cost.bytes = static_cast<double>(recorded.bytes);
    kind.source = kind.cost.modelled() ? WorkSource::Recorded : WorkSource::None;
    if (!kind.cost.modelled())
        kind.cost.why = starts ? "it runs beside other work: its duration is not that of its work"
                               : "the compiler recorded neither operations nor bytes";
    // "%fusion.1 = bf16[8,4096]{1,0} fusion(...)": what it writes.
    std::string_view result = m_document.text(recorded.longName);
    result.remove_prefix(std::min(result.find("= ") == std::string_view::npos ? 0 : result.find("= ") + 2, result.size()));
    result = result.substr(result.starts_with("(") ? 1 : 0);
    kind.cost.input = elementTypeFromText(result.substr(0, std::min(result.find('['), result.size())));
    kind.math =
        kind.cost.input == ElementType::Unknown || elementBytes(kind.cost.input) > 2 ? ElementType::Bf16 : kind.cost.input;
    m_roofline.kinds.push_back(std::move(kind));
    return found->second;
}

WorkKind ShapeRoute::modelled(const OperatorSide &side, const OperatorKey &key, KernelId kernel, const OperatorModel *model)
{
    WorkKind kind;
    kind.op = std::string(side.document.text(key.name));
    const std::uint32_t pass = passKey(kernel);
    const std::string lower = asciiLowered(kind.op);
    OperatorCall call{lower,
        tensorsOf(side.document.text(key.dims), side.document.text(key.types), side.document.text(key.strides)),
        quotedTexts(side.document.text(key.concrete)),
        pass == 0 ? nullptr : &m_tokens[m_document.deviceOf(kernel).value][(pass - 1) % 1'000'000U].attention,
        static_cast<ElementType>(format(kernel)), key.usual, std::abs(key.window), tensorLists(side.document.text(key.types)),
        key.window < 0};
    if (categoryOf(kernel) == Category::Communication)
        kind.cost.why = "links bound it, not the memory: see the table collectives";
    else if (!key.dims.valid())
        kind.cost.why = "no input shapes recorded";
    else if (std::any_of(call.inputs.begin(), call.inputs.end(), [](const Tensor &t) { return t.isUnknown(); }))
        kind.cost.why = "a dimension of an input is recorded as unknown (below zero)";
    else if (model)
        kind.cost = model->cost(call);
    else
        kind.cost.why = "no formula for this operator";
    if (key.flops >= 0)
        kind.cost.flops = static_cast<double>(key.flops);
    if (key.bytes >= 0)
        kind.cost.bytes = static_cast<double>(key.bytes);
    if (kind.cost.modelled())
        kind.source = key.flops >= 0 || key.bytes >= 0 ? WorkSource::Recorded
            : side.number > 0                          ? WorkSource::Capture
                                                       : WorkSource::Shapes;
    if (kind.source == WorkSource::Recorded)
        kind.cost.why = {};
    kind.math = kind.cost.input;
    if ((kind.math == ElementType::Fp32 || kind.math == ElementType::Complex64) && call.hint == ElementType::Tf32)
        kind.math = ElementType::Tf32;
    return kind;
}

std::uint32_t ShapeRoute::kindOfOperator(
    OperatorSide &side, KernelId kernel, EventId event, StringId name, const OperatorModel *model)
{
    OperatorKey key{name, side.text(event, SparseKey::InputDims), side.text(event, SparseKey::InputTypes),
        side.text(event, SparseKey::ConcreteInputs), side.text(event, SparseKey::InputStrides), -1, -1, 0, side.number};
    if (side.namedAs(name).generated) {
        key.flops = side.document.events.sparse(event, SparseKey::Flops).value_or(-1);
        key.bytes = side.document.events.sparse(event, SparseKey::Bytes).value_or(-1);
    }
    const bool ofPass = model && model->ofPass;
    key.more = ofPass ? passKey(kernel) : format(kernel);
    key.window = ofPass ? windowOf(kernel) : 0;
    if (configOf(kernel))
        key.usual = m_usual;
    const auto [found, added] = m_kinds.try_emplace(key, static_cast<std::uint32_t>(m_roofline.kinds.size()));
    if (added)
        m_roofline.kinds.push_back(modelled(side, key, kernel, model));
    return found->second;
}

std::uint32_t ShapeRoute::kindOfName(KernelId kernel, std::string_view why)
{
    const StringId name = m_document.kernels.name[kernel.value];
    const OperatorKey key{name, {}, {}, {}, {}, -2, -2, static_cast<std::uint32_t>(why.size())};
    const auto [found, added] = m_kinds.try_emplace(key, static_cast<std::uint32_t>(m_roofline.kinds.size()));
    if (added) {
        WorkKind kind;
        kind.op = m_input.analysis.names[name].shortName;
        kind.cost.why =
            categoryOf(kernel) == Category::Communication ? "links bound it, not the memory: see the table collectives" : why;
        m_roofline.kinds.push_back(std::move(kind));
    }
    return found->second;
}

void ShapeRoute::addCall(KernelId kernel, std::uint32_t kind)
{
    m_roofline.callOf[kernel.value] = static_cast<std::uint32_t>(m_roofline.calls.size());
    m_roofline.calls.push_back({kind, kernel, kernel, m_document.kernels.duration[kernel.value], 1, {}});
}

void ShapeRoute::extendCall(std::uint32_t at, KernelId kernel)
{
    WorkCall &call = m_roofline.calls[at];
    const std::int64_t duration = m_document.kernels.duration[kernel.value];
    if (duration > m_document.kernels.duration[call.longest.value])
        call.longest = kernel;
    call.durationNs = addSaturated(call.durationNs, duration);
    ++call.kernels;
    m_roofline.callOf[kernel.value] = at;
}

bool ShapeRoute::sameLayer(KernelId a, KernelId b) const
{
    const Segmentation &segmentation = m_input.analysis.segmentation;
    return segmentation.passOf[a.value] == segmentation.passOf[b.value] && segmentation.layerOf[a.value] == segmentation.layerOf[b.value];
}

void ShapeRoute::assign(KernelId kernel)
{
    const std::size_t k = kernel.value;
    const EventId event = m_document.kernels.event[k];
    if (!m_document.operations.empty() && event.value < m_document.events.size())
        if (const auto operation = m_document.events.sparse(event, SparseKey::Operation))
            return addCall(kernel, kindOfOperation(kernel, OperationId(static_cast<std::uint32_t>(*operation))));
    std::uint32_t number = 0;
    const std::uint32_t node = nodeOf(kernel, number);
    OperatorSide &side = m_sides[number];
    if (node == kNoOp) {
        const bool own = event.value < m_document.events.size() && m_document.events.sparse(event, SparseKey::InputDims);
        const StringId name = m_document.kernels.name[k];
        if (own)
            return addCall(kernel, kindOfOperator(m_sides.front(), kernel, event, name, m_sides.front().namedAs(name).model));
        return addCall(kernel, kindOfName(kernel, number > 0 ? kNoOperatorCaptured : kNoOperator));
    }
    const std::uint32_t known = side.ownerOf(node);
    const std::uint32_t owner = known == kNoOp ? node : known;
    // An operator of a capture is called once in each replay.
    std::uint32_t &call = number == 0
        ? side.callOfOwner[owner]
        : side.callInReplay.try_emplace(std::uint64_t{m_input.origins->replayOf(kernel)} << 32 | owner, kNoOp).first->second;
    const EventId of = side.launches->ops[owner].event;
    // Work that is counted cannot be divided; else the operator may be the region around all layers (CompiledFxGraph).
    const bool counted = known != kNoOp || side.namedAs(side.document.events.row(of).name).generated;
    if (call != kNoOp && m_document.deviceOf(m_roofline.calls[call].first) == m_document.deviceOf(kernel)
        && (counted || sameLayer(m_roofline.calls[call].first, kernel)))
        return extendCall(call, kernel);
    call = static_cast<std::uint32_t>(m_roofline.calls.size());
    m_operators.push_back({call, number, of});
    addCall(kernel);
}

void ShapeRoute::giveKinds()
{
    for (const OperatorOfCall &of : m_operators) {
        OperatorSide &side = m_sides[of.side];
        WorkCall &call = m_roofline.calls[of.call];
        const StringId name = side.document.events.row(of.event).name;
        call.kind = kindOfOperator(side, call.longest, of.event, name, side.namedAs(name).model);
    }
}

// Work of kernels by name and grid, where it is the same each time that it is known. The grid says how large the result is, not
// how many products each of its elements adds up: that shows in the duration.
class SameKernels {
public:
    SameKernels(const RooflineInput &input, Roofline &roofline)
        : m_document(input.analysis.document)
        , m_roofline(roofline)
    {
    }
    void assign()
    {
        const std::size_t kernels = m_roofline.calls.size();
        for (std::size_t i = 0; i < kernels; ++i)
            learn(m_roofline.calls[i]);
        if (m_known.empty())
            return;
        for (WorkCall &call : m_roofline.calls)
            take(call);
    }

private:
    struct Known {
        std::uint32_t kind = kNoOp;
        double least = 0;
        double greatest = 0;
        std::uint32_t taken = kNoOp; // the kind of those that take it
        std::uint32_t calls = 0;
        std::int64_t shortestNs = INT64_MAX;
        std::int64_t longestNs = 0;
    };
    // 0 where the grid is not recorded: a name alone says too little.
    [[nodiscard]] std::uint64_t keyOf(const WorkCall &call) const
    {
        const ShapeId shape = m_document.kernels.shape[call.longest.value];
        return shape.valid() ? (std::uint64_t{m_document.kernels.name[call.longest.value].value} << 32 | shape.value) + 1 : 0;
    }
    void learn(const WorkCall &call)
    {
        const WorkKind &kind = m_roofline.kindOf(call);
        const std::uint64_t key = kind.source == WorkSource::Shapes ? keyOf(call) : 0;
        if (key == 0 || !isCounted(kind.cost.bytes) || !isCounted(kind.cost.flops))
            return;
        const double size = kind.cost.bytes + kind.cost.flops;
        const std::int64_t ownNs = m_document.kernels.duration[call.longest.value];
        Known &known = m_known.try_emplace(key, Known{call.kind, size, size}).first->second;
        ++known.calls;
        known.shortestNs = std::min(known.shortestNs, ownNs);
        known.longestNs = std::max(known.longestNs, ownNs);
        known.kind = size < known.least ? call.kind : known.kind;
        known.least = std::min(known.least, size);
        known.greatest = std::max(known.greatest, size);
    }
    // Of several calls whose work is the same, and between whose durations this one lies, give or take a quarter.
    [[nodiscard]] bool fits(const Known &known, const WorkCall &call) const
    {
        constexpr double kAlike = 1.05; // sizes
        constexpr double kNear = 1.25; // durations
        constexpr std::uint32_t kSeveral = 2;
        const auto ownNs = static_cast<double>(m_document.kernels.duration[call.longest.value]);
        return known.calls >= kSeveral && known.greatest <= kAlike * known.least
            && ownNs * kNear >= static_cast<double>(known.shortestNs) && ownNs <= kNear * static_cast<double>(known.longestNs);
    }
    void take(WorkCall &call)
    {
        if (m_roofline.kindOf(call).source != WorkSource::None || m_roofline.kindOf(call).cost.why != kNoOperator)
            return;
        const auto found = m_known.find(keyOf(call));
        if (found == m_known.end() || !fits(found->second, call))
            return;
        Known &known = found->second;
        if (known.taken == kNoOp) {
            WorkKind kind = m_roofline.kindOf(call);
            const WorkKind &same = m_roofline.kinds[known.kind];
            kind.source = WorkSource::Shapes;
            kind.math = same.math;
            kind.cost.flops = same.cost.flops;
            kind.cost.bytes = same.cost.bytes;
            kind.cost.why = kAsSameKernel;
            known.taken = static_cast<std::uint32_t>(m_roofline.kinds.size());
            m_roofline.kinds.push_back(std::move(kind));
        }
        call.kind = known.taken;
    }

    const TraceDocument &m_document;
    Roofline &m_roofline;
    std::unordered_map<std::uint64_t, Known> m_known;
};

} // namespace

std::vector<std::string> quotedTexts(std::string_view list)
{
    constexpr std::size_t kMaxTexts = 256;
    std::vector<std::string> texts;
    std::string text;
    bool inside = false;
    for (std::size_t i = 0; i < list.size() && texts.size() < kMaxTexts; ++i) {
        if (list[i] == '"') {
            if (inside)
                texts.push_back(std::move(text));
            text.clear();
            inside = !inside;
        } else if (inside) {
            text += list[i];
            if (list[i] == '\\' && i + 1 < list.size())
                text += list[++i];
        }
    }
    return texts;
}

namespace {

// "DT_BF16;DT_BF16" of Ascend tables, where an entry may be empty; those of its timeline are in quotes with line breaks as
// escapes.
std::vector<std::string> separatedTexts(std::string_view list)
{
    std::vector<std::string> texts;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(';', at), list.size());
        std::string_view text = list.substr(at, end - at);
        while (text.starts_with("\\r") || text.starts_with("\\n"))
            text.remove_prefix(2);
        const std::size_t first = std::min(text.find_first_not_of("\" \r\n"), text.size());
        const std::size_t last = text.find_last_not_of("\" \r\n");
        texts.emplace_back(last == std::string_view::npos ? std::string_view() : text.substr(first, last + 1 - first));
        at = end + 1;
    }
    return texts;
}

std::vector<std::string> typeNames(std::string_view types)
{
    return types.starts_with('[') ? quotedTexts(types) : separatedTexts(types);
}

} // namespace

std::size_t tensorLists(std::string_view types)
{
    const std::vector<std::string> names = typeNames(types);
    return static_cast<std::size_t>(std::count(names.begin(), names.end(), "TensorList"));
}

std::vector<Tensor> tensorsOf(std::string_view dims, std::string_view types, std::string_view strides)
{
    std::vector<Tensor> tensors;
    TensorShapes shapes = tensorShapes(dims);
    const TensorShapes steps = tensorShapes(strides);
    const bool stepsFit = steps.size() == shapes.size();
    const std::vector<std::string> names = typeNames(types);
    const bool beside = names.size() == shapes.size(); // tensors of a list have no types of their own
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const std::string_view name = beside ? std::string_view(names[i]) : std::string_view();
        Tensor &tensor = tensors.emplace_back();
        tensor.shape = std::move(shapes[i]);
        if (stepsFit && steps[i].size() == tensor.dims())
            for (std::size_t d = 0; d < tensor.dims(); ++d)
                tensor.repeats *= steps[i][d] == 0 && tensor.shape[d] > 1 ? static_cast<double>(tensor.shape[d]) : 1;
        tensor.type = elementTypeFromText(name);
        if (!tensor.shape.empty())
            tensor.shape.back() *= elementsPacked(name);
    }
    return tensors;
}

void findCallsByShapes(const RooflineInput &input, const std::vector<std::vector<PassTokens>> &tokens,
    const std::vector<bool> &refused, Roofline &roofline, const JobControl &control)
{
    constexpr std::uint32_t kPollRows = 4096; // between two looks at the stop request
    const std::uint32_t kernels = input.analysis.document.kernels.size();
    roofline.callOf.resize(kernels);
    roofline.calls.reserve(kernels);
    ShapeRoute route(input, tokens, refused, roofline);
    for (std::uint32_t k = 0; k < kernels; ++k) {
        if (k % kPollRows == 0 && control.stopRequested())
            return;
        route.assign(KernelId(k));
    }
    route.giveKinds();
    SameKernels(input, roofline).assign();
}

} // namespace lamella::core
