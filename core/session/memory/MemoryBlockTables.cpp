// SPDX-License-Identifier: GPL-3.0-or-later
// memory --by block, peak, segment and oom.
#include "core/analysis/memory/FreeSpace.h"
#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/session/memory/MemoryRows.h"
#include "core/session/memory/MemoryTexts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace lamella::core {

namespace {

constexpr const char *kBefore = "allocated before the trace";
constexpr const char *kInNoBlock = "in no block: the tables list the blocks of operators alone";
constexpr const char *kKept = "not freed in the trace";
constexpr std::uint32_t kOutside = MemoryBlock::kOutside;

struct BlockRow {
    std::uint32_t index; // kOutside: what was there before the log and is in none of its blocks
    std::int16_t device = 0;
    std::int64_t bytes = 0;
};

// Why a cell is missing, in the order of reasons().
enum Why : std::uint16_t { There, Before, Kept, NoTime, NoLayer, NoOperator, NoLine, NoAddress, NoModule, NoBlock };

std::vector<Message> reasons(const MemoryRows &memory)
{
    return {kBefore, kKept, kNoMemoryTime, memory.whyNowhere(kOutsideOfLayers), kNoMemoryOperator, kNoMemoryLine,
        "the file records no address of it", "no module is recorded around it", kInNoBlock};
}

RowCell number(std::int64_t value)
{
    return {value, {}, There};
}

RowCell lacks(Why why)
{
    return {0, {}, why};
}

RowCell words(std::string_view text, Why why)
{
    return text.empty() ? lacks(why) : RowCell{0, text, There};
}

// Blocks, of which a log has millions. Of each only the number is held; numbers behind the last block are those of `unseen`.
class BlockRows : public RowSource {
public:
    BlockRows(const MemoryRows &memory, std::vector<std::uint32_t> rows, std::vector<BlockRow> unseen)
        : m_texts(memory.data)
        , m_rows(std::move(rows))
        , m_unseen(std::move(unseen))
        , m_zero(memory.input.zero())
    {
        // The largest first; of equals the first.
        std::sort(m_rows.begin(), m_rows.end(), [this](std::uint32_t a, std::uint32_t b) {
            const std::int64_t first = numbered(a).bytes;
            const std::int64_t second = numbered(b).bytes;
            return first != second ? first > second : a < b;
        });
    }
    [[nodiscard]] std::size_t rowCount() const override { return m_rows.size(); }
    [[nodiscard]] RowCell cell(std::size_t row, std::size_t column) const override;
    [[nodiscard]] Selection target(std::size_t row) const override
    {
        const BlockRow own = numbered(m_rows[row]);
        const std::uint32_t at = begin(own) != kOutside ? begin(own) : end(own);
        return at == kOutside ? Selection() : data().targetOf(at);
    }

    [[nodiscard]] const MemoryTexts &texts() const { return m_texts; }
    [[nodiscard]] const MemoryData &data() const { return m_texts.data(); }
    [[nodiscard]] std::uint32_t begin(const BlockRow &r) const
    {
        return r.index == kOutside ? kOutside : data().use.blocks[r.index].allocation;
    }
    [[nodiscard]] std::uint32_t end(const BlockRow &r) const
    {
        return r.index == kOutside ? kOutside : data().use.blocks[r.index].release;
    }
    // Why nothing is known about its allocation.
    [[nodiscard]] Why whyNot(const BlockRow &r) const
    {
        return r.index == kOutside && data().log->source == MemorySource::Tables ? NoBlock : Before;
    }
    // Why nothing is known about its end.
    [[nodiscard]] Why whyKept(const BlockRow &r) const { return whyNot(r) == NoBlock ? NoBlock : Kept; }
    [[nodiscard]] RowCell time(std::uint32_t row, Why why) const
    {
        if (row == kOutside)
            return lacks(why);
        const std::int64_t time = data().log->time[row];
        return time == MemoryLog::kNone ? lacks(NoTime) : number(subtractSaturated(time, m_zero));
    }

private:
    [[nodiscard]] BlockRow numbered(std::uint32_t number) const
    {
        const std::vector<MemoryBlock> &blocks = data().use.blocks;
        if (number >= blocks.size())
            return m_unseen[number - blocks.size()];
        return {number, blocks[number].device, blocks[number].bytes};
    }

