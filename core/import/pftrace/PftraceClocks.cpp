// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceClocks.h"

#include "core/import/pftrace/FieldReader.h"

#include <algorithm>

namespace lamella::core::pftrace {

namespace {

constexpr std::size_t kMaxClocks = 65'536; // of a snapshot

struct ReadClock {
    std::uint32_t clock = 0;
    std::uint64_t timestamp = 0; // in units
    std::uint64_t unit = 1;
    bool incremental = false;
};

ReadClock readClock(FieldReader fields)
{
    ReadClock reading;
    while (fields.next()) {
        switch (fields.tag()) {
        case kClockId:
            reading.clock = fields.get_uint32();
            break;
        case kClockTimestamp:
            reading.timestamp = fields.get_uint64();
            break;
        case kClockIncremental:
            reading.incremental = fields.get_bool();
            break;
        case kClockUnit:
            reading.unit = fields.get_uint64();
            break;
        default:
            fields.skip();
        }
    }
    return reading;
}

} // namespace

std::optional<std::int64_t> Clocks::nanoseconds(std::uint64_t timestamp, std::uint64_t unit)
{
    if (unit == 1 && timestamp <= static_cast<std::uint64_t>(kLatest))
        return static_cast<std::int64_t>(timestamp);
    std::uint64_t ns = 0;
    if (__builtin_mul_overflow(timestamp, unit == 0 ? 1 : unit, &ns) || ns > static_cast<std::uint64_t>(kLatest))
        return std::nullopt;
    return static_cast<std::int64_t>(ns);
}

void Clocks::addSnapshot(std::uint32_t sequence, std::string_view snapshot)
{
    m_primaryAsIs = false;
    std::vector<ReadClock> readings;
    FieldReader fields(snapshot.data(), snapshot.size());
    while (fields.next()) {
        if (fields.tag() == kClocks && readings.size() < kMaxClocks)
            readings.push_back(readClock(fields.get_message()));
        else if (fields.tag() == kPrimaryClock)
            m_primary = fields.get_uint32();
        else
            fields.skip();
    }
    std::optional<std::int64_t> trace; // the time of the snapshot on the clock of the trace
    for (const ReadClock &reading : readings) {
        if (reading.clock == m_primary)
            trace = nanoseconds(reading.timestamp, reading.unit);
    }
    for (std::size_t i = 0; i < readings.size() && !trace; ++i) {
        const auto known = m_clocks.find(keyOf(sequence, readings[i].clock));
        const auto ns = nanoseconds(readings[i].timestamp, readings[i].unit);
        if (known != m_clocks.end() && ns)
            trace = known->second.toTrace(*ns);
    }
    for (const ReadClock &reading : readings) {
        Clock &clock = m_clocks[keyOf(sequence, reading.clock)];
        clock.unit = reading.unit == 0 ? 1 : reading.unit;
        clock.incremental = reading.incremental;
        clock.last = reading.timestamp;
        const auto ns = nanoseconds(reading.timestamp, reading.unit);
        if (trace && ns)
            m_readings += clock.add({*ns, *trace}) ? 1 : 0;
    }
    m_snapshots = true;
    const auto primary = m_clocks.find(keyOf(sequence, m_primary));
    m_primaryAsIs =
        !isOfSequence(m_primary) && (primary == m_clocks.end() || (primary->second.unit == 1 && !primary->second.incremental));
}

// Snapshots of several sequences may be out of order in the file: an older one tells nothing new.
bool Clocks::Clock::add(const Reading &reading)
{
    const bool newer = readings.empty() || (reading.clock >= readings.back().clock && reading.trace >= readings.back().trace);
    backwards = backwards || (!newer && reading.trace > readings.back().trace);
    if (newer)
        readings.push_back(reading);
    return newer;
}

std::optional<std::int64_t> Clocks::Clock::toTrace(std::int64_t ns) const
{
    if (readings.empty() || backwards)
        return std::nullopt;
    auto at = readings.end();
    if (ns < readings.back().clock) // mostly behind the newest
        at = std::upper_bound(readings.begin(), at, ns, [](std::int64_t time, const Reading &r) { return time < r.clock; });
    const Reading &before = at == readings.begin() ? *at : *(at - 1);
    std::int64_t time = 0;
    if (__builtin_add_overflow(ns, before.trace - before.clock, &time) || time > kLatest || time < -kLatest)
        return std::nullopt;
    return time;
}

std::optional<std::int64_t> Clocks::bySnapshots(std::uint32_t sequence, std::uint32_t clock, std::uint64_t timestamp)
{
    if (const Key key = keyOf(sequence, clock); m_last == nullptr || m_lastKey != key) { // mostly that of the packet before
        const auto known = m_clocks.find(key);
        if (known == m_clocks.end())
            return clock == m_primary || !m_snapshots ? nanoseconds(timestamp, 1) : std::nullopt;
        m_lastKey = key;
        m_last = &known->second;
    }
    Clock &from = *m_last;
    if (from.incremental) {
        if (__builtin_add_overflow(from.last, timestamp, &from.last))
            return std::nullopt;
        timestamp = from.last;
    }
    const std::optional<std::int64_t> ns = nanoseconds(timestamp, from.unit);
    if (!ns || clock == m_primary)
        return ns;
    return from.toTrace(*ns);
}

} // namespace lamella::core::pftrace
