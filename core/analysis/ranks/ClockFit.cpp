// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/ClockFit.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxPoints = 128;
constexpr std::size_t kMinForDrift = 8;
constexpr std::int64_t kMinSpanNs = 5'000'000;
constexpr double kMaxDrift = 1e-3; // crystal oscillators stay within 100 ppm; larger values are not clock drift
constexpr double kCloseEnough = 1e-6; // 1 ppm: a drift known this well is reported even if it is near zero

std::int64_t rounded(double value)
{
    constexpr double kMax = 9e18;
    return static_cast<std::int64_t>(std::llround(std::clamp(value, -kMax, kMax)));
}

template <class T> T quantile(std::vector<T> values, double q)
{
    const auto at = static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + at, values.end());
    return values[static_cast<std::size_t>(at)];
}

// Slopes of all pairs of points if there are few, else of each point with the one half a list later (Theil's incomplete method).
double medianSlope(const std::vector<ClockPair> &sorted)
{
    const std::size_t count = sorted.size();
    const std::int64_t span = subtractSaturated(sorted.back().referenceNs, sorted.front().referenceNs);
    std::vector<double> slopes;
    const auto add = [&](const ClockPair &from, const ClockPair &to) {
        const std::int64_t dx = subtractSaturated(to.referenceNs, from.referenceNs);
        if (dx < span / 8) // close points only add noise
            return;
        const std::int64_t dy = subtractSaturated(to.otherNs, from.otherNs);
        slopes.push_back(static_cast<double>(subtractSaturated(dy, dx)) / static_cast<double>(dx));
    };
    if (count <= kMaxPoints) {
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = i + 1; k < count; ++k)
                add(sorted[i], sorted[k]);
    } else {
        for (std::size_t i = 0; i + count / 2 < count; ++i)
            add(sorted[i], sorted[i + count / 2]);
    }
    return slopes.empty() ? 0 : quantile(std::move(slopes), 0.5);
}

void setOffset(ClockFit &fit, const std::vector<ClockPair> &sorted)
{
    fit.line.offsetNs = 0;
    std::vector<std::int64_t> left;
    left.reserve(sorted.size());
    for (const ClockPair &p : sorted)
        left.push_back(subtractSaturated(p.otherNs, fit.line.fromReference(p.referenceNs)));
    fit.line.offsetNs = quantile(left, 0.5);
    for (std::int64_t &value : left)
        value = std::abs(std::max(subtractSaturated(value, fit.line.offsetNs), -INT64_MAX));
    fit.residualNs = quantile(left, 0.5);
    fit.worstNs = quantile(std::move(left), 0.95);
}

// Standard error of a slope through evenly spaced points, with the spread estimated from the median residual assuming normal
// noise.
double slopeError(const ClockFit &fit, double spanNs)
{
    constexpr double kSpreadOfMedian = 1.4826;
    const double spread = kSpreadOfMedian * static_cast<double>(std::max<std::int64_t>(fit.residualNs, 1));
    return spread / std::max(spanNs, 1.0) * std::sqrt(12.0 / static_cast<double>(std::max<std::size_t>(fit.pairs, 1)));
}

} // namespace

std::int64_t ClockLine::toReference(std::int64_t otherNs) const
{
    const std::int64_t moved = subtractSaturated(otherNs, offsetNs);
    const double since = static_cast<double>(subtractSaturated(moved, originNs));
    return subtractSaturated(moved, rounded(since * (drift / (1 + drift))));
}

std::int64_t ClockLine::fromReference(std::int64_t referenceNs) const
{
    const double since = static_cast<double>(subtractSaturated(referenceNs, originNs));
    return addSaturated(addSaturated(referenceNs, offsetNs), rounded(since * drift));
}

ClockFit fitClock(const std::vector<ClockPair> &pairs, std::int64_t originNs)
{
    ClockFit fit;
    fit.line.originNs = originNs;
    fit.pairs = pairs.size();
    if (pairs.empty())
        return fit;
    std::vector<ClockPair> sorted = pairs;
    std::sort(sorted.begin(), sorted.end(), [](const ClockPair &a, const ClockPair &b) { return a.referenceNs < b.referenceNs; });
    const std::int64_t span = subtractSaturated(sorted.back().referenceNs, sorted.front().referenceNs);
    if (sorted.size() >= kMinForDrift && span >= kMinSpanNs)
        fit.line.drift = medianSlope(sorted);
    setOffset(fit, sorted);
    const double error = slopeError(fit, static_cast<double>(span));
    const double slope = std::abs(fit.line.drift);
    fit.driftFitted =
        sorted.size() >= kMinForDrift && span >= kMinSpanNs && slope <= kMaxDrift && (error <= kCloseEnough || slope > 3 * error);
    if (!fit.driftFitted && fit.line.drift != 0) {
        fit.line.drift = 0;
        setOffset(fit, sorted);
    }
    return fit;
}

} // namespace lamella::core
