// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/GapPicture.h"

#include "core/analysis/gaps/Gaps.h"
#include "widgets/common/Elide.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/GapColors.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kNumbersPx{14}; // above the parts
constexpr TextPx kLanePx{16};
constexpr TextPx kIdlePx{5}; // of a part, in the middle of its lane
constexpr TextPx kBetweenPx{12}; // lanes
constexpr TextPx kWorkPx{16}; // width of the work around the gap, of the call
constexpr TextPx kNamePx{14}; // below the call

std::size_t partsOf(const InspectorSection &section)
{
    return static_cast<std::size_t>(std::count_if(
        section.marks.begin(), section.marks.end(), [](const InspectorMark &mark) { return mark.cause >= 0; }));
}

void paintArrow(QPainter &painter, const QRect &call, const QRect &work)
{
    const QPointF from(call.center().x() + 1, call.top());
    const QPointF to(work.left(), work.bottom() + 2);
    QPainterPath path(from);
    const double middle = (from.y() + to.y()) / 2;
    path.cubicTo(from.x(), middle, to.x(), middle, to.x(), to.y());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::current().accent, 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.setBrush(Theme::current().accent);
    painter.drawPolygon(QPolygonF({to, to + QPointF(-3, 4), to + QPointF(3, 4)}));
    painter.restore();
}

void paintCall(QPainter &painter, const InspectorMark &call, const QRect &rect, const QRect &lane)
{
    const Theme &theme = Theme::current();
    painter.fillRect(lane, theme.window);
    painter.fillRect(rect, theme.cellBar);
    painter.setPen(theme.text2);
    const QFontMetrics metrics(painter.font());
    const QString cpu = QStringLiteral("CPU");
    if (rect.left() > lane.left() + metrics.horizontalAdvance(cpu) + 8_px)
        painter.drawText(lane.adjusted(4_px, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, cpu);
    const QString name = elided(metrics, call.label, Qt::ElideMiddle, lane.width());
    const int width = metrics.horizontalAdvance(name) + 2;
    const int left = std::clamp(rect.center().x() - width / 2, lane.left(), std::max(lane.left(), lane.right() - width));
    painter.setPen(theme.text);
    painter.drawText(QRect(left, lane.bottom() + 1, width, kNamePx), Qt::AlignCenter, name);
}

} // namespace

int gapPictureHeight()
{
    return kNumbersPx + kLanePx + kBetweenPx + kLanePx + kNamePx;
}

std::vector<QRect> gapMarkRects(const InspectorSection &section, const QRect &picture)
{
    const QRect lane(picture.left(), picture.top() + kNumbersPx, picture.width(), kLanePx);
    const QRect cpu = lane.translated(0, kLanePx + kBetweenPx);
    const std::size_t parts = partsOf(section);
    std::int64_t length = 0;
    for (const InspectorMark &mark : section.marks)
        length += mark.cause >= 0 ? std::max<std::int64_t>(0, mark.ns) : 0;
    // Room is left of the work before for a call that came earlier.
    const int begin = lane.left() + 2 * kWorkPx;
    const int end = std::max(begin + 1, lane.right() + 1 - kWorkPx);
    const auto at = [&](std::int64_t ns) {
        const double share = length > 0 ? static_cast<double>(ns) / static_cast<double>(length) : 0;
        return begin + static_cast<int>(std::clamp(share, 0.0, 1.0) * (end - begin));
    };
    std::vector<QRect> rects;
    std::int64_t before = 0;
    for (std::size_t m = 0; m < section.marks.size(); ++m) {
        const InspectorMark &mark = section.marks[m];
        if (m == 0) {
            rects.emplace_back(begin - kWorkPx, lane.top(), kWorkPx, lane.height());
        } else if (m <= parts) {
            const int left = at(before);
            before += std::max<std::int64_t>(0, mark.ns);
            rects.emplace_back(left, lane.top(), std::max(1, at(before) - left), lane.height());
        } else if (m == parts + 1) {
            rects.emplace_back(end, lane.top(), kWorkPx, lane.height());
        } else {
            const int left = mark.ns < 0 ? cpu.left() : std::min(at(mark.ns), end - kWorkPx);
            rects.emplace_back(left, cpu.top(), kWorkPx, cpu.height());
        }
    }
    return rects;
}

bool isCallOfGap(const InspectorSection &section, int mark)
{
    return section.picture == InspectorSection::Picture::Gap && mark == static_cast<int>(partsOf(section)) + 2;
}

void paintGapPicture(QPainter &painter, const InspectorSection &section, const QRect &picture)
{
    const Theme &theme = Theme::current();
    const std::vector<QRect> rects = gapMarkRects(section, picture);
    const std::size_t parts = partsOf(section);
    if (rects.size() < parts + 2)
        return;
    painter.setFont(Theme::captionFont());
    const QFontMetrics metrics(painter.font());
    painter.fillRect(QRect(picture.left(), rects[0].top(), picture.width(), rects[0].height()), theme.window);
    for (std::size_t m = 0; m <= parts + 1; ++m) {
        const InspectorMark &mark = section.marks[m];
        if (mark.cause < 0) {
            painter.fillRect(
                rects[m], theme.brush(static_cast<core::Category>(mark.count), painter.device()->devicePixelRatioF()));
            continue;
        }
        const int height = kIdlePx;
        painter.fillRect(QRect(rects[m].left(), rects[m].center().y() - height / 2, rects[m].width(), height),
            gapCauseFill(theme, static_cast<core::GapCause>(mark.cause)));
        const QString length = durationText(mark.ns);
        if (metrics.horizontalAdvance(length) > rects[m].width())
            continue; // its row has it
        painter.setPen(theme.text2);
        painter.drawText(QRect(rects[m].left(), picture.top(), rects[m].width(), kNumbersPx), Qt::AlignCenter, length);
    }
    if (rects.size() <= parts + 2)
        return;
    const QRect &call = rects[parts + 2];
    paintCall(painter, section.marks[parts + 2], call, QRect(picture.left(), call.top(), picture.width(), call.height()));
    paintArrow(painter, call, rects[parts + 1]);
}

} // namespace lamella::ui
