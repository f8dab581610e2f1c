// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/PerfettoLink.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <cstddef>

namespace lamella::core {

namespace {

// A quoted JSON string.
std::string inQuotes(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return out + '"';
}

std::string command(std::string_view id, const std::vector<std::string> &args)
{
    std::string out = "{\"id\":" + inQuotes(id) + ",\"args\":[";
    for (std::size_t i = 0; i < args.size(); ++i)
        out += (i > 0 ? "," : "") + inQuotes(args[i]);
    return out + "]}";
}

std::string startupCommands(const PerfettoLinkRequest &request)
{
    std::string list;
    const auto append = [&list](const std::string &one) { list += (list.empty() ? "" : ",") + one; };
    // Perfetto's page shows a track as the thread name followed by its number.
    for (const PerfettoTrack &track : request.pinnedTracks) {
        if (track.process.empty())
            append(command("dev.perfetto.PinTracksByRegex", {'^' + regexEscaped(track.name) + "( |$)"}));
        else // by the path of the track, which begins with name and number of the process
            append(command("dev.perfetto.PinTracksByRegex",
                {"(^| )" + regexEscaped(track.process) + "\\b.*\\b" + regexEscaped(track.name) + "( |$)", "path"}));
    }
    if (!request.note.empty())
        append(command("dev.perfetto.AddNoteAtTimestamp", {std::to_string(request.noteNs), request.note}));
    return list.empty() ? list : '[' + list + ']';
}

std::string trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos)
        return {};
    return std::string(text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

// As Perfetto shows the track; a number alone is no name.
std::string nameOf(const Track &track)
{
    std::string name = trimmed(track.threadName);
    const bool number = std::all_of(track.thread.begin(), track.thread.end(), [](char c) { return c >= '0' && c <= '9'; });
    return name.empty() && !number ? trimmed(track.thread) : name;
}

// The first kernel that begins within the range, on `device` if valid.
KernelId firstKernel(const TraceDocument &document, const TimeRange &range, DeviceId device)
{
    const KernelTable &kernels = document.kernels;
    const auto first = std::lower_bound(kernels.start.begin(), kernels.start.end(), range.begin.value);
    for (auto k = static_cast<std::size_t>(first - kernels.start.begin()); k < kernels.start.size(); ++k) {
        if (kernels.start[k] >= range.end.value)
            break;
        const KernelId kernel(static_cast<std::uint32_t>(k));
        if (!device.valid() || document.deviceOf(kernel) == device)
            return kernel;
    }
    return {};
}

} // namespace

std::optional<PerfettoTrack> perfettoTrack(std::span<const Track> tracks, TrackId track)
{
    if (!track.valid())
        return std::nullopt;
    const Track &own = tracks[track.value];
    PerfettoTrack found{nameOf(own), {}};
    if (found.name.empty())
        return std::nullopt;
    const bool elsewhere = std::any_of(tracks.begin(), tracks.end(),
        [&](const Track &other) { return other.process != own.process && nameOf(other) == found.name; });
    if (elsewhere)
        found.process = own.process;
    return found;
}

std::optional<PerfettoWindow> perfettoWindow(const TimeRange &range, const TraceBounds &bounds)
{
    constexpr std::int64_t kMinMarginNs = 1000;
    const std::int64_t begin = bounds.perfettoTime(range.begin.value);
    const std::int64_t end = bounds.perfettoTime(range.end.value);
    if (bounds.empty || begin > end || begin > bounds.perfettoEnd || end < bounds.perfettoBegin)
        return std::nullopt;
    const std::int64_t margin = std::max(kMinMarginNs, subtractSaturated(end, begin) / 20);
    const PerfettoWindow window{
        std::max(addSaturated(begin, -margin), bounds.perfettoBegin), std::min(addSaturated(end, margin), bounds.perfettoEnd)};
    if (window.beginNs >= window.endNs)
        return std::nullopt;
    return window;
}

std::string perfettoLink(const PerfettoLinkRequest &request)
{
    std::string parameters;
    const auto add = [&parameters](std::string_view key, const std::string &value) {
        parameters.append(parameters.empty() ? "" : "&").append(key).append("=").append(value);
    };
    if (request.embedded)
        add("mode", "embedded");
    if (!request.traceUrl.empty())
        add("url", percentEncoded(request.traceUrl));
    if (request.window) {
        add("visStart", std::to_string(request.window->beginNs));
        add("visEnd", std::to_string(request.window->endNs));
    } else if (request.slice) {
        add("ts", std::to_string(request.slice->startNs));
        add("dur", std::to_string(request.slice->durationNs));
    }
    if (const std::string commands = startupCommands(request); !commands.empty())
        add("startupCommands", percentEncoded(commands));
    return request.address + "/#!/?" + parameters;
}

KernelId longestInstance(const TraceDocument &document, StringId name)
{
    const KernelTable &kernels = document.kernels;
    KernelId longest;
    for (std::uint32_t k = 0; k < kernels.size(); ++k)
        if (kernels.name[k] == name && (!longest.valid() || kernels.duration[k] > kernels.duration[longest.value]))
            longest = KernelId{k};
    return longest;
}

PerfettoTarget perfettoTarget(const TraceDocument &document, const Selection &selection, const TimeRange &range)
{
    return perfettoTarget(document, selection, range, document.bounds);
}

std::optional<TargetSpan> targetSpan(const TraceDocument &document, const Selection &selection, const TimeRange &range)
{
    if (const auto *event = std::get_if<EventSelection>(&selection)) {
        const EventRow row = document.events.row(event->event);
        return TargetSpan{row.start, row.duration, row.track, row.id};
    }
    KernelId kernel;
    if (const auto *one = std::get_if<KernelSelection>(&selection))
        kernel = one->kernel;
    else if (const auto *name = std::get_if<NameSelection>(&selection))
        kernel = longestInstance(document, name->name);
    else if (const auto *pass = std::get_if<PassSelection>(&selection))
        kernel = firstKernel(document, range, pass->device);
    else if (const auto *layer = std::get_if<LayerSelection>(&selection))
        kernel = firstKernel(document, range, layer->device);
    if (!kernel.valid())
        return std::nullopt;
    return TargetSpan{document.kernels.start[kernel.value], document.kernels.duration[kernel.value],
        document.streams[document.kernels.stream[kernel.value].value].track, document.kernels.event[kernel.value]};
}

PerfettoTarget perfettoTarget(
    const TraceDocument &document, const Selection &selection, const TimeRange &range, const TraceBounds &bounds)
{
    PerfettoTarget target;
    const std::optional<TargetSpan> span = targetSpan(document, selection, range);
    if (!span)
        return target;
    if (span->durationNs >= 0)
        target.slice = span->event.valid() ? perfettoSlice(document, span->event, bounds)
                                           : perfettoSlice(bounds, span->startNs, span->durationNs);
    if (const auto track = perfettoTrack(document.tracks, span->track))
        target.tracks.push_back(*track);
    return target;
}

std::string percentEncoded(std::string_view text)
{
    constexpr std::string_view kKept = "-_.!~*'()";
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (plain || kKept.find(c) != std::string_view::npos) {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += kDigits[byte >> 4];
        out += kDigits[byte & 15];
    }
    return out;
}

std::string regexEscaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (std::string_view("\\^$.|?*+()[]{}/").find(c) != std::string_view::npos)
            out += '\\';
        out += c;
    }
    return out;
}

} // namespace lamella::core
