// SPDX-License-Identifier: GPL-3.0-or-later
// Input shapes of kernels, from the operators that launched them: what stands for the shapes that a compiler records of its
// operations. Pure functions.
#pragma once

#include "core/analysis/LaunchJoin.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lamella::core {

struct InputShapes {
    StringId dims; // as recorded: "[[16, 559, 1024], []]", of Ascend "16, 559;1024"; invalid = none recorded
    StringId op; // innermost operator around the launch; invalid = none recorded
    std::uint64_t count = 0; // kernels
    std::int64_t ns = 0; // their durations added up
};
// By name of the kernel, longest time first, then most kernels, then text; what has no shapes comes last.
using OpShapes = std::unordered_map<StringId, std::vector<InputShapes>>;
[[nodiscard]] OpShapes opShapes(const TraceDocument &document, const LaunchJoin &launches, const std::vector<DeviceId> &devices,
    const JobControl &control = {});

// As flopProxy (OpSums.h) of shapes that go in: attention 2 B H Sq Sk (dqk + dv) of query, key and value, where `op` is one of
// torch's and takes them as [B, H, S, D] or, the flash and memory-efficient ones, [B, S, H, D]; else elements of the largest
// input. Nothing where no input has elements, or the dims cannot be read.
[[nodiscard]] std::optional<double> inputProxy(std::string_view family, std::string_view op, std::string_view dims);

} // namespace lamella::core
