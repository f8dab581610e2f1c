// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/CollectiveMatching.h"

#include "core/analysis/ranks/PatternShift.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>

namespace lamella::core {

namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

constexpr std::size_t kMinPairs = 3;
constexpr std::size_t kMinTogether = 8; // with this many, collectives that a rank may leave early are not used for the clocks
constexpr std::int64_t kEndJitterNs = 20'000; // ranks leave a collective within this time of each other
constexpr std::int64_t kMinToleranceNs = 50'000;

std::uint32_t keyOf(const Collective &c, bool loose)
{
    return loose ? c.looseKey : c.key;
}

ClockFit fitOf(std::span<const Collective> a, std::span<const Collective> b, const Pairs &pairs, std::int64_t originNs)
{
    std::vector<ClockPair> together;
    std::vector<ClockPair> all;
    for (const auto &[i, k] : pairs) {
        all.push_back({a[i].endNs, b[k].endNs});
        if (a[i].together)
            together.push_back(all.back());
    }
    return fitClock(together.size() >= kMinTogether ? together : all, originNs);
}

// Upper bound on matches: for each key the smaller of the two counts.
std::size_t possiblePairs(std::span<const Collective> a, std::span<const Collective> b, bool loose)
{
    std::unordered_map<std::uint32_t, std::pair<std::size_t, std::size_t>> counts;
    for (const Collective &c : a)
        ++counts[keyOf(c, loose)].first;
    for (const Collective &c : b)
        ++counts[keyOf(c, loose)].second;
    std::size_t possible = 0;
    for (const auto &[key, count] : counts)
        possible += std::min(count.first, count.second);
    return possible;
}

double confidenceOf(const CollectiveMatch &match, std::size_t possible)
{
    constexpr double kEnough = 16;
    if (match.pairs.size() < kMinPairs || possible == 0)
        return 0;
    const double count = std::min(1.0, static_cast<double>(match.pairs.size()) / kEnough);
    const double share = std::min(1.0, static_cast<double>(match.pairs.size()) / static_cast<double>(possible));
    const double residual = static_cast<double>(std::max<std::int64_t>(match.fit.residualNs, 1));
    const double quality = std::min(1.0, std::sqrt(static_cast<double>(kEndJitterNs) / residual));
    return 0.98 * count * share * quality * (match.ambiguous ? 0.4 : 1);
}

CollectiveMatch matchBySequence(std::span<const Collective> a, std::span<const Collective> b, std::int64_t originNs)
{
    CollectiveMatch match;
    // group, sequence, index among equals (one call may be two kernels)
    using Label = std::tuple<std::uint32_t, std::int64_t, int>;
    const auto labels = [](std::span<const Collective> list) {
        std::map<Label, std::uint32_t> rows;
        for (std::uint32_t i = 0; i < list.size(); ++i)
            for (int nth = 0; list[i].sequence; ++nth)
                if (rows.try_emplace(Label(list[i].group, *list[i].sequence, nth), i).second || nth > 8)
                    break;
        return rows;
    };
    const auto ofA = labels(a);
    const auto ofB = labels(b);
    if (ofA.size() * 5 < a.size() * 4 || ofB.size() * 5 < b.size() * 4)
        return match;
    for (const auto &[label, row] : ofA)
        if (const auto there = ofB.find(label); there != ofB.end() && b[there->second].looseKey == a[row].looseKey)
            match.pairs.emplace_back(row, there->second);
    std::sort(match.pairs.begin(), match.pairs.end());
    if (match.pairs.size() < kMinPairs)
        return {};
    match.method = MatchMethod::Sequence;
    match.fit = fitOf(a, b, match.pairs, originNs);
    match.confidence = confidenceOf(match, match.pairs.size());
    return match;
}

std::int64_t toleranceOf(const ClockFit &fit, std::int64_t halfGap)
{
    const std::int64_t spread = fit.residualNs > INT64_MAX / 10 ? INT64_MAX : 10 * fit.residualNs;
    return std::max(std::max(std::min(spread, halfGap), kMinToleranceNs), halfGap / 2);
}

CollectiveMatch refined(std::span<const Collective> a, std::span<const Collective> b, const PatternShift &shift,
    std::int64_t originNs, bool loose, std::int64_t halfGap)
{
    CollectiveMatch match;
    match.pairs = shift.pairs;
    match.fit = fitOf(a, b, match.pairs, originNs);
    constexpr int kRounds = 3; // the line hardly moves after the first
    for (int round = 0; round < kRounds; ++round) {
        Pairs pairs = matchOnLine(a, b, match.fit.line, toleranceOf(match.fit, halfGap), loose);
        if (pairs.size() < kMinPairs || pairs == match.pairs)
            break;
        match.pairs = std::move(pairs);
        match.fit = fitOf(a, b, match.pairs, originNs);
    }
    match.method = MatchMethod::Pattern;
    return match;
}

// Rewards many pairs close to the line; the true shift has the highest value.
double qualityOf(const CollectiveMatch &match, std::size_t possible)
{
    constexpr double kScaleNs = 5000;
    return static_cast<double>(match.pairs.size()) / static_cast<double>(std::max<std::size_t>(possible, 1)) * kScaleNs
        / (kScaleNs + static_cast<double>(match.fit.residualNs));
}

CollectiveMatch matchByPattern(
    std::span<const Collective> a, std::span<const Collective> b, std::int64_t originNs, bool loose, const JobControl &control)
{
    const std::vector<PatternShift> shifts = findPatternShifts(a, b, loose, control);
    const std::size_t possible = possiblePairs(a, b, loose);
    const std::int64_t halfGap = std::min(halfGapNs(a), halfGapNs(b));
    std::vector<std::pair<double, CollectiveMatch>> matches; // by quality
    for (const PatternShift &shift : shifts) {
        if (shift.pairs.size() < kMinPairs || control.stopRequested())
            continue;
        CollectiveMatch match = refined(a, b, shift, originNs, loose, halfGap);
        const double quality = qualityOf(match, possible);
        matches.emplace_back(quality, std::move(match));
    }
    const auto best =
        std::max_element(matches.begin(), matches.end(), [](const auto &x, const auto &y) { return x.first < y.first; });
    if (best == matches.end())
        return {};
    constexpr double kAsGood = 0.95;
    CollectiveMatch match = best->second;
    for (const auto &[quality, other] : matches) {
        const std::int64_t apart = subtractSaturated(other.fit.line.offsetNs, match.fit.line.offsetNs);
        const std::int64_t near = std::min(kEndJitterNs, halfGap);
        const bool same = apart > -near && apart < near;
        match.ambiguous = match.ambiguous || (quality >= kAsGood * best->first && !same);
    }
    match.confidence = confidenceOf(match, possible);
    return match;
}

} // namespace

