// SPDX-License-Identifier: GPL-3.0-or-later
// What the tables of ranks say in words.
#include "core/base/Format.h"
#include "core/report/tables/RankTables.h"

namespace lamella::core {

namespace {

std::string layerText(int layer)
{
    return layer == kHeadLayer ? "the head" : layer == kTailLayer ? "the tail" : "layer " + std::to_string(layer);
}

std::string warningOf(const RankClock &clock, const std::string &rank, const std::string &base)
{
    constexpr std::int64_t kMuch = 50'000;
    switch (clock.method) {
    case ClockMethod::Reference:
        return {};
    case ClockMethod::PassStart:
        return "Rank " + rank + " shares too few collectives with the others (" + std::to_string(clock.collectives)
            + " recorded): its clock was set by the start of the first common pass, so its skew says little.";
    case ClockMethod::None:
        return "Rank " + rank + " has nothing in common with rank " + base
            + " to align the clocks on; they were taken as they are.";
    case ClockMethod::SameFile:
        return {};
    default:
        break;
    }
    if (clock.ambiguous)
        return "Rank " + rank + ": the collectives of rank " + base
            + " repeat so evenly that another shift fits as well; its offset is uncertain.";
    if (clock.residualNs > kMuch)
        return "Rank " + rank + ": the ends of matching collectives are " + formatDuration(clock.residualNs)
            + " apart (median), more than ranks that leave a collective together should be.";
    if (clock.confidence < 0.5)
        return "Rank " + rank + ": only " + std::to_string(clock.matches) + " of " + std::to_string(clock.collectives)
            + " collectives have a twin; its offset rests on little.";
    return {};
}

} // namespace

std::string stragglerSentence(const RankComparison &comparison, const std::vector<RankLabel> &labels)
{
    if (comparison.passes.empty())
        return {};
    if (!comparison.straggler)
        return "No rank stands out: none is 1 % of the wall above the median of the ranks' own times.";
    const Straggler &s = *comparison.straggler;
    std::string sentence = "Rank " + std::to_string(labels[s.rank].rank)
        + " is the one the others wait for: " + formatDuration(s.excessNs)
        + " of own time above the median of the ranks in each pass (" + formatShare(s.share) + " of its wall)";
    if (s.layer == kNoLayer)
        return sentence + ".";
    constexpr double kMax = 0.5;
    sentence += s.layerShare >= kMax ? ", " + formatShare(s.layerShare) + " of it in " + layerText(s.layer)
                                     : ", over all layers, most in " + layerText(s.layer);
    return sentence + " (" + formatDuration(s.layerExcessNs) + ").";
}

std::vector<std::string> alignmentWarnings(const RankComparison &comparison, const std::vector<RankLabel> &labels)
{
    std::vector<std::string> warnings;
    for (std::size_t r = 0; r < labels.size(); ++r) {
        const RankClock &clock = comparison.alignment.clocks[r];
        std::string warning = warningOf(clock, std::to_string(labels[r].rank), std::to_string(labels[clock.base].rank));
        if (!warning.empty())
            warnings.push_back(std::move(warning));
    }
    return warnings;
}

} // namespace lamella::core
