// SPDX-License-Identifier: GPL-3.0-or-later
// Data of Lamella's own Perfetto traces beyond Perfetto's format, shared by their writer (core/session/perfetto) and their
// reader: numbers of tracks, names of arguments, and the facts of the document in the first packet.
#pragma once

#include "core/import/pftrace/PftraceFields.h"

#include <cstdint>
#include <string_view>

namespace lamella::core::pftrace {

// TracePacket.chrome_events of the first packet, with one ChromeMetadata: its name marks the file, its value is the JSON of the
// document's facts. Perfetto shows both as metadata of the trace.
inline constexpr Tag kChromeEvents = 5;
inline constexpr Tag kChromeMetadata = 2;
inline constexpr Tag kMetadataName = 1;
inline constexpr Tag kMetadataText = 2;
inline constexpr std::string_view kWrittenMark = "lamella.document.v1";
inline constexpr std::string_view kWrittenFormat = "Perfetto trace (written by Lamella"; // begin of TraceMetadata::format

// More of TrackDescriptor.
inline constexpr Tag kTrackChildOrder = 11;
inline constexpr Tag kTrackRank = 12;
inline constexpr std::uint64_t kOrderByRank = 3;

// Track uuid = kind (8 bits), row (32 bits), area (2 bits), lane (22 bits). Slices of one track of Perfetto nest, so work that
// overlaps without nesting is on lanes of its own.
enum class TrackUse : std::uint8_t {
    Recorded = 1, // row: TrackId
    Process = 2, // row: TrackId of its first track
    Counter = 3, // row: TrackId of the process; lane: the counter
    Analysis = 4 // passes, layers; not part of the document
};
enum class TrackArea : std::uint8_t {
    Work, // GPU work of a stream, nested spans and instants of a host thread
    Ranges, // spans of a stream that are no work
    Async // spans without nesting
};
inline constexpr unsigned kLaneBits = 22;
inline constexpr std::uint32_t kMaxLane = (1u << kLaneBits) - 1;

[[nodiscard]] constexpr std::uint64_t trackUuid(TrackUse use, std::uint32_t row, TrackArea area = {}, std::uint32_t lane = 0)
{
    return std::uint64_t{static_cast<std::uint8_t>(use)} << 56 | std::uint64_t{row} << (kLaneBits + 2)
        | std::uint64_t{static_cast<std::uint8_t>(area)} << kLaneBits | lane;
}
[[nodiscard]] constexpr TrackUse trackUse(std::uint64_t uuid)
{
    return static_cast<TrackUse>(uuid >> 56);
}
[[nodiscard]] constexpr std::uint32_t trackRow(std::uint64_t uuid)
{
    return static_cast<std::uint32_t>(uuid >> (kLaneBits + 2));
}
[[nodiscard]] constexpr std::uint32_t trackLane(std::uint64_t uuid)
{
    return static_cast<std::uint32_t>(uuid) & kMaxLane;
}

// The counter of a trace may have several series, each a track of Perfetto; the first one represents the event.
inline constexpr std::uint32_t kSeriesPerCounter = 64;

// A flow leads from a launch to its work: number of the launch (upper 32 bits), KernelId + 1 (lower 32 bits).
[[nodiscard]] constexpr std::uint64_t launchFlow(std::uint32_t launch, std::uint32_t kernel)
{
    return std::uint64_t{launch} << 32 | (kernel + 1);
}

} // namespace lamella::core::pftrace
