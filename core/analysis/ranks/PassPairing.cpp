// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/PassPairing.h"

#include <algorithm>
#include <map>

namespace lamella::core {

namespace {

using Votes = std::map<std::pair<int, int>, std::int64_t>; // (reference's pass, own pass) -> weight

// By rank: number of collectives that a pass of the reference has in common with one of the rank.
std::vector<Votes> votesOfCollectives(std::span<const RankFacts> ranks, const RankAlignment &alignment)
{
    std::vector<Votes> votes(ranks.size());
    const auto passOf = [&ranks](const MatchedCollective::On &on) { return ranks[on.rank].collectives[on.row].pass; };
    for (const MatchedCollective &c : alignment.collectives) {
        const auto reference = std::lower_bound(c.on.begin(), c.on.end(), alignment.reference,
            [](const MatchedCollective::On &on, std::size_t rank) { return on.rank < rank; });
        if (reference == c.on.end() || reference->rank != alignment.reference || passOf(*reference) == kNoPass)
            continue;
        for (const MatchedCollective::On &on : c.on)
            if (passOf(on) != kNoPass)
                ++votes[on.rank][{passOf(*reference), passOf(on)}];
    }
    return votes;
}

// Weights by overlap on the common clock, for passes that overlap by at least half of the shorter one.
Votes votesOfOverlap(const DeviceSegmentation &reference, const DeviceSegmentation &own, const ClockLine &line)
{
    Votes votes;
    std::size_t first = 0;
    for (const Pass &pass : own.passes) {
        const TimeRange range{{line.toReference(pass.range.begin.value)}, {line.toReference(pass.range.end.value)}};
        while (first < reference.passes.size() && reference.passes[first].range.end <= range.begin)
            ++first;
        for (std::size_t i = first; i < reference.passes.size() && reference.passes[i].range.begin < range.end; ++i) {
            const TimeRange &there = reference.passes[i].range;
            const std::int64_t common = (std::min(there.end, range.end) - std::max(there.begin, range.begin)).value;
            if (common >= std::min(there.length().value, range.length().value) - common)
                votes[{reference.passes[i].number, pass.number}] = common;
        }
    }
    return votes;
}

Votes votesOfOrder(const DeviceSegmentation &reference, const DeviceSegmentation &own)
{
    Votes votes;
    for (std::size_t i = 0; i < std::min(reference.passes.size(), own.passes.size()); ++i)
        if (reference.passes[i].stage == own.passes[i].stage)
            votes[{reference.passes[i].number, own.passes[i].number}] = 1;
    return votes;
}

// Greedy assignment, heaviest votes first.
std::map<int, int> settled(const Votes &votes)
{
    std::vector<std::pair<std::int64_t, std::pair<int, int>>> order;
    for (const auto &[pair, weight] : votes)
        order.emplace_back(-weight, pair);
    std::sort(order.begin(), order.end());
    std::map<int, int> chosen;
    std::map<int, int> taken;
    for (const auto &[weight, pair] : order)
        if (chosen.count(pair.first) == 0 && taken.count(pair.second) == 0) {
            chosen[pair.first] = pair.second;
            taken[pair.second] = pair.first;
        }
    return chosen;
}

} // namespace

std::vector<std::vector<int>> pairPasses(std::span<const RankFacts> ranks, const RankAlignment &alignment)
{
    std::vector<std::vector<int>> paired(ranks.size());
    if (ranks.empty() || !ranks[alignment.reference].segmentation)
        return paired;
    const DeviceSegmentation &reference = *ranks[alignment.reference].segmentation;
    std::vector<Votes> ofCollectives = votesOfCollectives(ranks, alignment);
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        paired[r].assign(reference.passes.size(), kNoPass);
        const DeviceSegmentation *own = ranks[r].segmentation;
        if (!own)
            continue;
        const RankClock &clock = alignment.clocks[r];
        Votes votes;
        if (clock.byCollectives())
            votes = std::move(ofCollectives[r]);
        if (votes.empty() && clock.method != ClockMethod::PassStart && clock.method != ClockMethod::None)
            votes = votesOfOverlap(reference, *own, clock.line);
        if (votes.empty())
            votes = votesOfOrder(reference, *own);
        const std::map<int, int> chosen = settled(votes);
        for (std::size_t i = 0; i < reference.passes.size(); ++i) {
            const int number = reference.passes[i].number;
            if (r == alignment.reference)
                paired[r][i] = number;
            else if (const auto it = chosen.find(number); it != chosen.end())
                paired[r][i] = it->second;
        }
    }
    return paired;
}

} // namespace lamella::core
