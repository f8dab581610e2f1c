// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/CollectiveMatching.h"

#include "core/analysis/ranks/PatternShift.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

namespace lamella::core {

namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

constexpr std::size_t kMinPairs = 3;
constexpr std::size_t kMinTogether = 8; // with this many, collectives that a rank may leave early are not used for the clocks
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

using KeyedRow = std::pair<std::uint32_t, std::uint32_t>; // key, row

std::vector<KeyedRow> rowsByKey(std::span<const Collective> list, bool loose)
{
    std::vector<KeyedRow> rows;
    rows.reserve(list.size());
    for (std::uint32_t i = 0; i < list.size(); ++i)
        rows.emplace_back(keyOf(list[i], loose), i);
    std::sort(rows.begin(), rows.end());
    return rows;
}

bool anyGroup(std::span<const Collective> list)
{
    return std::any_of(list.begin(), list.end(), [](const Collective &c) { return c.key != c.looseKey; });
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

// A collective by group and sequence number. One call may be several kernels: `nth` counts them.
struct Label {
    std::uint32_t group = 0;
    std::uint32_t nth = 0;
    std::int64_t sequence = 0;
    std::uint32_t row = 0;
    [[nodiscard]] auto call() const { return std::pair(group, sequence); }
    [[nodiscard]] auto place() const { return std::tuple(group, sequence, nth); }
};

// In order of their places; those without a sequence number are left out.
std::vector<Label> labelsOf(std::span<const Collective> list)
{
    constexpr std::uint32_t kMaxKernels = 10; // of one call; more are no call but a counter that repeats
    std::vector<Label> labels;
    labels.reserve(list.size());
    for (std::uint32_t i = 0; i < list.size(); ++i)
        if (list[i].sequence)
            labels.push_back({list[i].group, 0, *list[i].sequence, i});
    std::sort(labels.begin(), labels.end(),
        [](const Label &x, const Label &y) { return x.call() != y.call() ? x.call() < y.call() : x.row < y.row; });
    for (std::size_t i = 1; i < labels.size(); ++i)
        if (labels[i].call() == labels[i - 1].call())
            labels[i].nth = labels[i - 1].nth + 1;
    std::erase_if(labels, [](const Label &label) { return label.nth >= kMaxKernels; });
    return labels;
}

CollectiveMatch matchBySequence(std::span<const Collective> a, std::span<const Collective> b, std::int64_t originNs)
{
    CollectiveMatch match;
    const std::vector<Label> ofA = labelsOf(a);
    const std::vector<Label> ofB = labelsOf(b);
    if (ofA.size() * 5 < a.size() * 4 || ofB.size() * 5 < b.size() * 4)
        return match;
    for (std::size_t i = 0, k = 0; i < ofA.size() && k < ofB.size();) {
        if (ofA[i].place() != ofB[k].place()) {
            ++(ofA[i].place() < ofB[k].place() ? i : k);
            continue;
        }
        if (b[ofB[k].row].looseKey == a[ofA[i].row].looseKey)
            match.pairs.emplace_back(ofA[i].row, ofB[k].row);
        ++i;
        ++k;
    }
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
    return middleValue(std::move(gaps)) / 2;
}

Pairs matchOnLine(std::span<const Collective> reference, std::span<const Collective> other, const ClockLine &line,
    std::int64_t toleranceNs, bool loose)
{
    const std::vector<KeyedRow> rowsA = rowsByKey(reference, loose);
    const std::vector<KeyedRow> rowsB = rowsByKey(other, loose);
    std::vector<std::int64_t> expected(reference.size()); // of the ends, on the clock of the other
    for (std::size_t i = 0; i < reference.size(); ++i)
        expected[i] = line.fromReference(reference[i].endNs);
    Pairs pairs;
    for (std::size_t i = 0, k = 0; i < rowsA.size() && k < rowsB.size();) {
        const std::uint32_t keyA = rowsA[i].first;
        if (keyA != rowsB[k].first) {
            ++(keyA < rowsB[k].first ? i : k);
            continue;
        }
        const auto isA = [&](std::size_t at) { return at < rowsA.size() && rowsA[at].first == keyA; };
        const auto isB = [&](std::size_t at) { return at < rowsB.size() && rowsB[at].first == keyA; };
        const auto distance = [&](std::size_t x, std::size_t y) {
            return subtractSaturated(other[rowsB[y].second].endNs, expected[rowsA[x].second]);
        };
        const auto apart = [&](std::size_t x, std::size_t y) { return std::abs(std::max(distance(x, y), -INT64_MAX)); };
        while (isA(i) && isB(k)) {
            const std::int64_t d = apart(i, k);
            if (d > toleranceNs)
                ++(distance(i, k) > 0 ? i : k);
            else if (isB(k + 1) && apart(i, k + 1) < d)
                ++k;
            else if (isA(i + 1) && apart(i + 1, k) < d)
                ++i;
            else
                pairs.emplace_back(rowsA[i++].second, rowsB[k++].second);
        }
        while (isA(i))
            ++i;
        while (isB(k))
            ++k;
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

CollectiveMatch matchCollectives(
    std::span<const Collective> reference, std::span<const Collective> other, std::int64_t originNs, const JobControl &control)
{
    CollectiveMatch best = matchBySequence(reference, other, originNs);
    const bool named = !best.pairs.empty() || (!anyGroup(reference) && !anyGroup(other));
    constexpr double kGood = 0.5;
    for (const bool loose : {false, true}) {
        // Where groups have the same names on both, or none, the second search would find nothing more that is true.
        if (best.confidence >= kGood || control.stopRequested() || (loose && named))
            break;
        CollectiveMatch match = matchByPattern(reference, other, originNs, loose, control);
        if (match.confidence > best.confidence)
            best = std::move(match);
    }
    return best;
}

} // namespace lamella::core