    MemoryTexts m_texts;
    std::vector<std::uint32_t> m_rows;
    std::vector<BlockRow> m_unseen;
    std::int64_t m_zero;
};

RowCell lifetimeOf(const BlockRows &blocks, const BlockRow &r)
{
    const std::uint32_t begin = blocks.begin(r);
    const std::uint32_t end = blocks.end(r);
    if (begin == kOutside || end == kOutside)
        return lacks(begin == kOutside ? blocks.whyNot(r) : Kept);
    const std::vector<std::int64_t> &time = blocks.data().log->time;
    return time[begin] == MemoryLog::kNone || time[end] == MemoryLog::kNone ? lacks(NoTime)
                                                                            : number(subtractSaturated(time[end], time[begin]));
}

RowCell layerOf(const BlockRows &blocks, const BlockRow &r)
{
    const std::uint32_t begin = blocks.begin(r);
    const MemoryPlace *place = begin == kOutside ? nullptr : blocks.data().placeOf(begin);
    if (place == nullptr || place->layer == kNoLayer)
        return lacks(begin == kOutside ? blocks.whyNot(r) : NoLayer);
    return number(place->layer);
}

RowCell lineOf(const BlockRows &blocks, const BlockRow &r)
{
    if (r.index == kOutside)
        return lacks(blocks.whyNot(r));
    return words(blocks.texts().line(blocks.data().use.blocks[r.index]), blocks.begin(r) == kOutside ? Before : NoLine);
}

// A text of the allocation.
template <auto text, Why why> RowCell ofAllocation(const BlockRows &blocks, const BlockRow &r)
{
    const std::uint32_t begin = blocks.begin(r);
    return begin == kOutside ? lacks(blocks.whyNot(r)) : words((blocks.data().*text)(begin), why);
}

RowCell addressOf(const BlockRows &blocks, const BlockRow &r)
{
    if (r.index == kOutside || blocks.data().log->source == MemorySource::Tables)
        return lacks(NoAddress);
    return number(static_cast<std::int64_t>(blocks.data().use.blocks[r.index].address));
}

RowCell categoryOf(const BlockRows &blocks, const BlockRow &r)
{
    if (blocks.whyNot(r) == NoBlock)
        return lacks(NoBlock);
    return words(lifetimeName(r.index == kOutside ? Lifetime::Weights : blocks.data().lifetimes[r.index]), There);
}

struct BlockColumn {
    ReportColumn heading;
    RowCell (*cell)(const BlockRows &blocks, const BlockRow &row);
};

const std::vector<BlockColumn> &blockColumns()
{
    static const std::vector<BlockColumn> kAll{
        {{"device", "Device", CellKind::Text, "Number as recorded, or host"},
            [](const BlockRows &b, const BlockRow &r) { return words(b.texts().device(r.device), There); }},
        {{"bytes", "Bytes", CellKind::Bytes, "Size of the block"},
            [](const BlockRows &, const BlockRow &r) { return number(r.bytes); }},
        {{"allocated_ns", "Allocated", CellKind::TimeNs, "Time of the allocation"},
            [](const BlockRows &b, const BlockRow &r) { return b.time(b.begin(r), b.whyNot(r)); }},
        {{"freed_ns", "Freed", CellKind::TimeNs, "Time of the free"},
            [](const BlockRows &b, const BlockRow &r) { return b.time(b.end(r), b.whyKept(r)); }},
        {{"lifetime_ns", "Live for", CellKind::DurationNs, "From one to the other"}, lifetimeOf}, {columns::layer(), layerOf},
        {{"op", "Operator", CellKind::Text, "That allocated it"}, ofAllocation<&MemoryData::opOf, NoOperator>},
        {{"line", "Line", CellKind::Text, "That allocated it"}, lineOf},
        {{"address", "Address", CellKind::Integer, "As recorded", -1, ColumnUse::OnRequest}, addressOf},
        {{"category", "Lifetime", CellKind::Text, "Use of the memory, derived from its lifetime"}, categoryOf},
        {{"module", "Module", CellKind::Text, "That allocated it", -1, ColumnUse::OnRequest},
            ofAllocation<&MemoryData::moduleOf, NoModule>},
        {{"part", "Part", CellKind::Text, "Of the model, by the modules around the allocation", -1, ColumnUse::OnRequest},
            ofAllocation<&MemoryData::partOf, NoModule>},
        {{"allocated_event", "Allocating event", CellKind::Integer, "Number of the event that allocated it", -1,
             ColumnUse::OnRequest},
            [](const BlockRows &b, const BlockRow &r) {
                return b.begin(r) == kOutside ? lacks(b.whyNot(r)) : number(b.begin(r));
            }},
        {{"freed_event", "Freeing event", CellKind::Integer, "Number of the event that freed it", -1, ColumnUse::OnRequest},
            [](const BlockRows &b, const BlockRow &r) { return b.end(r) == kOutside ? lacks(b.whyKept(r)) : number(b.end(r)); }}};
    return kAll;
}

RowCell BlockRows::cell(std::size_t row, std::size_t column) const
{
    return blockColumns()[column].cell(*this, numbered(m_rows[row]));
}

struct SegmentRow {
    const MemoryRows *memory;
    SegmentUse use;
};

std::vector<Column<SegmentRow>> segmentColumns(const TableInput *)
{
    using namespace columns;
    return {text("device", "Device", "Number as recorded", [](const SegmentRow &r) { return memoryDeviceText(r.use.segment->device); }),
        integer("address", "Address", "As recorded", [](const SegmentRow &r) { return static_cast<std::int64_t>(r.use.segment->address); }),
        bytes("bytes", "Bytes", "Held from the driver", [](const SegmentRow &r) { return r.use.segment->bytes; }),
        bytes("active_bytes", "Active", "In blocks that are in use or waiting to be freed", [](const SegmentRow &r) { return r.use.active; }),
        bytes("free_bytes", "Free", "In free blocks", [](const SegmentRow &r) { return r.use.free; }),
        bytes("largest_free_bytes", "Largest free", "Free blocks side by side count as one", [](const SegmentRow &r) { return r.use.largest; }),
        share("fragmentation", "Fragmentation", "Of the free bytes, what is not in the largest free block",
            [](const SegmentRow &r) { return ratio(r.use.free - r.use.largest, r.use.free, "nothing is free"); }),
        integer("blocks", "Blocks", "In use", [](const SegmentRow &r) { return r.use.blocks; }),
        text("kind", "Pool", "Of the allocator, as recorded",
            [](const SegmentRow &r) { return textOr(std::string(r.memory->data->text(r.use.segment->kind)), "not recorded"); }),
        integer("stream", "Stream", "As recorded", [](const SegmentRow &r) { return static_cast<std::int64_t>(r.use.segment->stream); }),
        text("expandable", "Expandable", "Whether it can grow", [](const SegmentRow &r) { return yesNo(r.use.segment->expandable); })};
}

struct OomRow {
    const MemoryRows *memory;
    std::uint32_t row = 0;
    std::optional<FreeSpace> space; // nothing: only a whole snapshot says which blocks are free
    LineUse most; // of the lines
};

constexpr std::string_view kNoFreeSpace = "only a whole snapshot says which blocks are free";

// In the way of a failed allocation, of which all is known.
Message inTheWay(std::int64_t asked, std::int64_t driver, const FreeSpace &space)
{
    Message text;
    if (space.free >= asked && space.largest < asked)
        text = msg("Fragmentation: %1 of the reserved memory is free, but its largest free block is %2. expandable_segments:True lets blocks "
                   "grow; fewer different sizes help too.",
            formatBytes(space.free), formatBytes(space.largest));
    else if (asked <= std::max(driver, space.largest))
        text = "There was room, but not for this request: a limit of the process, another stream or another pool.";
    else
        text = msg("In use: %1 are asked for; the driver has %2 free, and the largest free block has %3.", formatBytes(asked),
            formatBytes(driver), formatBytes(space.largest));
    if (space.emptySegments > 0)
        text.append("%1 %2", msg("torch.cuda.empty_cache() gives %1 back to the driver.", formatBytes(space.emptySegments)));
    return text;
}

Message mostHeld(const LineUse &most)
{
    const Message line = most.line.empty() ? Message("lines that are not recorded") : Message::name(most.line);
    return most.blocks == 1 ? msg("Most is held by %1: %2 in one block.", line, formatBytes(most.bytes))
                            : msg("Most is held by %1: %2 in %3 blocks.", line, formatBytes(most.bytes), most.blocks);
}

Message explained(const OomRow &r)
{
    const MemoryLog &log = r.memory->log();
    const std::optional<std::int64_t> driver = log.driverFreeAt(r.row);
    Message text = driver && r.space ? inTheWay(log.bytes[r.row], *driver, *r.space)
                                     : Message("What was free is not all recorded, so that it is not known what was in the way.");
    if (r.most.blocks > 0)
        text.append("%1 %2", mostHeld(r.most));
    return text;
}

std::vector<Column<OomRow>> oomColumns(const TableInput *)
{
    using namespace columns;
    const auto total = [](std::int64_t MemoryTotals::*member) {
        return [member](const OomRow &r) { return memoryTotal(r.memory->data->use.totals[r.row].*member); };
    };
    return {time("time_ns", "Time", "Of the failed allocation", [](const OomRow &r) { return r.memory->timeOf(r.row); }),
        text("device", "Device", "Number as recorded", [](const OomRow &r) { return memoryDeviceText(r.memory->log().device[r.row]); }),
        bytes("asked_bytes", "Asked for", "That could not be allocated", [](const OomRow &r) { return r.memory->log().bytes[r.row]; }),
        bytes("driver_free_bytes", "Free at the driver", "As the driver said",
            [](const OomRow &r) {
                const std::optional<std::int64_t> free = r.memory->log().driverFreeAt(r.row);
                return valueIf(free.has_value(), free.value_or(0), "the file does not say it");
            }),
        bytes("allocated_bytes", "Allocated", "In use by tensors", total(&MemoryTotals::allocated)),
        bytes("reserved_bytes", "Reserved", "Held from the driver", total(&MemoryTotals::reserved)),
        bytes("free_bytes", "Free", "Of the reserved memory, in no block",
            [](const OomRow &r) { return valueIf(r.space.has_value(), r.space ? r.space->free : 0, kNoFreeSpace); }),
        bytes("largest_free_bytes", "Largest free block", "Of these",
            [](const OomRow &r) { return valueIf(r.space.has_value(), r.space ? r.space->largest : 0, kNoFreeSpace); }),
        text("line", "Line", "That asked", [](const OomRow &r) { return textOr(r.memory->data->lineOf(r.row), kNoMemoryLine); }),
        text("why", "Why", "What is in the way, and what to release", [](const OomRow &r) { return explained(r); })};
}

} // namespace

