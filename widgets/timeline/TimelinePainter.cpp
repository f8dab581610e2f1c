// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelinePainter.h"

#include "core/base/Format.h"
#include "widgets/charts/TipText.h"
#include "widgets/common/Counts.h"
#include "widgets/common/Elide.h"
#include "widgets/common/Icons.h"
#include "widgets/common/LineText.h"
#include "widgets/common/Sentence.h"
#include "widgets/common/TraceWords.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/timeline/TimeAxis.h"

#include <QCoreApplication>
#include <QFontMetrics>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kTickPx{96}; // room for one tick label on the ruler

// lupdate only recognises the context of a class; a free function tr() would leave these texts untranslated.
struct TimelineText {
    Q_DECLARE_TR_FUNCTIONS(TimelineText)
};

core::TimeRange fromZero(const TimelineFrame &frame)
{
    const std::int64_t zero = frame.data->document->zero();
    return {{frame.range.begin.value - zero}, {frame.range.end.value - zero}};
}

QColor mixed(const QColor &a, const QColor &b, double share)
{
    const auto mix = [share](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * share)); };
    return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

} // namespace

QColor eventFill(const Theme &theme, EventTag tag)
{
    switch (tag) {
    case EventTag::Range:
        return mixed(theme.track, theme.accent, theme.kind == ThemeKind::Light ? 0.16 : 0.24);
    case EventTag::CpuOp:
        return mixed(theme.track, theme.ok, 0.24);
    case EventTag::Runtime:
        return theme.cellBar;
    case EventTag::Python:
    case EventTag::Other:
        break;
    }
    return theme.track;
}

NearestWork nearestWork(const TimelineRow &row, core::TimeRange range)
{
    NearestWork work;
    if (row.isGroup() || row.lane->kind != LaneKind::Kernels || !row.lane->first)
        return work;
    const core::Lane &lane = row.lane->lod->lane();
    const core::LaneRows rows = core::rowsIn(lane, range);
    if (rows.first != rows.last || lane.size() == 0)
        return work;
    const std::int64_t before = rows.first > 0 ? range.begin.value - lane.end(rows.first - 1) : INT64_MAX;
    const std::int64_t behind = rows.first < lane.size() ? lane.start(rows.first) - range.end.value : INT64_MAX;
    work.earlier = before <= behind;
    work.index = work.earlier ? rows.first - 1 : rows.first;
    work.count = work.earlier ? rows.first : lane.size() - rows.first;
    work.distanceNs = std::max<std::int64_t>(0, work.earlier ? before : behind);
    const QString distance = durationText(work.distanceNs);
    work.text = work.earlier ? TimelineText::tr("‹ %1, %2 earlier").arg(kernelCount(work.count), distance)
                             : TimelineText::tr("%1, %2 later ›").arg(kernelCount(work.count), distance);
    return work;
}

void TimelinePainter::paint(QPainter &painter, const TimelineFrame &frame)
{
    const Theme &theme = Theme::current();
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (frame.data == nullptr) {
        painter.fillRect(QRect(QPoint(0, 0), frame.size), theme.base);
        return;
    }
    if (m_labelled != frame.data) {
        m_kernelLabels.clear();
        m_frameLabels.clear();
        m_labelled = frame.data;
    }
    setFills();
    m_kernelLabels.setFont(Theme::bodyFont());
    m_frameLabels.setFont(Theme::captionFont());
    paintBack(painter, frame);
    paintBandRow(painter, frame);

    const int scrolled = frame.rowsTop() + frame.fixedPx;
    painter.save();
    painter.setClipRect(0, scrolled, frame.size.width(), frame.size.height() - scrolled);
    paintRows(painter, frame, frame.rows->firstBelow(frame.scrollY + frame.fixedPx), frame.size.height());
    if (const StripPicture picture = pictureOf(painter, frame)) {
        const std::vector<TimelineRow> &rows = frame.rows->rows();
        const int end = std::max(scrolled, rows.empty() ? 0 : frame.top(rows.back()) + rows.back().height);
        m_benches.front().strip.paintBackground(
            picture, inPicture(frame, QRect(0, end, frame.size.width(), frame.size.height() - end)));
    }
    painter.restore();
    if (frame.fixedPx <= 0)
        return;
    painter.save();
    painter.setClipRect(0, frame.rowsTop(), frame.size.width(), frame.fixedPx);
    paintRows(painter, frame, 0, scrolled);
    painter.restore();
    painter.fillRect(0, scrolled - 1, frame.size.width(), 1, theme.separatorStrong);
}

// Paints the background. Below the ruler it consists of vertical lines; where pixels can be written, rows paint it themselves.
void TimelinePainter::paintBack(QPainter &painter, const TimelineFrame &frame)
{
    const Theme &theme = Theme::current();
    const int height = frame.picture != nullptr ? frame.rowsTop() : frame.size.height();
    painter.save();
    painter.setClipRect(0, 0, frame.size.width(), height);
    painter.fillRect(0, 0, frame.size.width(), height, theme.base);
    paintGrid(painter, frame);
    painter.fillRect(kLabelColumnPx - 1, 0, 1, height, theme.separator);
    painter.restore();
    m_benches.resize(m_team.workers());
    if (frame.picture != nullptr)
        for (Bench &bench : m_benches)
            bench.strip.setBackground(*frame.picture, static_cast<int>(std::ceil(kRulerPx * frame.ratio)));
}

