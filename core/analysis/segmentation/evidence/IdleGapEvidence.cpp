// SPDX-License-Identifier: GPL-3.0-or-later
// Between passes the host decides what comes next, and the stream waits.
#include "core/analysis/segmentation/evidence/PassEvidence.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

constexpr double kLongGap = 10.0; // x median of the longest gap of a place
constexpr double kVeryLong = 5.0; // x that
constexpr double kGapFloorNs = 15'000;
constexpr double kStandsOut = 1.3; // x the next shorter gap: shorter and longer ones are of two kinds
constexpr double kFewPlaces = 0.25; // that the longer ones are
constexpr double kShortFloorNs = 1'500;
constexpr double kEven = 2.0; // longest against middle one of gaps that are alike
constexpr double kFarOut = 1.5; // x the longest of them
constexpr double kUsualPair = 0.2; // of the places: so often two kernels follow each other

struct Gap {
    std::int64_t length = 0;
    std::uint32_t before = 0; // position of the kernel behind it
};

Gap longestGap(const PlaceIndex &places, Span place)
{
    const KernelTable &kernels = places.kernels();
    const MainSequence &sequence = places.sequence();
    Gap longest;
    std::int64_t busyUntil = kernels.end(sequence.kernel[place.begin - 1]);
    for (std::uint32_t i = place.begin; i <= place.end && i < sequence.size(); ++i) {
        if (const std::int64_t gap = kernels.start[sequence.kernel[i]] - busyUntil; gap > longest.length)
            longest = {gap, i};
        busyUntil = std::max(busyUntil, kernels.end(sequence.kernel[i]));
    }
    return longest;
}

// The kernels on both sides of gaps. Two that both come often and hardly ever follow each other, where no rare kernel stands: one
// was lost. Two that often follow each other are in all passes alike: a gap there is a boundary only where most such gaps are.
class GapNeighbours {
public:
    GapNeighbours(const PlaceIndex &places, const std::vector<Gap> &gaps, double shortest, double longGap)
        : m_places(places)
        , m_sequence(places.sequence())
        , m_longGap(longGap)
    {
        const auto often = static_cast<std::uint32_t>(kUsualPair * static_cast<double>(places.size()));
        std::vector<std::uint32_t> count(m_sequence.names, 0); // by code
        std::unordered_map<std::uint64_t, std::uint32_t> pairs;
        for (const Gap &gap : gaps)
            if (gap.before > 0 && static_cast<double>(gap.length) >= shortest)
                pairs.try_emplace(pairAt(gap.before), 0);
        for (std::uint32_t i = 0; i < m_sequence.size(); ++i) {
            ++count[m_sequence.code[i]];
            m_longest = std::max(m_longest, places.kernels().duration[m_sequence.kernel[i]]);
            if (const auto pair = i == 0 ? pairs.end() : pairs.find(pairAt(i)); pair != pairs.end())
                ++pair->second;
        }
        for (const auto &[pair, times] : pairs)
            if (times > often)
                m_usual.insert(pair);
            else if (count[pair >> 32U] > often && count[pair & UINT32_MAX] > often)
                m_unusual.insert(pair);
        for (const Gap &gap : gaps)
            if (isLongAndUsual(gap))
                ++m_sites[siteAt(gap.before)], ++m_ofTokens[tokensAt(gap.before)], ++m_usualGaps;
    }
    [[nodiscard]] bool isUnusual(const Gap &gap) const { return m_unusual.contains(pairAt(gap.before)); }
    // Within what all passes do, and elsewhere than most. Kernels next to a boundary may have variants, as those of prefill and
    // decode do.
    [[nodiscard]] bool isPause(const Gap &gap) const
    {
        constexpr double kNearlyAll = 0.8;
        return isLongAndUsual(gap) && m_usualGaps > 1 && 2 * m_sites.at(siteAt(gap.before)) <= m_usualGaps
            && m_ofTokens.at(tokensAt(gap.before)) < kNearlyAll * static_cast<double>(m_usualGaps);
    }
    [[nodiscard]] bool lost(const Gap &gap, std::size_t n) const
    {
        return gap.length <= m_longest && isUnusual(gap)
            && !anyIn(m_places[n], [&](std::uint32_t i) { return m_places.share(i) <= kUsualPair; });
    }

private:
    [[nodiscard]] bool isLongAndUsual(const Gap &gap) const
    {
        return gap.before > 0 && static_cast<double>(gap.length) >= m_longGap && m_usual.contains(pairAt(gap.before));
    }
    // Two kernels before and two behind: the products of q and of k follow each other as those of k and of v do.
    [[nodiscard]] std::array<std::uint32_t, 4> siteAt(std::uint32_t i) const
    {
        const auto at = [&](std::uint32_t k) { return k < m_sequence.size() ? m_sequence.code[k] : UINT32_MAX; };
        return {i < 2 ? UINT32_MAX : at(i - 2), at(i - 1), at(i), at(i + 1)};
    }
    [[nodiscard]] std::pair<TokenSet, TokenSet> tokensAt(std::uint32_t i) const
    {
        return {m_sequence.token[i - 1], m_sequence.token[i]};
    }
    [[nodiscard]] std::uint64_t pairAt(std::uint32_t i) const
    {
        return std::uint64_t{m_sequence.code[i - 1]} << 32U | m_sequence.code[i];
    }
    const PlaceIndex &m_places;
    const MainSequence &m_sequence;
    const double m_longGap;
    std::int64_t m_longest = 0; // kernel, in ns
    std::set<std::uint64_t> m_unusual; // pairs
    std::set<std::uint64_t> m_usual;
    std::map<std::array<std::uint32_t, 4>, std::size_t> m_sites; // of long gaps between usual pairs
    std::map<std::pair<TokenSet, TokenSet>, double> m_ofTokens; // the same
    std::size_t m_usualGaps = 0;
};

