// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/ColumnBars.h"

#include <algorithm>
#include <cmath>

namespace lamella::ui {

void appendColumnBars(const core::LodColumn &column, const std::vector<core::LodPart> &parts, int bottom, int full,
    std::uint8_t emphasis, std::uint8_t tagWithoutTime, std::vector<ColumnBar> &out)
{
    const std::size_t before = out.size();
    const double perNs = full / static_cast<double>(std::max<std::int64_t>(1, column.lengthNs));
    std::int64_t sum = 0;
    std::int64_t most = 0;
    std::uint8_t mostTag = tagWithoutTime;
    int edge = bottom; // edges of cumulated sums, so that parts neither overlap nor leave seams
    for (std::uint32_t i = column.firstPart; i < column.firstPart + column.parts; ++i) {
        sum += parts[i].ns;
        if (parts[i].ns > most) {
            most = parts[i].ns;
            mostTag = parts[i].tag;
        }
        const int top = bottom - std::min(full, static_cast<int>(static_cast<double>(sum) * perNs + 0.5));
        if (top < edge)
            out.push_back({column.x, top, edge - top, parts[i].tag, emphasis});
        edge = top;
    }
    if (out.size() == before)
        out.push_back({column.x, bottom - 1, 1, mostTag, emphasis});
}

int roomAbove(const std::vector<ColumnBar> &bars, int left, int right, int width, int bottom)
{
    std::vector<bool> isTaken(static_cast<std::size_t>(std::max(0, right - left)));
    for (const ColumnBar &bar : bars)
        if (bar.top < bottom && bar.x >= left && bar.x < right)
            isTaken[static_cast<std::size_t>(bar.x - left)] = true;
    int free = 0;
    for (int x = left; x < right; ++x) {
        free = isTaken[static_cast<std::size_t>(x - left)] ? 0 : free + 1;
        if (free >= width)
            return x + 1 - width;
    }
    return -1;
}

void appendIdleMarks(const core::LodColumns &idle, std::vector<IdleMark> &out)
{
    constexpr double kSteps = 16;
    for (const core::LodColumn &column : idle.columns) {
        if (column.parts == 0)
            continue;
        const auto main =
            std::max_element(idle.parts.begin() + column.firstPart, idle.parts.begin() + column.firstPart + column.parts,
                [](const core::LodPart &a, const core::LodPart &b) { return a.ns < b.ns; });
        const double share = static_cast<double>(column.busyNs) / static_cast<double>(column.lengthNs);
        const double opacity = std::max(kMinIdleOpacity, std::ceil(std::min(1.0, share) * kSteps) / kSteps);
        if (!out.empty() && out.back().x1 == column.x && out.back().cause == main->tag && out.back().opacity == opacity)
            out.back().x1 = column.x + 1;
        else
            out.push_back({column.x, column.x + 1, main->tag, opacity});
    }
}

} // namespace lamella::ui
