// SPDX-License-Identifier: GPL-3.0-or-later
// memory --by time and pass.
#include "core/analysis/memory/FreeSpace.h"
#include "core/analysis/memory/MemoryGrowth.h"
#include "core/base/Saturate.h"
#include "core/session/memory/MemoryRows.h"
#include "core/session/memory/MemoryTexts.h"

#include <map>
#include <optional>

namespace lamella::core {

namespace {

bool takesAway(MemoryAction action)
{
    return action == MemoryAction::Free || action == MemoryAction::FreeRequest || action == MemoryAction::SegmentFree
        || action == MemoryAction::SegmentUnmap;
}

// Why a cell is missing, in the order of reasons().
enum Why : std::uint16_t {
    There,
    NoTime,
    NoTotal,
    NoActive,
    NoOperator,
    NoLine,
    NoAddress,
    NoStream,
    NoPass,
    NoLayer,
    Before,
    NoSize,
    NoCategory,
    Existing
};

std::vector<Message> reasons(const MemoryRows &memory)
{
    return {kNoMemoryTime, kNoMemoryTotal, "only snapshots record it", kNoMemoryOperator, kNoMemoryLine,
        "the file records no addresses", "the file records no streams", memory.whyNowhere(kOutsideOfPasses),
        memory.whyNowhere(kOutsideOfLayers), "it was freed by the program before, and counts there",
        "neither the free nor an allocation of its block records a size", "it allocates and frees no block",
        "it was allocated before the recording"};
}

RowCell number(bool there, std::int64_t value, Why why)
{
    return there ? RowCell{value, {}, There} : RowCell{0, {}, why};
}

RowCell words(std::string_view text, Why why)
{
    return text.empty() ? RowCell{0, {}, why} : RowCell{0, text, There};
}

// Events of the allocator, of which a log has millions.
class TimeRows : public RowSource {
public:
    explicit TimeRows(const MemoryRows &memory)
        : m_texts(memory.data)
        , m_rows(memory.rows)
        , m_zero(memory.input.zero())
    {
    }
    [[nodiscard]] std::size_t rowCount() const override { return m_rows.size(); }
    [[nodiscard]] RowCell cell(std::size_t row, std::size_t column) const override;
    [[nodiscard]] Selection target(std::size_t row) const override { return data().targetOf(m_rows[row]); }

