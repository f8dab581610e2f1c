// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/PassStates.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <cstdint>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxTried = 64; // walls added to runs, for each wall there is: more only where made to be slow

// The values of a run whose ends only move by single values, in their order of size.
class Window {
public:
    explicit Window(const std::vector<double> &values)
        : m_sorted(values)
        , m_counts(values.size() + 1, 0)
    {
        std::sort(m_sorted.begin(), m_sorted.end());
        for (const double value : values)
            m_rank.push_back(below(value));
        while (2 * m_step <= values.size())
            m_step *= 2;
    }
    [[nodiscard]] std::size_t begin() const { return m_begin; }
    [[nodiscard]] std::size_t end() const { return m_end; }
    [[nodiscard]] std::size_t size() const { return m_end - m_begin; }
    void setEnd(std::size_t end)
    {
        while (m_end < end)
            add(m_rank[m_end++], 1);
        while (m_end > end)
            add(m_rank[--m_end], -1);
    }
    void dropFirst() { add(m_rank[m_begin++], -1); }
    // The value that `smaller` others precede.
    [[nodiscard]] double nth(std::size_t smaller) const
    {
        std::size_t at = 0;
        auto left = static_cast<std::int64_t>(smaller);
        for (std::size_t step = m_step; step > 0; step /= 2) {
            if (at + step < m_counts.size() && m_counts[at + step] <= left) {
                at += step;
                left -= m_counts[at];
            }
        }
        return m_sorted[at];
    }
    [[nodiscard]] double median() const { return nth((size() - 1) / 2); } // as medianNs()
    [[nodiscard]] std::size_t countBelow(double limit) const
    {
        std::int64_t count = 0;
        for (std::size_t at = below(limit); at > 0; at &= at - 1)
            count += m_counts[at];
        return static_cast<std::size_t>(count);
    }

private:
    [[nodiscard]] std::size_t below(double value) const
    {
        return static_cast<std::size_t>(std::lower_bound(m_sorted.begin(), m_sorted.end(), value) - m_sorted.begin());
    }
    void add(std::size_t rank, std::int64_t count)
    {
        for (std::size_t at = rank + 1; at < m_counts.size(); at += at & (~at + 1))
            m_counts[at] += count;
    }

    std::vector<double> m_sorted;
    std::vector<std::size_t> m_rank; // by position: values smaller than it
    std::vector<std::int64_t> m_counts; // a Fenwick tree over ranks
    std::size_t m_step = 1; // largest power of two that is no more than the number of values
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
};

struct Fit {
    bool inside = false; // all of the window lies within the band of its median
    std::size_t minSize = 0; // below it no longer window with this begin does; SIZE_MAX: none
};

// taken: what the growth took out of each wall of the window too much, because it does not begin with the first of all walls.
Fit fitOf(const Window &window, double taken)
{
    constexpr double kRounding = 1e-9;
    const double low = window.nth(0) + taken;
    const double high = window.nth(window.size() - 1) + taken;
    const double middle = window.median() + taken;
    const double off = kSteadyBand * middle;
    Fit fit;
    fit.inside = high - middle <= off && middle - low <= off;
    if (fit.inside)
        return fit;
    const double lowest = high / (1 + kSteadyBand) * (1 - kRounding); // that the median may be
    const double highest = low / (1 - kSteadyBand) * (1 + kRounding);
    if (lowest > highest)
        return {false, SIZE_MAX};
    // Half of the walls at most may lie on either side of the median.
    const std::size_t above = window.size() - window.countBelow(highest * (1 + kRounding) - taken);
    fit.minSize = 2 * std::max(window.countBelow(lowest - taken), above);
    return fit;
}

// Longest run with this growth from one wall to the next. Each begin is tried with one wall more than the best so far, and
// with more walls as long as these can move the median to where it has to be.
SteadyRun longestWith(double trend, const std::vector<double> &walls)
{
    SteadyRun best;
    best.trend = trend;
    std::vector<double> flat(walls.size());
    for (std::size_t i = 0; i < walls.size(); ++i)
        flat[i] = walls[i] - trend * static_cast<double>(i);
    Window window(flat);
    std::size_t tried = 0;
    for (; window.begin() + best.size() < walls.size(); window.dropFirst()) {
        const double taken = trend * static_cast<double>(window.begin());
        window.setEnd(window.begin() + best.size() + 1);
        for (std::size_t next = 0;; window.setEnd(window.begin() + next)) {
            const Fit fit = fitOf(window, taken);
            if (fit.inside) {
                best.begin = window.begin();
                best.end = window.end();
            }
            next = std::max(window.size() + 1, fit.minSize);
            if (next > walls.size() - window.begin() || tried > kMaxTried * walls.size())
                break;
            tried += next - window.size();
        }
        window.setEnd(std::max(window.begin() + 1, best.size() + window.begin()));
    }
    return best;
}

} // namespace

SteadyRun longestSteady(const std::vector<double> &walls)
{
    std::vector<double> steps;
    for (std::size_t i = 1; i < walls.size(); ++i)
        steps.push_back(walls[i] - walls[i - 1]);
    const SteadyRun even = longestWith(0, walls);
    const double trend = meanMedian(std::move(steps));
    if (trend <= 0 || trend > kMaxTrend * meanMedian(walls))
        return even;
    const SteadyRun growing = longestWith(trend, walls);
    return growing.size() >= even.size() ? growing : even;
}

} // namespace lamella::core
