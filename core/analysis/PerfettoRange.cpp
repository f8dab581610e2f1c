// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/PerfettoRange.h"

#include <algorithm>

namespace lamella::core {

bool perfettoReads(const TraceDocument &document)
{
    return document.metadata.format.find("JSON") != std::string::npos;
}

std::string perfettoUrl(const TraceDocument &document, const TimeRange &range, const std::optional<PerfettoSlice> &slice)
{
    const TraceBounds &bounds = document.bounds;
    const std::int64_t begin = std::max(perfettoNs(range.begin.value), bounds.perfettoBegin);
    const std::int64_t end = std::min(perfettoNs(range.end.value), bounds.perfettoEnd);
    if (bounds.empty || begin >= end)
        return {};
    std::string url = "https://ui.perfetto.dev/#!/?visStart=" + std::to_string(begin) + "&visEnd=" + std::to_string(end);
    if (slice)
        url += "&ts=" + std::to_string(perfettoNs(slice->startNs)) + "&dur=" + std::to_string(perfettoNs(slice->durationNs));
    return url;
}

} // namespace lamella::core
