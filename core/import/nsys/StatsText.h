// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of `nsys stats`, as CSV and as the columns that it prints on a console; several may stand in one file, with the lines
// that the program says in between. Source: public outputs of versions 2021 to 2025.
#pragma once

#include "core/import/MemoryBudget.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct StatsReport {
    std::string id; // "cuda_gpu_kern_sum"; the second of the same name "cuda_gpu_kern_sum#2"; "report" = not told
    std::vector<std::string> header; // "Time (%)", "Total Time (ns)", …
    std::vector<std::vector<std::string>> rows; // as many cells as the header has; thousands separators taken out of numbers

    [[nodiscard]] std::ptrdiff_t column(std::string_view name) const; // without regard to a unit in brackets; -1 = none
};

struct StatsText {
    std::vector<StatsReport> reports;
    std::vector<std::string> skipped; // what the program says of reports that it left out
    std::uint64_t moreReports = 0; // beyond the first thousand
    std::uint64_t moreSkipped = 0; // beyond the first hundred
    std::uint64_t badRows = 0; // with fewer cells than their header, or for which there was no room
    std::string badSample;
};

// Whether a line of the text is the header of such a report.
[[nodiscard]] bool looksLikeStatsText(std::string_view head);
inline constexpr std::size_t kMaxStatsCells = 16'000'000;
// fileName: its ending names the report of a CSV file, where no line does. At most `mostCells` cells are
// kept; those that a row has too many are part of its last one. memory: holds what is kept, and ends the parsing when that is too
// much; may be null.
[[nodiscard]] StatsText parseStatsText(
    std::string_view text, std::string_view fileName, std::size_t mostCells = kMaxStatsCells, MemoryBudget *memory = nullptr);

} // namespace lamella::core