std::vector<ReportColumn> memoryBlockColumns()
{
    std::vector<ReportColumn> all;
    for (const BlockColumn &column : blockColumns())
        all.push_back(column.heading);
    return all;
}

std::vector<ReportColumn> memorySegmentColumns()
{
    return headings<segmentColumns>();
}

std::vector<ReportColumn> memoryOomColumns()
{
    return headings<oomColumns>();
}

// All blocks, or those that live at the peak of their device; the largest first.
ReportTable memoryBlockTable(const MemoryRows &memory, bool atPeak)
{
    const MemoryData &data = *memory.data;
    std::vector<std::uint32_t> rows;
    if (!atPeak)
        rows.reserve(data.use.blocks.size());
    for (std::uint32_t b = 0; b < data.use.blocks.size(); ++b) {
        const MemoryBlock &block = data.use.blocks[b];
        const auto device = data.use.devices.find(block.device);
        if (!memory.chosen(block.device) || device == data.use.devices.end())
            continue;
        const std::uint32_t peak = device->second.peakRow;
        const bool lives = peak == kOutside ? block.allocation == kOutside : livesAfter(block, peak);
        if (!atPeak || lives)
            rows.push_back(b);
    }
    std::vector<BlockRow> unseen;
    if (atPeak)
        for (const std::int16_t device : memory.devices)
            if (const std::int64_t bytes = memory.unseenBefore(device) + memory.inNoBlockAtPeak(device);
                bytes > 0) { // one of both
                rows.push_back(static_cast<std::uint32_t>(data.use.blocks.size() + unseen.size()));
                unseen.push_back({kOutside, device, bytes});
            }
    const Message title = atPeak ? "Blocks allocated at the peak of memory" : "Blocks of memory";
    return {std::string("memory_") + (atPeak ? "peak" : "block"), title, memoryBlockColumns(),
        std::make_shared<const BlockRows>(memory, std::move(rows), std::move(unseen)), reasons(memory)};
}

