// SPDX-License-Identifier: GPL-3.0-or-later
// The earliest and latest time of the events that Perfetto imports, exact and with Perfetto's rounding. One per block, then
// merged.
#pragma once

#include "core/base/PerfettoTime.h"
#include "core/model/TraceDocument.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace lamella::core {

// Perfetto's values for the text of a time and a duration, if they differ from perfettoNs() of the exact value.
struct PerfettoParsed {
    std::optional<std::int64_t> startNs;
    std::optional<std::int64_t> durationNs;
};

class ImportBounds {
public:
    // duration < 0 counts as 0.
    void add(std::int64_t start, std::int64_t duration)
    {
        const std::int64_t length = std::max<std::int64_t>(duration, 0);
        // Rounding moves a time by less than 1 µs, so only events near a bound can change the rounded bound.
        if (m_empty || start < std::max(m_bounds.exactBegin, m_bounds.perfettoBegin) + kRounding
            || start + length > std::min(m_bounds.exactEnd, m_bounds.perfettoEnd) - 2 * kRounding)
            add(start, duration, PerfettoParsed());
    }
    void add(std::int64_t start, std::int64_t duration, const PerfettoParsed &parsed)
    {
        const std::int64_t length = std::max<std::int64_t>(duration, 0);
        const std::int64_t begin = parsed.startNs ? *parsed.startNs : perfettoNs(start);
        const std::int64_t parsedLength = parsed.durationNs ? *parsed.durationNs : perfettoNs(length);
        widen(start, start + length, begin, begin + std::max<std::int64_t>(parsedLength, 0));
    }
    void merge(const ImportBounds &other)
    {
        if (!other.m_empty)
            widen(other.m_bounds.exactBegin, other.m_bounds.exactEnd, other.m_bounds.perfettoBegin, other.m_bounds.perfettoEnd);
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

    void widen(std::int64_t exactBegin, std::int64_t exactEnd, std::int64_t perfettoBegin, std::int64_t perfettoEnd)
    {
        m_bounds.exactBegin = m_empty ? exactBegin : std::min(m_bounds.exactBegin, exactBegin);
        m_bounds.exactEnd = m_empty ? exactEnd : std::max(m_bounds.exactEnd, exactEnd);
        m_bounds.perfettoBegin = m_empty ? perfettoBegin : std::min(m_bounds.perfettoBegin, perfettoBegin);
        m_bounds.perfettoEnd = m_empty ? perfettoEnd : std::max(m_bounds.perfettoEnd, perfettoEnd);
        m_empty = false;
    }

    TraceBounds m_bounds;
    bool m_empty = true;
};

} // namespace lamella::core
