// SPDX-License-Identifier: GPL-3.0-or-later
// ranks: the same pass and layer on every rank of a job, and how the clocks of the ranks were put on one.
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
    std::size_t passes = 0; // of the rank, whether another rank has them or not
};

struct RankTableInput {
    const RankComparison &comparison;
    const std::vector<RankLabel> &labels; // row = rank
    std::int64_t zeroNs = 0; // of the reference's trace
    std::vector<int> passes; // of the reference, ascending
    std::optional<LayerRange> layers;
};

[[nodiscard]] std::vector<ReportColumn> ranksColumns();
[[nodiscard]] std::vector<ReportColumn> ranksByRankColumns();

// One row for each pass, layer and rank that has it. Targets are passes and layers of that rank's own trace.
[[nodiscard]] ReportTable ranksTable(const RankTableInput &input);
[[nodiscard]] ReportTable ranksByPassTable(const RankTableInput &input);
[[nodiscard]] ReportTable ranksByRankTable(const RankTableInput &input);

// "Rank 3 is the one the others wait for: 1.2 ms of its own time above the median in each pass (8.1 % of the wall), 71 % of it in
// layer 17." or that none stands out. Empty where no passes could be compared.
[[nodiscard]] Message stragglerSentence(const RankComparison &comparison, const std::vector<RankLabel> &labels);
// One for each rank that was not aligned well: "Rank 5: too few collectives in common; ...".
[[nodiscard]] std::vector<Message> alignmentWarnings(const RankComparison &comparison, const std::vector<RankLabel> &labels);

} // namespace lamella::core
