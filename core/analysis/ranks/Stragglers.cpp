// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/Stragglers.h"

#include "core/base/Typical.h"

#include <algorithm>
#include <climits>
#include <map>

namespace lamella::core {

namespace {

constexpr double kMinShare = 0.01;
constexpr int kAllLayers = INT_MAX;

struct Tally {
    std::map<int, std::int64_t> excess; // by layer
    std::int64_t total = 0;
    std::int64_t wall = 0; // of the passes
    std::int64_t wait = 0;
};

void count(const RankRow &row, std::vector<Tally> &tallies)
{
    std::vector<std::int64_t> own;
    for (const auto &times : row.ranks)
        if (times)
            own.push_back(times->ownNs());
    if (own.size() < 2)
        return;
    const std::int64_t median = lowerMiddleValue(own); // so that the slower of two ranks exceeds it
    for (std::size_t r = 0; r < row.ranks.size(); ++r) {
        if (!row.ranks[r])
            continue;
        const std::int64_t excess = subtractSaturated(row.ranks[r]->ownNs(), median);
        tallies[r].excess[row.layer] = addSaturated(tallies[r].excess[row.layer], excess);
        tallies[r].total = addSaturated(tallies[r].total, excess);
        tallies[r].wait = addSaturated(tallies[r].wait, row.ranks[r]->waitNs);
    }
}

// Of the passes, so that a share is of the wall that passes are shown with.
void addWalls(const RankRow &whole, std::vector<Tally> &tallies)
{
    for (std::size_t r = 0; r < whole.ranks.size(); ++r)
        if (whole.ranks[r])
            tallies[r].wall = addSaturated(tallies[r].wall, whole.ranks[r]->wallNs);
}

// And others wait. Ranks without a pass in common have no wall.
bool waitsLeast(const std::vector<Tally> &tallies, const Tally &rank)
{
    return std::all_of(tallies.begin(), tallies.end(),
        [&rank](const Tally &other) { return &other == &rank || other.wall == 0 || other.wait > rank.wait; });
}

// Where the ranks are slow in turn, each exceeds the median of some passes; what the ranks have in common sets none apart.
std::int64_t commonExcess(const std::vector<Tally> &tallies, int layer)
{
    std::vector<std::int64_t> excess;
    for (const Tally &rank : tallies)
        if (layer == kAllLayers && rank.wall > 0)
            excess.push_back(rank.total);
        else if (const auto found = rank.excess.find(layer); found != rank.excess.end())
            excess.push_back(found->second);
    return lowerMiddleValue(std::move(excess));
}

bool countsFor(const RankPass &pass)
{
    return pass.state != PassState::Cold && pass.state != PassState::WarmUp && pass.state != PassState::Outlier;
}

} // namespace

std::optional<Straggler> findStraggler(const std::vector<RankPass> &passes, std::size_t ranks)
{
    std::vector<Tally> tallies(ranks);
    const bool some = std::any_of(passes.begin(), passes.end(), countsFor);
    std::size_t counted = 0;
    for (const RankPass &pass : passes) {
        if (some && !countsFor(pass))
            continue;
        ++counted;
        addWalls(pass.whole, tallies);
        if (pass.layers.empty())
            count(pass.whole, tallies);
        for (const RankRow &layer : pass.layers)
            count(layer, tallies);
    }
    const auto worst =
        std::max_element(tallies.begin(), tallies.end(), [](const Tally &a, const Tally &b) { return a.total < b.total; });
    if (worst == tallies.end() || worst->total <= 0 || worst->wall <= 0)
        return std::nullopt;
    const std::int64_t total = worst->total - commonExcess(tallies, kAllLayers);
    Straggler straggler;
    straggler.share = static_cast<double>(total) / static_cast<double>(worst->wall);
    if (straggler.share < kMinShare)
        return std::nullopt;
    const auto passesCounted = static_cast<std::int64_t>(counted);
    straggler.rank = static_cast<std::size_t>(worst - tallies.begin());
    straggler.passes = counted;
    straggler.excessNs = total / passesCounted;
    std::map<int, std::int64_t> excess;
    for (const auto &[layer, ns] : worst->excess)
        excess[layer] = ns - commonExcess(tallies, layer);
    const auto layer =
        std::max_element(excess.begin(), excess.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    straggler.layer = layer->first;
    straggler.layerExcessNs = layer->second / passesCounted;
    straggler.waitedFor = waitsLeast(tallies, *worst);
    straggler.layerShare = std::min(1.0, static_cast<double>(layer->second) / static_cast<double>(total));
    return straggler;
}

} // namespace lamella::core
