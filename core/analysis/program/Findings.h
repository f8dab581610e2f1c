// SPDX-License-Identifier: GPL-3.0-or-later
// What stands out, each with the numbers it rests on and with how much time it could give back at most. Shares are of the window
// of the device that is named.
#pragma once

#include "core/analysis/gaps/Gaps.h"
#include "core/analysis/program/OpSums.h"
#include "core/analysis/program/Steps.h"
#include "core/analysis/program/TimeBreakdown.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

enum class FindingKind : std::uint8_t {
    Communication,
    Waiting,
    Idle,
    HotOperation,
    GapBefore,
    StepJitter,
    DeviceSkew,
    None // nothing stands out
};
[[nodiscard]] std::string_view findingId(FindingKind kind); // "communication-heavy"

struct FindingThresholds {
    double communication = 0.15; // of the window, exposed
    double waiting = 0.20;
    double idle = 0.20;
    double operation = 0.08;
    double gap = 0.05;
    std::int64_t gapNs = 1'000'000; // one gap
    double jitter = 1.4; // P90 : median of the steady steps
    std::size_t fewestSteps = 4;
    double skew = 0.10; // busiest device against the least busy, of the busiest
};

struct Finding {
    FindingKind kind = FindingKind::None;
    DeviceId device; // invalid: over all
    StringId subject; // operation; invalid = none
    EventId event; // where to look; invalid = nowhere in particular
    std::uint64_t count = 0;
    std::int64_t timeNs = 0; // that it is about
    std::optional<double> share; // of the window
    std::int64_t gainNs = 0; // at most, in the window of the device
    double value = 0; // ratio of jitter, share of the peak of an operation (0 = not known)
    std::int64_t extraNs = 0; // longest gap, P90, window of the least busy device
};

// What one device waited before the operations of one name.
struct GapsBefore {
    StringId name;
    std::uint64_t count = 0;
    std::int64_t timeNs = 0; // added up
    std::int64_t longestNs = 0;
    EventId longest; // the operation after it
};
// By name. `scope`: of that device.
[[nodiscard]] std::vector<GapsBefore> gapsBeforeOperations(const AnalysisInput &input, const KernelScope &scope, DeviceId device);

struct FindingsInput {
    const TraceDocument &document;
    const DeviceOps &ops;
    const ProgramRuns &runs;
    const Steps &steps;
    const std::vector<DeviceBreakdown> &breakdown;
    const std::vector<OpSum> &sums; // of the main device
    const std::vector<GapsBefore> &gaps; // of the main device
    DeviceId mainDevice;
};

// Largest gain first; one row that says so where nothing stands out.
[[nodiscard]] std::vector<Finding> findings(const FindingsInput &input, const FindingThresholds &thresholds = {});

} // namespace lamella::core
