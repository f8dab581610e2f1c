// SPDX-License-Identifier: GPL-3.0-or-later
// Host spans grouped by track and sorted, for a sweep with a stack of open spans.
#pragma once

#include "core/base/Ids.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamella::core {

struct HostSpan {
    std::int64_t start = 0;
    std::int64_t end = 0;
    EventId event;
    friend bool operator<(const HostSpan &a, const HostSpan &b)
    {
        if (a.start != b.start)
            return a.start < b.start;
        if (a.end != b.end)
            return a.end > b.end; // outer span first
        return a.event < b.event;
    }
};

// True if an open span has ended at `time`; a span of length zero contains its own instant.
inline bool isOver(const HostSpan &span, std::int64_t time)
{
    return span.end <= time && !(span.start == time && span.end == time);
}

// Spans of all tracks in one vector, grouped by track.
class TrackSpans {
public:
    void count(TrackId track) { ++m_begin[track.value + 1]; }
    explicit TrackSpans(std::size_t tracks)
        : m_begin(tracks + 1, 0)
    {
    }
    void allocate()
    {
        for (std::size_t i = 1; i < m_begin.size(); ++i)
            m_begin[i] += m_begin[i - 1];
        m_next.assign(m_begin.begin(), m_begin.end() - 1);
        m_spans.resize(m_begin.back());
    }
    void add(TrackId track, const HostSpan &span) { m_spans[m_next[track.value]++] = span; }
    // In start order. Files are mostly sorted already, and then nothing moves.
    std::span<const HostSpan> sorted(TrackId track)
    {
        const auto begin = m_spans.begin() + static_cast<std::ptrdiff_t>(m_begin[track.value]);
        const auto end = m_spans.begin() + static_cast<std::ptrdiff_t>(m_begin[track.value + 1]);
        if (!std::is_sorted(begin, end))
            std::sort(begin, end);
        return {begin, end};
    }

private:
    std::vector<std::size_t> m_begin;
    std::vector<std::size_t> m_next;
    std::vector<HostSpan> m_spans;
};

} // namespace lamella::core
