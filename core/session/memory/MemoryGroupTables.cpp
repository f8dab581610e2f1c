// SPDX-License-Identifier: GPL-3.0-or-later
// memory --by layer, module, line, op, category and growth.
#include "core/analysis/memory/MemoryGrowth.h"
#include "core/base/Saturate.h"
#include "core/session/memory/MemoryRows.h"

#include <algorithm>
#include <climits>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

constexpr const char *kNotRecorded = "(not recorded)";
constexpr const char *kBeforeTrace = "(allocated before the trace)";
constexpr const char *kInNoBlock = "(in no block)";

struct Group {
    const MemoryRows *memory = nullptr;
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
    std::int64_t kept = 0; // of blocks allocated here, after lastRow
    std::uint32_t lastRow = 0; // that counts here

    // Why the group is in no pass or layer whatever they are; null: it may be in one.
    [[nodiscard]] const char *outside() const
    {
        return name == kBeforeTrace ? "it was allocated before the trace" : name == kInNoBlock ? "it is in no block" : nullptr;
    }
    [[nodiscard]] const char *why(const char *elsewhere) const { return outside() != nullptr ? outside() : memory->whyNowhere(elsewhere); }
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
        column(columns::pass(), [](const Group &g) { return valueIf(g.pass != kNoPass, g.pass, g.why(kOutsideOfPasses)); }),
        column(columns::layer(), [](const Group &g) { return valueIf(g.layer != kNoLayer, g.layer, g.why(kOutsideOfLayers)); })};
    for (Column<Group> &column : sumColumns<Group>())
        all.push_back(std::move(column));
    all.push_back(bytes("kept_bytes", "Kept", "Allocated here and held when the layer ends",
        [](const Group &g) { return valueIf(g.outside() == nullptr, g.kept, g.why(kOutsideOfLayers)); }));
    return all;
}

// Whether the row ends a block: of frees in two steps the first does.
bool releases(const MemoryData &data, std::uint32_t row)
{
    const MemoryAction action = data.log->action[row];
    const std::uint32_t block = data.use.blockOf[row];
    return (action == MemoryAction::Free || action == MemoryAction::FreeRequest) && block != MemoryBlock::kOutside
        && data.use.blocks[block].release == row;
}

// Bytes by which the row changes the allocated memory; 0 for a row that neither allocates nor frees a block.
std::int64_t changeOf(const MemoryData &data, std::uint32_t row)
{
    const MemoryLog &log = *data.log;
    switch (log.action[row]) {
    case MemoryAction::Alloc:
        return data.use.blocks[data.use.blockOf[row]].bytes;
    case MemoryAction::FreeRequest:
    case MemoryAction::Free:
        return releases(data, row) ? -data.use.blocks[data.use.blockOf[row]].bytes : 0;
    case MemoryAction::Change:
    case MemoryAction::Move:
    case MemoryAction::Existing:
        return log.bytes[row];
    default:
        return 0;
    }
}

bool counts(const MemoryData &data, std::uint32_t row)
{
    const MemoryAction action = data.log->action[row];
    return action == MemoryAction::Alloc || action == MemoryAction::Change || releases(data, row);
}

// Changes what a category holds, but allocates and frees nothing.
bool onlyHolds(MemoryAction action)
{
    return action == MemoryAction::Move || action == MemoryAction::Existing;
}

class Groups {
public:
    using Key = std::tuple<std::int16_t, int, int, std::string>; // device, pass, layer, name

