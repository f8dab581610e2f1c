// SPDX-License-Identifier: GPL-3.0-or-later
// Idle time as a list of gaps: stretches in which nothing runs, with the work before and after, and why (help/idle.md).
//
// Which work counts is the scope. Passes: each pass by itself, with its own work only, so that its gaps add up to its idle time
// (wall - busy) exactly; then what is idle between neighbouring passes of the scope. Whole trace: all work of the device, so that
// the gaps add up to the wall of the device minus its busy time. With chosen streams or layers: of what they ran.
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
    HostLate, // the launch call began after the gap had
    LaunchLatency, // launched in time, nothing to wait for: what hardware and driver take between two kernels
    Dependency, // waited for a kernel of another stream, or for an event
    Sync, // launched late because the host was blocked in a synchronise call
    Memcpy, // at a copy, or launched late because the host was blocked in a copy call
    GraphBoundary, // launched in time; one graph replay ends or another begins here
    BetweenPasses, // before and after belong to different passes
    Unknown // nothing that was recorded explains it
};
inline constexpr std::size_t kGapCauses = 8;

struct GapCauseInfo {
    GapCause cause;
    std::string_view id; // "host-late", as in tables
    const char *title; // QT_TRANSLATE_NOOP("GapCause", ...): "host late"
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
    KernelId before; // whose end opens the gap (of several: the one that started last)
    KernelId after; // whose start ends it
    DeviceId device;
    std::int32_t pass = kNoPass; // kNoPass: outside of passes, or between two
    std::int32_t layer = kNoLayer; // of `after`, whose start the gap delays
    GapCause cause = GapCause::Unknown;
    EventId evidenceEvent; // launch, synchronise, copy or wait call that the cause rests on; invalid = none
    KernelId evidenceKernel; // kernel that was waited for; invalid = none
    [[nodiscard]] std::int64_t lengthNs() const { return range.length().value; }
};

// By start, then device. `perStream`: each stream by itself instead of each device. No causes yet: see explainGaps.
[[nodiscard]] std::vector<Gap> findGaps(const AnalysisInput &input, const KernelScope &scope, bool perStream = false);
// The same gaps one by one without a list of them, which takes 48 bytes each; of one device by start.
void visitGaps(
    const AnalysisInput &input, const KernelScope &scope, bool perStream, const std::function<void(const Gap &)> &visit);

} // namespace lamella::core
