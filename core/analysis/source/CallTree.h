// SPDX-License-Identifier: GPL-3.0-or-later
// The call stacks of a trace as one tree: Python frames, modules and operators of the threads that launch work, with the time
// that they took on the host and the GPU work that was launched in them. Frames with the same label and the same callers are one
// node, so that layers are merged. Immutable once built.
#pragma once

#include "core/analysis/origin/Origins.h"
#include "core/analysis/source/FrameLabel.h"
#include "core/base/JobControl.h"
#include "core/base/Time.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

struct CallNode {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    std::uint32_t parent = kNone; // a parent precedes its children
    std::uint32_t label = 0; // row of CallTree::labels
    std::int64_t calls = 0; // spans of the host; 0 if the node belongs to a companion only
    std::int64_t hostNs = 0; // of these spans, without those inside
};

struct CallTree {
    std::vector<FrameLabel> labels;
    std::vector<CallNode> nodes;
    std::vector<std::uint32_t> nodeOf; // by KernelId: the innermost frame around its launch; kNone = no frame recorded
    std::int64_t frames = 0; // Python frames of the trace that are in the tree
    std::int64_t framesOutside = 0; // those that have no duration or no time
    std::int64_t chainsLeftOut = 0; // kernels whose call chain would have made the tree too large

    // The innermost node at or above this one of that kind; kNone if there is none.
    [[nodiscard]] std::uint32_t innermost(std::uint32_t node, FrameKind kind) const;
    // The source line of work: the innermost line of the user's own code at or above the node, else the innermost line.
    [[nodiscard]] std::uint32_t sourceLine(std::uint32_t node) const;
};

// Of all kernels. host: the part of the trace in which host time and calls count; null = all of it. On a stop request returns
// what was built so far.
[[nodiscard]] CallTree callTree(
    const Origins &origins, const SourceRule &rule, const JobControl &control = {}, const TimeRange *host = nullptr);

} // namespace lamella::core
