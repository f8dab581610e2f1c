// SPDX-License-Identifier: GPL-3.0-or-later
// ranks: the same passes and layers on every rank of a job, and how the ranks' clocks were aligned.
#pragma once

#include "core/analysis/KernelScope.h"
#include "core/analysis/ranks/RankComparison.h"
#include "core/base/Message.h"
#include "core/report/ReportTable.h"

#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

struct RankLabel {
    int rank = 0; // number in the job
    std::string file;
    std::string numberFrom; // "distributed info", "file name", "device", "order"
    DeviceId device;
    std::size_t passes = 0; // passes of the rank, also those that other ranks lack
    std::string host; // that it ran on; empty: not known
};

struct RankTableInput {
    const RankComparison &comparison;
    const std::vector<RankLabel> &labels; // index = rank
    std::int64_t zeroNs = 0; // zero of the reference's trace
    std::vector<int> passes; // numbers in the reference, ascending
    std::optional<LayerRange> layers;
};

[[nodiscard]] std::vector<ReportColumn> ranksColumns();
[[nodiscard]] std::vector<ReportColumn> ranksByRankColumns();
[[nodiscard]] std::vector<ReportColumn> ranksByGroupColumns();
[[nodiscard]] std::vector<ReportColumn> ranksByHostColumns();

// One row per pass, layer and rank. Targets are passes and layers of the rank's own trace.
[[nodiscard]] ReportTable ranksTable(const RankTableInput &input);
[[nodiscard]] ReportTable ranksByPassTable(const RankTableInput &input);
[[nodiscard]] ReportTable ranksByRankTable(const RankTableInput &input);
// One row per group, by division and first rank; `rank`: only those in which this rank is.
[[nodiscard]] ReportTable ranksByGroupTable(const RankTableInput &input, std::optional<int> rank = std::nullopt);

// One row per host, by its first rank; those whose host is not known are one. `rank`: only that of this rank.
[[nodiscard]] ReportTable ranksByHostTable(const RankTableInput &input, std::optional<int> rank = std::nullopt);

// Numbers of the ranks of a group: "0-7", "0,8,16,24", of many "0,8,16,24, …, 4088".
[[nodiscard]] std::string groupRanksText(const RankGroup &group, const std::vector<RankLabel> &labels);

// "Rank 3 is the one the others wait for: 1.2 ms of its own time above the median in each pass (8.1 % of the wall), 71 % of it in
// layer 17.", or that no rank is notably slow. Empty if no passes could be compared.
[[nodiscard]] Message stragglerSentence(const RankComparison &comparison, const std::vector<RankLabel> &labels);
// One per rank that could not be aligned well: "Rank 5: too few collectives in common; ...".
[[nodiscard]] std::vector<Message> alignmentWarnings(const RankComparison &comparison, const std::vector<RankLabel> &labels);

} // namespace lamella::core
