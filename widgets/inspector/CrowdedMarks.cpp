// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/CrowdedMarks.h"

#include <algorithm>
#include <cstdlib>

namespace lamella::ui {

namespace {

// Of the values [first, last).
InspectorMark bandOf(const std::vector<CrowdedValue> &values, const MarkOfValue &markOf, std::size_t first, std::size_t last)
{
    InspectorMark band;
    band.count = static_cast<std::int64_t>(last - first);
    band.counted = false;
    std::size_t self = last;
    for (std::size_t i = first; i < last; ++i) {
        band.counted = band.counted || values[i].counted;
        if (values[i].self)
            self = i;
    }
    std::vector<std::size_t> sorted;
    sorted.reserve(last - first);
    for (std::size_t i = first; i < last; ++i)
        if (values[i].counted == band.counted)
            sorted.push_back(i);
    std::stable_sort(
        sorted.begin(), sorted.end(), [&values](std::size_t a, std::size_t b) { return values[a].ns < values[b].ns; });
    const auto at = [&sorted](std::size_t percent) {
        return sorted[std::max<std::size_t>(1, (percent * sorted.size() + 99) / 100) - 1];
    };
    band.lowNs = values[at(10)].ns;
    band.highNs = values[at(90)].ns;
    band.self = self < last;
    const std::size_t shown = band.self ? self : at(50);
    InspectorMark mark = markOf(shown);
    band.ns = values[shown].ns;
    band.target = std::move(mark.target);
    band.label = std::move(mark.label);
    if (!band.self) {
        const QString begin = markOf(first).label;
        band.label = last - first == 1 ? begin : begin + u'–' + markOf(last - 1).label;
    }
    return band;
}

// Fewer values would be no range.
std::size_t columnsFor(std::size_t values)
{
    constexpr std::size_t kMinPerColumn = 5;
    return std::clamp<std::size_t>(values / kMinPerColumn, std::min<std::size_t>(values, 1), kCrowdedColumns);
}

} // namespace

std::vector<InspectorMark> histogramOf(const std::vector<CrowdedValue> &values, const MarkOfValue &markOf)
{
    if (values.empty())
        return {};
    const auto [low, high] = std::minmax_element(
        values.begin(), values.end(), [](const CrowdedValue &a, const CrowdedValue &b) { return a.ns < b.ns; });
    const double lowest = static_cast<double>(low->ns);
    const double width = (static_cast<double>(high->ns) - lowest) / static_cast<double>(kCrowdedColumns);
    struct Nearest {
        std::size_t value = 0;
        double distance = 0;
    };
    std::vector<InspectorMark> bins(kCrowdedColumns);
    std::vector<Nearest> nearest(kCrowdedColumns);
    for (std::size_t i = 0; i < kCrowdedColumns; ++i) {
        bins[i].ns = static_cast<std::int64_t>(lowest + width * static_cast<double>(i));
        bins[i].count = 0;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double place = width > 0 ? (static_cast<double>(values[i].ns) - lowest) / width : 0;
        const std::size_t at = std::min(kCrowdedColumns - 1, static_cast<std::size_t>(place));
        const double distance = std::abs(place - static_cast<double>(at) - 0.5);
        if (bins[at].count++ == 0 || distance < nearest[at].distance)
            nearest[at] = {i, distance};
        bins[at].self = bins[at].self || values[i].self;
    }
    for (std::size_t i = 0; i < kCrowdedColumns; ++i)
        if (bins[i].count > 0)
            bins[i].target = markOf(nearest[i].value).target;
    bins.back().highNs = high->ns;
    return bins;
}

std::vector<InspectorMark> bandsOf(const std::vector<CrowdedValue> &values, const MarkOfValue &markOf)
{
    const std::size_t columns = columnsFor(values.size());
    std::vector<InspectorMark> bands;
    bands.reserve(columns);
    for (std::size_t i = 0; i < columns; ++i)
        bands.push_back(bandOf(values, markOf, i * values.size() / columns, (i + 1) * values.size() / columns));
    return bands;
}

} // namespace lamella::ui
