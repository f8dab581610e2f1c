// SPDX-License-Identifier: GPL-3.0-or-later
// Where the wall of passes goes: each moment is given to one piece of work or to idleness, so that the parts add up to the wall.
#pragma once

#include "core/analysis/PassMetrics.h"
#include "core/base/JobControl.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lamella::core {

// Whose time it is: rows of DeviceSegmentation::typeNames from 0, layers without a type, or what is no layer.
inline constexpr int kUntypedLayers = -1;
inline constexpr int kHeadPart = -2;
inline constexpr int kTailPart = -3;
inline constexpr int kNoLayerPart = -4;

struct WallPart {
    int type = kNoLayerPart;
    std::optional<Category> category; // none = nothing runs
    std::int64_t ns = 0;
    StringId kernel; // that takes most of it; of compiled operations one name of those that differ in their number; invalid = idle
    std::int64_t kernelNs = 0; // of `ns`
};

struct WallOfType {
    int type = kNoLayerPart;
    std::uint32_t layers = 0; // that the type has in these passes; 0 for what is no layer
    std::int64_t ns = 0; // with the idle time before its work
};

struct Bottleneck {
    DeviceId device;
    std::int64_t wallNs = 0; // of all passes, added up
    std::int64_t idleNs = 0;
    std::int64_t communicationNs = 0; // while nothing of another kind runs
    std::vector<WallPart> parts; // longest first; ties by type, then category
    std::vector<WallOfType> types; // longest first
};

// Where several pieces of work run at a moment, computation counts before copies, copies before communication, and among equals
// what began first; so the time of communication is its exposed time (help/measures.md). Idle time counts to the layer whose work
// ends it. One entry for each device of the scope that has work, in its order. Without passes in the scope: from the first work
// to the last. Stopped: what was found so far.
[[nodiscard]] std::vector<Bottleneck> bottlenecks(
    const AnalysisInput &input, const KernelScope &scope, const JobControl &control = {});

} // namespace lamella::core
