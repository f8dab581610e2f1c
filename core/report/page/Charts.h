// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of tables as SVG elements for a page of HTML. They are drawn from the table's own cells, so a picture cannot say
// anything that the table beside it does not; what the page's style sheet colours has a class (f0…f7 for families of categories,
// q0…q6 for steps of a heat map).
#pragma once

#include "core/report/ReportTable.h"

#include <string>

namespace lamella::core {

// The picture that belongs to a table, or nothing:
//   layers     stacked bars by category, one a layer, with the wall of the layer as a line
//   clusters   one stacked bar a type of layer, by shares of the summed time
//   passes     each pass on the time axis, one lane a device
//   heatmap    pass × layer
[[nodiscard]] std::string chartOf(const ReportTable &table);

// More cells than this are not drawn: the page would be too heavy to open. The picture then says how many it shows.
inline constexpr std::size_t kMaxHeatCells = 8192;

} // namespace lamella::core
