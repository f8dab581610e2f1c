// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of the view of memory, from tables of the session: totals and lifetimes over time, passes, layers, blocks. Made on
// a worker; then immutable.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/MemoryLog.h"
#include "core/report/ReportTable.h"
#include "core/session/AnalysisSession.h"
#include "widgets/memory/LivingRows.h"
#include "widgets/memory/MemoryBands.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lamella::ui {

inline constexpr double kMemoryNsPerMs = 1e6; // the horizontal axis counts ms from zero

// Where the file records no times, an event lies at its number in ms.
[[nodiscard]] constexpr std::int64_t momentOfEvent(std::int64_t event)
{
    return event * static_cast<std::int64_t>(kMemoryNsPerMs);
}

struct MemorySamples { // one for each column of the picture, each at the moment of the largest total in it
    std::vector<double> time; // ms from zero
    std::vector<std::vector<double>> upper; // bytes: upper edge of each band
    std::vector<double> reserved; // empty: not recorded
};

struct MemoryLayer {
    int pass = 0;
    int layer = 0;
    std::int64_t kept = 0; // allocated in it and held when it ends, which later layers may free
    std::int64_t net = 0; // allocated minus freed in it
    std::int64_t peak = 0;
    core::Selection target;
};

struct MemoryPass { // bytes allocated
    int pass = 0;
    std::int64_t begin = 0; // before its first event
    std::int64_t end = 0; // after its last
    std::int64_t peak = 0;
    core::Selection target;
};

struct GrowingLines { // that keep memory from pass to pass
    std::size_t count = 0;
    std::int64_t bytes = 0;
    std::string most; // the one that keeps most; empty: its line is unknown
};

struct MemoryPicture {
    std::vector<std::string> devices; // all that there are
    std::string device; // the one drawn
    std::vector<std::int64_t> time; // ns from zero, of each event that states a total
    bool byNumber = false; // no event has a time: `time` are momentOfEvent()
    std::vector<std::int64_t> events; // their numbers; -1: before the first, where most is allocated then
    std::size_t eventCount = 0; // without that
    std::vector<std::int64_t> allocated;
    std::vector<std::int64_t> reserved; // empty: not recorded
    std::vector<core::Selection> targets; // of the events
    std::vector<std::uint32_t> rows; // of `timeTable`; kNoRow: before the first event
    MemoryBands lifetimes;
    bool knowsModules = false;
    bool knowsOperators = false;
    std::size_t peak = 0; // row of the largest total
    std::int64_t reservedMax = 0;
    std::int64_t processMax = 0; // reserved by the whole process, in rows that state nothing else; 0: not recorded
    std::int64_t deviceBytes = 0; // memory of the device; 0: not recorded
    core::MemorySource source = core::MemorySource::None;
    std::int64_t heldAtEnd = 0; // in blocks
    std::int64_t cachePerLayer = 0; // KV cache that lives at the peak, of each layer; 0: none, or not the same of all
    int peakLayer = core::kNoLayer; // that allocates there
    std::vector<std::size_t> failures; // rows of allocations that failed
    std::shared_ptr<const core::ReportTable> failed; // --by oom: a row for each of `failures`; null: none
    // Passes and layers as the host allocates for them, ns from zero: each from its first event until the next begins.
    core::DeviceSegmentation host;
    std::vector<MemoryLayer> layers; // of all passes, by pass and layer
    std::vector<MemoryPass> passes;
    std::optional<GrowingLines> growing; // nothing: too few passes
    std::shared_ptr<const core::ReportTable> blocks; // --by block, of the device
    std::shared_ptr<const core::ReportTable> timeTable;

    static constexpr std::uint32_t kNoRow = UINT32_MAX;
    [[nodiscard]] bool empty() const { return time.empty(); }
    // For `columns` columns from `begin` to `end` in ns; events before the first count for it.
    [[nodiscard]] MemorySamples samples(const MemoryBands &bands, double begin, double end, int columns) const;
    [[nodiscard]] MemoryMoments moments() const { return {device, events, allocated}; }
    // Rows of `blocks` that are live at that time, the largest first; or all that are held at the end.
    [[nodiscard]] std::vector<std::uint32_t> blocksAt(std::int64_t at) const { return m_living.at(at); }
    [[nodiscard]] std::vector<std::uint32_t> blocksHeld() const { return m_living.toTheEnd(); }
    // The layers of a pass; of the pass that allocates most if it has none.
    [[nodiscard]] std::span<const MemoryLayer> layersOf(int pass) const;
    // The last event at or before a time.
    [[nodiscard]] std::size_t rowAt(std::int64_t time) const;
    // When the host allocates for a pass or layer, ns from zero; empty for other selections and without events.
    [[nodiscard]] core::TimeRange hostRange(const core::Selection &selection) const;

private:
    friend core::Result<MemoryPicture> loadMemoryPicture(
        core::AnalysisSession &session, const std::string &device, const core::JobControl &control);
    void takeLayers(const core::ReportTable &table);

    int m_mainPass = core::kNoPass; // that allocates most
    std::vector<std::size_t> m_largest; // of each group of events, the row with the largest total
    LivingRows m_living; // of `blocks`
};

// device: empty = the one with the largest peak. Errors: those of the table memory.
[[nodiscard]] core::Result<MemoryPicture> loadMemoryPicture(
    core::AnalysisSession &session, const std::string &device, const core::JobControl &control);

} // namespace lamella::ui
