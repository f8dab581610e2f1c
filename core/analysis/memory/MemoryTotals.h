// SPDX-License-Identifier: GPL-3.0-or-later
// Totals of an allocator after each row of its log. Rows near each other differ little, so that a group of them keeps differences
// from its first: 12 bytes a row, 24 if devices of different sizes alternate. Filled by one thread, then immutable.
#pragma once

#include "core/base/Saturate.h"
#include "core/model/MemoryLog.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lamella::core {

struct MemoryTotals { // after a row; MemoryLog::kNone: not known
    std::int64_t allocated = 0;
    std::int64_t reserved = 0;
    std::int64_t active = 0;
    bool operator==(const MemoryTotals &) const = default;
};

class TotalsColumn {
public:
    void reserve(std::size_t rows)
    {
        m_groups.reserve(rows / kGroup + 1);
        m_near.reserve(rows);
    }
    void push_back(const MemoryTotals &totals)
    {
        if (m_size % kGroup == 0)
            m_groups.push_back({totals, m_near.size(), false});
        Group &group = m_groups.back();
        const std::optional<Near> near = group.isWide ? std::nullopt : nearOf(totals, group.first);
        if (near) {
            m_near.push_back(*near);
        } else {
            if (!group.isWide)
                widen(group);
            m_wide.push_back(totals);
        }
        ++m_size;
    }
    [[nodiscard]] MemoryTotals operator[](std::size_t row) const
    {
        const Group &group = m_groups[row / kGroup];
        return group.isWide ? m_wide[group.at + row % kGroup] : totalsOf(m_near[group.at + row % kGroup], group.first);
    }
    [[nodiscard]] std::size_t size() const { return m_size; }
    // Adds rows of zeros.
    void fill(std::size_t rows)
    {
        while (m_size < rows)
            push_back({});
    }

private:
    using Near = std::array<std::int32_t, 3>;
    struct Group {
        MemoryTotals first;
        std::size_t at = 0; // of its rows in m_near or m_wide
        bool isWide = false;
    };
    static constexpr std::size_t kGroup = 64;
    static constexpr std::int32_t kNone = INT32_MIN;

    [[nodiscard]] static std::optional<std::int32_t> nearOf(std::int64_t value, std::int64_t first)
    {
        if (value == MemoryLog::kNone)
            return kNone;
        const std::int64_t more = subtractSaturated(value, first);
        if (first == MemoryLog::kNone || more <= kNone || more > INT32_MAX)
            return std::nullopt;
        return static_cast<std::int32_t>(more);
    }
    [[nodiscard]] static std::optional<Near> nearOf(const MemoryTotals &totals, const MemoryTotals &first)
    {
        const std::optional<std::int32_t> allocated = nearOf(totals.allocated, first.allocated);
        const std::optional<std::int32_t> reserved = nearOf(totals.reserved, first.reserved);
        const std::optional<std::int32_t> active = nearOf(totals.active, first.active);
        if (!allocated || !reserved || !active)
            return std::nullopt;
        return Near{*allocated, *reserved, *active};
    }
    [[nodiscard]] static std::int64_t valueOf(std::int32_t near, std::int64_t first)
    {
        return near == kNone ? MemoryLog::kNone : first + near;
    }
    [[nodiscard]] static MemoryTotals totalsOf(const Near &near, const MemoryTotals &first)
    {
        return {valueOf(near[0], first.allocated), valueOf(near[1], first.reserved), valueOf(near[2], first.active)};
    }
    void widen(Group &group)
    {
        const std::size_t from = group.at;
        group.at = m_wide.size();
        for (std::size_t i = from; i < m_near.size(); ++i)
            m_wide.push_back(totalsOf(m_near[i], group.first));
        m_near.resize(from);
        group.isWide = true;
    }

    std::vector<Group> m_groups;
    std::vector<Near> m_near;
    std::vector<MemoryTotals> m_wide;
    std::size_t m_size = 0;
};

} // namespace lamella::core
