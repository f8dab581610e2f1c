// SPDX-License-Identifier: GPL-3.0-or-later
// memory: what was allocated and freed, over time and by what allocated it.
#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/report/tables/TableBuilders.h"
#include "core/session/memory/MemoryPlaces.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace lamella::core {

namespace {

constexpr const char *kNoTotal = "the event states no total";
constexpr const char *kNoActive = "only snapshots record it";

struct Memory { // what the builders share
    const TableInput &input;
    MemoryRecord record;
    std::vector<MemoryPlace> places; // of each event
    std::vector<std::uint32_t> events; // rows of the record on the chosen devices
    std::uint64_t left = 0; // events of other devices
};

std::string_view nameOf(const TraceDocument &document, EventId event)
{
    return document.text(document.events.row(event).name);
}

OrMissing<KeptText> eventText(const TraceDocument &document, EventId event, const char *why)
{
    if (!event.valid())
        return Missing{why};
    return KeptText{nameOf(document, event)};
}

std::string deviceText(std::int64_t device)
{
    return device < 0 ? std::string("host") : std::to_string(device);
}

constexpr const char *kNoOperator = "no operator is recorded around it";
constexpr const char *kNoLine = "no Python line is recorded around it";

// --by time

struct TimeRow {
    const Memory *memory;
    std::uint32_t index;
    [[nodiscard]] const MemoryEvent &event() const { return memory->record.events[index]; }
    [[nodiscard]] const MemoryPlace &place() const { return memory->places[index]; }
};

std::vector<Column<TimeRow>> timeColumns(const TableInput *input)
{
    using namespace columns;
    return {time("time_ns", "Time", "Of the allocation or free",
                [input](const TimeRow &r) { return subtractSaturated(r.event().time, input->zero()); }),
        text("device", "Device", "Number as recorded, or host", [](const TimeRow &r) { return deviceText(r.event().device); }),
        bytes("allocated_bytes", "Allocated", "In use by tensors afterwards",
            [](const TimeRow &r) { return valueOr(r.event().allocated, kNoTotal); }),
        bytes("reserved_bytes", "Reserved", "Held from the driver afterwards",
            [](const TimeRow &r) { return valueOr(r.event().reserved, kNoTotal); }),
        bytes("active_bytes", "Active", "In use or waiting to be freed",
            [](const TimeRow &) -> OrMissing<std::int64_t> { return Missing{kNoActive}; }),
        bytes("bytes", "Bytes", "Allocated; negative: freed", [](const TimeRow &r) { return r.event().bytes; }),
        text("op", "Operator", "Innermost operator or call of the thread",
            [input](const TimeRow &r) { return eventText(*input->document, r.place().host.call, kNoOperator); }),
        onRequest(text("line", "Line", "Innermost source line of the thread",
            [input](const TimeRow &r) { return eventText(*input->document, r.place().host.line, kNoLine); })),
        onRequest(integer(
            "address", "Address", "As recorded", [](const TimeRow &r) { return static_cast<std::int64_t>(r.event().address); }))};
}

ReportTable timeTable(const Memory &memory)
{
    RowTable<TimeRow> table("memory", "Memory over time", timeColumns(&memory.input));
    table.keepAlive(memory.input.document);
    for (const std::uint32_t index : memory.events)
        table.append({&memory, index}, EventSelection{memory.record.events[index].event});
    return table;
}

// --by layer, module, line, op and category

struct Group {
    std::string device;
    std::string name;
    int pass = kNoPass;
    int layer = kNoLayer;
    std::int64_t count = 0;
    std::int64_t allocated = 0;
    std::int64_t freed = 0;
    std::int64_t held = 0; // of blocks allocated here, now
    std::int64_t peak = 0;
    std::int64_t atPeak = 0; // of blocks allocated here, at the peak of the device
};

template <class Row> std::vector<Column<Row>> sumColumns()
{
    using namespace columns;
    return {text("device", "Device", "Number as recorded, or host", &Row::device),
        integer("count", "Count", "Allocations and frees", &Row::count),
        bytes("allocated_bytes", "Allocated", "By allocations here", &Row::allocated),
        bytes("freed_bytes", "Freed", "By frees here", &Row::freed),
        bytes("net_bytes", "Net", "Allocated - freed", [](const Row &r) { return subtractSaturated(r.allocated, r.freed); }),
        bytes("peak_bytes", "Peak", "Most at one time of what was allocated here", &Row::peak),
        bytes("at_peak_bytes", "At the peak", "Of what was allocated here, at the peak of the device", &Row::atPeak)};
}

std::vector<Column<Group>> namedColumns()
{
    using namespace columns;
    std::vector<Column<Group>> all{text("name", "Name", "Operator, module, source line, or lifetime", &Group::name)};
    for (Column<Group> &column : sumColumns<Group>())
        all.push_back(std::move(column));
    return all;
}

std::vector<Column<Group>> layerColumns()
{
    using namespace columns;
    std::vector<Column<Group>> all{
        column(columns::pass(), [](const Group &g) { return valueIf(g.pass != kNoPass, g.pass, "outside of passes"); }),
        column(columns::layer(), [](const Group &g) { return valueIf(g.layer != kNoLayer, g.layer, "outside of layers"); })};
    for (Column<Group> &column : sumColumns<Group>())
        all.push_back(std::move(column));
    return all;
}

// The row at which the allocated bytes of each device are largest.
std::map<std::int64_t, std::uint32_t> peaksOf(const Memory &memory)
{
    std::map<std::int64_t, std::uint32_t> peaks;
    for (const std::uint32_t index : memory.events) {
        const MemoryEvent &event = memory.record.events[index];
        if (!event.allocated)
            continue;
        const auto [known, added] = peaks.emplace(event.device, index);
        if (!added && *event.allocated > *memory.record.events[known->second].allocated)
            known->second = index;
    }
    return peaks;
}

class Groups {
public:
    using Key = std::tuple<std::int64_t, int, int, std::string>; // device, pass, layer, name

