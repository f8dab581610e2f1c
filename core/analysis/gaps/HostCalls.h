// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that can explain why a GPU waits: calls of the driver that block the host or make a stream wait, graph launches, and calls
// of the operating system.
#pragma once

#include "core/analysis/TrackSpans.h"
#include "core/base/Time.h"
#include "core/model/TraceDocument.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lamella::core {

enum class HostCall : std::uint8_t { None, Synchronise, Copy, WaitEvent, System, GraphLaunch, Other };

// True for categories of runtime or driver calls ("cuda_runtime", "hip_driver", ...).
[[nodiscard]] bool isCallCategory(std::string_view category);
// Classifies names such as "cudaStreamSynchronize", "hipMemcpyWithStream", "cuStreamWaitEvent" and "cudaGraphLaunch", with or
// without a version suffix.
[[nodiscard]] HostCall hostCallFromName(std::string_view name);

// Scans the events once; const and thread-safe afterwards.
class HostCalls {
public:
    explicit HostCalls(const TraceDocument &document);

    // Where calls of that kind on the thread fill at least half of `wait`, the one that takes most of it; else invalid.
    [[nodiscard]] EventId blockedDuring(TrackId track, HostCall kind, const TimeRange &wait) const;
    // The calls of that kind on the thread that overlap the time, in start order.
    [[nodiscard]] std::vector<HostSpan> within(TrackId track, HostCall kind, const TimeRange &time) const;
    // The one of these with most of the time, and that time; of equals the last, which is the innermost. Invalid if there is
    // none.
    struct Inside {
        EventId call;
        std::int64_t ns = 0;
    };
    [[nodiscard]] Inside longestIn(TrackId track, HostCall kind, const TimeRange &time) const;
    // The last call of that kind on the thread that began in the range.
    [[nodiscard]] EventId lastBegunIn(TrackId track, HostCall kind, const TimeRange &range) const;

private:
    static constexpr std::size_t kKept = 4; // Synchronise, Copy, WaitEvent, System
    [[nodiscard]] const std::vector<HostSpan> &spans(TrackId track, HostCall kind) const;

    std::vector<std::array<std::vector<HostSpan>, kKept>> m_byTrack; // in start order
};

} // namespace lamella::core