ReportTable memorySegmentTable(const MemoryRows &memory)
{
    RowTable<SegmentRow> table("memory_segment", "Segments of memory", segmentColumns(&memory.input));
    SegmentUse all;
    for (const MemorySegment &segment : memory.log().segments) {
        if (!memory.chosen(segment.device))
            continue;
        const SegmentUse use = segmentUse(memory.log(), segment);
        all.free += use.free;
        all.largest = std::max(all.largest, use.largest);
        table.append({&memory, use});
    }
    if (memory.log().segments.empty())
        table.addNote("Only snapshots record segments; write one with torch.cuda.memory._dump_snapshot().");
    else if (all.free > 0)
        table.addNote(msg("%1 free in segments, the largest free block is %2.", formatBytes(all.free), formatBytes(all.largest)));
    return table;
}

ReportTable memoryOomTable(const MemoryRows &memory)
{
    RowTable<OomRow> table("memory_oom", "Failed allocations", oomColumns(&memory.input));
    constexpr std::size_t kMaxExplained = 64; // each looks at all that lives at its moment
    const MemoryData &data = *memory.data;
    std::map<std::int16_t, std::vector<std::uint32_t>> failed; // rows by device
    std::vector<std::uint32_t> explained;
    std::size_t left = 0;
    for (std::size_t i = 0; i < memory.rows.size(); ++i) {
        const std::uint32_t row = memory.rows[i];
        if (memory.log().action[row] != MemoryAction::OutOfMemory)
            continue;
        if (explained.size() >= kMaxExplained) {
            ++left;
            continue;
        }
        explained.push_back(row);
        failed[memory.log().device[row]].push_back(row);
    }
    std::map<std::uint32_t, OomRow> rows;
    const std::map<std::int16_t, DeviceParts> parts = partsByDevice(data, memory.input.control);
    for (const auto &[device, own] : failed) {
        if (memory.input.stopped())
            break;
        std::vector<FreeSpace> spaces;
        if (data.use.walkedBack)
            spaces = freeSpaceAfter(data, parts.at(device), own, memory.input.control);
        std::vector<LineUse> most = mostHeldByLine(data, parts.at(device), own, memory.input.control);
        for (std::size_t i = 0; i < own.size(); ++i)
            rows[own[i]] = {&memory, own[i], spaces.empty() ? std::optional<FreeSpace>() : spaces[i], std::move(most[i])};
    }
    for (const auto &[row, values] : rows)
        table.append(values, memory.target(row));
    if (left > 0)
        table.addNote(msg("%1 more failed allocations are not explained.", left));
    else if (table.rowCount() == 0 && !data.empty())
        table.addNote("No allocation failed.");
    return table;
}

} // namespace lamella::core
