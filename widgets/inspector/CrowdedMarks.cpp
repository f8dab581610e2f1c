// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/CrowdedMarks.h"

#include <algorithm>
#include <cstdlib>
#include <span>

namespace lamella::ui {

namespace {

InspectorMark bandOf(std::span<const InspectorMark> values)
{
    const QString &first = values.front().label;
    const QString &last = values.back().label;
    const auto self = std::find_if(values.begin(), values.end(), [](const InspectorMark &m) { return m.self; });
    InspectorMark band;
    band.label = first == last ? first : first + u'–' + last;
    band.count = static_cast<std::int64_t>(values.size());
    band.counted = std::any_of(values.begin(), values.end(), [](const InspectorMark &m) { return m.counted; });
    std::vector<const InspectorMark *> sorted;
    sorted.reserve(values.size());
    for (const InspectorMark &mark : values)
        if (mark.counted == band.counted)
            sorted.push_back(&mark);
    std::stable_sort(sorted.begin(), sorted.end(), [](const InspectorMark *a, const InspectorMark *b) { return a->ns < b->ns; });
    const auto at = [&sorted](std::size_t percent) -> const InspectorMark & {
        return *sorted[std::max<std::size_t>(1, (percent * sorted.size() + 99) / 100) - 1];
    };
    band.ns = at(50).ns;
    band.lowNs = at(10).ns;
    band.highNs = at(90).ns;
    band.target = at(50).target;
    if (self != values.end()) {
        band.self = true;
        band.label = self->label;
        band.ns = self->ns;
        band.target = self->target;
    }
    return band;
}

// Fewer values would be no range.
std::size_t columnsFor(std::size_t marks)
{
    constexpr std::size_t kMinPerColumn = 5;
    return std::clamp<std::size_t>(marks / kMinPerColumn, std::min<std::size_t>(marks, 1), kCrowdedColumns);
}

} // namespace

std::vector<InspectorMark> histogramOf(const std::vector<InspectorMark> &marks)
{
    if (marks.empty())
        return {};
    const auto [low, high] = std::minmax_element(
        marks.begin(), marks.end(), [](const InspectorMark &a, const InspectorMark &b) { return a.ns < b.ns; });
    const double lowest = static_cast<double>(low->ns);
    const double width = (static_cast<double>(high->ns) - lowest) / static_cast<double>(kCrowdedColumns);
    std::vector<InspectorMark> bins(kCrowdedColumns);
    std::vector<double> away(kCrowdedColumns, 0);
    for (std::size_t i = 0; i < kCrowdedColumns; ++i) {
        bins[i].ns = static_cast<std::int64_t>(lowest + width * static_cast<double>(i));
        bins[i].count = 0;
    }
    for (const InspectorMark &mark : marks) {
        const double place = width > 0 ? (static_cast<double>(mark.ns) - lowest) / width : 0;
        const std::size_t at = std::min(kCrowdedColumns - 1, static_cast<std::size_t>(place));
        const double distance = std::abs(place - static_cast<double>(at) - 0.5);
        InspectorMark &bin = bins[at];
        if (bin.count++ == 0 || distance < away[at]) {
            away[at] = distance;
            bin.target = mark.target;
        }
        bin.self = bin.self || mark.self;
    }
    bins.back().highNs = high->ns;
    return bins;
}

bool isEdgeOfBand(std::size_t mark, std::size_t marks)
{
    const std::size_t columns = columnsFor(marks);
    const std::size_t band = mark * columns / marks;
    const auto begin = [&](std::size_t of) { return of * marks / columns; };
    return mark == begin(band) || mark == begin(band + 1) || mark + 1 == begin(band + 1) || mark + 1 == begin(band + 2);
}

std::vector<InspectorMark> bandsOf(const std::vector<InspectorMark> &marks)
{
    const std::size_t columns = columnsFor(marks.size());
    std::vector<InspectorMark> bands;
    bands.reserve(columns);
    const auto begin = [&](std::size_t column) { return column * marks.size() / columns; };
    for (std::size_t i = 0; i < columns; ++i)
        bands.push_back(bandOf(std::span(marks).subspan(begin(i), begin(i + 1) - begin(i))));
    return bands;
}

} // namespace lamella::ui
