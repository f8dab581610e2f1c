// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of a heat map as plain values: computed on a worker; painting and hit tests need no further analysis.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/base/Result.h"
#include "core/model/Selection.h"
#include "core/profile/Category.h"
#include "core/session/AnalysisSession.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::ui {

struct HeatMapCell {
    bool present = false;
    core::KernelId kernel = {}; // of a map by kernel
    std::int64_t valueNs = 0;
};

struct HeatMapRow {
    std::string label; // "P4" or the short name of the kernel
    std::string note; // "cold"; empty for steady rows
    core::Category category = core::Category::Other; // of a kernel row
    bool inRange = true; // false: does not count for the colour range (cold, outlier), but is painted on it
    bool settled = true; // whole, and neither cold, warming up nor an outlier: counts for the colour range of many passes
    core::Selection target; // pass, or empty
    int pass = core::kNoPass;
    core::Stage stage = core::Stage::Unknown;
    core::PassState state = core::PassState::Unknown;
    bool representative = false; // the pass that `auto` resolves to
    std::int64_t median = 0; // of the row, 0 if empty: base of the deviations in a kernel row
    std::vector<HeatMapCell> cells;
};

struct HeatMapData {
    bool byKernel = false; // rows are kernel positions of one pass, or of all passes with overPasses
    bool overPasses = false; // columns are passes: several passes without layers
    int leftOut = 0; // number of short kernels without a row
    int onlyPass = core::kNoPass; // of a map by kernel
    core::DeviceId device;
    std::vector<int> layers; // of the columns; pass numbers with overPasses
    std::vector<HeatMapRow> rows;
    std::vector<std::int64_t> columnMedians; // by layer, over the rows in range
    core::Message stateRule; // how states were determined; empty if unknown
    core::Message chosenWhy; // why this pass is representative
    // Colour range: minimum and 96th percentile of the rows in range, or 5 % below and above medianNs where that is farther.
    std::int64_t low = 0;
    std::int64_t high = 0;
    bool highIsPercentile = true;
    core::Stage mainStage = core::Stage::Unknown; // of the representative pass; the colour range is of its passes
    std::int64_t medianNs = 0; // of the cells in the colour range; 0 = none
    core::Message whyEmpty; // sentence shown for a map without rows

    // What a cell selects; nothing for an absent one.
    [[nodiscard]] core::Selection targetOf(std::size_t row, std::size_t column) const;
};

// More passes than kMaxPassRows are columns of a map of full width, if any of them has layers.
inline constexpr std::size_t kMaxPassRows = 60;
[[nodiscard]] bool arePassesColumns(const core::DeviceSegmentation &device);

// Passes × layers from the table `heatmap`; kernel positions × layers if the device has one pass, × passes if no pass has layers.
// `passes`: as TableRequest::pass, "all" or "3-17".
core::Result<HeatMapData> loadHeatMap(core::AnalysisSession &session, const core::Segmentation &segmentation,
    core::DeviceId device, const std::string &metric, const std::string &passes, const core::JobControl &control);

// Sets low, high and medianNs. Over the passes of the main stage, unless none of them is in the range. Of many passes, those at
// another level than most count as well, though they are not steady: else all of them had the last colour. At least 5 % on both
// sides of the median, so that the noise of a steady run has colours alike.
void setColourRange(HeatMapData &data);

// Over the cells that have a value.
[[nodiscard]] std::int64_t sumOfRow(const HeatMapRow &row);
[[nodiscard]] std::int64_t meanOfRow(const HeatMapRow &row); // 0 if none has a value

// The p-th quantile (0..1) of the values, nearest rank; 0 if there are none.
[[nodiscard]] std::int64_t percentile(std::vector<std::int64_t> values, double share);

} // namespace lamella::ui