    explicit Groups(const Memory &memory)
        : m_memory(memory)
        , m_peaks(peaksOf(memory))
        , m_groupOfBlock(memory.record.blocks.size(), nullptr)
    {
    }
    // `nameOf` is asked for each event; frees count where they happen, what is held where it was allocated.
    template <class Name> void add(Name nameOf, bool layers)
    {
        for (const std::uint32_t index : m_memory.events) {
            const MemoryEvent &event = m_memory.record.events[index];
            const MemoryPlace &place = m_memory.places[index];
            Group &group = m_groups[{event.device, layers ? place.pass : 0, layers ? place.layer : 0, nameOf(index)}];
            group.device = deviceText(event.device);
            group.pass = place.pass;
            group.layer = place.layer;
            group.name = nameOf(index);
            ++group.count;
            std::int64_t &sum = event.bytes < 0 ? group.freed : group.allocated;
            sum = addSaturated(sum, event.bytes < 0 ? subtractSaturated(0, event.bytes) : event.bytes);
            hold(index, group);
        }
    }
    [[nodiscard]] std::map<Key, Group> &all() { return m_groups; }

private:
    void hold(std::uint32_t index, Group &group)
    {
        const MemoryEvent &event = m_memory.record.events[index];
        const std::uint32_t block = m_memory.record.blockOf[index];
        if (event.bytes >= 0)
            m_groupOfBlock[block] = &group;
        if (Group *owner = m_groupOfBlock[block]; owner != nullptr) {
            owner->held = addSaturated(owner->held, event.bytes);
            owner->peak = std::max(owner->peak, owner->held);
        }
        if (const auto peak = m_peaks.find(event.device); peak != m_peaks.end() && peak->second == index)
            for (auto &[key, each] : m_groups)
                if (std::get<0>(key) == event.device)
                    each.atPeak = each.held;
    }

