// SPDX-License-Identifier: GPL-3.0-or-later
// The facts about one moment of the picture of memory, and their texts in the inspector. The numbers are those of the tables
// `memory`.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/Selection.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/memory/MemoryPicture.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lamella::ui {

struct MemoryMoment {
    std::size_t row = 0; // of the picture
    int pass = core::kNoPass; // for which the thread allocates
    int layer = core::kNoLayer;
    std::string op; // of the event; empty: not recorded
    std::array<std::int64_t, kMemoryParts> blocks{}; // that live, by lifetime
    // The largest live blocks that are not kept: all of one size.
    std::int64_t largest = 0; // bytes of one; 0: there are none
    std::int64_t largestCount = 0;
    std::vector<std::string> largestOps; // that allocated them, each once
    // The block at that moment, a row of MemoryPicture::blocks.
    enum class Is : std::uint8_t { Nothing, Allocated, Freed, Selected } is = Is::Nothing;
    std::size_t block = 0;
    std::optional<std::size_t> largestBlock; // of all that live and were allocated in the trace, a row of MemoryPicture::blocks
    std::optional<std::size_t> failure; // the allocation that failed there, a row of MemoryPicture::failed
};

// At a time of a picture that is not empty. `selected`: the block with this target is used; else the one that the event allocates
// or frees. Errors: Cancelled.
[[nodiscard]] core::Result<MemoryMoment> memoryMoment(
    const MemoryPicture &picture, std::int64_t time, const core::Selection &selected, const core::JobControl &control = {});

// GUI thread.
[[nodiscard]] InspectorContent momentContent(const MemoryPicture &picture, const MemoryMoment &moment);

// How much more is allocated after the last pass than before the first; of a picture with passes. GUI thread.
[[nodiscard]] QString memoryGrowthText(const MemoryPicture &picture);

} // namespace lamella::ui
