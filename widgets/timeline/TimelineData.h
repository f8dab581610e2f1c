// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline draws of one trace: lanes with their levels of detail, grouped by GPU and process. Built in a worker,
// immutable afterwards.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/TimelineLod.h"
#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/LaneLayout.h"
#include "core/model/SpanColumn.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lamella::ui {

// Kind of an event that is not GPU work; decides its fill.
enum class EventTag : std::uint8_t { Other, Python, CpuOp, Runtime, Range };
inline constexpr unsigned kEventTags = 5;

// When a device works, as the union over its streams; any range costs two searches. 8 bytes a stretch without a pause.
class BusyTime {
public:
    void add(core::TimeRange range); // in the order of their begins; empty ones count for nothing
    void finish(); // after the last one
    [[nodiscard]] std::int64_t within(core::TimeRange range) const;

private:
    void closeLast();
    [[nodiscard]] std::int64_t before(std::int64_t timeNs) const;

    core::SpanColumn m_ranges;
    std::vector<std::int64_t> m_before; // busy time ahead of each block of m_ranges
    std::int64_t m_total = 0;
    std::optional<core::TimeRange> m_last; // may still grow
};

// Lanes of streams (by StreamId) or of tracks (by TrackId), each with its level of detail in the same place.
struct LaneSet {
    std::vector<core::TrackLanes> tracks;
    std::vector<std::vector<core::LodLane>> kernels; // tag = core::Category
    std::vector<std::vector<core::LodLane>> events; // tag = EventTag
    std::vector<BusyTime> busy; // of streams: row = DeviceId
};
using LaneSetPtr = std::shared_ptr<const LaneSet>;

core::Result<LaneSetPtr> buildStreamLanes(
    const core::TraceDocument &document, const core::KernelNames &names, const core::JobControl &control);
// The same in two steps: the first hangs on the trace alone and can be done while its passes are being found.
core::Result<std::shared_ptr<LaneSet>> layOutStreamLanes(const core::TraceDocument &document, const core::JobControl &control);
core::Result<LaneSetPtr> addStreamLevels(std::shared_ptr<LaneSet> lanes, const core::TraceDocument &document,
    const core::KernelNames &names, const core::JobControl &control);
core::Result<LaneSetPtr> buildEventLanes(const core::TraceDocument &document, const core::JobControl &control);

enum class LaneKind : std::uint8_t { Kernels, Ranges, Frames };

struct TimelineLane {
    LaneKind kind = LaneKind::Frames;
    bool main = false; // first lane of the main stream: full height
    bool first = false; // carries the label of its track
    const core::LodLane *lod = nullptr;
    core::TrackId track;
    core::StreamId stream; // of kernels and of ranges on a stream
};

struct TimelineTrack {
    QString label; // "Stream 3", "python (251)"
    QString note; // "main", "side"
    QString key; // names the track in every language and in files: "d0/s7", "p251/t252"
    QString process; // of a stream: key of the process that launches on it, as TimelineGroup::process; empty = not seen
    std::vector<TimelineLane> lanes;
};

struct TimelineGroup {
    QString title; // "GPU 9"
    QString note; // "AMD Instinct MI300X"
    core::DeviceId device; // of a GPU group
    QString process; // of the threads of a process: its key, else empty
    bool pinned = false; // tracks that stay at the top (TrackArrangement)
    std::vector<TimelineTrack> tracks;
};

struct TimelineData {
    std::shared_ptr<const core::TraceDocument> document;
    std::shared_ptr<const core::Segmentation> segmentation;
    std::shared_ptr<const core::KernelNames> names;
    LaneSetPtr streams;
    LaneSetPtr events; // null until they are laid out
    std::vector<TimelineGroup> groups;

    [[nodiscard]] const core::DeviceSegmentation *device(core::DeviceId id) const;
};
using TimelineDataPtr = std::shared_ptr<const TimelineData>;

// Groups: GPUs by number (main stream first), processes in file order (thread with most events first), then what is neither.
TimelineDataPtr assembleTimeline(std::shared_ptr<const core::TraceDocument> document,
    std::shared_ptr<const core::Segmentation> segmentation, std::shared_ptr<const core::KernelNames> names, LaneSetPtr streams,
    LaneSetPtr events);

// "/srv/model_runner.py(812): forward" -> "model_runner.py · forward"; any other name unchanged.
[[nodiscard]] QString frameLabel(const QString &name);

} // namespace lamella::ui
