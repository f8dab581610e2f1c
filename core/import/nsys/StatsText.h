// SPDX-License-Identifier: GPL-3.0-or-later
// Parses reports of `nsys stats`, as CSV and as console columns; a file may contain several reports and the program's messages in
// between. Source: public outputs of versions 2021 to 2025.
#pragma once

#include "core/import/MemoryBudget.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct StatsReport {
    std::string id; // "cuda_gpu_kern_sum"; the second of the same name "cuda_gpu_kern_sum#2"; "report" = unknown
    std::vector<std::string> header; // "Time (%)", "Total Time (ns)", …
    std::vector<std::vector<std::string>> rows; // one cell per header column; numbers without thousands separators

    [[nodiscard]] std::ptrdiff_t column(std::string_view name) const; // ignores a unit in brackets; -1 = none
};

struct StatsText {
    std::vector<StatsReport> reports;
    std::vector<std::string> skipped; // messages about skipped reports
    std::uint64_t moreReports = 0; // beyond the first thousand
    std::uint64_t moreSkipped = 0; // beyond the first hundred
    std::uint64_t badRows = 0; // with fewer cells than the header, or beyond the cell limit
    std::string badSample;
};

// True if a line of the text is the header of such a report.
[[nodiscard]] bool looksLikeStatsText(std::string_view head);
inline constexpr std::size_t kMaxStatsCells = 16'000'000;
// fileName: its ending identifies the report of a CSV file if no line does. Keeps at most `maxCells` cells; surplus cells of a
// row are appended to its last one. memory: counts what is kept and ends the parsing at its limit; may be null.
[[nodiscard]] StatsText parseStatsText(
    std::string_view text, std::string_view fileName, std::size_t maxCells = kMaxStatsCells, MemoryBudget *memory = nullptr);

} // namespace lamella::core
