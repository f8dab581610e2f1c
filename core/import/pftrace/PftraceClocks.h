// SPDX-License-Identifier: GPL-3.0-or-later
// Converts the times of packets to the clock of the trace by the snapshots in the file (clock_snapshot.proto).
#pragma once

#include "core/import/pftrace/PftraceFields.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core::pftrace {

class Clocks {
public:
    // Throws protozero::exception on damage.
    void addSnapshot(std::uint32_t sequence, std::string_view snapshot);
    // Nanoseconds on the clock of the trace; none if no snapshot relates the two, or the time is out of range. In a file without
    // any snapshot all times count as on one clock.
    [[nodiscard]] std::optional<std::int64_t> toTrace(std::uint32_t sequence, std::uint32_t clock, std::uint64_t timestamp)
    {
        if (isTraceTime(clock, timestamp))
            return static_cast<std::int64_t>(timestamp);
        return bySnapshots(sequence, clock, timestamp);
    }
    // Whether toTrace() gives the time as it is, without a look at the snapshots: mostly.
    [[nodiscard]] bool isTraceTime(std::uint32_t clock, std::uint64_t timestamp) const
    {
        return (!m_snapshots || (m_primaryAsIs && clock == m_primary)) && timestamp <= static_cast<std::uint64_t>(kLatest);
    }

    [[nodiscard]] std::uint64_t bytes() const { return m_clocks.size() * kBytesOfClock + m_readings * 2 * sizeof(Reading); }

private:
    static constexpr std::int64_t kLatest = std::int64_t{1} << 62;
    static constexpr std::uint64_t kBytesOfClock = 160; // in a map
    [[nodiscard]] static bool isOfSequence(std::uint32_t clock) { return clock >= 64 && clock < 128; }
    [[nodiscard]] static std::optional<std::int64_t> nanoseconds(std::uint64_t timestamp, std::uint64_t unit);
    [[nodiscard]] std::optional<std::int64_t> bySnapshots(std::uint32_t sequence, std::uint32_t clock, std::uint64_t timestamp);
    struct Reading { // of a snapshot, ns
        std::int64_t clock = 0;
        std::int64_t trace = 0;
    };
    struct Clock {
        std::uint64_t unit = 1; // ns
        bool incremental = false;
        bool backwards = false; // has been set back: its times are ambiguous
        std::uint64_t last = 0; // in its unit; for incremental ones
        std::vector<Reading> readings; // in order of time
        [[nodiscard]] bool add(const Reading &reading); // true if it is kept
        // By the reading before this time, or the first one, as in Perfetto.
        [[nodiscard]] std::optional<std::int64_t> toTrace(std::int64_t ns) const;
    };
    using Key = std::pair<std::uint32_t, std::uint32_t>; // sequence, clock
    [[nodiscard]] static Key keyOf(std::uint32_t sequence, std::uint32_t clock)
    {
        return {isOfSequence(clock) ? sequence : 0, clock};
    }

    std::map<Key, Clock> m_clocks;
    std::uint64_t m_readings = 0; // of all clocks
    Key m_lastKey; // of the time converted last, and its clock if it is known
    Clock *m_last = nullptr;
    std::uint32_t m_primary = kBootTime;
    bool m_primaryAsIs = false; // its timestamps are ns on the clock of the trace
    bool m_snapshots = false;
};

} // namespace lamella::core::pftrace
