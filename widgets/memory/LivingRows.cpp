// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/LivingRows.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>

namespace lamella::ui {

LivingRows::LivingRows(const std::vector<std::int64_t> &begins, const std::vector<std::int64_t> &ends)
    : m_rows(begins.size())
{
    std::iota(m_rows.begin(), m_rows.end(), 0U);
    std::stable_sort(m_rows.begin(), m_rows.end(), [&](std::uint32_t a, std::uint32_t b) { return begins[a] < begins[b]; });
    for (const std::uint32_t row : m_rows) {
        m_begins.push_back(begins[row]);
        m_ends.push_back(ends[row]);
    }
    const std::size_t leaves = std::bit_ceil(std::max<std::size_t>(1, m_rows.size()));
    m_latest.assign(2 * leaves, kAlways);
    std::copy(m_ends.begin(), m_ends.end(), m_latest.begin() + static_cast<std::ptrdiff_t>(leaves));
    for (std::size_t node = leaves; node-- > 1;)
        m_latest[node] = std::max(m_latest[2 * node], m_latest[2 * node + 1]);
}

// Of the leaves [first, last) below a node, those before `until` that end after a time.
void LivingRows::collect(std::size_t node, std::size_t first, std::size_t last, std::size_t until, std::int64_t after,
    std::vector<std::uint32_t> &rows) const
{
    if (first >= until || m_latest[node] <= after)
        return;
    if (last - first == 1) {
        rows.push_back(m_rows[first]);
        return;
    }
    const std::size_t middle = first + (last - first) / 2;
    collect(2 * node, first, middle, until, after, rows);
    collect(2 * node + 1, middle, last, until, after, rows);
}

std::vector<std::uint32_t> LivingRows::at(std::int64_t time) const
{
    std::vector<std::uint32_t> rows;
    const auto until = std::upper_bound(m_begins.begin(), m_begins.end(), time) - m_begins.begin();
    if (until > 0)
        collect(1, 0, m_latest.size() / 2, static_cast<std::size_t>(until), time, rows);
    std::sort(rows.begin(), rows.end());
    return rows;
}

std::vector<std::uint32_t> LivingRows::toTheEnd() const
{
    std::vector<std::uint32_t> rows;
    if (!m_rows.empty())
        collect(1, 0, m_latest.size() / 2, m_rows.size(), kNever - 1, rows);
    std::sort(rows.begin(), rows.end());
    return rows;
}

} // namespace lamella::ui