std::int64_t halfGapNs(std::span<const Collective> collectives)
{
    std::vector<std::int64_t> gaps;
    for (std::size_t i = 1; i < collectives.size(); ++i)
        gaps.push_back(subtractSaturated(collectives[i].endNs, collectives[i - 1].endNs));
    if (gaps.empty())
        return 0;
    const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
    std::nth_element(gaps.begin(), middle, gaps.end());
    return *middle / 2;
}

Pairs matchOnLine(std::span<const Collective> reference, std::span<const Collective> other, const ClockLine &line,
    std::int64_t toleranceNs, bool loose)
{
    std::unordered_map<std::uint32_t, std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>> rows;
    for (std::uint32_t i = 0; i < reference.size(); ++i)
        rows[keyOf(reference[i], loose)].first.push_back(i);
    for (std::uint32_t i = 0; i < other.size(); ++i)
        rows[keyOf(other[i], loose)].second.push_back(i);
    Pairs pairs;
    for (const auto &[key, both] : rows) {
        const std::vector<std::uint32_t> &ofA = both.first; // no structured binding: clang 14 cannot capture one
        const std::vector<std::uint32_t> &ofB = both.second;
        const auto distance = [&](std::size_t i, std::size_t k) {
            return subtractSaturated(other[ofB[k]].endNs, line.fromReference(reference[ofA[i]].endNs));
        };
        const auto apart = [&](std::size_t i, std::size_t k) { return std::abs(std::max(distance(i, k), -INT64_MAX)); };
        std::size_t i = 0;
        std::size_t k = 0;
        while (i < ofA.size() && k < ofB.size()) {
            const std::int64_t d = distance(i, k);
            if (apart(i, k) > toleranceNs) {
                ++(d > 0 ? i : k);
            } else if (k + 1 < ofB.size() && apart(i, k + 1) < apart(i, k)) {
                ++k;
            } else if (i + 1 < ofA.size() && apart(i + 1, k) < apart(i, k)) {
                ++i;
            } else {
                pairs.emplace_back(ofA[i++], ofB[k++]);
            }
        }
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

CollectiveMatch matchCollectives(
    std::span<const Collective> reference, std::span<const Collective> other, std::int64_t originNs, const JobControl &control)
{
    CollectiveMatch best = matchBySequence(reference, other, originNs);
    constexpr double kGood = 0.5;
    for (const bool loose : {false, true}) {
        if (best.confidence >= kGood || control.stopRequested())
            break;
        CollectiveMatch match = matchByPattern(reference, other, originNs, loose, control);
        if (match.confidence > best.confidence)
            best = std::move(match);
    }
    return best;
}

} // namespace lamella::core