struct OtherKind {
    double shortest = std::numeric_limits<double>::infinity();
    bool farOut = false; // all others are alike
};

// A few gaps that are clearly longer than all others, which no gap between them joins. sorted: ascending.
OtherKind ofOtherKind(const std::vector<std::int64_t> &sorted)
{
    for (std::size_t n = sorted.size() - static_cast<std::size_t>(kFewPlaces * static_cast<double>(sorted.size()));
         n > 0 && n < sorted.size(); ++n) {
        const auto gap = static_cast<double>(sorted[n]);
        const auto below = static_cast<double>(sorted[n - 1]);
        if (gap >= kShortFloorNs && gap >= kStandsOut * below)
            return {gap, gap >= kFarOut * below && below <= kEven * static_cast<double>(sorted[n / 2])};
    }
    return {};
}

} // namespace

void weighIdleGaps(const PlaceIndex &places, std::vector<double> &weights)
{
    std::vector<Gap> gaps(places.size());
    std::vector<std::int64_t> sorted(places.size());
    for (std::size_t n = 0; n < places.size(); ++n) {
        gaps[n] = longestGap(places, places[n]);
        sorted[n] = gaps[n].length;
    }
    if (gaps.empty())
        return;
    std::sort(sorted.begin(), sorted.end());
    const auto middle = static_cast<double>(sorted[sorted.size() / 2]);
    const double longGap = std::max(kLongGap * middle, kGapFloorNs);
    const OtherKind other = ofOtherKind(sorted);
    const double standsOut = std::min(longGap, other.shortest);
    const GapNeighbours around(places, gaps, standsOut, longGap);
    for (std::size_t n = 0; n < places.size(); ++n) {
        const auto gap = static_cast<double>(gaps[n].length);
        if (gap < standsOut || around.lost(gaps[n], n) || around.isPause(gaps[n]))
            continue;
        const bool farOut = other.farOut && gap >= other.shortest && !around.isUnusual(gaps[n]);
        weights[n] += gap >= kVeryLong * longGap || farOut ? 1.5 * kWeakMark : kWeakMark;
    }
}

} // namespace lamella::core
