// SPDX-License-Identifier: GPL-3.0-or-later
// What the pass strip shows of one device: its passes with their walls, the stage that makes up most of the run, and the median
// of that stage. Pure; its twin is the table "passes".
#pragma once

#include "core/analysis/Segmentation.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace lamella::ui {

struct StripPass {
    int number = 0;
    core::Stage stage = core::Stage::Unknown;
    core::PassState state = core::PassState::Unknown;
    bool complete = false; // false: the capture begins or ends inside it
    std::int64_t wallNs = 0;

    [[nodiscard]] bool isOutlier() const { return state == core::PassState::Outlier; }
    [[nodiscard]] bool isCold() const { return state == core::PassState::Cold || state == core::PassState::WarmUp; }
};

struct PassStripData {
    core::DeviceId device;
    std::vector<StripPass> passes; // in the order of time; row = position
    core::Stage mainStage = core::Stage::Unknown; // of the representative pass
    std::int64_t medianNs = 0; // of the passes of that stage which count, as in all tables; 0 = none
    std::size_t counted = 0; // number of those passes
    std::map<core::Stage, std::size_t> stages; // number of passes

    [[nodiscard]] bool isMain(const StripPass &pass) const { return pass.stage == mainStage; }
    // Row of a pass; nothing if there is no such pass.
    [[nodiscard]] std::optional<std::size_t> rowOf(int number) const;
    // Its place by wall among the passes of its stage, 1 = the longest, and their number.
    [[nodiscard]] std::pair<std::size_t, std::size_t> rankOf(std::size_t row) const;
    // The next row after `row` (before it, with a negative step) that `matches`; nothing if there is none.
    template <class Matches> [[nodiscard]] std::optional<std::size_t> next(std::size_t row, int step, Matches matches) const
    {
        for (std::size_t i = row + static_cast<std::size_t>(step); i < passes.size(); i += static_cast<std::size_t>(step))
            if (matches(passes[i]))
                return i;
        return std::nullopt;
    }
};
[[nodiscard]] PassStripData passStripData(const core::DeviceSegmentation &device);

// Share of busy time of a device in `count` slices of equal length of the whole trace, like the timeline; for one without passes.
struct BusySlices {
    core::TimeRange range; // empty: the device has no work
    std::vector<float> busy; // 0..1
};
[[nodiscard]] BusySlices busySlices(const core::TraceDocument &document, core::DeviceId device, std::size_t count);

} // namespace lamella::ui
