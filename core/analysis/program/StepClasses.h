// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of step times, and their division into light and heavy steps (checkpoints, evaluation, other batch sizes). Pure
// functions of numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lamella::core {

struct StepStatistics {
    std::size_t count = 0;
    double meanNs = 0;
    double medianNs = 0;
    double p90Ns = 0; // median and P90 by linear interpolation at (count - 1) * q of the sorted values
    std::int64_t minNs = 0;
    std::int64_t maxNs = 0;
};
[[nodiscard]] StepStatistics stepStatistics(std::vector<std::int64_t> durations);

enum class StepClass : std::uint8_t { None, Typical, Light, Heavy };
[[nodiscard]] std::string_view stepClassName(StepClass stepClass); // "typical"; None = ""

struct NumberedStep {
    std::int64_t number = 0;
    std::int64_t durationNs = 0;
};

struct StepClassSummary {
    StepClass stepClass = StepClass::None;
    StepStatistics statistics;
    std::int64_t representative = 0; // number of the step nearest to the median, the smaller one on a tie
    std::int64_t representativeNs = 0;
    std::optional<std::int64_t> period; // of heavy steps: the most frequent distance between two, if it occurs at least twice
};

struct StepClasses {
    std::vector<StepClass> classes; // by step
    std::vector<StepClassSummary> summaries; // light and heavy, or typical; empty without steps
};
// Two classes only if the times are clearly separated: at least six steps, two clusters of the logarithms with at least two steps
// and a tenth of all steps each, and medians at least 1.5 times apart.
[[nodiscard]] StepClasses classifySteps(std::span<const NumberedStep> steps);

} // namespace lamella::core