    const Memory &m_memory;
    std::map<std::int64_t, std::uint32_t> m_peaks;
    std::map<Key, Group> m_groups;
    std::vector<Group *> m_groupOfBlock;
};

ReportTable layerTable(const Memory &memory)
{
    Groups groups(memory);
    groups.add([](std::uint32_t) { return std::string(); }, true);
    RowTable<Group> table("memory_layer", "Memory by layer", layerColumns());
    const DeviceId device = memory.input.segmentation ? memory.input.segmentation->mainDevice : DeviceId();
    for (auto &[key, group] : groups.all())
        table.append(group, group.pass != kNoPass ? Selection(LayerSelection{device, group.pass, group.layer}) : Selection());
    if (!memory.input.segmentation)
        table.addNote("There are no layers in this trace; --by module, line and op need none.");
    return table;
}

std::string lifetimeOf(const Memory &memory, std::uint32_t index)
{
    const MemoryBlock &block = memory.record.blocks[memory.record.blockOf[index]];
    if (block.allocation == MemoryBlock::kOutside)
        return "before";
    return block.release == MemoryBlock::kOutside ? "kept" : "temporary";
}

ReportTable namedTable(const Memory &memory, const std::string &by)
{
    const TraceDocument &document = *memory.input.document;
    const auto name = [&](std::uint32_t index) -> std::string {
        const HostState &host = memory.places[index].host;
        if (by == "category")
            return lifetimeOf(memory, index);
        const EventId event = by == "module" ? host.module : by == "line" ? host.line : host.call;
        return event.valid() ? std::string(nameOf(document, event)) : "(not recorded)";
    };
    Groups groups(memory);
    groups.add(name, false);
    std::vector<const Group *> order;
    for (const auto &[key, group] : groups.all())
        order.push_back(&group);
    std::stable_sort(order.begin(), order.end(), [](const Group *a, const Group *b) { return a->peak > b->peak; });
    const Message title = by == "category" ? "Memory by lifetime"
        : by == "module"                   ? "Memory by module"
        : by == "line"                     ? "Memory by source line"
                                           : "Memory by operator";
    RowTable<Group> table("memory_" + by, title, namedColumns());
    for (const Group *group : order)
        table.append(*group);
    return table;
}

// --by block and peak

struct BlockRow {
    const Memory *memory;
    std::uint32_t index;
    [[nodiscard]] const MemoryBlock &block() const { return memory->record.blocks[index]; }
    [[nodiscard]] const MemoryEvent *begin() const { return event(block().allocation); }
    [[nodiscard]] const MemoryEvent *end() const { return event(block().release); }
    [[nodiscard]] const MemoryEvent &any() const { return begin() != nullptr ? *begin() : *end(); }
    [[nodiscard]] const MemoryPlace *place() const
    {
        return block().allocation == MemoryBlock::kOutside ? nullptr : &memory->places[block().allocation];
    }

private:
    [[nodiscard]] const MemoryEvent *event(std::uint32_t row) const
    {
        return row == MemoryBlock::kOutside ? nullptr : &memory->record.events[row];
    }
};

constexpr const char *kBefore = "allocated before the trace";
constexpr const char *kKept = "not freed in the trace";

std::vector<Column<BlockRow>> blockColumns(const TableInput *input)
{
    using namespace columns;
    const auto at = [input](const MemoryEvent *event, const char *why) -> OrMissing<std::int64_t> {
        if (event == nullptr)
            return Missing{why};
        return subtractSaturated(event->time, input->zero());
    };
    const auto host = [input](EventId HostState::*member, const char *why) {
        return [input, member, why](const BlockRow &r) -> OrMissing<KeptText> {
            if (r.place() == nullptr)
                return Missing{kBefore};
            return eventText(*input->document, r.place()->host.*member, why);
        };
    };
    return {text("device", "Device", "Number as recorded, or host", [](const BlockRow &r) { return deviceText(r.any().device); }),
        bytes("bytes", "Bytes", "Size of the block",
            [](const BlockRow &r) { return r.any().bytes < 0 ? subtractSaturated(0, r.any().bytes) : r.any().bytes; }),
        time("allocated_ns", "Allocated", "Time of the allocation", [at](const BlockRow &r) { return at(r.begin(), kBefore); }),
        time("freed_ns", "Freed", "Time of the free", [at](const BlockRow &r) { return at(r.end(), kKept); }),
        duration("lifetime_ns", "Lifetime", "From one to the other",
            [](const BlockRow &r) -> OrMissing<std::int64_t> {
                if (r.begin() == nullptr || r.end() == nullptr)
                    return Missing{r.begin() == nullptr ? kBefore : kKept};
                return subtractSaturated(r.end()->time, r.begin()->time);
            }),
        column(columns::layer(),
            [](const BlockRow &r) -> OrMissing<std::int64_t> {
                if (r.place() == nullptr || r.place()->layer == kNoLayer)
                    return Missing{r.place() == nullptr ? kBefore : "outside of layers"};
                return r.place()->layer;
            }),
        text("op", "Operator", "That allocated it", host(&HostState::call, kNoOperator)),
        text("line", "Line", "That allocated it", host(&HostState::line, kNoLine)),
        onRequest(integer(
            "address", "Address", "As recorded", [](const BlockRow &r) { return static_cast<std::int64_t>(r.any().address); }))};
}

// All blocks, or those that live at the peak of their device; the largest first.
ReportTable blockTable(const Memory &memory, bool atPeak)
{
    const std::map<std::int64_t, std::uint32_t> peaks = peaksOf(memory);
    std::vector<std::uint32_t> rows;
    for (const std::uint32_t index : memory.events) {
        const std::uint32_t number = memory.record.blockOf[index];
        const MemoryBlock &block = memory.record.blocks[number];
        if (block.allocation != MemoryBlock::kOutside && block.allocation != index)
            continue; // its release: the block is listed already
        const auto peak = peaks.find(memory.record.events[index].device);
        const bool lives = peak != peaks.end() && (block.allocation == MemoryBlock::kOutside || block.allocation <= peak->second)
            && (block.release == MemoryBlock::kOutside || block.release > peak->second);
        if (!atPeak || lives)
            rows.push_back(number);
    }
    const Message title = atPeak ? "What lives at the peak of memory" : "Blocks of memory";
    RowTable<BlockRow> table(std::string("memory_") + (atPeak ? "peak" : "block"), title, blockColumns(&memory.input));
    table.keepAlive(memory.input.document);
    const auto size = [&memory](std::uint32_t number) {
        const std::int64_t bytes = BlockRow{&memory, number}.any().bytes;
        return bytes < 0 ? subtractSaturated(0, bytes) : bytes;
    };
    std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) { return size(a) > size(b); });
    for (const std::uint32_t number : rows)
        table.append({&memory, number}, EventSelection{BlockRow{&memory, number}.any().event});
    return table;
}

