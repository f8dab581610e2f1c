// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences of the tables of ranks.
#include "core/analysis/ranks/CollectiveMatching.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/report/tables/RankTables.h"

#include <algorithm>
#include <cmath>

namespace lamella::core {

namespace {

Message layerText(int layer)
{
    return layer == kHeadLayer ? Message("the head") : layer == kTailLayer ? Message("the tail") : msg("layer %1", layer);
}

// Why an alignment by collectives is not trusted: the factor that lowers its confidence most (confidenceOf() in
// CollectiveMatching.cpp).
Message doubtOf(const RankClock &clock, const RankClock &baseClock, const std::string &rank, const std::string &base)
{
    if (baseClock.method != ClockMethod::Reference && baseClock.confidence <= clock.confidence)
        return msg("Rank %1 was aligned with rank %2, whose own offset is uncertain; its offset is uncertain too.", rank, base);
    constexpr double kEnough = 16;
    const auto matches = static_cast<double>(clock.matches);
    const double count = matches / kEnough;
    const double share = clock.collectives > 0 ? matches / static_cast<double>(clock.collectives) : 0;
    const double quality =
        std::sqrt(static_cast<double>(kEndJitterNs) / static_cast<double>(std::max<std::int64_t>(clock.residualNs, 1)));
    if (quality < std::min(count, share))
        return msg("Rank %1: the ends of its %2 matching collectives are %3 apart (median); its offset is uncertain by about as "
                   "much.",
            rank, clock.matches, formatDuration(clock.residualNs));
    if (count < share)
        return msg("Rank %1: %2 collectives with a counterpart are too few; its offset is uncertain.", rank, clock.matches);
    return msg("Rank %1: only %2 of %3 collectives have a counterpart; its offset is uncertain.", rank, clock.matches,
        clock.collectives);
}

Message warningOf(const RankClock &clock, const RankClock &baseClock, const std::string &rank, const std::string &base)
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
    return clock.confidence < 0.5 ? doubtOf(clock, baseClock, rank, base) : Message();
}

} // namespace

Message stragglerSentence(const RankComparison &comparison, const std::vector<RankLabel> &labels)
{
    if (comparison.passes.empty())
        return {};
    if (!comparison.straggler)
        return "No rank stands out: none is 1 % of the wall above the median of the ranks' own times.";
    const Straggler &s = *comparison.straggler;
    const int number = labels[s.rank].rank;
    const Message rank = s.waitedFor ? msg("Rank %1 is the one the others wait for", number)
                                     : msg("Rank %1 takes longest, though the others do not wait for it", number);
    const std::string excess = formatDuration(s.excessNs);
    const std::string ofWall = formatShare(s.share);
    if (s.layer == kNoLayer)
        return msg("%1: %2 of own time above the median of the ranks in each pass (%3 of its "
                   "wall).",
            rank, excess, ofWall);
    const Message layer = layerText(s.layer);
    const std::string inLayer = formatDuration(s.layerExcessNs);
    constexpr double kMax = 0.5;
    if (s.layerShare >= kMax)
        return msg("%1: %2 of own time above the median of the ranks in each pass (%3 of its "
                   "wall), %4 of it in %5 (%6).",
            rank, excess, ofWall, formatShare(s.layerShare), layer, inLayer);
    return msg("%1: %2 of own time above the median of the ranks in each pass (%3 of its "
               "wall), over all layers, most in %4 (%5).",
        rank, excess, ofWall, layer, inLayer);
}

std::vector<Message> alignmentWarnings(const RankComparison &comparison, const std::vector<RankLabel> &labels)
{
    std::vector<Message> warnings;
    for (std::size_t r = 0; r < labels.size(); ++r) {
        const RankClock &clock = comparison.alignment.clocks[r];
        Message warning = warningOf(clock, comparison.alignment.clocks[clock.base], std::to_string(labels[r].rank),
            std::to_string(labels[clock.base].rank));
        if (!warning.empty())
            warnings.push_back(std::move(warning));
    }
    return warnings;
}

} // namespace lamella::core
