// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as SVG charts for an HTML page. Charts are drawn from the table's cells, so chart and table always agree. Colours are
// classes of the page's style sheet (f0…f7 for families of categories, q0…q6 for steps of a heat map).
#pragma once

#include "core/report/ReportTable.h"

#include <string>

namespace lamella::core {

// The chart of a table, or an empty string if it has none:
//   layers     stacked bars by category, one per layer, with the layer's wall as a line
//   clusters   one stacked bar per layer type, by share of the summed time
//   passes     each pass on the time axis, one lane per device
//   heatmap    pass × layer
[[nodiscard]] std::string chartOf(const ReportTable &table);

// A heat map draws at most this many cells, else the page would be slow to open; the page then states how many it shows.
inline constexpr std::size_t kMaxHeatCells = 8192;

} // namespace lamella::core
