// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/PassLevels.h"

#include "core/analysis/LevelPartition.h"
#include "core/analysis/StagePasses.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace lamella::core {

namespace {

using Values = std::span<const double>;

constexpr std::size_t kMaxGroups = 2000;

double medianOf(Values values)
{
    return meanMedian(std::vector<double>(values.begin(), values.end()));
}

std::size_t perGroupOf(std::size_t passes)
{
    return (passes + kMaxGroups - 1) / kMaxGroups;
}

// Medians of `perGroup` neighbours; the last group has the rest.
std::vector<double> grouped(Values walls, std::size_t perGroup)
{
    std::vector<double> groups;
    for (std::size_t i = 0; i < walls.size(); i += perGroup)
        groups.push_back(medianOf(walls.subspan(i, std::min(perGroup, walls.size() - i))));
    return groups;
}

double deviationOf(Values values)
{
    constexpr double kSmallest = 0.003; // of the values: below, levels do not matter
    return std::max({deviationAroundLevels(values), kSmallest * medianOf(values), 1.0});
}

// Single passes far from their neighbours are outliers and make no level.
std::vector<double> withoutOutliers(Values values, double deviation)
{
    constexpr std::size_t kAround = 2;
    constexpr double kFar = 6;
    std::vector<double> kept(values.begin(), values.end());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t first = i < kAround ? 0 : i - kAround;
        const double around = medianOf(values.subspan(first, std::min(values.size(), i + kAround + 1) - first));
        if (std::abs(values[i] - around) > kFar * deviation)
            kept[i] = around;
    }
    return kept;
}

// The cost of a level is the sum of its squared distances from its mean, in deviations.
std::vector<std::size_t> beginsOfLevels(Values values, double deviation)
{
    const std::size_t n = values.size();
    std::vector<double> sums(n + 1);
    std::vector<double> squares(n + 1);
    const double base = medianOf(values);
    for (std::size_t i = 0; i < n; ++i) {
        const double value = (values[i] - base) / deviation;
        sums[i + 1] = sums[i] + value;
        squares[i + 1] = squares[i] + value * value;
    }
    const auto costOf = [&](std::size_t begin, std::size_t end) {
        const double sum = sums[end] - sums[begin];
        return squares[end] - squares[begin] - sum * sum / static_cast<double>(end - begin);
    };
    return levelBegins(n, costOf, [](std::size_t begin, std::size_t end) { return end - begin >= kMinLevelPasses; });
}

// A drift is divided into levels as well, but changes little from one pass to the next.
bool changesAtOnce(Values before, Values after)
{
    constexpr std::size_t kNear = 16;
    constexpr double kOfChange = 0.5;
    const double change = medianOf(after) - medianOf(before);
    const std::size_t left = std::min(kNear, before.size());
    const double near = medianOf(after.first(std::min(kNear, after.size()))) - medianOf(before.last(left));
    return std::abs(change) >= kMinLevelChange * medianOf(before) && near / change >= kOfChange;
}

// The boundary between groups, to the pass: where the two sides differ least from their medians.
std::size_t refined(Values walls, std::size_t edge, std::size_t perGroup)
{
    const std::size_t first = edge - std::min(edge, 2 * perGroup);
    const std::size_t last = std::min(walls.size(), edge + 2 * perGroup);
    const double before = medianOf(walls.subspan(first, edge - first));
    const double after = medianOf(walls.subspan(edge, last - edge));
    double own = 0; // distances of those on the wrong side of the boundary, from that at `first`
    double best = 0;
    std::size_t at = first;
    for (std::size_t i = first; i < last; ++i) {
        own += std::abs(walls[i] - before) - std::abs(walls[i] - after);
        if (own < best) {
            best = own;
            at = i + 1;
        }
    }
    return at;
}

// First passes of the levels, the number of passes last.
std::vector<std::size_t> edgesOf(Values walls)
{
    const std::size_t perGroup = perGroupOf(walls.size());
    const std::vector<double> groups = grouped(walls, perGroup);
    const double deviation = deviationOf(groups);
    const std::vector<double> kept = withoutOutliers(groups, deviation);
    const std::vector<std::size_t> begins = beginsOfLevels(kept, deviation);
    const Values values(kept);
    std::vector<std::size_t> edges{0};
    std::size_t first = 0; // of the level before
    for (std::size_t i = 0; i < begins.size(); ++i) {
        const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : values.size();
        if (!changesAtOnce(values.subspan(first, begins[i] - first), values.subspan(begins[i], end - begins[i])))
            continue;
        first = begins[i];
        edges.push_back(perGroup > 1 ? refined(walls, first * perGroup, perGroup) : first);
    }
    edges.push_back(walls.size());
    return edges;
}

const Pass *medianPass(const std::vector<const Pass *> &passes)
{
    const std::int64_t median = medianNs(wallsOf(passes));
    return *std::find_if(
        passes.begin(), passes.end(), [median](const Pass *pass) { return pass->range.length().value == median; });
}

} // namespace

LevelSides levelSides(const std::vector<const Pass *> &passes, int first, int last)
{
    LevelSides sides;
    for (const Pass *pass : passes)
        (pass->number >= first && pass->number <= last ? sides.own : sides.rest).push_back(pass);
    return sides;
}

std::size_t minLevelPasses(std::size_t passes)
{
    return kMinLevelPasses * std::max<std::size_t>(1, perGroupOf(passes));
}

std::vector<PassLevel> passLevels(const DeviceSegmentation &device, Stage stage)
{
    const StagePasses of = stagePasses(device, stage);
    const std::vector<const Pass *> &passes = of.settled;
    std::vector<PassLevel> levels;
    if (!of.complete || passes.size() < 2 * kMinLevelPasses)
        return levels;
    const std::vector<std::int64_t> ns = wallsOf(passes);
    const std::vector<std::size_t> edges = edgesOf(std::vector<double>(ns.begin(), ns.end()));
    std::size_t usual = 0; // the level of most passes
    for (std::size_t i = 1; i + 1 < edges.size(); ++i)
        if (edges[i + 1] - edges[i] > edges[usual + 1] - edges[usual])
            usual = i;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        if (i == usual)
            continue;
        const Pass *first = passes[edges[i]];
        const Pass *last = passes[edges[i + 1] - 1];
        const LevelSides sides = levelSides(passes, first->number, last->number);
        const PassLevel level{
            first, last, static_cast<std::int64_t>(sides.own.size()), medianPass(sides.own), medianPass(sides.rest)};
        const auto rest = static_cast<double>(level.rest->range.length().value);
        if (std::abs(static_cast<double>(level.deltaNs())) >= kMinLevelChange * rest)
            levels.push_back(level);
    }
    return levels;
}

} // namespace lamella::core
