// SPDX-License-Identifier: GPL-3.0-or-later
// Segments of a snapshot and the free space in them: how fragmented they are, and why an allocation failed.
#pragma once

#include "core/analysis/memory/MemoryData.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace lamella::core {

// Rows that belong to one device; ascending.
struct DeviceParts {
    std::vector<std::uint32_t> rows; // of the log
    std::vector<std::uint32_t> blocks; // of MemoryUse::blocks
    std::vector<std::uint32_t> waiting; // of MemoryUse::waiting
    std::vector<std::uint32_t> segments; // of MemoryLog::segments
};
// For every device in one walk, so that a query about one device does not visit the others. Incomplete after a stop request.
[[nodiscard]] std::map<std::int16_t, DeviceParts> partsByDevice(const MemoryData &data, const JobControl &control = {});

struct FreeSpace { // of a device after a row
    std::int64_t reserved = 0;
    std::int64_t free = 0; // reserved, but in no block, not even in one that waits to be freed
    std::int64_t largest = 0; // of the free ranges
    std::int64_t emptySegments = 0; // bytes of segments without a block, which go back to the driver on demand
    std::uint64_t ranges = 0; // free ones
};

// After each of `rows`, which are ascending; the row before the first is not possible. Walks back once from the segments at the
// end; needs MemoryUse::walkedBack. Incomplete after a stop request.
[[nodiscard]] std::vector<FreeSpace> freeSpaceAfter(
    const MemoryData &data, const DeviceParts &parts, std::span<const std::uint32_t> rows, const JobControl &control);

// Bytes by which the peak of what the device reserves would be lower without segments in which no block lies at any time of the
// log; segments that can grow count as large as needed. Needs MemoryUse::walkedBack; 0 after a stop request.
[[nodiscard]] std::int64_t neverUsedAtPeak(
    const MemoryData &data, const DeviceParts &parts, const DeviceMemory &use, const JobControl &control);

struct SegmentUse { // of one segment at the end
    const MemorySegment *segment = nullptr;
    std::int64_t active = 0;
    std::int64_t free = 0;
    std::int64_t largest = 0;
    std::uint32_t blocks = 0; // in use
};
[[nodiscard]] SegmentUse segmentUse(const MemoryLog &log, const MemorySegment &segment);

struct LineUse {
    std::string line;
    std::int64_t bytes = 0;
    std::uint32_t blocks = 0; // 0: nothing is live
};
// The source line (or the operator, if there is no line) whose blocks have the most memory on the device after each of `rows`,
// which are ascending; of equals the first by name. Looks at each block of the device once, and at those that live at one of the
// rows once for each row. Incomplete after a stop request.
[[nodiscard]] std::vector<LineUse> mostHeldByLine(
    const MemoryData &data, const DeviceParts &parts, std::span<const std::uint32_t> rows, const JobControl &control);

} // namespace lamella::core
