// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gaps/HostCalls.h"

#include "core/base/AsciiCase.h"

#include <algorithm>
#include <string>

namespace lamella::core {

namespace {

// Limits the search: calls of one thread hardly nest (runtime around driver), but in a hostile file thousands may overlap.
constexpr int kLookBack = 64;

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

// Cache with one entry per string of the trace: 0 = unknown, else the value + 1.
class Known {
public:
    explicit Known(std::size_t strings)
        : m_values(strings, 0)
    {
    }
    template <class Find> std::uint8_t of(StringId id, Find find)
    {
        if (id.value >= m_values.size())
            return 0;
        std::uint8_t &value = m_values[id.value];
        if (value == 0)
            value = static_cast<std::uint8_t>(find() + 1);
        return static_cast<std::uint8_t>(value - 1);
    }

private:
    std::vector<std::uint8_t> m_values;
};

// Of the table OSRT_API of Nsight Systems.
bool isSystemCategory(std::string_view category)
{
    return category == "osrt";
}

} // namespace

bool isCallCategory(std::string_view category)
{
    const std::string lower = asciiLowered(category);
    return contains(lower, "runtime") || contains(lower, "driver");
}

HostCall hostCallFromName(std::string_view name)
{
    if (contains(name, "Synchronize"))
        return HostCall::Synchronise;
    if (contains(name, "GraphLaunch"))
        return HostCall::GraphLaunch;
    if (contains(name, "StreamWaitEvent"))
        return HostCall::WaitEvent;
    if (contains(name, "Memcpy"))
        return HostCall::Copy;
    return HostCall::Other;
}

HostCalls::HostCalls(const TraceDocument &document)
    : m_byTrack(document.tracks.size())
{
    Known categories(document.strings.size());
    Known names(document.strings.size());
    for (const EventChunk &chunk : document.events.chunks()) {
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            const StringId category = chunk.category[row];
            const std::uint8_t isCall = categories.of(category, [&] {
                return isCallCategory(document.text(category)) ? 1 : isSystemCategory(document.text(category)) ? 2 : 0;
            });
            if (isCall == 0 || chunk.duration[row] < 0 || !chunk.track[row].valid() || chunk.start[row] == EventTable::kNoTime)
                continue;
            const StringId name = chunk.name[row];
            const HostCall kind = isCall == 2
                ? HostCall::System
                : static_cast<HostCall>(names.of(name, [&] { return static_cast<int>(hostCallFromName(document.text(name))); }));
            if (kind == HostCall::None || kind >= HostCall::GraphLaunch)
                continue;
            std::int64_t end = 0;
            if (__builtin_add_overflow(chunk.start[row], chunk.duration[row], &end))
                end = INT64_MAX;
            m_byTrack[chunk.track[row].value][static_cast<std::size_t>(kind) - 1].push_back(
                {chunk.start[row], end, EventId(chunk.firstEvent + row)});
        }
    }
    for (auto &track : m_byTrack)
        for (std::vector<HostSpan> &spans : track)
            if (!std::is_sorted(spans.begin(), spans.end()))
                std::sort(spans.begin(), spans.end());
}

const std::vector<HostSpan> &HostCalls::spans(TrackId track, HostCall kind) const
{
    static const std::vector<HostSpan> kNone;
    if (track.value >= m_byTrack.size())
        return kNone;
    return m_byTrack[track.value][static_cast<std::size_t>(kind) - 1];
}

EventId HostCalls::blockedDuring(TrackId track, HostCall kind, const TimeRange &wait) const
{
    std::int64_t blocked = 0;
    std::int64_t until = wait.begin.value; // calls may nest: each moment counts once
    for (const HostSpan &call : within(track, kind, wait)) {
        const std::int64_t end = std::min(call.end, wait.end.value);
        blocked += std::max<std::int64_t>(0, end - std::max(call.start, until));
        until = std::max(until, end);
    }
    return blocked > 0 && blocked >= wait.length().value - blocked ? longestIn(track, kind, wait).call : EventId();
}

std::vector<HostSpan> HostCalls::within(TrackId track, HostCall kind, const TimeRange &time) const
{
    const std::vector<HostSpan> &calls = spans(track, kind);
    auto at = std::lower_bound(calls.begin(), calls.end(), time.begin.value,
        [](const HostSpan &call, std::int64_t begin) { return call.start < begin; });
    at -= std::min<std::ptrdiff_t>(kLookBack, at - calls.begin());
    std::vector<HostSpan> found;
    for (; at != calls.end() && at->start < time.end.value; ++at)
        if (at->end > time.begin.value)
            found.push_back(*at);
    return found;
}

HostCalls::Inside HostCalls::longestIn(TrackId track, HostCall kind, const TimeRange &time) const
{
    Inside longest;
    for (const HostSpan &call : within(track, kind, time)) {
        const std::int64_t inside = std::min(call.end, time.end.value) - std::max(call.start, time.begin.value);
        if (inside > 0 && inside >= longest.ns)
            longest = {call.event, inside};
    }
    return longest;
}

EventId HostCalls::lastBegunIn(TrackId track, HostCall kind, const TimeRange &range) const
{
    const std::vector<HostSpan> &calls = spans(track, kind);
    const auto at = std::lower_bound(
        calls.begin(), calls.end(), range.end.value, [](const HostSpan &call, std::int64_t time) { return call.start < time; });
    if (at == calls.begin() || (at - 1)->start < range.begin.value)
        return {};
    return (at - 1)->event;
}

} // namespace lamella::core
