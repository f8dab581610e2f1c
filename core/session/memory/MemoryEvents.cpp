// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/memory/MemoryEvents.h"

#include "core/import/EventTextReader.h"
#include "core/import/TimestampParser.h"
#include "core/import/chrome/TextCursor.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::string_view kName = "[memory]";
constexpr std::uint32_t kPollEvents = 1024; // between two checks of the stop request

// Device Type of PyTorch: 0 is the host.
bool isHost(std::optional<std::int64_t> type)
{
    return type == 0;
}

// False if the args hold no size.
bool takeArgs(const std::vector<std::pair<std::string, std::string>> &args, MemoryEvent &event)
{
    std::optional<std::int64_t> bytes;
    std::optional<std::int64_t> type;
    for (const auto &[key, value] : args) {
        const std::optional<std::int64_t> number = parseInteger(value);
        if (key == "Bytes")
            bytes = number;
        else if (key == "Addr")
            event.address = static_cast<std::uint64_t>(number.value_or(0));
        else if (key == "Device Id")
            event.device = number.value_or(0);
        else if (key == "Device Type")
            type = number;
        else if (key == "Total Allocated")
            event.allocated = number;
        else if (key == "Total Reserved")
            event.reserved = number;
    }
    if (isHost(type))
        event.device = -1;
    event.bytes = bytes.value_or(0);
    return bytes.has_value();
}

// A free belongs to the last allocation of its address on its device.
void pairBlocks(MemoryRecord &record)
{
    std::map<std::pair<std::int64_t, std::uint64_t>, std::uint32_t> live;
    record.blockOf.resize(record.events.size());
    for (std::uint32_t i = 0; i < record.events.size(); ++i) {
        const MemoryEvent &event = record.events[i];
        const std::pair key(event.device, event.address);
        const auto known = live.find(key);
        if (event.bytes < 0 && known != live.end()) {
            record.blocks[known->second].release = i;
            record.blockOf[i] = known->second;
            live.erase(known);
            continue;
        }
        record.blockOf[i] = static_cast<std::uint32_t>(record.blocks.size());
        if (event.bytes >= 0) {
            live[key] = record.blockOf[i];
            record.blocks.push_back({i, MemoryBlock::kOutside});
        } else {
            record.blocks.push_back({MemoryBlock::kOutside, i});
        }
    }
}

} // namespace

Result<MemoryRecord> readMemoryRecord(const TraceDocument &document, const JobControl &control)
{
    MemoryRecord record;
    const StringId name = document.strings.find(kName);
    if (name.value == 0 || !hasEventText(document))
        return record;
    TextCursor cursor(document.source);
    std::uint32_t seen = 0;
    for (const EventChunk &chunk : document.events.chunks()) {
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            if (chunk.name[row] != name)
                continue;
            if (++seen % kPollEvents == 0 && control.stopRequested())
                return Error{ErrorCode::Cancelled, "cancelled", document.source.path};
            const EventId id(chunk.firstEvent + row);
            const auto [offset, length] = document.events.text(id);
            const auto text = cursor.read(static_cast<std::uint64_t>(offset), length, control);
            if (!text)
                return text.error();
            MemoryEvent event{id, chunk.track[row], chunk.start[row], 0, 0, 0, {}, {}};
            const auto args = argsOfEventText(document, std::string(*text));
            if (args && takeArgs(*args, event) && event.time != EventTable::kNoTime)
                record.events.push_back(event);
            else
                ++record.unread;
        }
    }
    std::stable_sort(
        record.events.begin(), record.events.end(), [](const MemoryEvent &a, const MemoryEvent &b) { return a.time < b.time; });
    pairBlocks(record);
    return record;
}

} // namespace lamella::core
