// SPDX-License-Identifier: GPL-3.0-or-later
// Notable findings, each with its figures and an upper bound of the time it could save. Shares refer to the window of the given
// device.
#pragma once

#include "core/analysis/gaps/Gaps.h"
#include "core/analysis/program/OpSums.h"
#include "core/analysis/program/Steps.h"
#include "core/analysis/program/TimeBreakdown.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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
    None // nothing notable
};
[[nodiscard]] std::string_view findingId(FindingKind kind); // "communication-heavy"

struct FindingThresholds {
    double communication = 0.15; // exposed share of the window
    double waiting = 0.20;
    double idle = 0.20;
    double operation = 0.08;
    double gap = 0.05;
    std::int64_t gapNs = 1'000'000; // length of a single gap
    double jitter = 1.4; // P90 : median of the steady steps
    std::size_t minSteps = 4;
    double skew = 0.10; // difference between the most and the least busy device, relative to the most busy one
};

struct Finding {
    FindingKind kind = FindingKind::None;
    DeviceId device; // invalid: all devices
    StringId subject; // operation; invalid = none
    EventId event; // where to look; invalid = no particular event
    std::uint64_t count = 0;
    std::int64_t timeNs = 0; // time concerned
    std::optional<double> share; // of the window without its idle edges
    std::int64_t gainNs = 0; // upper bound, in the window of the device
    double value =
        0; // ratio for jitter; of an operation: the share of the peak that bounds it, 0 = unknown, above 1 = impossible
    double known = 0; // of an operation: share of its time that runs at `value`; of the rest nothing is known
    bool borrowed = false; // likewise: PeakShare::borrowed
    std::int64_t extraNs = 0; // longest gap, P90, window of the least busy device
};

// Gaps of one device before the operations of one name.
struct GapsBefore {
    StringId name;
    std::uint64_t count = 0;
    std::int64_t timeNs = 0; // sum
    std::int64_t longestNs = 0;
    EventId longest; // the operation after the longest gap
};
// Ordered by name, without gaps in `edges`. `scope` must cover `device`.
[[nodiscard]] std::vector<GapsBefore> gapsBeforeOperations(
    const AnalysisInput &input, const KernelScope &scope, DeviceId device, const CaptureEdges &edges);

// What ran on one device.
struct OperationsOfDevice {
    DeviceId device;
    std::shared_ptr<const std::vector<OpSum>> sums;
    std::vector<GapsBefore> gaps;
};

// How near work is to what the device can do.
struct PeakShare {
    double known = 0; // share of its time for which FLOPs or bytes are known
    double ofPeak = 0; // share of the peak that bounds this part; above 1 the counts or the peaks are wrong
    bool borrowed = false; // some of the FLOPs and bytes are those of other calls of the same kernel
};

struct FindingsInput {
    const TraceDocument &document;
    const DeviceOps &ops;
    const ProgramRuns &runs;
    const Steps &steps;
    const std::vector<DeviceBreakdown> &breakdown;
    const std::vector<OperationsOfDevice> &devices;
    // Of the operations of this canonical name on the device, by the roofline, if the profiler recorded no rates. May be empty.
    std::function<PeakShare(DeviceId, std::string_view)> ofRoofline = {};
};

// Largest gain first; a single row of kind None if there are no findings, and no row without GPU work.
[[nodiscard]] std::vector<Finding> findings(const FindingsInput &input, const FindingThresholds &thresholds = {});

} // namespace lamella::core
