// SPDX-License-Identifier: GPL-3.0-or-later
// One function per chart; see chartOf(). Each returns an empty string if the table lacks the columns that it draws.
#pragma once

#include "core/report/ReportTable.h"

#include <string>

namespace lamella::core::chart {

[[nodiscard]] std::string layersChart(const ReportTable &layers);
[[nodiscard]] std::string clustersChart(const ReportTable &clusters);
[[nodiscard]] std::string passesChart(const ReportTable &passes);
[[nodiscard]] std::string heatmapChart(const ReportTable &heatmap);

} // namespace lamella::core::chart
