// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/perfetto/DocumentFactsJson.h"

#include "core/import/pftrace/WrittenFields.h"
#include "core/report/TableSinkBuffer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <string_view>

namespace lamella::core {

namespace {

std::string jsonText(std::string_view text)
{
    std::string out;
    appendJsonString(out, text);
    return out;
}

std::string real(double value)
{
    std::array<char, 40> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), std::isfinite(value) ? value : 0).ptr;
    return {text.data(), end};
}

std::string row(std::initializer_list<std::string> cells)
{
    std::string out;
    for (const std::string &cell : cells)
        out += (out.empty() ? "[" : ",") + cell;
    return out + "]";
}

template <class Items, class MakeRow> std::string list(const Items &items, MakeRow makeRow)
{
    std::string out = "[";
    for (const auto &item : items)
        out += (out.size() > 1 ? "," : "") + makeRow(item);
    return out + "]";
}

std::string kindOf(const Track &track)
{
    return track.kind == TrackKind::Cpu ? "0" : track.kind == TrackKind::GpuStream ? "1" : "2";
}

// The format that was first read, for a trace that was written before.
std::string firstFormat(const std::string &format)
{
    const std::string begin = std::string(pftrace::kWrittenFormat) + " from ";
    if (!format.starts_with(pftrace::kWrittenFormat))
        return format;
    return format.starts_with(begin) ? format.substr(begin.size(), format.size() - begin.size() - 1) : std::string();
}

} // namespace

std::string documentFactsJson(const TraceDocument &document, std::int64_t shiftNs, std::optional<std::uint64_t> unreadMemory)
{
    const TraceMetadata &metadata = document.metadata;
    std::string out = "{\"format\":" + jsonText(firstFormat(metadata.format)) + ",\"producer\":" + jsonText(metadata.producer)
        + ",\"zero_ns\":" + std::to_string(document.zero()) + ",\"shift_ns\":" + std::to_string(shiftNs);
    const auto add = [&out](const char *key, const auto &value) {
        if (value)
            out += ",\"" + std::string(key) + "\":" + std::to_string(*value);
    };
    add("base_time_ns", metadata.baseTimeNs);
    add("rank", metadata.rank);
    add("world_size", metadata.worldSize);
    add("unread_memory", unreadMemory);
    out += ",\"devices\":" + list(document.devices, [](const Device &d) {
        return row({std::to_string(d.number), jsonText(d.name), real(d.peakFlopsPerSecond), real(d.peakBytesPerSecond)});
    });
    out += ",\"tracks\":" + list(document.tracks, [](const Track &t) {
        return row({jsonText(t.process), jsonText(t.thread), jsonText(t.processName), jsonText(t.threadName),
            std::to_string(t.sortIndex), kindOf(t)});
    });
    out += ",\"other\":" + list(metadata.other, [](const auto &pair) {
        return row({jsonText(pair.first), jsonText(pair.second)});
    });
    return out + "}";
}

} // namespace lamella::core
