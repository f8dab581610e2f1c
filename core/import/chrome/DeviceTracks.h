// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises device work by process and thread names, for producers that record no categories: JAX/XLA ("/device:TPU:0", "XLA
// Ops"), TensorFlow ("/gpu:0/stream:12 Compute"), the Ascend profiler ("Ascend Hardware") and nsys2json ("Device 0", "Stream 7").
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
    std::optional<std::int64_t> stream; // none: take the number in the thread name or tid
    bool work = true; // false: spans that describe work (programs, steps), not work itself
    // XLA puts a loop and its operations on one line: only spans that contain no others are work.
    bool leavesOnly = false;
    // The Ascend profiler records waiting for other streams as tasks beside the computing ones.
    bool hasWaits = false;
    // HCCL's line of collectives: one span each, which contains transfers and waits that the board's streams record as tasks.
    bool collectives = false;
    // The process name identifies device and stream: processes of the same name show the same stream.
    bool named = false;
    // A sparse core of a TPU: the facts of the device are those of another process.
    bool partOfDevice = false;
    // TensorFlow duplicates the work of streams on tracks for all streams or all copies.
    enum class Shows : std::uint8_t { Stream, AllStreams, AllCopies };
    Shows shows = Shows::Stream;
    std::string_view category; // for events without a category
};

// Classifies the tracks of the document; row = TrackId.
[[nodiscard]] std::vector<std::optional<DeviceTrack>> findDeviceTracks(const std::vector<Track> &tracks);

// Category for events without one on this track; empty for tracks that are not from XLA.
[[nodiscard]] std::string_view xlaCategory(const Track &track);

// Calls with a correlation id on the host lines of XLA, which have no category, become launches of the work on its GPUs. Before
// addDeviceTrackWork().
void addXlaLaunches(ImportedBlocks &imported, const std::vector<Track> &tracks, StringPool &pool);

// Adds the work of those tracks to the blocks (with ids of the finish stage). The lane of a record is firstLane[worker] + its
// TrackId. Call after matchPairs(), because a begin event without an end is not work. Operations that contain others are not work
// either, nor are waits and the parts of collectives, and work on two tracks counts once; all these are counted in the
// diagnostics.
void addDeviceTrackWork(ImportedBlocks &imported, const std::vector<std::optional<DeviceTrack>> &tracks,
    const std::vector<std::uint32_t> &firstLane, StringPool &pool, ImportDiagnostics &diagnostics);

} // namespace lamella::core
