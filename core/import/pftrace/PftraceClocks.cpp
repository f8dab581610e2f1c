// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceClocks.h"

#include "core/import/pftrace/FieldReader.h"

#include <vector>

namespace lamella::core::pftrace {

namespace {

constexpr std::size_t kMaxClocks = 65'536;
constexpr std::int64_t kLatest = std::int64_t{1} << 62;

struct Reading {
    std::uint32_t clock = 0;
    std::uint64_t timestamp = 0; // in units
    std::uint64_t unit = 1;
    bool incremental = false;
};

Reading readingOf(FieldReader fields)
{
    Reading reading;
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

std::optional<std::int64_t> nanoseconds(std::uint64_t timestamp, std::uint64_t unit)
{
    std::uint64_t ns = 0;
    if (__builtin_mul_overflow(timestamp, unit == 0 ? 1 : unit, &ns) || ns > static_cast<std::uint64_t>(kLatest))
        return std::nullopt;
    return static_cast<std::int64_t>(ns);
}

} // namespace

void Clocks::addSnapshot(std::uint32_t sequence, std::string_view snapshot)
{
    std::vector<Reading> readings;
    FieldReader fields(snapshot.data(), snapshot.size());
    while (fields.next()) {
        if (fields.tag() == kClocks && readings.size() < kMaxClocks)
            readings.push_back(readingOf(fields.get_message()));
        else if (fields.tag() == kPrimaryClock)
            m_primary = fields.get_uint32();
        else
            fields.skip();
    }
    std::optional<std::int64_t> trace; // the time of the snapshot on the clock of the trace
    for (const Reading &reading : readings) {
        if (reading.clock == m_primary)
            trace = nanoseconds(reading.timestamp, reading.unit);
    }
    for (std::size_t i = 0; i < readings.size() && !trace; ++i) {
        const auto known = m_clocks.find(keyOf(sequence, readings[i].clock));
        const auto ns = nanoseconds(readings[i].timestamp, readings[i].unit);
        if (known != m_clocks.end() && known->second.offset && ns)
            trace = *ns + *known->second.offset; // both below 2^62
    }
    for (const Reading &reading : readings) {
        if (m_clocks.size() >= kMaxClocks && !m_clocks.contains(keyOf(sequence, reading.clock)))
            continue;
        Clock &clock = m_clocks[keyOf(sequence, reading.clock)];
        clock.unit = reading.unit == 0 ? 1 : reading.unit;
        clock.incremental = reading.incremental;
        clock.last = reading.timestamp;
        const auto ns = nanoseconds(reading.timestamp, reading.unit);
        if (trace && ns)
            clock.offset = *trace - *ns;
    }
    m_snapshots = true;
}

std::optional<std::int64_t> Clocks::toTrace(std::uint32_t sequence, std::uint32_t clock, std::uint64_t timestamp)
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
    std::int64_t time = 0;
    if (!from.offset || __builtin_add_overflow(*ns, *from.offset, &time) || time > kLatest || time < -kLatest)
        return std::nullopt;
    return time;
}

} // namespace lamella::core::pftrace
