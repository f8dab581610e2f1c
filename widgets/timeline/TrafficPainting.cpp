// SPDX-License-Identifier: GPL-3.0-or-later
// The lane of memory traffic: one column per pixel, hatched where most of the time is not modelled.
#include "widgets/timeline/TimelinePainter.h"

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

// A run of pixel columns of the same height.
struct Run {
    int from = 0;
    int to = 0; // first column after it
    int height = 0;
    bool hatched = false;
};

std::vector<Run> runsOf(const std::vector<Traffic> &columns, double columnNs, int full)
{
    std::vector<Run> runs;
    for (int x = 0; x < static_cast<int>(columns.size()); ++x) {
        const Traffic &traffic = columns[static_cast<std::size_t>(x)];
        if (traffic.modelledNs + traffic.unknownNs <= 0)
            continue;
        const double share = std::clamp(traffic.peakNs / columnNs, 0.0, 1.0);
        const Run run{x, x + 1, std::max(1, static_cast<int>(std::lround(share * full))), traffic.unknownNs > traffic.modelledNs};
        if (!runs.empty() && runs.back().to == x && runs.back().height == run.height && runs.back().hatched == run.hatched)
            runs.back().to = x + 1;
        else
            runs.push_back(run);
    }
    return runs;
}

} // namespace

void TimelinePainter::paintTraffic(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row) const
{
    const Theme &theme = Theme::current();
    const core::TimeScale scale = frame.scale();
    const int top = frame.top(row) + row.barTop() - row.y;
    const int bottom = top + row.bar;
    const DeviceTraffic &traffic = frame.data->traffic->devices[row.lane->device.value];
    const QBrush hatch(theme.text3, Qt::BDiagPattern);
    for (const Run &run : runsOf(traffic.columns(scale), scale.nsPerPx(), row.bar)) {
        const QRect bar(kLabelColumnPx + run.from, bottom - run.height, run.to - run.from, run.height);
        if (run.hatched) // what is not known has no height
            painter.fillRect(QRect(bar.left(), bottom - 6, bar.width(), 6), hatch);
        else
            painter.fillRect(bar, theme.text2);
    }
    painter.setPen(QPen(theme.text3, 1, Qt::DotLine));
    painter.drawLine(kLabelColumnPx, top, kLabelColumnPx + frame.laneWidth(), top);
}

} // namespace lamella::ui
