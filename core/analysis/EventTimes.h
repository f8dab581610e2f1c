// SPDX-License-Identifier: GPL-3.0-or-later
// Index of events by time, for queries about a short range of a long trace: the time that each block of rows covers, 16 bytes per
// 1024 events. Files are nearly in time order, so that a query visits few blocks.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Saturate.h"
#include "core/base/Time.h"
#include "core/model/EventTable.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamella::core {

// Built once for a trace; const and thread-safe afterwards. The table has to outlive it.
class EventTimes {
public:
    // Incomplete when stopped.
    explicit EventTimes(const EventTable &events, const JobControl &control = {})
        : m_events(events)
    {
        for (const EventChunk &chunk : events.chunks()) {
            if (control.stopRequested())
                return;
            for (std::uint32_t first = 0; first < chunk.size(); first += kRows) {
                TimeRange range{{INT64_MAX}, {INT64_MIN}};
                for (std::uint32_t row = first; row < endOf(chunk, first); ++row)
                    if (isTimed(chunk, row))
                        range = range.united({{chunk.start[row]}, {addSaturated(chunk.start[row], chunk.duration[row])}});
                m_blocks.push_back(range);
            }
        }
    }

    // take(chunk, row, range) for each event that takes time within `within`, in the order of the file.
    template <class Take> void forEachWithin(const TimeRange &within, Take take) const
    {
        std::size_t block = 0;
        for (const EventChunk &chunk : m_events.chunks())
            for (std::uint32_t first = 0; first < chunk.size(); first += kRows, ++block) {
                if (m_blocks[block].begin >= within.end || m_blocks[block].end <= within.begin)
                    continue;
                for (std::uint32_t row = first; row < endOf(chunk, first); ++row) {
                    if (chunk.start[row] >= within.end.value || !takesTime(chunk, row))
                        continue;
                    const TimeRange range{{chunk.start[row]}, {addSaturated(chunk.start[row], chunk.duration[row])}};
                    if (range.end > within.begin)
                        take(chunk, row, range);
                }
            }
    }

    // take(chunk, row) for each event that runs at the time, in the order of the file; one of length zero runs at its own
    // instant.
    template <class Take> void forEachAt(std::int64_t time, Take take) const
    {
        std::size_t block = 0;
        for (const EventChunk &chunk : m_events.chunks())
            for (std::uint32_t first = 0; first < chunk.size(); first += kRows, ++block) {
                if (m_blocks[block].begin.value > time || m_blocks[block].end.value < time)
                    continue;
                for (std::uint32_t row = first; row < endOf(chunk, first); ++row)
                    if (chunk.start[row] <= time && isTimed(chunk, row)
                        && (chunk.start[row] == time || addSaturated(chunk.start[row], chunk.duration[row]) > time))
                        take(chunk, row);
            }
    }

private:
    static constexpr std::uint32_t kRows = 1024; // of a block

    static std::uint32_t endOf(const EventChunk &chunk, std::uint32_t first) { return std::min(chunk.size(), first + kRows); }
    static bool isTimed(const EventChunk &chunk, std::uint32_t row)
    {
        return chunk.duration[row] >= 0 && chunk.start[row] != EventTable::kNoTime;
    }
    static bool takesTime(const EventChunk &chunk, std::uint32_t row) { return isTimed(chunk, row) && chunk.duration[row] > 0; }

    const EventTable &m_events;
    std::vector<TimeRange> m_blocks; // of each chunk in turn
};

} // namespace lamella::core
