// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: painting per frame: the cached lanes, with selection, hover and cursor over them.
#include "core/session/memory/MemoryReader.h"
#include "widgets/common/PictureExport.h"
#include "widgets/common/UiText.h"
#include "widgets/session/TimeRangeControl.h"
#include "widgets/theme/TextPx.h"
#include "widgets/timeline/TimeAxis.h"
#include "widgets/timeline/TimelineView.h"

#include <QFontMetrics>
#include <QPaintEngine>
#include <QPainter>
#include <QRegion>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lamella::ui {

namespace {

// The pixels of the paint device if they can be written directly: an image in memory, not shared, in the format of the lanes,
// with all of `area` (from the painter's origin) to be painted. Else null.
QImage pixelsUnder(const QPainter &painter, QSize area, qreal ratio)
{
    const QPaintEngine &engine = *painter.paintEngine();
    auto *image = engine.type() == QPaintEngine::Raster ? dynamic_cast<QImage *>(engine.paintDevice()) : nullptr;
    if (image == nullptr || !image->isDetached() || image->devicePixelRatio() != ratio
        || (image->format() != QImage::Format_RGB32 && image->format() != QImage::Format_ARGB32_Premultiplied))
        return {};
    const QTransform transform = painter.deviceTransform();
    const QPoint at(static_cast<int>(transform.dx()), static_cast<int>(transform.dy()));
    const QRect pixels(at, (QSizeF(area) * ratio).toSize());
    const QRegion dirty = engine.systemClip();
    const bool isShifted = transform.type() == QTransform::TxTranslate || transform.type() == QTransform::TxNone
        || (transform.type() == QTransform::TxScale && transform.m11() == ratio && transform.m22() == ratio);
    if (!isShifted || QPointF(at) != QPointF(transform.dx(), transform.dy()) || !image->rect().contains(pixels)
        || !(dirty.isEmpty() || (dirty.rectCount() == 1 && dirty.boundingRect().contains(pixels))))
        return {};
    uchar *first = image->bits() + pixels.y() * image->bytesPerLine() + pixels.x() * qsizetype{sizeof(QRgb)};
    QImage part(first, pixels.width(), pixels.height(), image->bytesPerLine(), QImage::Format_RGB32);
    part.setDevicePixelRatio(ratio);
    return part;
}

} // namespace

// Paints the static content into the picture.
void TimelineView::paintInto(QImage &picture)
{
    QPainter painter(&picture);
    TimelineFrame now = frame();
    now.picture = &picture;
    m_painter.paint(painter, now);
}

// New content is painted directly to the window, because while lanes move each picture is shown once. Only content painted again,
// as the pointer moves, is cached.
void TimelineView::paintStill(QPainter &painter)
{
    if (std::exchange(m_isFresh, false)) {
        QImage window = pixelsUnder(painter, size(), devicePixelRatioF());
        if (!window.isNull()) {
            paintInto(window);
            return;
        }
    }
    if (!m_staticValid) {
        const QSize pixels = (QSizeF(size()) * devicePixelRatioF()).toSize();
        if (m_static.size() != pixels || m_static.devicePixelRatio() != devicePixelRatioF()) {
            m_static = QImage(pixels, QImage::Format_RGB32);
            m_static.setDevicePixelRatio(devicePixelRatioF());
        }
        paintInto(m_static);
        m_staticValid = true;
    }
    painter.drawImage(0, 0, m_static);
}

QString TimelineView::whyNoRows() const
{
    if (!m_arrangement.filter.isEmpty())
        return tr("No track matches the filter.");
    if (m_data && core::recordsMemory(*m_data->document))
        return tr(
            "No timeline: this file records the memory of a program, and nothing that ran. It is drawn in Memory (Ctrl+6).");
    return tr("No events to draw: the file holds sums, or nothing with a time.");
}

