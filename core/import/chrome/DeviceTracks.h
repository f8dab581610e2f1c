// SPDX-License-Identifier: GPL-3.0-or-later
// Producers that give their events no category say by the names of processes and threads which of them are device work:
// JAX/XLA ("/device:TPU:0", "XLA Ops"), TensorFlow ("/gpu:0/stream:12 Compute"), the Ascend profiler ("Ascend Hardware") and
// nsys2json ("Device 0", "Stream 7").
#pragma once

#include "core/import/chrome/ImportedBlocks.h"
#include "core/model/ImportDiagnostics.h"
#include "core/model/StringPool.h"
#include "core/model/TrackTable.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lamella::core {

struct DeviceTrack {
    std::int64_t device = 0;
    std::optional<std::int64_t> stream; // none: the number in the thread's name or tid
    bool work = true; // false: spans about the work (programs, steps), not work itself
    // XLA puts a loop and the operations inside it on one line: only what holds nothing else is work.
    bool leavesOnly = false;
    // The Ascend profiler records how a stream waits for others as tasks beside those that compute.
    bool hasWaits = false;
    // The name of the process tells device and stream: processes of the same name show the same stream.
    bool named = false;
    // TensorFlow repeats the work of streams on tracks of all of them.
    enum class Shows : std::uint8_t { Stream, AllStreams, AllCopies };
    Shows shows = Shows::Stream;
    std::string_view category; // for its events that have none
};

// What each track of the document is, row = TrackId.
[[nodiscard]] std::vector<std::optional<DeviceTrack>> findDeviceTracks(const std::vector<Track> &tracks);

// Of one track by itself: the category of its events where they have none; empty for tracks that are not XLA's.
[[nodiscard]] std::string_view xlaCategory(const Track &track);

// Adds the work of those tracks to the blocks (ids of the finish stage). The lane of such a record is firstLane[worker] + its
// TrackId. After matchPairs(): a begin event without an end is no work. Operations that hold others are none either, and what
// stands on two tracks is work once; all these are counted in the diagnostics.
void addDeviceTrackWork(ImportedBlocks &imported, const std::vector<std::optional<DeviceTrack>> &tracks,
    const std::vector<std::uint32_t> &firstLane, StringPool &pool, ImportDiagnostics &diagnostics);

} // namespace lamella::core