    explicit Groups(const MemoryRows &memory)
        : m_memory(memory)
        , m_data(*memory.data)
        , m_groupOfBlock(m_data.use.blocks.size(), nullptr)
    {
    }
    // `nameOf` is asked for each row that counts; frees count where they happen, what is held where it was allocated.
    template <class Name> void add(Name nameOf, bool layers)
    {
        for (std::size_t i = 0; i < m_memory.rows.size(); ++i) {
            const std::uint32_t row = m_memory.rows[i];
            if (i % 4096 == 0 && m_memory.input.stopped())
                return;
            if (counts(m_data, row) || onlyHolds(m_data.log->action[row]))
                addRow(row, nameOf(row), layers);
            if (m_data.log->action[row] == MemoryAction::Existing)
                peakIsBefore(m_data.log->device[row]);
            takePeak(row);
            takeRest(row);
        }
    }
    // What the totals have beside the blocks; after add().
    void addInNoBlock()
    {
        for (const std::int16_t device : m_memory.devices)
            if (const std::int64_t rest = m_memory.inNoBlockAtPeak(device); rest > 0) {
                Group &own = group(device, 0, 0, kInNoBlock);
                own.atPeak = rest;
                own.peak = std::max(rest, m_restPeak[device]);
            }
    }
    // Allocated before the log: the blocks that are known, and the rest.
    template <class Name> void addBefore(Name nameOf, const char *rest)
    {
        const auto &blocks = m_data.use.blocks;
        for (std::uint32_t b = 0; b < blocks.size(); ++b)
            if (blocks[b].allocation == MemoryBlock::kOutside && m_memory.chosen(blocks[b].device)) {
                hold(b, group(blocks[b].device, 0, 0, nameOf(b)), blocks[b].bytes);
                m_inBlocks[blocks[b].device] = addSaturated(m_inBlocks[blocks[b].device], blocks[b].bytes);
            }
        for (const std::int16_t device : m_memory.devices)
            if (const std::int64_t unseen = m_memory.unseenBefore(device); unseen > 0) {
                Group &own = group(device, 0, 0, rest);
                own.held = addSaturated(own.held, unseen);
                own.peak = std::max(own.peak, own.held);
            }
        for (const std::int16_t device : m_memory.devices)
            peakIsBefore(device);
    }
    // What each group allocated and still holds after its last row.
    void sumKept()
    {
        for (std::size_t b = 0; b < m_groupOfBlock.size(); ++b) {
            const MemoryBlock &block = m_data.use.blocks[b];
            Group *const group = m_groupOfBlock[b];
            if (group != nullptr && block.release > group->lastRow) // kOutside is above all rows
                group->kept = addSaturated(group->kept, block.bytes);
        }
    }
    [[nodiscard]] std::map<Key, Group> &all() { return m_groups; }

private:
    Group &group(std::int16_t device, int pass, int layer, const std::string &name)
    {
        Group &own = m_groups[{device, pass, layer, name}];
        own.memory = &m_memory;
        if (own.device.empty())
            own.device = memoryDeviceText(device);
        own.name = name;
        return own;
    }
    void addRow(std::uint32_t row, const std::string &name, bool layers)
    {
        const MemoryPlace *place = m_data.placeOf(row);
        const int pass = place != nullptr ? place->pass : kNoPass;
        const int layer = place != nullptr ? place->layer : kNoLayer;
        Group &own = group(m_data.log->device[row], layers ? pass : 0, layers ? layer : 0, name);
        own.pass = pass;
        own.layer = layer;
        own.lastRow = row;
        const std::int64_t change = changeOf(m_data, row);
        if (counts(m_data, row)) {
            ++own.count;
            std::int64_t &sum = change < 0 ? own.freed : own.allocated;
            sum = addSaturated(sum, change < 0 ? subtractSaturated(0, change) : change);
        }
        hold(m_data.use.blockOf[row], own, change);
        std::int64_t &inBlocks = m_inBlocks[m_data.log->device[row]];
        inBlocks = addSaturated(inBlocks, change);
    }
    void hold(std::uint32_t block, Group &group, std::int64_t change)
    {
        Group *owner = &group;
        if (block != MemoryBlock::kOutside) {
            if (change >= 0)
                m_groupOfBlock[block] = &group;
            owner = m_groupOfBlock[block];
        }
        if (owner == nullptr)
            return;
        owner->held = addSaturated(owner->held, change);
        owner->peak = std::max(owner->peak, owner->held);
    }
    void takePeak(std::uint32_t row)
    {
        if (const auto at = m_data.use.devices.find(m_data.log->device[row]); at != m_data.use.devices.end() && at->second.peakRow == row)
            peakIs(at->first);
    }
    void takeRest(std::uint32_t row)
    {
        const std::int64_t allocated = m_data.use.totals[row].allocated;
        if (m_data.log->source != MemorySource::Tables || allocated == MemoryLog::kNone)
            return;
        const std::int16_t device = m_data.log->device[row];
        std::int64_t &most = m_restPeak[device];
        most = std::max(most, subtractSaturated(allocated, m_inBlocks[device]));
    }
    // Called with all that was there before the first event, if nothing that happens makes it more.
    void peakIsBefore(std::int16_t device)
    {
        if (m_data.use.devices.at(device).peakRow == MemoryBlock::kOutside)
            peakIs(device);
    }
    void peakIs(std::int16_t device)
    {
        for (auto &[key, each] : m_groups)
            if (std::get<0>(key) == device)
                each.atPeak = each.held;
    }