void TimelineView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::current();
    if (!m_data) {
        painter.fillRect(rect(), theme.base);
        painter.setFont(Theme::bodyFont());
        painter.setPen(theme.text2);
        painter.drawText(rect().adjusted(16_px, 16_px, -16_px, -16_px), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    if (isVectorPicture(*this)) {
        m_painter.paint(painter, frame()); // lines and text are still painted by the painter
    } else {
        paintStill(painter);
    }
    const TimelineFrame now = frame();
    if (m_rows.rows().empty()) {
        painter.setFont(Theme::bodyFont());
        painter.setPen(theme.text2);
        painter.drawText(rect().adjusted(kLabelColumnPx + 16_px, now.rowsTop(), -16_px, -16_px),
            Qt::AlignCenter | Qt::TextWordWrap, whyNoRows());
    }
    painter.save();
    painter.setClipRect(QRect(kLabelColumnPx, kRulerPx, now.laneWidth() + kRightMarginPx, height() - kRulerPx));
    paintSelectedRange(painter, now);
    painter.setClipRect(QRect(kLabelColumnPx, now.rowsTop(), now.laneWidth() + kRightMarginPx, height() - now.rowsTop()));
    paintMarks(painter, now);
    paintHover(painter, now);
    paintSelection(painter, now);
    paintFlows(painter);
    painter.restore();
    paintDraggedTrack(painter, now);
    paintCursor(painter, now);
    if (hasFocus() && m_keyboardFocus) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void TimelineView::paintSelectedRange(QPainter &painter, const TimelineFrame &now)
{
    const Theme &theme = Theme::current();
    core::TimeRange range;
    bool isTinted = false;
    if (const core::DeviceSegmentation *device = m_data->device(now.focus.device))
        range = focusedBand(*device, now.focus);
    if (const auto *chosen = std::get_if<core::RangeSelection>(&m_bus.selection())) {
        range = chosen->range;
        isTinted = true;
    } else if (const auto *gap = std::get_if<core::GapSelection>(&m_bus.selection())) {
        range = gap->range;
        isTinted = true;
    }
    if (m_drag == Drag::Range) {
        range = drawnRange(m_mouse);
        isTinted = true;
    }
    if (range.length().value <= 0 || !range.overlaps(now.range))
        return;
    const core::TimeScale scale = now.scale();
    const auto edge = [&](std::int64_t time) {
        return kLabelColumnPx + static_cast<int>(std::lround(std::clamp(scale.x(time), -2.0, now.laneWidth() + 10.0)));
    };
    const int left = edge(range.begin.value);
    const int right = edge(range.end.value);
    const int top = isTinted ? kRulerPx : now.rowsTop();
    if (isTinted) {
        QColor tint = theme.accent;
        tint.setAlpha(36);
        painter.fillRect(left, top, std::max(1, right - left), height() - top, tint);
    }
    QRegion lanes(
        QRect(kLabelColumnPx, top, static_cast<int>(now.laneWidth()) + 1, height() - top)); // no line crosses a text beside them
    for (const TimelineRow &row : m_rows.rows())
        if (row.isGroup())
            lanes -= QRect(0, now.top(row), width(), row.height);
    for (const QRect &part : lanes)
        for (const int x : {left, right})
            if (x >= part.left() && x <= part.right())
                painter.fillRect(x, part.top(), 1, part.height(), theme.accent);
    if (m_drag == Drag::Range)
        paintMeasure(painter, range, left, right);
}

// The length of the range being drawn, shown beside the pointer.
void TimelineView::paintMeasure(QPainter &painter, core::TimeRange range, int left, int right) const
{
    const Theme &theme = Theme::current();
    painter.setFont(Theme::captionFont());
    const QString text = durationText(range.length().value);
    const int wide = QFontMetrics(painter.font()).horizontalAdvance(text) + 16_px;
    const int room = right - left - wide;
    const int x = room >= 0 ? left + room / 2 : std::min(right + 4, width() - wide);
    const QRect pill(std::max<int>(x, kLabelColumnPx),
        std::clamp<int>(m_mouse.y() - 26_px, kRulerPx + 4, std::max<int>(kRulerPx + 4, height() - 24_px)), wide, 18_px);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    painter.drawRoundedRect(pill, 3, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(theme.onAccent);
    painter.drawText(pill, Qt::AlignCenter, text);
}

void TimelineView::paintHover(QPainter &painter, const TimelineFrame &) const
{
    if (m_hover.kind != TimelineHit::Kind::Span && m_hover.kind != TimelineHit::Kind::Group
        && m_hover.kind != TimelineHit::Kind::Link)
        return;
    const Theme &theme = Theme::current();
    if (m_hover.kind == TimelineHit::Kind::Link) {
        painter.fillRect(m_hover.rect.x(), m_hover.rect.bottom() - 4, m_hover.rect.width(), 1, theme.text2);
        return;
    }
    QColor veil = theme.kind == ThemeKind::Light ? QColor(Qt::black) : QColor(Qt::white);
    veil.setAlphaF(m_hover.kind == TimelineHit::Kind::Group ? 0.04F : 0.14F);
    painter.fillRect(m_hover.rect, veil);
}

void TimelineView::paintSelection(QPainter &painter, const TimelineFrame &)
{
    paintOutline(painter, m_bus.selection());
    for (const core::SelectedPart &part : core::partsOf(m_bus.selection()))
        paintOutline(painter, core::selectionOf(part));
}

void TimelineView::paintOutline(QPainter &painter, const core::Selection &selection) const
{
    const QRect bar = rectOf(selection);
    const TimelineRows::Place place = placeOf(selection);
    if (bar.isNull() || rowAtY(bar.center().y()) != place.row) // hidden behind the pinned tracks
        return;
    const Theme &theme = Theme::current();
    // Outline in the text colour, 2 px outside with a gap in the background colour: the accent colour would be hard to see on
    // blue bars.
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.base, 1));
    painter.drawRect(bar.adjusted(-1, -1, 0, 0));
    painter.setRenderHint(QPainter::Antialiasing, true);
    QPen pen(theme.text, 1.6);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.drawRect(QRectF(bar).adjusted(-1.8, -1.8, 1.8, 1.8));
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void TimelineView::paintCursor(QPainter &painter, const TimelineFrame &now)
{
    if (m_mouse.x() < kLabelColumnPx || m_mouse.x() >= kLabelColumnPx + now.laneWidth() || !underMouse())
        return;
    const Theme &theme = Theme::current();
    const int x = m_mouse.x();
    QColor faint = theme.text;
    faint.setAlphaF(0.55F);
    for (int y = kRulerPx; y < height(); y += 5)
        painter.fillRect(x, y, 1, 2, faint);
    const std::int64_t zero = m_data->document->zero();
    const std::int64_t nsPerPx = static_cast<std::int64_t>(now.scale().nsPerPx());
    const TimeFormat format = timeFormat();
    const std::optional<std::int64_t> utc = utcOfZero(*m_data->document);
    const QString label = TimeAxis(format, utc, now.range.end.value - zero, nsPerPx).label(timeAt(x) - zero);
    painter.setFont(Theme::captionFont());
    const int width = QFontMetrics(painter.font()).horizontalAdvance(label) + 16_px;
    const int left = std::clamp<int>(x - width / 2, kLabelColumnPx, std::max<int>(kLabelColumnPx, this->width() - width));
    const QRect pill(left, 2, width, kRulerPx - 5);
    // Tick labels that the pill would cover in part are removed entirely.
    const core::TimeRange fromZero{{now.range.begin.value - zero}, {now.range.end.value - zero}};
    const TickScale ticks = axisTicks(format, utc, fromZero, now.laneWidth(), 96_px);
    const TimeAxis axis(format, utc, fromZero.end.value, ticks.stepNs);
    for (const std::int64_t tick : ticks.ticks) {
        const int tickX = kLabelColumnPx + static_cast<int>(std::lround(now.scale().x(tick + zero)));
        const QRect text(tickX + 4_px, 1, QFontMetrics(painter.font()).horizontalAdvance(axis.label(tick)), kRulerPx - 3);
        if (text.intersects(pill.adjusted(-4, 0, 4, 0)))
            painter.fillRect(text, theme.base);
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.text);
    painter.drawRoundedRect(pill, 3, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(theme.base);
    painter.drawText(pill, Qt::AlignCenter, label);
}

} // namespace lamella::ui