// Rows from `first` down to widget y `bottom`.
void TimelinePainter::paintRows(QPainter &painter, const TimelineFrame &frame, std::size_t first, int bottom)
{
    const Theme &theme = Theme::current();
    const std::vector<TimelineRow> &rows = frame.rows->rows();
    std::size_t end = first;
    while (end < rows.size() && frame.top(rows[end]) < bottom)
        ++end;
    prepareRows(frame, first, end, pictureOf(painter, frame));
    for (std::size_t i = first; i < end; ++i) {
        if (rows[i].isGroup()) {
            paintGroup(painter, frame, rows[i]);
            continue;
        }
        paintLane(painter, frame, rows[i], m_lanes[i - first]);
        paintRowLabel(painter, frame, rows[i]);
        if (rows[i].lastOfTrack) {
            const int y = frame.top(rows[i]) + rows[i].height - 1;
            painter.fillRect(0, y, frame.size.width(), 1, theme.separator);
        }
    }
}

void TimelinePainter::paintGrid(QPainter &painter, const TimelineFrame &frame)
{
    const Theme &theme = Theme::current();
    const core::TimeScale scale = frame.scale();
    // The tint of the selected layer is painted first, behind everything else.
    if (const core::DeviceSegmentation *device = frame.data->device(frame.focus.device)) {
        const core::TimeRange layer = focusedBand(*device, frame.focus);
        if (layer.overlaps(frame.range)) {
            const double x0 = std::max(0.0, scale.x(layer.begin.value));
            const double x1 = std::min(static_cast<double>(frame.laneWidth()), scale.x(layer.end.value));
            painter.fillRect(QRectF(kLabelColumnPx + x0, kRulerPx, std::max(1.0, x1 - x0), frame.size.height()), theme.band);
        }
    }
    const std::int64_t zero = frame.data->document->zero();
    const TimeFormat format = timeFormat();
    const std::optional<std::int64_t> utc = utcOfZero(*frame.data->document);
    const TickScale ticks = axisTicks(format, utc, fromZero(frame), frame.laneWidth(), kTickPx);
    const TimeAxis axis(format, utc, frame.range.end.value - zero, ticks.stepNs);
    painter.setFont(Theme::captionFont());
    const QFontMetrics metrics(painter.font());
    for (const std::int64_t tick : ticks.ticks) {
        const int x = kLabelColumnPx + static_cast<int>(std::lround(scale.x(tick + zero)));
        painter.fillRect(x, kRulerPx - 6, 1, frame.size.height(), theme.separator);
        const QString label = axis.label(tick);
        if (x + 4 + metrics.horizontalAdvance(label) > frame.size.width())
            continue;
        painter.setPen(theme.text2);
        drawLine(painter, QRect(x + 4_px, 0, 200_px, kRulerPx), Qt::AlignLeft, label);
    }
    painter.setPen(theme.text2);
    drawLine(painter, QRect(8_px, 0, kLabelColumnPx - 10_px, kRulerPx), Qt::AlignLeft,
        format == TimeFormat::Utc && utc ? QStringLiteral("UTC") : TimelineText::tr("Perfetto time"));
    painter.fillRect(0, kRulerPx - 1, frame.size.width(), 1, theme.separator);
}

void TimelinePainter::paintBandRow(QPainter &painter, const TimelineFrame &frame)
{
    const Theme &theme = Theme::current();
    bool byPass = false;
    core::DeviceId id = frame.focus.device;
    if (!id.valid() && frame.data->segmentation)
        id = frame.data->segmentation->mainDevice;
    const core::DeviceSegmentation *device = frame.data->device(id);
    if (device != nullptr) {
        TimelineBands bands = bandsIn(*device, frame.focus, frame.range, frame.laneWidth());
        if (frame.selection != nullptr)
            markSelected(bands, *frame.selection);
        byPass = bands.byPass;
        paintBands(
            painter, bands, frame.range, QRectF(kLabelColumnPx, kRulerPx + 2, frame.laneWidth(), kBandBarPx + 1), theme, true);
    }
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    drawLine(painter, QRect(8_px, kRulerPx, kLabelColumnPx - 10_px, kBandRowPx), Qt::AlignLeft,
        byPass ? TraceWords::of(frame.data->document.get()).passes() : TimelineText::tr("Layers"));
    if (device != nullptr && device->passes.empty() && !frame.data->segmentation->whyNone.empty()) {
        const QString why = asSentence(translated(frame.data->segmentation->whyNone));
        painter.setPen(theme.text3);
        drawLine(painter, QRect(kLabelColumnPx + 6_px, kRulerPx, frame.laneWidth() - 8_px, kBandRowPx), Qt::AlignLeft,
            elidedLine(painter.font(), why, Qt::ElideRight, frame.laneWidth() - 8));
    }
    painter.fillRect(0, kRulerPx + kBandRowPx - 1, frame.size.width(), 1, theme.separator);
}