    const MemoryRows &m_memory;
    const MemoryData &m_data;
    std::map<Key, Group> m_groups;
    std::vector<Group *> m_groupOfBlock;
    std::map<std::int16_t, std::int64_t> m_inBlocks; // by device
    std::map<std::int16_t, std::int64_t> m_restPeak; // most in no block at one time
};

// Names of rows: a stack has one line, so the texts of large snapshots are made once.
class Names {
public:
    Names(const MemoryData &data, const std::string &by)
        : m_data(data)
        , m_by(by)
    {
    }
    std::string operator()(std::uint32_t row)
    {
        if (m_by == "category")
            return orNot(std::string(m_data.categoryOf(row)));
        if (m_by == "line" && m_data.places.empty()) {
            std::uint32_t stack = m_data.log->stackAt(row);
            if (const std::uint32_t block = m_data.use.blockOf[row]; stack == 0 && block != MemoryBlock::kOutside)
                stack = m_data.use.blocks[block].stack;
            const auto [known, added] = m_ofStack.try_emplace(stack);
            if (added)
                known->second = orNot(stack < m_data.lineOfStack.size() ? m_data.frameText(m_data.lineOfStack[stack]) : std::string());
            return known->second;
        }
        if (m_by == "line")
            return orNot(m_data.lineOf(row));
        return orNot(std::string(m_by == "module" ? m_data.moduleOf(row)
                : m_by == "part"                  ? m_data.partOf(row)
                                                  : m_data.opOf(row)));
    }
    // Of a block from before the log, which has no row.
    std::string ofBlock(std::uint32_t block)
    {
        if (m_by == "category")
            return lifetimeName(m_data.lifetimes[block]);
        const std::string line = m_by == "line" ? m_data.lineOf(m_data.use.blocks[block]) : std::string();
        return line.empty() ? std::string(kBeforeTrace) : line;
    }

private:
    static std::string orNot(std::string text) { return text.empty() ? std::string(kNotRecorded) : text; }

    const MemoryData &m_data;
    const std::string &m_by;
    std::unordered_map<std::uint32_t, std::string> m_ofStack;
};

struct GrowthRow {
    const MemoryRows *memory;
    LineGrowth line;
};

