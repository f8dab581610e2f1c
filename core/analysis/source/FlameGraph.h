// SPDX-License-Identifier: GPL-3.0-or-later
// GPU time as a flame graph: the call stacks of a call tree with the kernels at their ends, laid out once for any zoom. The width
// of a frame is the GPU time launched inside of it.
#pragma once

#include "core/analysis/source/CallTree.h"
#include "core/profile/KernelNames.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lamella::core {

struct FlameFrame {
    std::uint32_t label = CallNode::kNone; // row of CallTree::labels; kNone: a kernel, a layer or work without an origin
    StringId kernel; // the name of the kernels of this frame
    std::int32_t layer = INT32_MIN; // of a frame that contains one layer
    std::string_view why; // of the frame of work without an origin; a literal
    std::uint32_t parent = CallNode::kNone; // row of FlameGraph::frames
    std::uint32_t depth = 0;
    std::int64_t beginNs = 0; // place from the left edge
    std::int64_t endNs = 0;
    std::int64_t kernels = 0;
    KernelId longest; // of its kernels
    [[nodiscard]] std::int64_t ns() const { return endNs - beginNs; }
};

struct FlameGraph {
    std::vector<FlameFrame> frames; // row by row from the root, each from left to right
    std::vector<std::size_t> rows; // first frame of each depth, and the number of frames
    std::int64_t totalNs = 0;

    [[nodiscard]] std::size_t depth() const { return rows.empty() ? 0 : rows.size() - 1; }
    [[nodiscard]] std::span<const FlameFrame> row(std::size_t depth) const
    {
        return {frames.data() + rows[depth], rows[depth + 1] - rows[depth]};
    }
};

struct FlameOptions {
    bool layerByLayer = false; // a frame for each layer below the root
    // Also frames of torch, of Python itself, of functions without a file, and callers of the user's outermost function.
    bool plumbing = false;
};

// Frames that only call on behalf of the frames around them: torch, Python's own modules, functions without a file.
[[nodiscard]] bool isPlumbing(const FrameLabel &label);

// layerOf: by KernelId. The frames that all stacks begin with are left out up to the first of the user's own. On a stop request
// returns an empty graph.
[[nodiscard]] FlameGraph flameGraph(const Origins &origins, const CallTree &tree, std::span<const KernelId> kernels,
    std::span<const std::int32_t> layerOf, const FlameOptions &options = {}, const JobControl &control = {});

} // namespace lamella::core
