// SPDX-License-Identifier: GPL-3.0-or-later
// Calls into the driver that say why a GPU waits: those that block the host, those that make a stream wait, graph launches.
#pragma once

#include "core/analysis/TrackSpans.h"
#include "core/base/Time.h"
#include "core/model/TraceDocument.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lamella::core {

enum class HostCall : std::uint8_t { None, Synchronise, Copy, WaitEvent, GraphLaunch, Other };

// Whether events of this category are calls into a runtime or driver ("cuda_runtime", "hip_driver", ...).
[[nodiscard]] bool isCallCategory(std::string_view category);
// "cudaStreamSynchronize", "hipMemcpyWithStream", "cuStreamWaitEvent", "cudaGraphLaunch", also with a suffix of its version.
[[nodiscard]] HostCall hostCallFromName(std::string_view name);

// One walk over the events; afterwards const and safe from any thread.
class HostCalls {
public:
    explicit HostCalls(const TraceDocument &document);

    // The call of that kind on the thread that runs when `wait` begins, else the one that fills at least half of it.
    [[nodiscard]] EventId blockedDuring(TrackId track, HostCall kind, const TimeRange &wait) const;
    // The last call of that kind on the thread that began in the range.
    [[nodiscard]] EventId lastBegunIn(TrackId track, HostCall kind, const TimeRange &range) const;

private:
    static constexpr std::size_t kKept = 3; // Synchronise, Copy, WaitEvent
    [[nodiscard]] const std::vector<HostSpan> &spans(TrackId track, HostCall kind) const;

    std::vector<std::array<std::vector<HostSpan>, kKept>> m_byTrack; // in start order
};

} // namespace lamella::core