std::vector<Column<GrowthRow>> growthColumns(const TableInput *input)
{
    using namespace columns;
    const auto at = [input](std::int64_t time) -> OrMissing<std::int64_t> {
        if (time == MemoryLog::kNone)
            return Missing{kNoMemoryTime};
        return subtractSaturated(time, input->zero());
    };
    return {text("name", "Line", "Source line, or operator, that allocated it", [](const GrowthRow &r) { return textOr(r.line.line, kNoMemoryLine); }),
        text("device", "Device", "Number as recorded, or host", [](const GrowthRow &r) { return memoryDeviceText(r.line.device); }),
        bytes("kept_bytes", "Kept", "Allocated in the trace and held at its end", [](const GrowthRow &r) { return r.line.kept; }),
        integer("kept_blocks", "Blocks", "Of these", [](const GrowthRow &r) { return r.line.blocks; }),
        integer("periods", "Passes that keep", "Passes, or without passes tenths of the time, whose allocations are kept; without the last",
            [](const GrowthRow &r) { return r.line.periods; }),
        integer("of_periods", "Of", "Such passes in all, without the last", [](const GrowthRow &r) { return r.line.of; }),
        text("grows", "Grows",
            "Yes: from the first pass that keeps something on, three quarters do; these are three or more, and a third of all",
            [](const GrowthRow &r) { return yesNo(r.line.grows()); }),
        ifRoom(time("first_ns", "First", "Time of the earliest allocation that is kept", [at](const GrowthRow &r) { return at(r.line.first); })),
        ifRoom(time("last_ns", "Last", "Time of the latest", [at](const GrowthRow &r) { return at(r.line.last); }))};
}

} // namespace

std::vector<ReportColumn> memoryLayerColumns()
{
    return headings<layerColumns>();
}

std::vector<ReportColumn> memoryNamedColumns()
{
    return headings<namedColumns>();
}

std::vector<ReportColumn> memoryGrowthColumns()
{
    return headings<growthColumns>();
}

ReportTable memoryLayerTable(const MemoryRows &memory)
{
    Groups groups(memory);
    groups.addBefore([](std::uint32_t) { return kBeforeTrace; }, kBeforeTrace);
    groups.add([](std::uint32_t) { return std::string(); }, true);
    groups.addInNoBlock();
    groups.sumKept();
    std::vector<const Group *> order;
    for (const auto &[key, group] : groups.all())
        order.push_back(&group);
    const auto place = [](const Group *g) { // head, layers, tail
        return std::pair(g->pass, g->layer == kTailLayer ? INT_MAX : g->layer);
    };
    std::stable_sort(order.begin(), order.end(), [place](const Group *a, const Group *b) { return place(a) < place(b); });
    RowTable<Group> table("memory_layer", "Memory by layer", layerColumns());
    const DeviceId device = memory.input.segmentation->mainDevice;
    for (const Group *group : order)
        table.append(*group, group->pass == kNoPass ? Selection() : LayerSelection{device, group->pass, group->layer});
    if (memory.data->places.empty())
        table.addNote("There are no layers in this trace; --by module, line and op need none.");
    return table;
}

ReportTable memoryNamedTable(const MemoryRows &memory, const std::string &by)
{
    Names names(*memory.data, by);
    Groups groups(memory);
    groups.addBefore([&names](std::uint32_t block) { return names.ofBlock(block); },
        by == "category" ? lifetimeName(Lifetime::Weights) : kBeforeTrace);
    groups.add([&names](std::uint32_t row) { return names(row); }, false);
    groups.addInNoBlock();
    std::vector<const Group *> order;
    for (const auto &[key, group] : groups.all())
        order.push_back(&group);
    std::stable_sort(order.begin(), order.end(), [](const Group *a, const Group *b) { return a->peak > b->peak; });
    const Message title = by == "category" ? "Memory by lifetime"
        : by == "module"                   ? "Memory by module"
        : by == "part"                     ? "Memory by part of the model"
        : by == "line"                     ? "Memory by source line"
                                           : "Memory by operator";
    RowTable<Group> table("memory_" + by, title, namedColumns());
    for (const Group *group : order)
        table.append(*group);
    return table;
}

ReportTable memoryGrowthTable(const MemoryRows &memory)
{
    RowTable<GrowthRow> table("memory_growth", "What keeps memory", growthColumns(&memory.input));
    for (const LineGrowth &line : memoryGrowth(*memory.data, memory.input.control))
        if (memory.chosen(line.device))
            table.append({&memory, line});
    return table;
}

} // namespace lamella::core
