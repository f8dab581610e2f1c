// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/perfetto/MemoryTracks.h"

#include <algorithm>
#include <array>

namespace lamella::core::pftrace {

namespace {

struct Kind {
    const char *name;
    std::int64_t MemoryTotals::*total;
};
constexpr std::array<Kind, 3> kKinds{{{"Memory allocated", &MemoryTotals::allocated},
    {"Memory reserved", &MemoryTotals::reserved}, {"Memory active", &MemoryTotals::active}}};

std::string placeName(std::int16_t device)
{
    return device == MemoryLog::kHost ? std::string("host") : "device " + std::to_string(device);
}

} // namespace

std::vector<MemoryTrack> memoryTracks(const MemoryData &data, const TimeRange &window)
{
    const MemoryLog &log = *data.log;
    std::vector<MemoryTrack> tracks;
    for (const auto &[device, unused] : data.use.devices) {
        for (const Kind &kind : kKinds) {
            if (kind.total == &MemoryTotals::active && log.source == MemorySource::Events)
                continue; // only snapshots and tables record it
            MemoryTrack track{std::string(kind.name) + " · " + placeName(device), {}};
            for (std::uint32_t row = 0;
                 row < log.size() && (log.time[row] == MemoryLog::kNone || log.time[row] <= window.end.value); ++row) {
                const std::int64_t value = data.use.totals[row].*kind.total;
                if (log.device[row] != device || value == MemoryLog::kNone || log.time[row] == MemoryLog::kNone)
                    continue;
                const std::int64_t time = std::max(log.time[row], window.begin.value);
                if (!track.values.empty() && track.values.back().first == time)
                    track.values.back().second = value;
                else if (track.values.empty() || track.values.back().second != value)
                    track.values.emplace_back(time, value);
            }
            if (!track.values.empty())
                tracks.push_back(std::move(track));
        }
    }
    return tracks;
}

} // namespace lamella::core::pftrace
