// SPDX-License-Identifier: GPL-3.0-or-later
// One function a picture; see chartOf(). Each gives nothing where the table lacks what it draws.
#pragma once

#include "core/report/ReportTable.h"

#include <string>

namespace lamella::core::chart {

[[nodiscard]] std::string layersChart(const ReportTable &layers);
[[nodiscard]] std::string clustersChart(const ReportTable &clusters);
[[nodiscard]] std::string passesChart(const ReportTable &passes);
[[nodiscard]] std::string heatmapChart(const ReportTable &heatmap);

} // namespace lamella::core::chart
