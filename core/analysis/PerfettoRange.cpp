// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/PerfettoRange.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace lamella::core {

std::int64_t perfettoNs(std::int64_t exactNs)
{
    const std::int64_t whole = exactNs / 1000;
    const std::int64_t rest = std::abs(exactNs % 1000);
    if (rest == 0)
        return exactNs;
    // Perfetto adds the fraction to the whole part's magnitude and puts the sign on at the end.
    const double magnitude = std::abs(static_cast<double>(whole)) + static_cast<double>(rest) / 1000.0;
    const std::int64_t ns = std::llround(magnitude * 1000.0);
    return exactNs < 0 ? -ns : ns;
}

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
