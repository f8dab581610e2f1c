// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/SteadyRun.h"

#include "core/analysis/segmentation/PassStates.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace lamella::core {

namespace {

// Lowest and highest value of a window whose ends only move forward.
class Window {
public:
    explicit Window(const std::vector<double> &values)
        : m_values(values)
    {
    }
    void extendTo(std::size_t end)
    {
        for (; m_end < end; ++m_end) {
            while (!m_low.empty() && m_values[m_low.back()] >= m_values[m_end])
                m_low.pop_back();
            while (!m_high.empty() && m_values[m_high.back()] <= m_values[m_end])
                m_high.pop_back();
            m_low.push_back(m_end);
            m_high.push_back(m_end);
        }
    }
    void beginAt(std::size_t begin)
    {
        while (m_low.front() < begin)
            m_low.pop_front();
        while (m_high.front() < begin)
            m_high.pop_front();
    }
    [[nodiscard]] double low() const { return m_values[m_low.front()]; }
    [[nodiscard]] double high() const { return m_values[m_high.front()]; }

private:
    const std::vector<double> &m_values;
    std::deque<std::size_t> m_low; // positions of rising values
    std::deque<std::size_t> m_high; // positions of falling ones
    std::size_t m_end = 0;
};

} // namespace

double medianOf(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return values.size() % 2 == 1 ? *middle : (*std::max_element(values.begin(), middle) + *middle) / 2;
}

// A stretch that fails cannot be mended by more walls, so each begin only needs to be tried with one wall more than the best so
// far: both ends of the window move forward only.
SteadyRun longestSteady(const std::vector<double> &walls)
{
    std::vector<double> steps;
    for (std::size_t i = 1; i < walls.size(); ++i)
        steps.push_back(walls[i] - walls[i - 1]);
    SteadyRun best;
    best.trend = medianOf(std::move(steps));
    if (std::abs(best.trend) > kMaxTrend * medianOf(walls))
        best.trend = 0;
    std::vector<double> flat(walls.size());
    for (std::size_t i = 0; i < walls.size(); ++i)
        flat[i] = walls[i] - best.trend * static_cast<double>(i);
    Window window(flat);
    for (std::size_t begin = 0; begin + best.size() < walls.size(); ++begin) {
        // What the trend took out before this wall: the band is a share of the walls, not of what is left of them.
        const double taken = best.trend * static_cast<double>(begin);
        for (std::size_t size = best.size() + 1; begin + size <= walls.size(); ++size) {
            window.extendTo(begin + size);
            window.beginAt(begin);
            if (window.high() - window.low() > kSteadyBand * (window.high() + window.low() + 2 * taken))
                break;
            best.begin = begin;
            best.end = begin + size;
        }
    }
    return best;
}

} // namespace lamella::core
