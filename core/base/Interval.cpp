// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Interval.h"

namespace lamella::core {

void normalise(std::vector<TimeRange> &ranges)
{
    std::erase_if(ranges, [](const TimeRange &r) { return r.end <= r.begin; });
    std::sort(ranges.begin(), ranges.end());
    std::size_t kept = 0;
    for (const TimeRange &r : ranges) {
        if (kept > 0 && r.begin <= ranges[kept - 1].end)
            ranges[kept - 1].end = std::max(ranges[kept - 1].end, r.end);
        else
            ranges[kept++] = r;
    }
    ranges.resize(kept);
}

DurationNs totalLength(const std::vector<TimeRange> &normalised)
{
    DurationNs total;
    for (const TimeRange &r : normalised)
        total = total + r.length();
    return total;
}

DurationNs unionLength(std::vector<TimeRange> ranges)
{
    normalise(ranges);
    return totalLength(ranges);
}

std::vector<TimeRange> subtract(const std::vector<TimeRange> &a, const std::vector<TimeRange> &b)
{
    std::vector<TimeRange> rest;
    std::size_t j = 0;
    for (TimeRange r : a) {
        while (j < b.size() && b[j].end <= r.begin)
            ++j;
        for (std::size_t k = j; k < b.size() && b[k].begin < r.end; ++k) {
            if (r.begin < b[k].begin)
                rest.push_back({r.begin, b[k].begin});
            r.begin = std::max(r.begin, b[k].end);
        }
        if (r.begin < r.end)
            rest.push_back(r);
    }
    return rest;
}

std::vector<TimeRange> intersect(const std::vector<TimeRange> &a, const std::vector<TimeRange> &b)
{
    std::vector<TimeRange> both;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const TimeRange r{std::max(a[i].begin, b[j].begin), std::min(a[i].end, b[j].end)};
        if (r.begin < r.end)
            both.push_back(r);
        if (a[i].end < b[j].end)
            ++i;
        else
            ++j;
    }
    return both;
}

} // namespace lamella::core
