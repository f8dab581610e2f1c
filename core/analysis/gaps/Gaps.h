// SPDX-License-Identifier: GPL-3.0-or-later
// Idle time as a list of gaps: periods in which nothing runs, with the work before and after, and the cause (help/idle.md).
//
// The scope decides which work counts. Passes: each pass individually with its own work, so that its gaps add up to its idle time
// (wall - busy) exactly; then the idle time between consecutive passes of the scope. A gap of a pass is split where other work of
// the device runs: that of passes beside it, outside of passes or, with selected layers, of other layers. Those parts have the
// cause OtherWork and are no idle time of the device. Whole trace: all work of the device, so that the gaps add up to its wall
// minus its busy time. With selected streams, only their work counts.
#pragma once

#include "core/analysis/PassMetrics.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace lamella::core {

enum class GapCause : std::uint8_t {
    HostLate, // the launch call began after the gap, and the work soon after that
    LaunchLatency, // launched in time, nothing to wait for: overhead of hardware and driver between two kernels
    Dependency, // waited for a kernel of another stream, or for an event
    Sync, // launched late because the host was blocked in a synchronise call
    Memcpy, // at a copy, or launched late because the host was blocked in a copy call
    GraphBoundary, // launched in time; a graph replay ends or begins here
    BetweenPasses, // before and after belong to different passes
    Unknown, // not explained by anything recorded
    CaptureEdge, // before the first or after the last pass: the capture is longer than the run of the model
    OtherWork, // not idle: work runs that is not of this pass (of these layers)
    LaunchBlocked // the launch call itself took most of the gap
};
inline constexpr std::size_t kGapCauses = 11;

struct GapCauseInfo {
    GapCause cause;
    std::string_view id; // "host-late", as in tables
    const char *title; // QT_TRANSLATE_NOOP("GapCause", ...): "late launch"
    const char *meaning; // QT_TRANSLATE_NOOP("GapCause", ...): one sentence
};
[[nodiscard]] const std::array<GapCauseInfo, kGapCauses> &gapCauseInfos(); // in enum order
[[nodiscard]] inline const GapCauseInfo &info(GapCause cause)
{
    return gapCauseInfos()[static_cast<std::size_t>(cause)];
}
[[nodiscard]] std::optional<GapCause> gapCauseFromId(std::string_view id);

struct Gap {
    TimeRange range; // ns on the clock of the file, never empty
    // Its end begins the gap (of several kernels, the one that started last), and the start of the other ends it. Where other
    // work runs: the work of the pass before and after.
    KernelId before;
    KernelId after;
    DeviceId device;
    std::int32_t pass = kNoPass; // kNoPass: outside passes, or between two
    std::int32_t layer = kNoLayer; // of the work of the pass whose start the gap delays
    GapCause cause = GapCause::Unknown;
    EventId evidenceEvent; // launch, synchronise, copy or wait call as evidence of the cause; invalid = none
    KernelId evidenceKernel; // kernel that was waited for, or the last one of the other work; invalid = none
    [[nodiscard]] std::int64_t lengthNs() const { return range.length().value; }
    [[nodiscard]] bool isIdle() const { return cause != GapCause::OtherWork; } // nothing runs on the device (the stream)
};

// By start, then device. `perStream`: per stream instead of per device. Causes other than
// OtherWork are not set: see explainGaps.
[[nodiscard]] std::vector<Gap> findGaps(const AnalysisInput &input, const KernelScope &scope, bool perStream = false);
// Visits the same gaps without a list, which takes 48 bytes per gap; those of one device in start order.
void visitGaps(
    const AnalysisInput &input, const KernelScope &scope, bool perStream, const std::function<void(const Gap &)> &visit);

} // namespace lamella::core
