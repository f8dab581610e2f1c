// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/CollectiveRecords.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lamella::core {

namespace {

constexpr std::string_view kOperator = "record_param_comms";

struct ElementType {
    std::string_view recorded;
    std::string_view name;
    int bytes = 0;
};

// Names of PyTorch (c10/core/ScalarType.h), then those of NCCL (ncclDataType_t) in kernel names.
constexpr std::array kTypes{ElementType{"Float", "f32", 4}, ElementType{"BFloat16", "bf16", 2}, ElementType{"Half", "f16", 2},
    ElementType{"Double", "f64", 8}, ElementType{"Long", "i64", 8}, ElementType{"Int", "i32", 4}, ElementType{"Short", "i16", 2},
    ElementType{"Char", "i8", 1}, ElementType{"Byte", "u8", 1}, ElementType{"Bool", "bool", 1}, ElementType{"UInt16", "u16", 2},
    ElementType{"UInt32", "u32", 4}, ElementType{"UInt64", "u64", 8}, ElementType{"Float8_e4m3fn", "f8e4m3fn", 1},
    ElementType{"Float8_e5m2", "f8e5m2", 1}, ElementType{"Float8_e4m3fnuz", "f8e4m3fnuz", 1},
    ElementType{"Float8_e5m2fnuz", "f8e5m2fnuz", 1}, ElementType{"Float8_e8m0fnu", "f8e8m0fnu", 1},
    ElementType{"Float4_e2m1fn_x2", "f4e2m1fn x2", 1}, ElementType{"ComplexHalf", "c32", 4},
    ElementType{"ComplexFloat", "c64", 8}, ElementType{"ComplexDouble", "c128", 16}, ElementType{"float", "f32", 4},
    ElementType{"f32", "f32", 4}, ElementType{"half", "f16", 2}, ElementType{"f16", "f16", 2},
    ElementType{"__nv_bfloat16", "bf16", 2}, ElementType{"hip_bfloat16", "bf16", 2}, ElementType{"bf16", "bf16", 2},
    ElementType{"double", "f64", 8}, ElementType{"f64", "f64", 8}, ElementType{"int8_t", "i8", 1}, ElementType{"i8", "i8", 1},
    ElementType{"uint8_t", "u8", 1}, ElementType{"u8", "u8", 1}, ElementType{"int32_t", "i32", 4}, ElementType{"i32", "i32", 4},
    ElementType{"uint32_t", "u32", 4}, ElementType{"u32", "u32", 4}, ElementType{"int64_t", "i64", 8},
    ElementType{"i64", "i64", 8}, ElementType{"uint64_t", "u64", 8}, ElementType{"u64", "u64", 8},
    ElementType{"f8e4m3", "f8e4m3", 1}, ElementType{"f8e5m2", "f8e5m2", 1}};

const ElementType *typeOf(std::string_view recorded)
{
    const auto *const it =
        std::find_if(kTypes.begin(), kTypes.end(), [recorded](const ElementType &type) { return type.recorded == recorded; });
    return it == kTypes.end() ? nullptr : &*it;
}

// The element type in names such as "ncclDevKernel_AllReduce_Sum_f16_RING_LL(…)" or
// "ncclKernel_ReduceScatter_RING_LL_Sum_half(…)". Only kernels that calculate exist per type; those that copy work on bytes.
const ElementType *typeInName(std::string_view name)
{
    constexpr std::array<std::string_view, 7> kReductions{
        "_SumPostDiv_", "_PreMulSum_", "_Sum_", "_Prod_", "_MinMax_", "_Min_", "_Max_"};
    name = name.substr(0, name.find('('));
    for (const std::string_view reduction : kReductions) {
        const std::size_t at = name.find(reduction);
        if (at == std::string_view::npos)
            continue;
        const std::string_view rest = name.substr(at + reduction.size());
        if (const ElementType *type = typeOf(rest))
            return type;
        return typeOf(rest.substr(0, rest.find('_')));
    }
    return nullptr;
}

bool calculates(CollectiveKind kind)
{
    return kind == CollectiveKind::AllReduce || kind == CollectiveKind::ReduceScatter || kind == CollectiveKind::Reduce;
}

// Elements of the first input, a tensor or a list of tensors: "[[[4, 2048], [16]], [], []]" -> 8208. nullopt if one of them has
// no dimensions, and for any other text.
std::optional<std::int64_t> firstInputElements(std::string_view dims)
{
    std::int64_t total = 0;
    std::int64_t product = 1;
    bool anyDimension = false;
    int depth = 0;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        const char c = dims[i];
        if (c == '[') {
            ++depth;
            product = 1;
            anyDimension = false;
        } else if (c == ']') {
            if (dims[i - 1] == '[')
                return std::nullopt;
            total = addSaturated(total, anyDimension ? product : 0);
            anyDimension = false;
            if (--depth == 1)
                return total;
        } else if (c >= '0' && c <= '9') {
            std::int64_t length = 0;
            const auto [end, error] = std::from_chars(dims.data() + i, dims.data() + dims.size(), length);
            if (error != std::errc() || __builtin_mul_overflow(product, length, &product))
                return std::nullopt;
            anyDimension = true;
            i = static_cast<std::size_t>(end - dims.data()) - 1;
        } else if (c != ',' && c != ' ') {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

// "[0, 1, 2]" -> 3; 0 if the list is abbreviated or the text is not a list.
std::int64_t ranksIn(std::string_view list)
{
    if (!list.starts_with('[') || !list.ends_with(']') || list.size() < 3 || list.find("...") != std::string_view::npos)
        return 0;
    return 1 + std::count(list.begin(), list.end(), ',');
}

struct Elements {
    std::optional<std::int64_t> in;
    std::optional<std::int64_t> out;
};

// Elements of the complete data on a rank. gap: the reason if unknown.
std::optional<std::int64_t> fullElements(CollectiveKind kind, const Elements &said, std::int64_t groupSize, SizeGap &gap)
{
    const auto gathers = [&](const std::optional<std::int64_t> &whole,
                             const std::optional<std::int64_t> &part) -> std::optional<std::int64_t> {
        std::int64_t product = 0;
        const bool known = part && groupSize > 0 && !__builtin_mul_overflow(*part, groupSize, &product);
        gap = whole && known && *whole != product ? SizeGap::Contradiction
            : whole || known                      ? SizeGap::Known
                                                  : SizeGap::NoGroupSize;
        return gap != SizeGap::Known ? std::nullopt : whole ? whole : std::optional(product);
    };
    switch (kind) {
    case CollectiveKind::AllGather:
    case CollectiveKind::Gather:
        return gathers(said.out, said.in);
    case CollectiveKind::ReduceScatter:
    case CollectiveKind::Scatter:
        return gathers(said.in, said.out);
    case CollectiveKind::AllReduce:
    case CollectiveKind::Reduce:
    case CollectiveKind::Broadcast:
        gap = said.in && said.out && *said.in != *said.out ? SizeGap::Contradiction : SizeGap::Known;
        return gap == SizeGap::Known ? (said.in ? said.in : said.out) : std::nullopt;
    case CollectiveKind::AllToAll:
    case CollectiveKind::Permute:
    case CollectiveKind::SendReceive:
    case CollectiveKind::Barrier:
        gap = SizeGap::Known;
        return said.in ? said.in : said.out;
    case CollectiveKind::None:
    case CollectiveKind::Other:
        break;
    }
    gap = SizeGap::UnknownKind;
    return std::nullopt;
}

} // namespace

std::optional<double> busFactor(CollectiveKind kind, std::int64_t groupSize)
{
    const auto n = static_cast<double>(groupSize);
    const bool known = groupSize > 0;
    switch (kind) {
    case CollectiveKind::AllReduce:
        return known ? std::optional(2 * (n - 1) / n) : std::nullopt;
    case CollectiveKind::AllGather:
    case CollectiveKind::ReduceScatter:
    case CollectiveKind::AllToAll:
    case CollectiveKind::Gather:
    case CollectiveKind::Scatter:
        return known ? std::optional((n - 1) / n) : std::nullopt;
    case CollectiveKind::Broadcast:
    case CollectiveKind::Reduce:
    case CollectiveKind::SendReceive:
    case CollectiveKind::Permute:
        return 1.0;
    case CollectiveKind::None:
    case CollectiveKind::Barrier:
    case CollectiveKind::Other:
        break;
    }
    return std::nullopt;
}

CollectiveRecords::CollectiveRecords(const TraceDocument &document, const LaunchJoin *launches)
    : m_document(document)
{
    const StringId name = document.strings.find(kOperator);
    if (launches == nullptr || !name.valid())
        return;
    for (std::size_t k = 0; k < launches->cpuOp.size(); ++k)
        if (const EventId op = launches->cpuOp[k]; op.valid() && document.events.row(op).name == name)
            m_operator.emplace(document.kernels.event[k].value, op);
}

CollectiveFacts CollectiveRecords::factsOf(EventId event, CollectiveKind kind, std::string_view name) const
{
    CollectiveFacts facts;
    facts.kind = kind;
    if (event.value >= m_document.events.size())
        return facts;
    const auto found = m_operator.find(event.value);
    const EventId op = found == m_operator.end() ? EventId{} : found->second;
    const auto value = [&](SparseKey key) -> std::optional<std::int64_t> {
        const auto own = m_document.events.sparse(event, key);
        return own || !op.valid() ? own : m_document.events.sparse(op, key);
    };
    const auto text = [&](SparseKey key) {
        const auto id = value(key);
        return id ? m_document.text(StringId{static_cast<std::uint32_t>(*id)}) : std::string_view{};
    };
    if (const CollectiveKind recorded = collectiveKindFromRecord(text(SparseKey::CollectiveName));
        recorded != CollectiveKind::None && recorded != CollectiveKind::Other)
        facts.kind = recorded;
    facts.group = text(SparseKey::CollectiveRanks);
    if (facts.group == "[]")
        facts.group.clear();
    facts.groupSize = std::max<std::int64_t>(value(SparseKey::CollectiveGroupSize).value_or(ranksIn(facts.group)), 0);

    Elements said{value(SparseKey::CollectiveElements), value(SparseKey::CollectiveOutElements)};
    const std::string_view typeText = text(SparseKey::CollectiveType);
    const ElementType *type = typeOf(typeText);
    if (typeText.empty() && calculates(facts.kind))
        type = typeInName(name);
    if (!said.in && !said.out && op.valid())
        if (const auto dims = m_document.events.sparse(op, SparseKey::InputDims))
            said.in = firstInputElements(m_document.text(StringId{static_cast<std::uint32_t>(*dims)}));
    facts.type = type != nullptr ? type->name : typeText;
    if ((!said.in && !said.out) || said.in.value_or(0) < 0 || said.out.value_or(0) < 0)
        return facts;
    const auto elements = fullElements(facts.kind, said, facts.groupSize, facts.gap);
    if (!elements)
        return facts;
    std::int64_t bytes = 0;
    if (type == nullptr)
        facts.gap = typeText.empty() ? SizeGap::NoType : SizeGap::UnknownType;
    else if (__builtin_mul_overflow(*elements, std::int64_t{type->bytes}, &bytes))
        facts.gap = SizeGap::Contradiction;
    else
        facts.bytes = bytes;
    return facts;
}

bool needsOperators(const TraceDocument &document, const DeviceOps &ops)
{
    if (!document.strings.find(kOperator).valid())
        return false;
    return std::any_of(ops.ops.begin(), ops.ops.end(), [&](const DeviceOp &op) {
        return ops.classOf(op).traits.collective != CollectiveKind::None && op.event.value < document.events.size()
            && !document.events.sparse(op.event, SparseKey::CollectiveElements);
    });
}

} // namespace lamella::core
