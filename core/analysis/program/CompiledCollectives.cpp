// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/CollectiveRecords.h"
#include "core/analysis/program/HloText.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace lamella::core {

namespace {

// The value in "replica_groups={{0,1},{2,3}}, use…" or "replica_groups=[4,2]<=[8], …", up to the first comma outside brackets.
std::string replicaGroups(std::string_view longName)
{
    constexpr std::string_view kKey = "replica_groups=";
    const std::size_t at = longName.find(kKey);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = longName.substr(at + kKey.size());
    int depth = 0;
    std::size_t end = 0;
    for (; end < rest.size() && end < 200; ++end) {
        const char c = rest[end];
        depth += c == '{' || c == '[' || c == '(' ? 1 : c == '}' || c == ']' || c == ')' ? -1 : 0;
        if (c == ',' && depth <= 0)
            break;
    }
    return std::string(rest.substr(0, end));
}

// Processes per group: "{{0,1},{2,3}}" -> 2, "[4,2]<=[8]" (four groups of two) -> 2; 0 if group sizes differ or are unknown.
std::int64_t replicasIn(std::string_view groups)
{
    if (groups.starts_with('[')) {
        const std::size_t comma = groups.find(',');
        std::int64_t size = 0;
        if (comma == std::string_view::npos
            || std::from_chars(groups.data() + comma + 1, groups.data() + groups.size(), size).ec != std::errc())
            return 0;
        return std::max<std::int64_t>(size, 0);
    }
    std::int64_t size = 0;
    for (std::size_t at = groups.find('{', 1); at != std::string_view::npos; at = groups.find('{', at + 1)) {
        const std::size_t end = groups.find('}', at);
        if (end == std::string_view::npos || end == at + 1)
            return 0;
        const std::int64_t here = 1 + std::count(groups.data() + at, groups.data() + end, ',');
        if (size != 0 && here != size)
            return 0;
        size = here;
    }
    return size;
}

} // namespace

CollectiveFacts compiledFacts(CollectiveKind kind, std::string_view result, std::string_view started)
{
    CollectiveFacts facts;
    facts.kind = kind;
    facts.group = replicaGroups(started);
    facts.groupSize = replicasIn(facts.group);
    const std::vector<HloShape> shapes = outputShapes(result);
    for (const HloShape &shape : shapes) {
        const std::string name = shape.type == "pred" ? "bool"
            : shape.type.starts_with('s')             ? "i" + std::string(shape.type.substr(1))
                                                      : std::string(shape.type);
        facts.type = facts.type.empty() || facts.type == name ? name : "mixed";
    }
    const std::optional<std::int64_t> given = shapeBytes(shapes);
    if (given.value_or(0) <= 0)
        return facts;
    // The instruction text has the result shape, which for scattering operations is the part of one process.
    const bool part = kind == CollectiveKind::ReduceScatter || kind == CollectiveKind::Scatter;
    std::int64_t bytes = *given;
    facts.gap = part && facts.groupSize == 0                              ? SizeGap::NoGroupSize
        : part && __builtin_mul_overflow(*given, facts.groupSize, &bytes) ? SizeGap::Contradiction
                                                                          : SizeGap::Known;
    if (facts.gap == SizeGap::Known)
        facts.bytes = bytes;
    return facts;
}

} // namespace lamella::core
