// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of the timeline for one trace: lanes with their levels of detail, grouped by GPU and process. Built on a worker,
// immutable afterwards.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/TimelineLod.h"
#include "core/analysis/roles/KernelRoles.h"
#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/LaneLayout.h"
#include "core/model/SpanColumn.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"
#include "widgets/timeline/IdleLanes.h"
#include "widgets/timeline/TrafficLanes.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lamella::ui {

// Kind of an event other than GPU work; determines its colour.
enum class EventTag : std::uint8_t { Other, Python, CpuOp, Runtime, Range };
inline constexpr unsigned kEventTags = 5;

// Busy time of a device: the union over its streams. A range query takes two searches. 8 bytes per busy interval.
class BusyTime {
public:
    void add(core::TimeRange range); // in order of begin; empty ranges are ignored
    void finish(); // call after the last add()
    [[nodiscard]] std::int64_t within(core::TimeRange range) const;
    // The first idle time of at least `minNs` that begins at or after `timeNs`; the last one that ends at or before it.
    [[nodiscard]] std::optional<core::TimeRange> idleAfter(std::int64_t timeNs, std::int64_t minNs) const;
    [[nodiscard]] std::optional<core::TimeRange> idleBefore(std::int64_t timeNs, std::int64_t minNs) const;

private:
    void closeLast();
    [[nodiscard]] std::int64_t before(std::int64_t timeNs) const;

    core::SpanColumn m_ranges;
    std::vector<std::int64_t> m_before; // busy time before each block of m_ranges
    std::int64_t m_total = 0;
    std::optional<core::TimeRange> m_last; // may still be extended
};

// Lanes of streams (by StreamId) or of tracks (by TrackId), each with its levels of detail.
struct LaneSet {
    std::vector<core::TrackLanes> tracks;
    std::vector<std::vector<core::LodLane>> kernels; // tag = core::Category
    std::vector<std::vector<core::LodLane>> events; // tag = EventTag
    std::vector<BusyTime> busy; // of streams: row = DeviceId
};
using LaneSetPtr = std::shared_ptr<const LaneSet>;

core::Result<LaneSetPtr> buildStreamLanes(
    const core::TraceDocument &document, const core::KernelNames &names, const core::JobControl &control);
// The same in two steps: the first depends on the trace alone and can run while its passes are being found.
core::Result<std::shared_ptr<LaneSet>> layOutStreamLanes(const core::TraceDocument &document, const core::JobControl &control);
core::Result<LaneSetPtr> addStreamLevels(std::shared_ptr<LaneSet> lanes, const core::TraceDocument &document,
    const core::KernelNames &names, const core::JobControl &control);
core::Result<LaneSetPtr> buildEventLanes(const core::TraceDocument &document, const core::JobControl &control);

enum class LaneKind : std::uint8_t { Kernels, Ranges, Frames, Traffic };

struct TimelineLane {
    LaneKind kind = LaneKind::Frames;
    bool main = false; // first lane of the main stream: drawn at full height
    bool first = false; // shows the label of its track
    const core::LodLane *lod = nullptr; // of traffic: without spans
    core::TrackId track;
    core::StreamId stream; // for kernels and for ranges on a stream
    core::DeviceId device = {}; // of traffic
};

struct TimelineTrack {
    QString label; // "Stream 3", "python (251)"
    QString note; // "main", "side"
    QString key; // language-independent key, also used in files: "d0/s7", "p251/t252"
    QString process; // of a stream: key of the launching process, as in TimelineGroup::process; empty = unknown
    std::vector<TimelineLane> lanes;
};

struct TimelineGroup {
    QString title; // "GPU 9"
    QString note; // "AMD Instinct MI300X"
    core::DeviceId device; // of a GPU group
    QString process; // key of the process whose threads these are, else empty
    bool pinned = false; // the pinned tracks (TrackArrangement)
    std::vector<TimelineTrack> tracks;
};

struct TimelineData {
    std::shared_ptr<const core::TraceDocument> document;
    std::shared_ptr<const core::Segmentation> segmentation;
    std::shared_ptr<const core::KernelNames> names;
    LaneSetPtr streams;
    LaneSetPtr events; // null until laid out
    IdleLanesPtr idle; // null until its causes are found
    TrafficLanesPtr traffic; // null until the roofline is known
    std::shared_ptr<const core::KernelRoles> roles; // likewise
    std::vector<TimelineGroup> groups;

    [[nodiscard]] const core::DeviceSegmentation *device(core::DeviceId id) const;
};
using TimelineDataPtr = std::shared_ptr<const TimelineData>;

// Groups: GPUs by number (main stream first), processes in file order (thread with most events first), then all others.
TimelineDataPtr assembleTimeline(std::shared_ptr<const core::TraceDocument> document,
    std::shared_ptr<const core::Segmentation> segmentation, std::shared_ptr<const core::KernelNames> names, LaneSetPtr streams,
    LaneSetPtr events);

// Adds a lane of memory traffic to each GPU group where most of the time is modelled.
void addTraffic(TimelineData &data, TrafficLanesPtr traffic);

// "/srv/model_runner.py(812): forward" -> "model_runner.py · forward"; other names are unchanged.
[[nodiscard]] QString frameLabel(const QString &name);

} // namespace lamella::ui
