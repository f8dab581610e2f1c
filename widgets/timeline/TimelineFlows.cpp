// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineFlows.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

TimelineFlow flowOf(const core::TraceDocument &document, const core::Selection &selection)
{
    TimelineFlow flow;
    const core::ColumnVector<core::EventId> &launch = document.kernels.launch;
    if (const auto *kernel = std::get_if<core::KernelSelection>(&selection); kernel && kernel->kernel.value < launch.size()) {
        flow.launch = launch[kernel->kernel.value];
        flow.kernels.push_back(kernel->kernel);
    } else if (const auto *event = std::get_if<core::EventSelection>(&selection)) {
        flow.launch = event->event;
        for (std::uint32_t k = 0; k < launch.size() && flow.kernels.size() < TimelineFlow::kMaxArrows; ++k)
            if (launch[k] == event->event)
                flow.kernels.emplace_back(k);
    }
    if (flow.kernels.empty())
        flow.launch = {};
    return flow;
}

void paintArrow(QPainter &painter, const QRect &from, const QRect &to, const Theme &theme)
{
    if (from.isNull() || to.isNull())
        return;
    // From the near edge of the launch to the near edge of the work, whichever is higher.
    const bool upwards = to.center().y() < from.center().y();
    const QPointF begin(from.left() + std::min(from.width() / 2.0, 6.0), upwards ? from.top() : from.bottom() + 1);
    const QPointF end(to.left(), upwards ? to.bottom() + 2 : to.top() - 1);
    const double bend = std::clamp(std::abs(end.y() - begin.y()) / 2, 12.0, 60.0) * (upwards ? -1 : 1);
    QPainterPath path(begin);
    path.cubicTo(begin + QPointF(0, bend), end - QPointF(0, bend), end);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.base, 3.2));
    painter.drawPath(path);
    painter.setPen(QPen(theme.accent, 1.4));
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    const double back = upwards ? 6 : -6;
    painter.drawPolygon(QPolygonF{end, end + QPointF(-3.5, back), end + QPointF(3.5, back)});
    painter.restore();
}

std::vector<std::pair<int, int>> pixelSpans(const std::vector<core::TimeRange> &ascending, core::TimeRange range, int widthPx)
{
    std::vector<std::pair<int, int>> spans;
    const double length = static_cast<double>(range.length().value);
    if (length <= 0 || widthPx <= 0)
        return spans;
    const auto x = [&](core::TimeNs time) {
        return std::clamp(static_cast<double>((time - range.begin).value), 0.0, length) * widthPx / length;
    };
    auto at =
        std::partition_point(ascending.begin(), ascending.end(), [&](const core::TimeRange &r) { return r.end <= range.begin; });
    while (at != ascending.end() && at->begin < range.end) {
        const int left = std::min(widthPx - 1, static_cast<int>(x(at->begin)));
        int right = std::max(left + 1, static_cast<int>(std::ceil(x(at->end))));
        // Everything that ends within the last painted pixel is already included.
        const core::TimeNs covered = range.begin + core::DurationNs{static_cast<std::int64_t>(length / widthPx * right)};
        at = std::partition_point(std::next(at), ascending.end(), [&](const core::TimeRange &r) { return r.end <= covered; });
        if (!spans.empty() && left <= spans.back().second)
            spans.back().second = std::max(spans.back().second, right);
        else
            spans.emplace_back(left, right);
    }
    return spans;
}

} // namespace lamella::ui
