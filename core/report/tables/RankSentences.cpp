// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences of the tables of ranks.
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/report/tables/RankTables.h"

namespace lamella::core {

namespace {

Message layerText(int layer)
{
    return layer == kHeadLayer ? Message("the head") : layer == kTailLayer ? Message("the tail") : msg("layer %1", layer);
}

Message warningOf(const RankClock &clock, const std::string &rank, const std::string &base)
{
    constexpr std::int64_t kMuch = 50'000;
    switch (clock.method) {
    case ClockMethod::Reference:
        return {};
    case ClockMethod::PassStart:
        return msg("Rank %1 shares too few collectives with the others (%2 recorded): its clock was aligned by the start of the "
                   "first common pass, so its skew is unreliable.",
            rank, clock.collectives);
    case ClockMethod::None:
        return msg("Rank %1 has nothing in common with rank %2 to align the clocks on; they were used as recorded.", rank, base);
    case ClockMethod::SameFile:
        return {};
    default:
        break;
    }
    if (clock.ambiguous)
        return msg(
            "Rank %1: the collectives of rank %2 repeat so evenly that another shift fits as well; its offset is uncertain.",
            rank, base);
    if (clock.residualNs > kMuch)
        return msg("Rank %1: the ends of matching collectives are %2 apart (median), more than ranks that leave a collective "
                   "together should be.",
            rank, formatDuration(clock.residualNs));
    if (clock.confidence < 0.5)
        return msg("Rank %1: only %2 of %3 collectives have a counterpart; its offset is uncertain.", rank, clock.matches,
            clock.collectives);
    return {};
}

} // namespace

Message stragglerSentence(const RankComparison &comparison, const std::vector<RankLabel> &labels)
{
    if (comparison.passes.empty())
        return {};
    if (!comparison.straggler)
        return "No rank stands out: none is 1 % of the wall above the median of the ranks' own times.";
    const Straggler &s = *comparison.straggler;
    const int rank = labels[s.rank].rank;
    const std::string excess = formatDuration(s.excessNs);
    const std::string ofWall = formatShare(s.share);
    if (s.layer == kNoLayer)
        return msg("Rank %1 is the one the others wait for: %2 of own time above the median of the ranks in each pass (%3 of its "
                   "wall).",
            rank, excess, ofWall);
    const Message layer = layerText(s.layer);
    const std::string inLayer = formatDuration(s.layerExcessNs);
    constexpr double kMax = 0.5;
    if (s.layerShare >= kMax)
        return msg("Rank %1 is the one the others wait for: %2 of own time above the median of the ranks in each pass (%3 of its "
                   "wall), %4 of it in %5 (%6).",
            rank, excess, ofWall, formatShare(s.layerShare), layer, inLayer);
    return msg("Rank %1 is the one the others wait for: %2 of own time above the median of the ranks in each pass (%3 of its "
               "wall), over all layers, most in %4 (%5).",
        rank, excess, ofWall, layer, inLayer);
}

std::vector<Message> alignmentWarnings(const RankComparison &comparison, const std::vector<RankLabel> &labels)
{
    std::vector<Message> warnings;
    for (std::size_t r = 0; r < labels.size(); ++r) {
        const RankClock &clock = comparison.alignment.clocks[r];
        Message warning = warningOf(clock, std::to_string(labels[r].rank), std::to_string(labels[clock.base].rank));
        if (!warning.empty())
            warnings.push_back(std::move(warning));
    }
    return warnings;
}

} // namespace lamella::core
