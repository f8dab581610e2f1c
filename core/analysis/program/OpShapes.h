// SPDX-License-Identifier: GPL-3.0-or-later
// Input shapes of kernels, taken from the operators that launched them; they replace the shapes that a compiler would record.
// Pure functions.
#pragma once

#include "core/analysis/LaunchJoin.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lamella::core {

struct InputShapes {
    StringId dims; // as recorded: "[[16, 559, 1024], []]", on Ascend "16, 559;1024"; invalid = not recorded
    StringId op; // innermost operator around the launch; invalid = not recorded
    std::uint64_t count = 0; // kernels
    std::int64_t ns = 0; // sum of their durations
};
// By kernel name; longest time first, then most kernels, then text; entries without shapes last.
using OpShapes = std::unordered_map<StringId, std::vector<InputShapes>>;
[[nodiscard]] OpShapes opShapes(const TraceDocument &document, const LaunchJoin &launches, const std::vector<DeviceId> &devices,
    const JobControl &control = {});

// Like flopProxy (OpSums.h), but from input shapes: attention 2 B H Sq Sk (dqk + dv) from query, key and value, if `op` is a
// torch operator that takes them as [B, H, S, D] or, for the flash and memory-efficient ones, [B, S, H, D]; otherwise the
// elements of the largest input. Nothing if no input has elements or the dims cannot be parsed.
[[nodiscard]] std::optional<double> inputProxy(std::string_view family, std::string_view op, std::string_view dims);

} // namespace lamella::core
