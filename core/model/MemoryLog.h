// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of an allocator, as columns: allocations and frees of blocks, segments from the driver, totals; and, of a snapshot,
// the segments and blocks at its end. Rows are ordered by time, equal times as in the file. Filled by one thread, then immutable.
#pragma once

#include "core/base/Ids.h"
#include "core/base/Interval.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

enum class MemoryAction : std::uint8_t {
    Alloc,
    Free, // the memory can be used again
    FreeRequest, // the tensor is gone, but another stream may still use its memory
    SegmentAlloc, // from the driver
    SegmentFree, // to the driver
    SegmentMap, // part of an expandable segment
    SegmentUnmap,
    OutOfMemory,
    Snapshot, // bytes: the active ones
    Change, // signed change of a category's bytes; no block is known
    Move, // between categories: as Change, in pairs that add up to nothing, and nothing is allocated or freed
    Existing, // bytes of a category that were allocated before the log; no block is known
    Total, // only totals
    UserDefined, // a mark of the program
    Other // listed, but not counted
};
[[nodiscard]] const char *memoryActionName(MemoryAction action);

enum class MemorySource : std::uint8_t { None, Events, Snapshot, Timeline, Tables };

struct MemoryFrame {
    StringId file;
    StringId function;
    std::int32_t line = 0;
    auto operator<=>(const MemoryFrame &) const = default;
};

enum class BlockState : std::uint8_t { Free, Allocated, AwaitingFree };

struct SegmentBlock { // of a segment, at the end of the log
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
    std::int64_t requested = 0; // requested by the program; equals bytes if it is not recorded
    std::uint32_t stack = 0; // of its allocation
    BlockState state = BlockState::Free;
};

struct MemorySegment { // at the end of the log
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
    std::int64_t allocated = -1; // as recorded; -1: not recorded
    std::int64_t active = -1;
    std::uint64_t stream = 0;
    StringId kind; // "large", "small"
    std::int16_t device = 0;
    bool expandable = false;
    std::uint32_t firstBlock = 0; // in MemoryLog::blocks
    std::uint32_t blocks = 0;
};

struct MemoryLog {
    static constexpr std::int64_t kNone = INT64_MIN; // no time, no total
    static constexpr std::int16_t kHost = -1;
    static constexpr std::uint64_t kFreeUnknown = UINT64_MAX; // address of an OutOfMemory without it

    MemorySource source = MemorySource::None;
    bool complete = true; // false: the file ends early
    // Of every row.
    std::vector<std::int64_t> time; // ns on the clock of the file, or kNone
    std::vector<std::uint64_t> address; // of an OutOfMemory: bytes that were free at the driver
    std::vector<std::int64_t> bytes; // not negative, except of a Change
    std::vector<std::int16_t> device;
    std::vector<MemoryAction> action;
    // Of every row, or empty.
    std::vector<std::uint32_t> stack; // 0: none
    std::vector<std::uint64_t> stream; // also empty if all rows have the same one: everyStream
    std::vector<StringId> name; // operator, component or category
    std::vector<EventId> event; // of the trace
    std::vector<TrackId> track; // of the thread
    std::vector<std::int64_t> allocated; // total after the event, as recorded
    std::vector<std::int64_t> reserved;
    std::vector<std::int64_t> active;

    std::optional<std::uint64_t> everyStream;
    std::vector<MemoryFrame> frames; // distinct
    std::vector<std::uint32_t> stackFrames; // rows of `frames`, innermost first
    std::vector<std::uint32_t> stackBegin{0, 0}; // of stack s: [stackBegin[s], stackBegin[s + 1]); stack 0 is empty
    bool listsSegments = false; // also if there are none at the end
    std::vector<MemorySegment> segments;
    std::vector<SegmentBlock> blocks;
    std::vector<std::pair<std::string, std::string>> settings; // of the allocator, as recorded; few
    std::uint64_t unread = 0; // records without the values that they need

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(time.size()); }
    [[nodiscard]] std::span<const std::uint32_t> framesOf(std::uint32_t stack) const;
    [[nodiscard]] std::int64_t allocatedAt(std::uint32_t row) const { return allocated.empty() ? kNone : allocated[row]; }
    [[nodiscard]] std::int64_t reservedAt(std::uint32_t row) const { return reserved.empty() ? kNone : reserved[row]; }
    [[nodiscard]] std::int64_t activeAt(std::uint32_t row) const { return active.empty() ? kNone : active[row]; }
    [[nodiscard]] std::optional<std::uint64_t> streamAt(std::uint32_t row) const
    {
        return stream.empty() ? everyStream : std::optional(stream[row]);
    }
    // Bytes that were free at the driver when the allocation of a row OutOfMemory failed; nothing if it is not recorded.
    [[nodiscard]] std::optional<std::int64_t> driverFreeAt(std::uint32_t row) const
    {
        constexpr std::uint64_t kMax = INT64_MAX;
        return address[row] == kFreeUnknown ? std::nullopt
                                            : std::optional(static_cast<std::int64_t>(address[row] < kMax ? address[row] : kMax));
    }
    [[nodiscard]] std::uint32_t stackAt(std::uint32_t row) const { return stack.empty() ? 0 : stack[row]; }
    // From the first time to the last; empty if there is none.
    [[nodiscard]] TimeRange range() const;
    [[nodiscard]] std::size_t memoryBytes() const;

    // Orders the rows by time; those without a time come first.
    void sortByTime();
    // Call before that for a log whose rows are in the order in which they happened on each device: a time before the one of the
    // row before, and one that is missing behind others, is set to that of the row before.
    void keepOrderOfDevices();
};

} // namespace lamella::core