    [[nodiscard]] const MemoryTexts &texts() const { return m_texts; }
    [[nodiscard]] const MemoryData &data() const { return m_texts.data(); }
    [[nodiscard]] const MemoryLog &log() const { return *data().log; }
    [[nodiscard]] RowCell time(std::uint32_t row) const
    {
        const std::int64_t time = log().time[row];
        return number(time != MemoryLog::kNone, subtractSaturated(time, m_zero),
            log().action[row] == MemoryAction::Existing ? Existing : NoTime);
    }
    [[nodiscard]] RowCell total(std::uint32_t row, std::int64_t MemoryTotals::*member) const
    {
        const std::int64_t total = data().use.totals[row].*member;
        return number(total != MemoryLog::kNone, total, NoTotal);
    }

private:
    MemoryTexts m_texts;
    ChosenRows m_rows;
    std::int64_t m_zero;
};

RowCell addressOf(const TimeRows &rows, std::uint32_t row)
{
    const MemoryLog &log = rows.log();
    const bool is = log.source != MemorySource::Tables && log.source != MemorySource::Timeline
        && log.action[row] != MemoryAction::OutOfMemory && log.action[row] != MemoryAction::Snapshot;
    return number(is, static_cast<std::int64_t>(log.address[row]), NoAddress);
}

// What is allocated, and below 0 freed. The free of a block counts where the program requested it. A free without a size has that
// of its block.
RowCell bytesOf(const TimeRows &rows, std::uint32_t row)
{
    const MemoryLog &log = rows.log();
    const std::uint32_t block = rows.data().use.blockOf[row];
    std::int64_t bytes = log.bytes[row];
    if (log.action[row] == MemoryAction::Free) {
        if (block == MemoryBlock::kOutside || rows.data().use.blocks[block].release != row)
            return number(false, 0, Before);
        if (bytes == 0)
            bytes = rows.data().use.blocks[block].bytes;
        if (bytes == 0 && log.source == MemorySource::Events)
            return number(false, 0, NoSize);
    }
    return number(true, takesAway(log.action[row]) ? -bytes : bytes, There);
}

struct TimeColumn {
    ReportColumn heading;
    RowCell (*cell)(const TimeRows &rows, std::uint32_t row);
};

std::vector<TimeColumn> amounts()
{
    return {{{"allocated_bytes", "Allocated", CellKind::Bytes, "In use by tensors afterwards"},
                [](const TimeRows &t, std::uint32_t row) { return t.total(row, &MemoryTotals::allocated); }},
        {{"reserved_bytes", "Reserved", CellKind::Bytes, "Held from the driver afterwards"},
            [](const TimeRows &t, std::uint32_t row) { return t.total(row, &MemoryTotals::reserved); }},
        {{"active_bytes", "Active", CellKind::Bytes, "In use or waiting to be freed"},
            [](const TimeRows &t, std::uint32_t row) {
                const std::int64_t active = t.data().use.totals[row].active;
                return number(active != MemoryLog::kNone && t.log().source != MemorySource::Events, active, NoActive);
            }},
        {{"bytes", "Bytes", CellKind::Bytes, "Allocated; negative: freed"}, bytesOf}};
}

std::vector<TimeColumn> origins()
{
    const auto onRequest = [](ReportColumn heading) {
        heading.use = ColumnUse::OnRequest;
        return heading;
    };
    return {{{"op", "Operator", CellKind::Text, "Innermost operator or call of the thread"},
                [](const TimeRows &t, std::uint32_t row) { return words(t.data().opOf(row), NoOperator); }},
        {{"category", "Category", CellKind::Text, "Lifetime of its block; of a raw timeline PyTorch's category", -1, ColumnUse::IfRoom},
            [](const TimeRows &t, std::uint32_t row) { return words(t.data().categoryOf(row), NoCategory); }},
        {{"line", "Line", CellKind::Text, "Innermost source line of the thread", -1, ColumnUse::OnRequest},
            [](const TimeRows &t, std::uint32_t row) { return words(t.texts().line(row), NoLine); }},
        {{"address", "Address", CellKind::Integer, "As recorded", -1, ColumnUse::OnRequest}, addressOf},
        {{"action", "Action", CellKind::Text, "What the allocator did", -1, ColumnUse::IfRoom},
            [](const TimeRows &t, std::uint32_t row) { return words(memoryActionName(t.log().action[row]), There); }},
        {{"stream", "Stream", CellKind::Integer, "Of the GPU, as recorded", -1, ColumnUse::OnRequest},
            [](const TimeRows &t, std::uint32_t row) {
                const std::optional<std::uint64_t> stream = t.log().streamAt(row);
                return number(stream.has_value(), static_cast<std::int64_t>(stream.value_or(0)), NoStream);
            }},
        {onRequest(columns::pass()),
            [](const TimeRows &t, std::uint32_t row) {
                const MemoryPlace *place = t.data().placeOf(row);
                return number(place != nullptr && place->pass != kNoPass, place == nullptr ? 0 : place->pass, NoPass);
            }},
        {onRequest(columns::layer()),
            [](const TimeRows &t, std::uint32_t row) {
                const MemoryPlace *place = t.data().placeOf(row);
                return number(place != nullptr && place->layer != kNoLayer, place == nullptr ? 0 : place->layer, NoLayer);
            }},
        {{"event", "Event", CellKind::Integer, "Number of the event, from 0, of all devices", -1, ColumnUse::OnRequest},
            [](const TimeRows &, std::uint32_t row) { return number(true, row, There); }}};
}

const std::vector<TimeColumn> &timeColumns()
{
    static const std::vector<TimeColumn> kAll = [] {
        std::vector<TimeColumn> all{{{"time_ns", "Time", CellKind::TimeNs, "Of the allocation or free"},
                                        [](const TimeRows &t, std::uint32_t row) { return t.time(row); }},
            {{"device", "Device", CellKind::Text, "Number as recorded, or host"},
                [](const TimeRows &t, std::uint32_t row) { return words(t.texts().device(t.log().device[row]), There); }}};
        for (const std::vector<TimeColumn> &more : {amounts(), origins()})
            all.insert(all.end(), more.begin(), more.end());
        return all;
    }();
    return kAll;
}

RowCell TimeRows::cell(std::size_t row, std::size_t column) const
{
    return timeColumns()[column].cell(*this, m_rows[row]);
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
    std::vector<ReportColumn> all;
    for (const TimeColumn &column : timeColumns())
        all.push_back(column.heading);
    return all;
}

std::vector<ReportColumn> memoryPassColumns()
{
    return headings<passColumns>();
}

ReportTable memoryTimeTable(const MemoryRows &memory)
{
    return {"memory", "Memory over time", memoryTimeColumns(), std::make_shared<const TimeRows>(memory), reasons(memory)};
}

ReportTable memoryPassTable(const MemoryRows &memory)
{
    RowTable<PassRow> table("memory_pass", "Memory by pass", passColumns(&memory.input));
    const auto most = keepers(*memory.data);
    const DeviceId device = memory.input.segmentation->mainDevice;
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
