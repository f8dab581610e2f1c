// SPDX-License-Identifier: GPL-3.0-or-later
// memory --by time and pass.
#include "core/analysis/memory/FreeSpace.h"
#include "core/analysis/memory/MemoryGrowth.h"
#include "core/base/Saturate.h"
#include "core/session/memory/MemoryRows.h"

#include <map>

namespace lamella::core {

namespace {

struct TimeRow {
    const MemoryRows *memory;
    std::uint32_t row;
    [[nodiscard]] const MemoryLog &log() const { return memory->log(); }
    [[nodiscard]] const MemoryData &data() const { return *memory->data; }
};

bool takesAway(MemoryAction action)
{
    return action == MemoryAction::Free || action == MemoryAction::FreeRequest || action == MemoryAction::SegmentFree
        || action == MemoryAction::SegmentUnmap;
}

std::vector<Column<TimeRow>> timeColumns(const TableInput *)
{
    using namespace columns;
    return {time("time_ns", "Time", "Of the allocation or free", [](const TimeRow &r) { return r.memory->timeOf(r.row); }),
        text("device", "Device", "Number as recorded, or host",
            [](const TimeRow &r) { return memoryDeviceText(r.log().device[r.row]); }),
        bytes("allocated_bytes", "Allocated", "In use by tensors afterwards",
            [](const TimeRow &r) { return memoryTotal(r.data().use.totals[r.row].allocated); }),
        bytes("reserved_bytes", "Reserved", "Held from the driver afterwards",
            [](const TimeRow &r) { return memoryTotal(r.data().use.totals[r.row].reserved); }),
        bytes("active_bytes", "Active", "In use or waiting to be freed",
            [](const TimeRow &r) -> OrMissing<std::int64_t> {
                const std::int64_t active = r.data().use.totals[r.row].active;
                if (active == MemoryLog::kNone || r.log().source == MemorySource::Events)
                    return Missing{"only snapshots record it"};
                return active;
            }),
        bytes("bytes", "Bytes", "Allocated; negative: freed",
            [](const TimeRow &r) { return takesAway(r.log().action[r.row]) ? -r.log().bytes[r.row] : r.log().bytes[r.row]; }),
        text("op", "Operator", "Innermost operator or call of the thread",
            [](const TimeRow &r) { return textOr(r.data().opOf(r.row), kNoMemoryOperator); }),
        onRequest(text("line", "Line", "Innermost source line of the thread",
            [](const TimeRow &r) { return textOr(r.data().lineOf(r.row), kNoMemoryLine); })),
        onRequest(integer("address", "Address", "As recorded",
            [](const TimeRow &r) {
                return valueIf(r.log().source != MemorySource::Tables && r.log().source != MemorySource::Timeline
                        && r.log().action[r.row] != MemoryAction::OutOfMemory && r.log().action[r.row] != MemoryAction::Snapshot,
                    static_cast<std::int64_t>(r.log().address[r.row]), "the file records no addresses");
            })),
        ifRoom(text("action", "Action", "What the allocator did",
            [](const TimeRow &r) { return KeptText{memoryActionName(r.log().action[r.row])}; })),
        onRequest(integer("stream", "Stream", "Of the GPU, as recorded",
            [](const TimeRow &r) {
                const std::optional<std::uint64_t> stream = r.log().streamAt(r.row);
                return valueIf(stream.has_value(), static_cast<std::int64_t>(stream.value_or(0)), "the file records no streams");
            })),
        onRequest(column(columns::pass(),
            [](const TimeRow &r) -> OrMissing<std::int64_t> {
                const MemoryPlace *place = r.data().placeOf(r.row);
                return valueIf(place != nullptr && place->pass != kNoPass, place == nullptr ? 0 : place->pass,
                    r.memory->whyNowhere(kOutsideOfPasses));
            })),
        onRequest(column(columns::layer(), [](const TimeRow &r) -> OrMissing<std::int64_t> {
            const MemoryPlace *place = r.data().placeOf(r.row);
            return valueIf(place != nullptr && place->layer != kNoLayer, place == nullptr ? 0 : place->layer,
                r.memory->whyNowhere(kOutsideOfLayers));
        }))};
}

struct PassRow {
    const MemoryRows *memory;
    PassMemory pass;
    std::string keptBy;
};

std::vector<Column<PassRow>> passColumns(const TableInput *)
{
    using namespace columns;
    const auto of = [](std::int64_t PassMemory::*member) { return [member](const PassRow &r) { return r.pass.*member; }; };
    return {column(columns::pass(), [](const PassRow &r) { return r.pass.pass; }),
        text("device", "Device", "Number as recorded, or host", [](const PassRow &r) { return memoryDeviceText(r.pass.device); }),
        bytes("begin_bytes", "At its begin", "Allocated before its first event", of(&PassMemory::begin)),
        bytes("end_bytes", "At its end", "Allocated after its last event", of(&PassMemory::end)),
        bytes("growth_bytes", "Growth", "At its end - at its begin",
            [](const PassRow &r) { return subtractSaturated(r.pass.end, r.pass.begin); }),
        bytes("peak_bytes", "Peak", "Most allocated in it", of(&PassMemory::peak)),
        bytes("allocated_bytes", "Allocated", "By allocations in it", of(&PassMemory::allocated)),
        bytes("freed_bytes", "Freed", "By frees in it", of(&PassMemory::freed)),
        bytes("kept_bytes", "Kept", "Allocated in it and held at the end of the trace", of(&PassMemory::kept)),
        integer("kept_blocks", "Blocks", "Of these", [](const PassRow &r) { return r.pass.keptBlocks; }),
        text("kept_by", "Kept by", "Line, or operator, that allocated most of what is kept",
            [](const PassRow &r) { return textOr(r.keptBy, "nothing is kept"); })};
}

// Of each device and pass, the line that keeps most.
std::map<std::pair<std::int16_t, int>, std::string> keepers(const MemoryData &data)
{
    std::map<std::pair<std::int16_t, int>, std::map<std::string, std::int64_t>> kept;
    for (const MemoryBlock &block : data.use.blocks) {
        if (block.allocation == MemoryBlock::kOutside || block.release != MemoryBlock::kOutside || data.places.empty())
            continue;
        std::string name = data.lineOf(block);
        if (name.empty())
            name = data.opOf(block.allocation);
        std::int64_t &sum = kept[{block.device, data.places[block.allocation].pass}][name];
        sum = addSaturated(sum, block.bytes);
    }
    std::map<std::pair<std::int16_t, int>, std::string> most;
    for (const auto &[key, lines] : kept) {
        std::int64_t largest = -1;
        for (const auto &[line, bytes] : lines)
            if (bytes > largest) {
                largest = bytes;
                most[key] = line;
            }
    }
    return most;
}

} // namespace

std::vector<ReportColumn> memoryTimeColumns()
{
    return headings<timeColumns>();
}

std::vector<ReportColumn> memoryPassColumns()
{
    return headings<passColumns>();
}

ReportTable memoryTimeTable(const MemoryRows &memory)
{
    RowTable<TimeRow> table("memory", "Memory over time", timeColumns(&memory.input));
    for (std::size_t i = 0; i < memory.rows.size(); ++i) {
        if (i % 4096 == 0 && memory.input.stopped())
            break;
        table.append({&memory, memory.rows[i]}, memory.target(memory.rows[i]));
    }
    return table;
}

ReportTable memoryPassTable(const MemoryRows &memory)
{
    RowTable<PassRow> table("memory_pass", "Memory by pass", passColumns(&memory.input));
    const auto most = keepers(*memory.data);
    const DeviceId device = memory.input.segmentation ? memory.input.segmentation->mainDevice : DeviceId();
    for (const PassMemory &pass : memoryOfPasses(*memory.data, memory.input.control)) {
        if (!memory.chosen(pass.device))
            continue;
        const auto at = most.find({pass.device, pass.pass});
        table.append({&memory, pass, at == most.end() ? std::string() : at->second}, PassSelection{device, pass.pass});
    }
    if (table.rowCount() == 0 && !memory.data->empty())
        table.addNote("There are no passes in what is recorded here; --by growth needs none.");
    return table;
}

} // namespace lamella::core
