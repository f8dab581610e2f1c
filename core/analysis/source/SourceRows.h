// SPDX-License-Identifier: GPL-3.0-or-later
// GPU and host time by origin: line, function, file, module or operator; and by whole call stacks.
#pragma once

#include "core/analysis/source/SampledStacks.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

enum class SourceBy : std::uint8_t { Line, File, Function, Module, Op };
[[nodiscard]] std::optional<SourceBy> sourceByFromName(std::string_view name); // "line"

struct SourceRow {
    std::uint32_t label = CallNode::kNone; // row of CallTree::labels, the first of the group; kNone = no origin is known
    std::string_view why; // of a row without an origin; a literal
    std::int64_t selfNs = 0; // of work whose source line (module, operator) this is
    std::int64_t inclusiveNs = 0; // of work with this anywhere around its launch
    std::int64_t kernels = 0; // of selfNs
    std::int64_t launches = 0; // calls that launched them
    std::int64_t layers = 0; // that they are in
    std::int64_t hostNs = 0; // of the host, as selfNs
    std::int64_t hostInclusiveNs = 0;
    std::int64_t calls = 0; // of the functions of this row
    std::int64_t samples = 0; // of host threads, as hostNs, which includes their time if their period is known
    std::uint32_t module = CallNode::kNone; // label of the module that this is in for most of selfNs
    OriginKind kind = OriginKind::None; // of most of selfNs
    KernelId longest; // of its kernels
};

// layerOf: by KernelId; below 0 = in no layer. Yours first, then by GPU time; rows without an origin last, one for each reason.
// Self times add up to the time of the kernels, samples to all samples.
[[nodiscard]] std::vector<SourceRow> sourceRows(const Origins &origins, const CallTree &tree, SourceBy by,
    std::span<const KernelId> kernels, std::span<const std::int32_t> layerOf, const SampleCounts &samples = {});

struct StackRow {
    std::uint32_t node = CallNode::kNone;
    StringId kernel; // its name
    std::string_view why; // reason if there is no stack
    std::int64_t selfNs = 0;
    std::int64_t kernels = 0;
    KernelId longest;
};
// One for each stack and kernel name, the longest first.
[[nodiscard]] std::vector<StackRow> stackRows(const Origins &origins, const CallTree &tree, std::span<const KernelId> kernels);

// The reason why there is none around the launch of a kernel.
[[nodiscard]] std::string_view whyNoSource(const Origins &origins, const CallTree &tree, KernelId kernel, SourceBy by);

} // namespace lamella::core