// Busy and idle time: of the focused pass while the view is about it, else of what is in view.
QString TimelinePainter::groupNote(const TimelineFrame &frame, const TimelineGroup &group) const
{
    if (!group.device.valid() || group.device.value >= frame.data->streams->busy.size())
        return {};
    const core::Segmentation *segmentation = frame.data->segmentation.get();
    // All devices use the same base, because their shares are shown side by side and get compared.
    const core::Pass *pass = segmentation != nullptr ? segmentation->pass(frame.focus.device, frame.focus.pass) : nullptr;
    const std::int64_t bounds[] = {frame.data->document->bounds.exactBegin, frame.data->document->bounds.exactEnd};
    core::TimeRange base{{std::max(frame.range.begin.value, bounds[0])}, {std::min(frame.range.end.value, bounds[1])}};
    const bool ofPass =
        pass != nullptr && pass->range.overlaps(frame.range) && base.length().value < pass->range.length().value * 5 / 4;
    if (ofPass)
        base = pass->range;
    if (base.length().value <= 0)
        return {};
    const std::int64_t busy = frame.data->streams->busy[group.device.value].within(base);
    const QString share =
        QString::fromStdString(core::formatShare(static_cast<double>(busy) / static_cast<double>(base.length().value)));
    if (!ofPass)
        return TimelineText::tr("%1 busy in view · %2 of %3").arg(share, durationText(busy), durationText(base.length().value));
    QString ofWhat = QStringLiteral("P%1").arg(pass->number);
    if (group.device != frame.focus.device)
        ofWhat =
            TimelineText::tr("%1 of device %2").arg(ofWhat).arg(frame.data->document->devices[frame.focus.device.value].number);
    return TimelineText::tr("%1 busy (%2 of %3) · %4 idle")
        .arg(durationText(busy), share, ofWhat, durationText(base.length().value - busy));
}

void TimelinePainter::paintGroup(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row)
{
    const Theme &theme = Theme::current();
    const int y = frame.top(row);
    painter.fillRect(0, y, frame.size.width(), row.height - 1, theme.header);
    painter.fillRect(0, y + row.height - 1, frame.size.width(), 1, theme.separator);
    const bool closed = frame.collapsed->contains(row.group->title);
    const QString icon = closed ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down");
    painter.drawPixmap(4_px, y + 4_px, iconPixmap(icon, theme.text2, 12_px, frame.ratio));
    painter.setFont(Theme::strongFont());
    painter.setPen(theme.text);
    const QFontMetrics metrics(painter.font());
    const QString title = elided(metrics, row.group->title, Qt::ElideMiddle, frame.size.width() / 2);
    drawLine(painter, QRect(20_px, y, frame.size.width() - 20_px, row.height - 1), Qt::AlignLeft, title);
    const int used = 20_px + metrics.horizontalAdvance(title) + 12_px;
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    const QFontMetrics small(painter.font());
    const int room = frame.size.width() - used - 8;
    const QString busy = elided(small, groupNote(frame, *row.group), Qt::ElideRight, room);
    drawLine(painter, QRect(used, y, room, row.height - 1), Qt::AlignRight, busy);
    const int left = room - small.horizontalAdvance(busy) - 16_px; // the name of the device yields to the figures
    if (left > 40)
        drawLine(
            painter, QRect(used, y, left, row.height - 1), Qt::AlignLeft, elided(small, row.group->note, Qt::ElideRight, left));
}

void TimelinePainter::paintRowLabel(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row)
{
    const Theme &theme = Theme::current();
    const int y = frame.top(row);
    const bool isRange = row.lane->kind == LaneKind::Ranges;
    if (!row.lane->first && !isRange)
        return;
    const bool first = row.lane->first;
    const QString label = first ? row.track->label : TimelineText::tr("ranges");
    const QString note = first ? row.track->note : QString();
    painter.setFont(first ? Theme::bodyFont() : Theme::microFont());
    painter.setPen(first ? theme.text : theme.text2);
    const int width = kLabelColumnPx - 18_px;
    const bool twoLines = row.lane->main || row.lane->kind == LaneKind::Traffic;
    const int tall = twoLines ? row.height / 2 + 2 : row.height;
    if (lineAdvance(painter.font(), label) > width)
        painter.setFont(Theme::captionFont());
    painter.drawText(QRect(12_px, y, width, tall), Qt::AlignLeft | (twoLines ? Qt::AlignBottom : Qt::AlignVCenter),
        elidedLine(painter.font(), label, Qt::ElideMiddle, width));
    const int left = width - lineWidth(painter.font(), label) - 6_px; // the note yields to the label
    if (note.isEmpty() || (!twoLines && lineWidth(Theme::microFont(), note) > left))
        return;
    painter.setFont(Theme::microFont());
    painter.setPen(theme.text2);
    if (twoLines)
        painter.drawText(QRect(12_px, y + tall, width, row.height - tall), Qt::AlignLeft | Qt::AlignTop, note);
    else
        drawLine(painter, QRect(12_px, y, width, row.height), Qt::AlignRight, note);
}

} // namespace lamella::ui
