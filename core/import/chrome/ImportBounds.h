// SPDX-License-Identifier: GPL-3.0-or-later
// The earliest and latest time of the events that Perfetto imports, exact and with Perfetto's rounding. One per block, then
// merged.
#pragma once

#include "core/base/PerfettoTime.h"
#include "core/model/TraceDocument.h"

#include <algorithm>
#include <cstdint>

namespace lamella::core {

class ImportBounds {
public:
    // duration < 0 counts as 0.
    void add(std::int64_t start, std::int64_t duration)
    {
        const std::int64_t length = std::max<std::int64_t>(duration, 0);
        // Rounding moves a time by less than 1 µs, so only events near a bound can change the rounded bound.
        if (m_empty || start < m_bounds.exactBegin + kRounding)
            addBegin(start);
        if (m_empty || start + length > m_bounds.exactEnd - 2 * kRounding)
            addEnd(start, length);
        m_empty = false;
    }
    void merge(const ImportBounds &other)
    {
        if (other.m_empty)
            return;
        if (m_empty) {
            *this = other;
            return;
        }
        m_bounds.exactBegin = std::min(m_bounds.exactBegin, other.m_bounds.exactBegin);
        m_bounds.exactEnd = std::max(m_bounds.exactEnd, other.m_bounds.exactEnd);
        m_bounds.perfettoBegin = std::min(m_bounds.perfettoBegin, other.m_bounds.perfettoBegin);
        m_bounds.perfettoEnd = std::max(m_bounds.perfettoEnd, other.m_bounds.perfettoEnd);
    }
    [[nodiscard]] TraceBounds result() const
    {
        TraceBounds bounds = m_bounds;
        bounds.empty = m_empty;
        // Perfetto never reports an empty range.
        if (!m_empty && bounds.perfettoEnd == bounds.perfettoBegin)
            ++bounds.perfettoEnd;
        if (!m_empty && bounds.exactEnd == bounds.exactBegin)
            ++bounds.exactEnd;
        return bounds;
    }
    [[nodiscard]] bool empty() const { return m_empty; }
    [[nodiscard]] std::int64_t exactEnd() const { return m_bounds.exactEnd; }

private:
    static constexpr std::int64_t kRounding = 1000;

    void addBegin(std::int64_t start)
    {
        const std::int64_t rounded = perfettoNs(start);
        m_bounds.exactBegin = m_empty ? start : std::min(m_bounds.exactBegin, start);
        m_bounds.perfettoBegin = m_empty ? rounded : std::min(m_bounds.perfettoBegin, rounded);
    }
    void addEnd(std::int64_t start, std::int64_t length)
    {
        const std::int64_t rounded = perfettoNs(start) + perfettoNs(length);
        m_bounds.exactEnd = m_empty ? start + length : std::max(m_bounds.exactEnd, start + length);
        m_bounds.perfettoEnd = m_empty ? rounded : std::max(m_bounds.perfettoEnd, rounded);
    }

    TraceBounds m_bounds;
    bool m_empty = true;
};

} // namespace lamella::core
