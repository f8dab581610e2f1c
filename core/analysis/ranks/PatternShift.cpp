// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/PatternShift.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <unordered_set>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxGaps = 1024;
constexpr std::size_t kMaxShifts = 12;
constexpr std::ptrdiff_t kSmall = 2; // a few additional collectives at one end, or one missing

struct Beat {
    std::uint32_t row = 0; // index in the list of collectives
    std::uint32_t key = 0;
    double gapNs = 0; // time since the previous beat
};

std::vector<Beat> beatsOf(std::span<const Collective> list, const std::unordered_set<std::uint32_t> &common, bool loose)
{
    std::vector<Beat> beats;
    std::int64_t before = 0;
    for (std::uint32_t i = 0; i < list.size(); ++i) {
        const std::uint32_t key = loose ? list[i].looseKey : list[i].key;
        if (common.count(key) == 0)
            continue;
        beats.push_back({i, key, beats.empty() ? 0 : static_cast<double>(subtractSaturated(list[i].endNs, before))});
        before = list[i].endNs;
    }
    return beats;
}

std::unordered_set<std::uint32_t> commonKeys(std::span<const Collective> a, std::span<const Collective> b, bool loose)
{
    std::unordered_set<std::uint32_t> ofA;
    std::unordered_set<std::uint32_t> common;
    for (const Collective &c : a)
        ofA.insert(loose ? c.looseKey : c.key);
    for (const Collective &c : b)
        if (const std::uint32_t key = loose ? c.looseKey : c.key; ofA.count(key) > 0)
            common.insert(key);
    return common;
}

double limitOf(const std::vector<Beat> &beats)
{
    std::vector<double> gaps;
    for (std::size_t i = 1; i < beats.size(); ++i)
        gaps.push_back(beats[i].gapNs);
    std::sort(gaps.begin(), gaps.end());
    return std::max({8 * gaps[gaps.size() / 2], gaps[gaps.size() * 98 / 100], 1000.0});
}

struct Shift {
    std::ptrdiff_t by = 0; // index in b minus index in a
    double score = 0; // mean difference in ns, divided by the share of the window that overlaps
};

// Compares row i of a's window of intervals with row i + by of b.
class ShiftSearch {
public:
    ShiftSearch(const std::vector<Beat> &a, const std::vector<Beat> &b)
        : m_a(a)
        , m_b(b)
        , m_limit(limitOf(a))
    {
        const std::size_t gaps = a.size() - 1;
        const std::size_t width = std::min(gaps, kMaxGaps);
        m_first = 1 + (gaps - width) / 2;
        m_last = m_first + width; // exclusive
        m_min = std::max<std::size_t>(2, std::min(width, b.size() - 1) / 2);
    }
    // Ordered by score, then size; always includes small shifts.
    [[nodiscard]] std::vector<Shift> best(const JobControl &control) const
    {
        std::vector<Shift> found;
        std::vector<Shift> small;
        double worst = -1; // worst score among the best so far
        const auto size = static_cast<std::ptrdiff_t>(m_b.size());
        for (std::ptrdiff_t by = -static_cast<std::ptrdiff_t>(m_last); by < size; ++by) {
            if ((by & 0xFF) == 0 && control.stopRequested())
                return {};
            const bool isSmall = std::abs(by) <= kSmall;
            const double score = scoreOf(by, isSmall ? -1 : worst);
            if (score < 0)
                continue;
            (isSmall ? small : found).push_back({by, score});
            if (found.size() == 4 * kMaxShifts) {
                keepBest(found);
                worst = found.back().score;
            }
        }
        keepBest(found);
        found.insert(found.end(), small.begin(), small.end());
        std::sort(found.begin(), found.end(), better);
        return found;
    }

private:
    static bool better(const Shift &x, const Shift &y)
    {
        return x.score != y.score ? x.score < y.score : std::abs(x.by) < std::abs(y.by);
    }
    static void keepBest(std::vector<Shift> &shifts)
    {
        std::sort(shifts.begin(), shifts.end(), better);
        shifts.resize(std::min(shifts.size(), kMaxShifts));
    }
    // -1 if the overlap is too small or the score exceeds `worst`.
    [[nodiscard]] double scoreOf(std::ptrdiff_t by, double worst) const
    {
        const std::ptrdiff_t from = std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(m_first), 1 - by);
        const std::ptrdiff_t to =
            std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(m_last), static_cast<std::ptrdiff_t>(m_b.size()) - by);
        if (to - from < static_cast<std::ptrdiff_t>(m_min))
            return -1;
        const double count = static_cast<double>(to - from);
        const double overlap = count / static_cast<double>(m_last - m_first);
        const double max = worst < 0 ? -1 : worst * count * overlap;
        double sum = 0;
        for (std::ptrdiff_t i = from; i < to; ++i) {
            const Beat &a = m_a[static_cast<std::size_t>(i)];
            const Beat &b = m_b[static_cast<std::size_t>(i + by)];
            sum += a.key == b.key ? std::min(m_limit, std::abs(a.gapNs - b.gapNs)) : m_limit;
            if (max >= 0 && sum > max)
                return -1;
        }
        return sum / count / overlap;
    }

    const std::vector<Beat> &m_a;
    const std::vector<Beat> &m_b;
    double m_limit;
    std::size_t m_first = 0;
    std::size_t m_last = 0;
    std::size_t m_min = 0;
};

} // namespace

std::vector<PatternShift> findPatternShifts(
    std::span<const Collective> a, std::span<const Collective> b, bool loose, const JobControl &control)
{
    const auto common = commonKeys(a, b, loose);
    const std::vector<Beat> beatsA = beatsOf(a, common, loose);
    const std::vector<Beat> beatsB = beatsOf(b, common, loose);
    std::vector<PatternShift> found;
    if (beatsA.size() < 3 || beatsB.size() < 3)
        return found;
    for (const Shift &shift : ShiftSearch(beatsA, beatsB).best(control)) {
        PatternShift candidate{shift.by, {}, shift.score};
        for (std::size_t i = 0; i < beatsA.size(); ++i) {
            const std::ptrdiff_t k = static_cast<std::ptrdiff_t>(i) + shift.by;
            if (k >= 0 && k < static_cast<std::ptrdiff_t>(beatsB.size())
                && beatsA[i].key == beatsB[static_cast<std::size_t>(k)].key)
                candidate.pairs.emplace_back(beatsA[i].row, beatsB[static_cast<std::size_t>(k)].row);
        }
        found.push_back(std::move(candidate));
    }
    return found;
}

} // namespace lamella::core
