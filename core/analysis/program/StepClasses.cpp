// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/StepClasses.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>

namespace lamella::core {

namespace {

constexpr std::size_t kMinToSplit = 6;
constexpr double kMinSpread = 1.25; // longest : shortest
constexpr double kMinMedianRatio = 1.5;
constexpr double kMinShare = 0.1;
constexpr int kRounds = 40;
constexpr double kStill = 1e-9;

double quantile(const std::vector<std::int64_t> &sorted, double q)
{
    const double position = static_cast<double>(sorted.size() - 1) * q;
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    const double part = position - static_cast<double>(below);
    return static_cast<double>(sorted[below]) * (1 - part) + static_cast<double>(sorted[above]) * part;
}

// 1 = in the cluster of longer steps; empty if there is only one cluster.
std::vector<std::uint8_t> twoMeans(std::span<const NumberedStep> steps)
{
    std::vector<double> logs;
    std::int64_t min = INT64_MAX;
    std::int64_t max = 0;
    for (const NumberedStep &step : steps) {
        min = std::min(min, step.durationNs);
        max = std::max(max, step.durationNs);
    }
    if (min <= 0 || static_cast<double>(max) / static_cast<double>(min) < kMinSpread)
        return {};
    for (const NumberedStep &step : steps)
        logs.push_back(std::log(static_cast<double>(step.durationNs)));
    double low = std::log(static_cast<double>(min));
    double high = std::log(static_cast<double>(max));
    std::vector<std::uint8_t> labels(steps.size(), 0);
    for (int round = 0; round < kRounds; ++round) {
        bool changed = false;
        std::array<double, 2> sum{};
        std::array<std::size_t, 2> count{};
        for (std::size_t i = 0; i < logs.size(); ++i) {
            const std::uint8_t label = std::abs(logs[i] - high) < std::abs(logs[i] - low) ? 1 : 0;
            changed = changed || label != labels[i];
            labels[i] = label;
            sum[label] += logs[i];
            ++count[label];
        }
        const auto needed =
            std::max<std::size_t>(2, static_cast<std::size_t>(std::ceil(kMinShare * static_cast<double>(logs.size()))));
        if (std::min(count[0], count[1]) == 0)
            return {};
        const double newLow = sum[0] / static_cast<double>(count[0]);
        const double newHigh = sum[1] / static_cast<double>(count[1]);
        const bool still = std::abs(newLow - low) < kStill && std::abs(newHigh - high) < kStill && !changed;
        low = newLow;
        high = newHigh;
        if (still || round + 1 == kRounds)
            return std::min(count[0], count[1]) < needed ? std::vector<std::uint8_t>{} : labels;
    }
    return labels;
}

std::optional<std::int64_t> periodOf(const std::vector<NumberedStep> &heavy)
{
    std::map<std::int64_t, std::size_t> distances;
    std::size_t all = 0;
    for (std::size_t i = 1; i < heavy.size(); ++i) {
        const std::int64_t distance = heavy[i].number - heavy[i - 1].number;
        if (distance > 1) {
            ++distances[distance];
            ++all;
        }
    }
    if (heavy.size() < 3 || all < 2)
        return std::nullopt;
    const auto max =
        std::max_element(distances.begin(), distances.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    return max->second >= 2 ? std::optional(max->first) : std::nullopt;
}

StepClassSummary summarise(StepClass stepClass, const std::vector<NumberedStep> &steps)
{
    StepClassSummary summary;
    summary.stepClass = stepClass;
    std::vector<std::int64_t> durations;
    durations.reserve(steps.size());
    for (const NumberedStep &step : steps)
        durations.push_back(step.durationNs);
    summary.statistics = stepStatistics(durations);
    const auto distance = [&](const NumberedStep &step) {
        return std::abs(static_cast<double>(step.durationNs) - summary.statistics.medianNs);
    };
    const auto nearest = std::min_element(steps.begin(), steps.end(), [&](const NumberedStep &a, const NumberedStep &b) {
        return distance(a) != distance(b) ? distance(a) < distance(b) : a.number < b.number;
    });
    summary.representative = nearest->number;
    summary.representativeNs = nearest->durationNs;
    if (stepClass == StepClass::Heavy)
        summary.period = periodOf(steps);
    return summary;
}

} // namespace

std::string_view stepClassName(StepClass stepClass)
{
    constexpr std::array<std::string_view, 4> kNames{"", "typical", "light", "heavy"};
    return kNames[static_cast<std::size_t>(stepClass)];
}

StepStatistics stepStatistics(std::vector<std::int64_t> durations)
{
    StepStatistics statistics;
    if (durations.empty())
        return statistics;
    std::sort(durations.begin(), durations.end());
    double sum = 0;
    for (const std::int64_t duration : durations)
        sum += static_cast<double>(duration);
    statistics.count = durations.size();
    statistics.meanNs = sum / static_cast<double>(durations.size());
    statistics.medianNs = quantile(durations, 0.5);
    statistics.p90Ns = quantile(durations, 0.9);
    statistics.minNs = durations.front();
    statistics.maxNs = durations.back();
    return statistics;
}

StepClasses classifySteps(std::span<const NumberedStep> steps)
{
    StepClasses result;
    result.classes.assign(steps.size(), StepClass::Typical);
    if (steps.empty())
        return result;
    std::vector<NumberedStep> all(steps.begin(), steps.end());
    const std::vector<std::uint8_t> labels = steps.size() < kMinToSplit ? std::vector<std::uint8_t>{} : twoMeans(steps);
    std::array<std::vector<NumberedStep>, 2> parts;
    for (std::size_t i = 0; i < labels.size(); ++i)
        parts[labels[i]].push_back(steps[i]);
    if (!labels.empty()) {
        StepClassSummary light = summarise(StepClass::Light, parts[0]);
        StepClassSummary heavy = summarise(StepClass::Heavy, parts[1]);
        if (heavy.statistics.medianNs / light.statistics.medianNs >= kMinMedianRatio) {
            for (std::size_t i = 0; i < labels.size(); ++i)
                result.classes[i] = labels[i] == 1 ? StepClass::Heavy : StepClass::Light;
            result.summaries = {light, heavy};
            return result;
        }
    }
    result.summaries = {summarise(StepClass::Typical, all)};
    return result;
}

} // namespace lamella::core
