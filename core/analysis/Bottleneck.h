// SPDX-License-Identifier: GPL-3.0-or-later
// Splits the wall of passes: each moment is attributed to one piece of work, to idle time or to work of others, so the parts add
// up to the wall.
#pragma once

#include "core/analysis/PassMetrics.h"
#include "core/base/JobControl.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lamella::core {

// Which part of the pass: from 0, rows of DeviceSegmentation::typeNames; below 0, layers without a type or work outside layers.
inline constexpr int kUntypedLayers = -1;
inline constexpr int kHeadPart = -2;
inline constexpr int kTailPart = -3;
inline constexpr int kNoLayerPart = -4;

struct WallPart {
    int type = kNoLayerPart;
    std::optional<Category> category; // none = idle or other work
    bool idle = false; // nothing runs on the device; else, without a category: only work that is not of the pass
    std::int64_t ns = 0;
    // name with the most time; for compiled operations, one of the names that differ only in their number; invalid without a
    // category
    StringId kernel;
    std::int64_t kernelNs = 0; // time of `kernel` within `ns`
};

struct WallOfType {
    int type = kNoLayerPart;
    std::uint32_t layers = 0; // layers of this type in these passes; 0 for head, tail and no layer
    std::int64_t ns = 0; // includes the idle time before its work
};

struct Bottleneck {
    DeviceId device;
    std::int64_t wallNs = 0; // sum over all passes
    std::int64_t idleNs = 0; // nothing runs on the device
    std::int64_t otherWorkNs = 0; // work of other passes, or outside of passes, runs alone or hides the communication of the pass
    std::int64_t communicationNs = 0; // exposed: no work of another kind runs on the device, of whatever pass (as in Overlap.h)
    std::vector<WallPart> parts; // longest first; ties by type, then category
    std::vector<WallOfType> types; // longest first
};

// If pieces of work overlap, compute takes precedence over copies, copies over communication, and within a kind the one that
// began first. If a pass runs nothing but communication while work of another kind runs on the device, that is other work; so
// communication gets its exposed time (help/measures.md). Idle time and other work are attributed to the layer whose work ends
// it. One entry per device of the scope that has work, in the order of the scope. Without passes in the scope the span from the
// first to the last work counts. On a stop request returns the devices done so far.
[[nodiscard]] std::vector<Bottleneck> bottlenecks(
    const AnalysisInput &input, const KernelScope &scope, const JobControl &control = {});

} // namespace lamella::core
