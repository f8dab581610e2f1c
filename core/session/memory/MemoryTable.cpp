// SPDX-License-Identifier: GPL-3.0-or-later
// memory: what was allocated and freed, over time and by what allocated it.
#include "core/analysis/KernelScope.h"
#include "core/analysis/memory/FreeSpace.h"
#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/session/memory/MemoryRows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

namespace lamella::core {

bool MemoryRows::chosen(std::int16_t device) const
{
    return std::binary_search(devices.begin(), devices.end(), device);
}

std::int64_t MemoryRows::unseenBefore(std::int16_t device) const
{
    const auto at = data->use.devices.find(device);
    // Tables list blocks of operators only; a timeline has no blocks, but rows for all that was there before.
    const bool blocksOfAll = log().source != MemorySource::Tables && log().source != MemorySource::Timeline;
    if (!blocksOfAll || at == data->use.devices.end() || at->second.begin.allocated == MemoryLog::kNone || log().size() == 0)
        return 0;
    std::int64_t rest = at->second.begin.allocated;
    for (const MemoryBlock &block : data->use.blocks)
        if (block.device == device && block.allocation == MemoryBlock::kOutside)
            rest = subtractSaturated(rest, block.bytes);
    return std::max<std::int64_t>(rest, 0);
}

std::int64_t MemoryRows::inNoBlockAtPeak(std::int16_t device) const
{
    const auto at = data->use.devices.find(device);
    if (log().source != MemorySource::Tables || at == data->use.devices.end() || at->second.peakRow == MemoryBlock::kOutside)
        return 0;
    std::int64_t rest = at->second.peak;
    for (const MemoryBlock &block : data->use.blocks)
        if (block.device == device && livesAfter(block, at->second.peakRow))
            rest = subtractSaturated(rest, block.bytes);
    return std::max<std::int64_t>(rest, 0);
}

OrMissing<std::int64_t> MemoryRows::timeOf(std::uint32_t row) const
{
    if (log().time[row] == MemoryLog::kNone)
        return Missing{kNoMemoryTime};
    return subtractSaturated(log().time[row], input.zero());
}

const char *MemoryRows::whyNowhere(const char *elsewhere) const
{
    if (data->places.empty())
        return "the file does not say when its work was launched";
    const bool hasPasses = input.segmentation->mainDevice.valid()
        && !input.segmentation->devices[input.segmentation->mainDevice.value].passes.empty();
    return hasPasses ? elsewhere : "no passes were found";
}

std::string memoryDeviceText(std::int16_t device)
{
    return device == MemoryLog::kHost ? std::string("host") : std::to_string(device);
}

namespace {

// Numbers of the devices that have memory events or GPU work; negative: the host.
std::set<std::int64_t> devicesOf(const MemoryRows &memory)
{
    std::set<std::int64_t> numbers;
    for (const auto &[device, use] : memory.data->use.devices)
        numbers.insert(device);
    for (const Device &device : memory.input.document->devices)
        numbers.insert(device.number);
    return numbers;
}

// GPUs without --device, the host where it is the only device; "all" adds the host. Errors: BadRequest.
Result<void> chooseDevices(MemoryRows &memory, const std::string &asked)
{
    std::optional<std::int64_t> number;
    const auto &known = memory.data->use.devices; // by number
    const bool hostOnly = !known.empty() && known.rbegin()->first < 0;
    if (asked == memoryDeviceText(MemoryLog::kHost)) {
        number = MemoryLog::kHost;
    } else if (!asked.empty() && asked != "all") {
        std::int64_t value = 0;
        const auto read = std::from_chars(asked.data(), asked.data() + asked.size(), value);
        if (read.ec != std::errc() || read.ptr != asked.data() + asked.size())
            return Error{ErrorCode::BadRequest, msg("%1 is not the number of a device; give one, or all", asked), {}, -1};
        const std::set<std::int64_t> all = devicesOf(memory);
        if (!all.contains(value))
            return Error{ErrorCode::BadRequest, noSuchDevice(asked, {all.lower_bound(0), all.end()}), {}, -1};
        number = value;
    }
    const auto wanted = [&](std::int16_t device) {
        return number ? device == *number : asked == "all" || hostOnly || device >= 0;
    };
    for (const auto &[device, use] : known)
        if (wanted(device))
            memory.devices.push_back(device);
    const std::vector<std::int16_t> &device = memory.log().device;
    const auto size = static_cast<std::uint32_t>(memory.log().size());
    memory.left =
        static_cast<std::uint64_t>(std::count_if(device.begin(), device.end(), [&](std::int16_t of) { return !wanted(of); }));
    if (memory.left == 0) {
        memory.rows = ChosenRows::all(size);
        return {};
    }
    std::vector<std::uint32_t> rows;
    rows.reserve(size - memory.left);
    for (std::uint32_t row = 0; row < size; ++row)
        if (wanted(device[row]))
            rows.push_back(row);
    memory.rows = ChosenRows::some(std::move(rows));
    return {};
}

std::string at(const MemoryRows &memory, std::int64_t time)
{
    return time == MemoryLog::kNone ? std::string("n/a") : formatTime(subtractSaturated(time, memory.input.zero()));
}

// What each device held before the first event, and its peak.
void noteTotals(ReportTable &table, const MemoryRows &memory)
{
    std::size_t said = 0;
    constexpr std::size_t kMaxDevices = 16;
    for (const std::int16_t device : memory.devices) {
        const DeviceMemory &use = memory.data->use.devices.at(device);
        if (use.peak == MemoryLog::kNone || ++said > kMaxDevices)
            continue;
        const std::string name = memoryDeviceText(device);
        if (use.peakRow == MemoryBlock::kOutside)
            table.addNote(msg("Device %1: %2 allocated before the first event, which is the most.", name, formatBytes(use.peak)));
        else
            table.addNote(msg("Device %1: %2 allocated before the first event, at most %3, at %4.", name,
                formatBytes(use.begin.allocated == MemoryLog::kNone ? 0 : use.begin.allocated), formatBytes(use.peak),
                at(memory, memory.log().time[use.peakRow])));
    }
}

// Why blocks of the device were recorded, but not their allocation.
Message lostEvents(const MemoryRows &memory, std::int16_t device, const DeviceMemory &use)
{
    const std::string name = memoryDeviceText(device);
    if (use.rows == 0)
        return msg("Device %1: the history holds none of its events, because it was full (max_entries) or began anew: %2 blocks "
                   "that were "
                   "recorded have no allocation in it.",
            name, use.lost);
    if (use.firstTime == MemoryLog::kNone)
        return msg(
            "Device %1: its first events are lost, because the history was full (max_entries) or began anew: %2 blocks that were "
            "recorded have no allocation in it.",
            name, use.lost);
    return msg("Device %1: events before %2 are lost, because the history was full (max_entries) or began anew: %3 blocks "
               "that were recorded have no allocation in it. It is whole from then on.",
        name, at(memory, use.firstTime), use.lost);
}

// What the log itself says about how far it can be trusted.
void noteTrust(ReportTable &table, const MemoryRows &memory)
{
    for (const std::int16_t device : memory.devices) {
        const DeviceMemory &use = memory.data->use.devices.at(device);
        const std::string name = memoryDeviceText(device);
        if (use.lost > 0)
            table.addWarning(lostEvents(memory, device, use));
        if (use.totalsWrong > 0)
            table.addWarning(msg("Device %1: %2 of %3 running totals differ from the total before plus the bytes of the event; events are missing.",
                name, use.totalsWrong, use.totalsChecked));
        if (use.unexplained != 0)
            table.addWarning(msg("Device %1: walking back from its segments leaves %2 bytes more or less than its blocks explain.", name,
                use.unexplained));
    }
    if (memory.data->use.walkedBack)
        table.addNote("Totals are walked back from the segments, which say what is in use at the end.");
    if (memory.data->use.requestedSizes)
        table.addNote("Sizes in the history are as requested; blocks of the segments are as large as the allocator made them.");
    if (memory.log().source == MemorySource::Tables)
        table.addNote("Blocks are those of operators; totals count all that is allocated.");
    if (!memory.log().complete)
        table.addWarning("The file ends early: totals count what is in it.");
    if (memory.log().unread > 0)
        table.addWarning(msg("%1 records have no known action or form, or no size, and are left out.", memory.log().unread));
}

constexpr std::array<std::string_view, 14> kBy{
    "time", "layer", "module", "part", "line", "op", "block", "peak", "category", "pass", "growth", "segment", "oom", ""};

ReportTable built(const MemoryRows &memory, const std::string &by)
{
    if (by == "time")
        return memoryTimeTable(memory);
    if (by == "layer")
        return memoryLayerTable(memory);
    if (by == "pass")
        return memoryPassTable(memory);
    if (by == "growth")
        return memoryGrowthTable(memory);
    if (by == "segment")
        return memorySegmentTable(memory);
    if (by == "oom")
        return memoryOomTable(memory);
    if (by == "block" || by == "peak")
        return memoryBlockTable(memory, by == "peak");
    return memoryNamedTable(memory, by);
}

Result<ReportTable> memoryTable(const TableInput &input)
{
    const std::string by = input.request.by.empty() ? "time" : input.request.by;
    if (std::find(kBy.begin(), kBy.end(), by) == kBy.end())
        return Error{ErrorCode::BadRequest,
            msg("memory cannot be grouped by %1; use time, layer, module, part, line, op, block, peak, category, pass, growth, "
                "segment or oom",
                by),
            {}, -1};
    const auto data = input.parts->memory(input);
    if (!data)
        return data.error();
    MemoryRows memory{input, *data, {}, {}, 0};
    if (const Result<void> chosen = chooseDevices(memory, input.request.device); !chosen)
        return chosen.error();
    ReportTable table = built(memory, by);
    table.keepAlive(input.document);
    table.keepAlive(memory.data);
    if (input.stopped())
        return Error{ErrorCode::Cancelled, "cancelled", input.document->source.path};
    if (memory.data->empty())
        table.addNote("The file holds no memory events; record it with memory profiling on.");
    else if (table.rowCount() == 0 && memory.data->use.blocks.empty() && by != "time" && by != "pass" && by != "oom")
        table.addNote("The file records no blocks, only bytes by category; --by category and --by time need none.");
    else if (table.rowCount() == 0 && by == "growth")
        table.addNote("Nothing that was allocated in the trace is held at its end.");
    noteTotals(table, memory);
    if (memory.left > 0)
        table.addNote(msg("%1 events of other devices or the host are left out; --device all shows them.", memory.left));
    noteTrust(table, memory);
    return table;
}

constexpr std::array kMemoryForms{TableForm{"--by layer", memoryLayerColumns}, TableForm{"--by op", memoryNamedColumns},
    TableForm{"--by block", memoryBlockColumns}, TableForm{"--by pass", memoryPassColumns},
    TableForm{"--by growth", memoryGrowthColumns}, TableForm{"--by segment", memorySegmentColumns},
    TableForm{"--by oom", memoryOomColumns}};

} // namespace

extern const TableSpec kMemoryTable{
    .name = "memory",
    .help = "what is allocated, over time and by what allocated it",
    .example = "trace.json.gz --by layer",
    .columns = memoryTimeColumns,
    .build = memoryTable,
    .needs = TableNeeds::Segmentation,
    .options = "--by --device",
    .by = "time|layer|module|part|line|op|block|peak|category|pass|growth|segment|oom",
    .forms = kMemoryForms,
};

} // namespace lamella::core
