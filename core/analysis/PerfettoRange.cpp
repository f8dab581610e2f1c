// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/PerfettoRange.h"

#include "core/base/AsciiCase.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <charconv>

namespace lamella::core {

std::string perfettoAddress(std::string_view text)
{
    constexpr std::string_view kBlanks = " \t";
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos)
        return {};
    text = text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
    while (text.ends_with('/'))
        text.remove_suffix(1);
    const std::size_t colon = text.find("://");
    if (colon == std::string_view::npos)
        return {};
    const std::size_t hostBegin = colon + 3;
    const std::size_t hostEnd = std::min(text.find('/', hostBegin), text.size());
    std::string scheme = asciiLowered(text.substr(0, colon));
    std::string host = asciiLowered(text.substr(hostBegin, hostEnd - hostBegin));
    if ((scheme != "http" && scheme != "https") || host.empty() || host.front() == ':')
        return {};
    const auto plain = [](char c) {
        const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        return word || std::string_view("-._~:[]").find(c) != std::string_view::npos;
    };
    const std::string_view path = text.substr(hostEnd);
    if (!std::all_of(host.begin(), host.end(), plain)
        || !std::all_of(path.begin(), path.end(), [&](char c) { return plain(c) || c == '/' || c == '%'; }))
        return {};
    const std::size_t port = host.rfind(':');
    if (port != std::string::npos && host.find(']', port) == std::string::npos) {
        unsigned number = 0;
        const char *end = host.data() + host.size();
        const auto read = std::from_chars(host.data() + port + 1, end, number);
        if (read.ec != std::errc() || read.ptr != end || number == 0 || number > 65535)
            return {};
        if (number == (scheme == "https" ? 443U : 80U))
            host.resize(port);
    }
    return scheme + "://" + host + std::string(path);
}

std::string perfettoOrigin(std::string_view address)
{
    const std::size_t colon = address.find("://");
    return std::string(address.substr(0, colon == std::string_view::npos ? 0 : address.find('/', colon + 3)));
}

bool perfettoReads(const TraceDocument &document)
{
    return document.metadata.format.find("JSON") != std::string::npos || document.metadata.format.starts_with("Perfetto");
}

PerfettoSlice perfettoSlice(const TraceBounds &bounds, std::int64_t startNs, std::int64_t durationNs)
{
    return {bounds.perfettoTime(startNs), bounds.perfetto(durationNs)};
}

PerfettoSlice perfettoSlice(const TraceDocument &document, EventId event, const TraceBounds &bounds)
{
    const EventRow row = document.events.row(event);
    const std::int64_t duration = std::max<std::int64_t>(row.duration, 0);
    const bool closed = row.duration >= 0;
    PerfettoSlice slice = perfettoSlice(bounds, row.start, duration);
    if (bounds.perfettoExact)
        return slice;
    slice.startNs = document.events.sparse(event, SparseKey::PerfettoStart).value_or(slice.startNs);
    if (closed && (row.phase == 'B' || row.phase == 'b')) // Perfetto subtracts the times of both events
        slice.durationNs = subtractSaturated(bounds.perfettoTime(addSaturated(row.start, duration)), slice.startNs);
    slice.durationNs = document.events.sparse(event, SparseKey::PerfettoDuration).value_or(slice.durationNs);
    return slice;
}

PerfettoSlice perfettoSlice(const TraceDocument &document, EventId event)
{
    return perfettoSlice(document, event, document.bounds);
}

PerfettoSlice perfettoSlice(const TraceDocument &document, KernelId kernel)
{
    const KernelTable &kernels = document.kernels;
    const EventId event = kernels.event[kernel.value];
    return event.valid() ? perfettoSlice(document, event)
                         : perfettoSlice(document.bounds, kernels.start[kernel.value], kernels.duration[kernel.value]);
}

std::string perfettoUrl(const TraceDocument &document, const TimeRange &range, std::string_view address)
{
    const TraceBounds &bounds = document.bounds;
    const std::int64_t begin = std::max(bounds.perfettoTime(range.begin.value), bounds.perfettoBegin);
    const std::int64_t end = std::min(bounds.perfettoTime(range.end.value), bounds.perfettoEnd);
    if (bounds.empty || begin >= end)
        return {};
    return std::string(address) + "/#!/?visStart=" + std::to_string(begin) + "&visEnd=" + std::to_string(end);
}

} // namespace lamella::core