// What each device held before the first event, and its peak.
void noteTotals(ReportTable &table, const Memory &memory)
{
    const std::int64_t zero = memory.input.zero();
    std::map<std::int64_t, bool> seen;
    const std::map<std::int64_t, std::uint32_t> peaks = peaksOf(memory);
    for (const std::uint32_t index : memory.events) {
        const MemoryEvent &event = memory.record.events[index];
        if (!event.allocated || !seen.emplace(event.device, true).second)
            continue;
        const MemoryEvent &peak = memory.record.events[peaks.at(event.device)];
        table.addNote(msg("Device %1: %2 allocated before the first event, at most %3, at %4.", deviceText(event.device),
            formatBytes(subtractSaturated(*event.allocated, event.bytes)), formatBytes(*peak.allocated),
            formatTime(subtractSaturated(peak.time, zero))));
    }
}

// GPUs without --device; "all" adds the host. Errors: BadRequest.
Result<void> chooseDevices(Memory &memory, const std::string &asked)
{
    std::optional<std::int64_t> number;
    if (!asked.empty() && asked != "all") {
        std::int64_t value = 0;
        const auto read = std::from_chars(asked.data(), asked.data() + asked.size(), value);
        if (read.ec != std::errc() || read.ptr != asked.data() + asked.size())
            return Error{ErrorCode::BadRequest, msg("%1 is not the number of a device; give one, or all", asked), {}, -1};
        number = value;
    }
    for (std::uint32_t i = 0; i < memory.record.events.size(); ++i) {
        const std::int64_t device = memory.record.events[i].device;
        if (number ? device == *number : asked == "all" || device >= 0)
            memory.events.push_back(i);
        else
            ++memory.left;
    }
    return {};
}

Result<ReportTable> memoryTable(const TableInput &input)
{
    constexpr std::array<std::string_view, 8> kBy{"", "time", "layer", "module", "line", "op", "category", "block"};
    const std::string by = input.request.by.empty() ? "time" : input.request.by;
    if (by != "peak" && std::find(kBy.begin(), kBy.end(), by) == kBy.end())
        return Error{ErrorCode::BadRequest,
            msg("memory cannot be grouped by %1; use time, layer, module, line, op, block, peak or category", by), {}, -1};
    Result<MemoryRecord> record = readMemoryRecord(*input.document, input.control);
    if (!record)
        return record.error();
    Memory memory{input, std::move(*record), {}, {}, 0};
    if (const Result<void> chosen = chooseDevices(memory, input.request.device); !chosen)
        return chosen.error();
    std::shared_ptr<const LaunchJoin> launches;
    if (input.segmentation && (by == "layer" || by == "block" || by == "peak")) {
        const auto joined = input.parts->launches(input.control);
        if (!joined)
            return joined.error();
        launches = *joined;
    }
    memory.places = memoryPlaces(*input.document, memory.record, input.segmentation.get(), launches.get(), input.control);
    if (input.stopped())
        return Error{ErrorCode::Cancelled, "cancelled", input.document->source.path};
    ReportTable table = by == "time" ? timeTable(memory)
        : by == "layer"              ? layerTable(memory)
        : by == "block"              ? blockTable(memory, false)
        : by == "peak"               ? blockTable(memory, true)
                                     : namedTable(memory, by);
    if (memory.record.events.empty())
        table.addNote("The file holds no memory events; record it with memory profiling on.");
    noteTotals(table, memory);
    if (memory.left > 0)
        table.addNote(msg("%1 events of other devices or the host are left out; --device all shows them.", memory.left));
    if (memory.record.unread > 0)
        table.addWarning(msg("%1 memory events state no size and are left out.", memory.record.unread));
    return table;
}

constexpr std::array kForms{TableForm{"--by layer", headings<layerColumns>}, TableForm{"--by op", headings<namedColumns>},
    TableForm{"--by block", headings<blockColumns>}};

} // namespace

extern const TableSpec kMemoryTable{
    .name = "memory",
    .help = "what is allocated, over time and by what allocated it",
    .example = "trace.json.gz --by layer",
    .columns = headings<timeColumns>,
    .build = memoryTable,
    .needs = TableNeeds::SegmentationIfAny,
    .options = "--by --device",
    .by = "time|layer|module|line|op|block|peak|category",
    .forms = kForms,
};

} // namespace lamella::core
