// SPDX-License-Identifier: GPL-3.0-or-later
// What a heat map shows, as plain values: computed in a worker, painted and hit-tested without any further analysis.
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
    std::int64_t valueNs = 0;
    core::Selection target;
};

struct HeatMapRow {
    std::string label; // "P4" or the short name of the kernel
    std::string note; // "cold"; empty for steady rows
    core::Category category = core::Category::Other; // chip of a kernel row
    bool inRange = true; // false: outside of the colour range (cold, outlier), painted as text on a neutral fill
    core::Selection target; // pass, or empty
    int pass = core::kNoPass;
    core::Stage stage = core::Stage::Unknown;
    core::PassState state = core::PassState::Unknown;
    bool representative = false; // the pass that `auto` means
    std::int64_t median = 0; // of the row, 0 if empty: what a kernel row diverges from
    std::vector<HeatMapCell> cells;
};

struct HeatMapData {
    bool byKernel = false; // rows are kernel positions of one pass, or with overPasses of all
    bool overPasses = false; // columns are passes: several that could not be cut into layers
    int leftOut = 0; // short kernels that have no row
    int onlyPass = core::kNoPass; // of a map by kernel
    core::DeviceId device;
    std::vector<int> layers; // of the columns; passes with overPasses
    std::vector<HeatMapRow> rows;
    std::vector<std::int64_t> columnMedians; // of the rows in range, by layer
    std::string stateRule; // how states were told; empty if unknown
    std::string chosenWhy; // why the representative pass is it
    std::int64_t low = 0; // colour range: least value and 96th percentile of the rows in range
    std::int64_t high = 0;
    std::string whyEmpty; // sentence for a map without rows
};

// Passes × layers by the table `heatmap`; kernel positions × layers when the device has one pass, × passes where none has layers.
core::Result<HeatMapData> loadHeatMap(core::AnalysisSession &session, const core::Segmentation &segmentation,
    core::DeviceId device, const std::string &metric, const core::JobControl &control);

// Of the cells that are there.
[[nodiscard]] std::int64_t sumOfRow(const HeatMapRow &row);
[[nodiscard]] std::int64_t meanOfRow(const HeatMapRow &row); // 0 for none
[[nodiscard]] std::int64_t sumOfColumn(const HeatMapData &data, std::size_t column);

// The p-th share (0..1) of the sorted values, nearest rank; 0 for none.
[[nodiscard]] std::int64_t percentile(std::vector<std::int64_t> values, double share);

} // namespace lamella::ui
