// SPDX-License-Identifier: GPL-3.0-or-later
// Lane painting of TimelinePainter: cells become lines of pixels, or rectangles by colour where pixels cannot be written
// directly; labels follow where they fit.
#include "core/base/Format.h"
#include "widgets/common/LineText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/GapColors.h"
#include "widgets/timeline/TimelinePainter.h"

#include <QCoreApplication>
#include <QFontMetrics>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

// lupdate only recognises the context of a class; a free function tr() would leave these texts untranslated.
struct TimelineText {
    Q_DECLARE_TR_FUNCTIONS(TimelineText)
};

constexpr quint64 kKernelKey = quint64{1} << 32;
constexpr quint64 kRoleKey = quint64{2} << 32;
constexpr std::array<double, kEmphases> kOpacity{1, 0.45, 0.28}; // by Emphasis
constexpr double kHitMarkPx = 3;

// Merges adjacent cells of one colour into one rectangle: in a view of the whole trace most cells have the colour of their
// neighbour.
void appendBar(std::vector<QRect> &bars, CellEdges edges, int top, int height)
{
    const int width = edges.right - edges.left;
    if (width == 1 && !bars.empty() && bars.back().left() + bars.back().width() == edges.left && bars.back().top() == top)
        bars.back().setWidth(bars.back().width() + 1);
    else
        bars.emplace_back(edges.left, top, width, height);
}

struct LabelBox {
    double x = 0;
    double room = 0; // 0: no label
};

// True if a label may fit: a quick test that rejects most cells of a full lane.
inline bool isWide(const core::LodCell &cell, double minPx)
{
    return cell.x1 - cell.x0 >= minPx && cell.count == 1;
}

// Position of a cell's label (device pixels); if the bar begins left of the view, the label stays in view.
LabelBox labelBox(const core::LodCell &cell, const TimelineFrame &frame)
{
    const double left = std::max(0.0, cell.x0 / frame.ratio);
    const double right = std::min(static_cast<double>(frame.laneWidth()), cell.x1 / frame.ratio);
    if (right - left < kLabelFromPx)
        return {};
    return {kLabelColumnPx + left + kLabelInsetPx, right - left - 2 * kLabelInsetPx};
}

// Widget y of the bars in a row.
int barTop(const TimelineFrame &frame, const TimelineRow &row)
{
    return frame.top(row) + row.barTop() - row.y;
}

// True if one of the rows [first, last) of the lane is among the matches; `of` null: all are.
template <class Kernels> bool holdsMatch(const Kernels *of, const TimelineRow &row, std::uint32_t first, std::uint32_t last)
{
    if (of == nullptr)
        return true;
    const core::Lane &lane = row.lane->lod->lane();
    const std::uint32_t kernel = lane.item(first);
    return last - first == 1 ? of->holds(core::KernelId(kernel)) : of->anyBetween(row.lane->stream, kernel, lane.item(last - 1));
}

Emphasis emphasisOf(const TimelineFrame &frame, const TimelineRow &row, std::uint32_t first, std::uint32_t last)
{
    if (!holdsMatch(frame.matches, row, first, last))
        return Emphasis::Faint;
    return holdsMatch(frame.lit, row, first, last) ? Emphasis::Full : Emphasis::Unlit;
}

QRgb mixed(QRgb under, QRgb over, double opacity)
{
    const auto mix = [opacity](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * opacity)); };
    return qRgb(mix(qRed(under), qRed(over)), mix(qGreen(under), qGreen(over)), mix(qBlue(under), qBlue(over)));
}

void putLabel(const StripPicture &picture, const TimelineFrame &frame, QPointF at, const QImage &label)
{
    picture.put(
        label, {static_cast<int>(std::lround(at.x() * frame.ratio)), static_cast<int>(std::lround(at.y() * frame.ratio))});
}

void fillPixels(const StripPicture &picture, QRect pixels, QRgb colour)
{
    const QRect seen = pixels.intersected(picture.clip);
    for (int y = seen.top(); y <= seen.bottom(); ++y)
        std::fill_n(picture.line(y) + seen.left(), seen.width(), colour);
}

template <class Fills>
void putColumns(const StripPicture &picture, const TimelineFrame &frame, const TimelineRow &row,
    const std::vector<ColumnBar> &bars, const Fills &fills)
{
    if (!picture || row.bar <= 0)
        return;
    const int left = static_cast<int>(std::lround(kLabelColumnPx * frame.ratio));
    const QRect clip = picture.clip;
    for (const ColumnBar &bar : bars) {
        const int x = left + bar.x;
        if (x < clip.left() || x > clip.right())
            continue;
        const QRgb colour = fills[bar.emphasis][bar.tag];
        const int end = std::min(bar.top + bar.height, clip.bottom() + 1);
        for (int y = std::max(bar.top, clip.top()); y < end; ++y)
            picture.line(y)[x] = colour;
    }
}

// Of the strip below the bars of a lane.
QRect idleRect(const TimelineFrame &frame, const TimelineRow &row)
{
    return {kLabelColumnPx, barTop(frame, row) + row.bar + kIdleGapPx, frame.laneWidth(), kIdleStripPx};
}

void putIdle(const StripPicture &picture, const TimelineFrame &frame, const TimelineRow &row, const std::vector<IdleMark> &marks)
{
    if (!picture || marks.empty())
        return;
    const Theme &theme = Theme::current();
    const QRect strip = inPicture(frame, idleRect(frame, row));
    for (const IdleMark &mark : marks)
        fillPixels(picture, QRect(strip.left() + mark.x0, strip.top(), mark.x1 - mark.x0, strip.height()),
            mixed(theme.base.rgb(), gapCauseFill(theme, static_cast<core::GapCause>(mark.cause)).rgb(), mark.opacity));
}

} // namespace

// Prepares the bars of rows [first, end) on all threads: lanes do not share pixels. The rest is left to the painter.
void TimelinePainter::prepareRows(const TimelineFrame &frame, std::size_t first, std::size_t end, const StripPicture &picture)
{
    if (m_lanes.size() < end - first)
        m_lanes.resize(end - first);
    const std::vector<TimelineRow> &rows = frame.rows->rows();
    m_team.run(end - first, [&](std::size_t index, unsigned worker) {
        const TimelineRow &row = rows[first + index];
        if (!row.isGroup())
            prepareLane(frame, row, picture, m_benches[worker], m_lanes[index]);
    });
}

void TimelinePainter::setFills()
{
    const Theme &theme = Theme::current();
    for (std::size_t emphasis = 0; emphasis < kEmphases; ++emphasis)
        for (std::size_t tag = 0; tag < core::kCategories; ++tag)
            m_fills[emphasis][tag] =
                mixed(theme.base.rgb(), theme.fill(static_cast<core::Category>(tag)).rgb(), kOpacity[emphasis]);
}

// The background of a row's label is painted with its bars.
void TimelinePainter::prepareLane(
    const TimelineFrame &frame, const TimelineRow &row, const StripPicture &picture, Bench &bench, Lane &lane) const
{
    const bool isPicture = frame.picture != nullptr;
    const int deviceWidth = static_cast<int>(std::lround(frame.laneWidth() * frame.ratio));
    const core::TimeScale scale(frame.range, deviceWidth);
    lane.cells.clear();
    lane.emphasis.clear();
    lane.columns.clear();
    lane.idle.clear();
    lane.gaps.clear();
    lane.hitColumns.clear();
    bench.bars.clear();
    bench.idle.clear();
    bench.cells.clear();
    row.lane->lod->cells(scale, bench.cells);
    lane.isEmpty = bench.cells.empty();
    const core::LaneRows rows = core::rowsIn(row.lane->lod->lane(), frame.range);
    const double pxPerKernel = rows.last > rows.first
        ? static_cast<double>(row.lane->lod->timeOf(rows)) * scale.pxPerNs() / (rows.last - rows.first)
        : 1;
    lane.isColumns = row.lane->kind == LaneKind::Kernels && pxPerKernel < 1;
    if (isPicture)
        bench.strip.begin();
    if (row.lane->kind == LaneKind::Kernels) {
        prepareKernels(frame, row, isPicture, bench, lane);
        prepareIdle(frame, row, bench, lane);
    } else {
        prepareFrames(frame, isPicture, bench, lane);
    }
    if (isPicture) {
        bench.strip.paint(picture, inPicture(frame, QRect(0, frame.top(row), frame.size.width(), row.height)),
            static_cast<int>(std::lround(barTop(frame, row) * frame.ratio)),
            static_cast<int>(std::lround(row.bar * frame.ratio)));
        putColumns(picture, frame, row, bench.bars, m_fills);
        putIdle(picture, frame, row, bench.idle);
    } else {
        lane.idle = bench.idle;
    }
    if (!isPicture || (lane.isColumns && row.lane->main)) // words look for room among them
        lane.columns = bench.bars;
}

void TimelinePainter::prepareKernels(
    const TimelineFrame &frame, const TimelineRow &row, bool picture, Bench &bench, Lane &lane) const
{
    const int deviceWidth = static_cast<int>(std::lround(frame.laneWidth() * frame.ratio));
    const int deviceLeft = static_cast<int>(std::lround(kLabelColumnPx * frame.ratio));
    bench.columns.clear();
    if (!lane.isColumns) {
        prepareBars(frame, row, picture, bench, lane);
    } else {
        if (picture && row.lane->first) // what is idle is seen
            bench.strip.add(deviceLeft, deviceLeft + deviceWidth, Theme::current().window.rgb());
        row.lane->lod->columns(
            core::TimeScale(frame.range, deviceWidth), core::rowsIn(row.lane->lod->lane(), frame.range), bench.columns);
        const double min = kLabelFromPx * frame.ratio;
        for (const core::LodCell &cell : bench.cells) { // a long kernel among many short ones still has its name
            if (!isWide(cell, min))
                continue;
            lane.cells.push_back(cell);
            lane.emphasis.push_back(emphasisOf(frame, row, cell.first, cell.first + 1));
        }
    }
    prepareColumns(frame, row, bench, lane);
}

// Kernels of a pixel or more as bars of their true width; the narrow ones between them as columns.
void TimelinePainter::prepareBars(
    const TimelineFrame &frame, const TimelineRow &row, bool picture, Bench &bench, Lane &lane) const
{
    const Theme &theme = Theme::current();
    const core::LodLane &lod = *row.lane->lod;
    const int deviceWidth = static_cast<int>(std::lround(frame.laneWidth() * frame.ratio));
    const int deviceLeft = static_cast<int>(std::lround(kLabelColumnPx * frame.ratio));
    const core::TimeScale scale(frame.range, deviceWidth);
    const double min = kLabelFromPx * frame.ratio;
    for (std::size_t i = 0; i < bench.cells.size(); ++i) {
        const core::LodCell &cell = bench.cells[i];
        if (isNarrow(cell, lod.lane(), scale.pxPerNs())) {
            core::LaneRows run{cell.first, cell.first + cell.count};
            for (; i + 1 < bench.cells.size() && isNarrow(bench.cells[i + 1], lod.lane(), scale.pxPerNs()); ++i)
                run.last = bench.cells[i + 1].first + bench.cells[i + 1].count;
            lod.columns(scale, run, bench.columns);
            continue;
        }
        const CellEdges edges = edgesOf(cell, deviceWidth);
        const Emphasis emphasis = emphasisOf(frame, row, cell.first, cell.first + 1);
        const bool isHatched = emphasis == Emphasis::Full && theme.hatched(static_cast<core::Category>(cell.tag))
            && edges.right - edges.left >= kHatchFromPx * frame.ratio;
        if (picture && !isHatched)
            bench.strip.add(
                deviceLeft + edges.left, deviceLeft + edges.right, m_fills[static_cast<std::size_t>(emphasis)][cell.tag]);
        if (!picture || isHatched || frame.matches != nullptr || isWide(cell, min)) {
            lane.cells.push_back(cell);
            lane.emphasis.push_back(emphasis);
        }
    }
}

// Bars of the columns found, and the columns that hold a match of the filter.
void TimelinePainter::prepareColumns(const TimelineFrame &frame, const TimelineRow &row, Bench &bench, Lane &lane) const
{
    const int bottom = static_cast<int>(std::lround((barTop(frame, row) + row.bar) * frame.ratio));
    const int full = static_cast<int>(std::lround(row.bar * frame.ratio));
    for (const core::LodColumn &column : bench.columns.columns) {
        const Emphasis emphasis = emphasisOf(frame, row, column.first, column.last);
        if (frame.matches != nullptr && emphasis != Emphasis::Faint)
            lane.hitColumns.push_back(column.x);
        appendColumnBars(column, bench.columns.parts, bottom, full, static_cast<std::uint8_t>(emphasis),
            row.lane->lod->tag(column.first), bench.bars);
    }
}

void TimelinePainter::prepareIdle(const TimelineFrame &frame, const TimelineRow &row, Bench &bench, Lane &lane) const
{
    if (!row.lane->main || frame.data->idle == nullptr || row.lane->stream.value >= frame.data->idle->levels.size())
        return;
    const core::LodLane &lod = frame.data->idle->levels[row.lane->stream.value];
    const core::TimeScale scale(frame.range, static_cast<int>(std::lround(frame.laneWidth() * frame.ratio)));
    bench.idleColumns.clear();
    lod.columns(scale, core::rowsIn(lod.lane(), frame.range), bench.idleColumns);
    appendIdleMarks(bench.idleColumns, bench.idle);
    bench.cells.clear();
    lod.cells(scale, bench.cells);
    const double min = kIdleWordsFromPx * frame.ratio;
    for (const core::LodCell &cell : bench.cells)
        if (isWide(cell, min))
            lane.gaps.push_back(cell);
}

void TimelinePainter::prepareFrames(const TimelineFrame &frame, bool picture, Bench &bench, Lane &lane) const
{
    const Theme &theme = Theme::current();
    const int deviceWidth = static_cast<int>(std::lround(frame.laneWidth() * frame.ratio));
    const int deviceLeft = static_cast<int>(std::lround(kLabelColumnPx * frame.ratio));
    const double min = kLabelFromPx * frame.ratio;
    if (!picture) {
        lane.cells = bench.cells;
        return;
    }
    std::array<QRgb, kEventTags> colours{};
    for (std::size_t tag = 0; tag < kEventTags; ++tag)
        colours[tag] = eventFill(theme, static_cast<EventTag>(tag)).rgb();
    for (const core::LodCell &cell : bench.cells) {
        const CellEdges edges = edgesOf(cell, deviceWidth);
        bench.strip.add(deviceLeft + edges.left, deviceLeft + edges.right, colours[cell.tag]);
        if (isWide(cell, min))
            lane.cells.push_back(cell);
    }
}

void TimelinePainter::paintLane(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane)
{
    painter.save();
    painter.setClipRect(QRect(kLabelColumnPx, frame.top(row), frame.laneWidth(), row.height), Qt::IntersectClip);
    painter.setPen(Qt::NoPen);
    if (row.lane->kind == LaneKind::Kernels) {
        fillKernels(painter, frame, row, lane);
        labelKernels(painter, frame, row, lane);
        paintIdleWords(painter, frame, row, lane);
    } else if (row.lane->kind == LaneKind::Traffic) {
        paintTraffic(painter, frame, row);
    } else {
        fillFrames(painter, frame, row, lane);
        labelFrames(painter, frame, row, lane);
    }
    if (lane.isEmpty) {
        const NearestWork work = nearestWork(row, frame.range);
        if (!work.text.isEmpty()) {
            painter.setFont(Theme::captionFont());
            painter.setPen(Theme::current().text2);
            const QRect area(kLabelColumnPx + 6_px, frame.top(row), frame.laneWidth() - 12_px, row.height);
            painter.drawText(area, Qt::AlignVCenter | (work.earlier ? Qt::AlignLeft : Qt::AlignRight), work.text);
        }
    }
    painter.restore();
}

// The picture, limited to the painter's clip rectangle.
StripPicture TimelinePainter::pictureOf(const QPainter &painter, const TimelineFrame &frame) const
{
    if (frame.picture == nullptr)
        return {};
    return {frame.picture, inPicture(frame, painter.clipBoundingRect())};
}

void TimelinePainter::fillKernels(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane)
{
    const Theme &theme = Theme::current();
    const double ratio = frame.ratio;
    const int deviceWidth = static_cast<int>(std::lround(frame.laneWidth() * ratio));
    const int top = barTop(frame, row);
    const int deviceTop = static_cast<int>(std::lround(top * ratio));
    const int deviceBar = static_cast<int>(std::lround(row.bar * ratio));
    const int deviceMark = std::max(1, static_cast<int>(std::lround(kHitMarkPx * ratio)));
    const int markTop = deviceTop + deviceBar + deviceMark / 3;
    fillColumns(painter, frame, row, lane);
    for (std::size_t i = 0; i < lane.cells.size() && !lane.isColumns; ++i) {
        const core::LodCell &cell = lane.cells[i];
        const auto category = static_cast<core::Category>(cell.tag);
        const CellEdges edges = edgesOf(cell, deviceWidth);
        if (frame.matches != nullptr && lane.emphasis[i] != Emphasis::Faint)
            appendBar(m_hits, edges, markTop, deviceMark);
        if (lane.emphasis[i] == Emphasis::Full && theme.hatched(category) && edges.right - edges.left >= kHatchFromPx * ratio)
            m_hatched[cell.tag].emplace_back(
                kLabelColumnPx + edges.left / ratio, top, (edges.right - edges.left) / ratio, row.bar);
        else if (frame.picture == nullptr)
            appendBar(m_solid[static_cast<std::size_t>(lane.emphasis[i])][cell.tag], edges, deviceTop, deviceBar);
    }
    for (const int x : lane.hitColumns)
        appendBar(m_hits, {x, x + 1}, markTop, deviceMark);
    painter.save();
    painter.translate(kLabelColumnPx, 0);
    painter.scale(1 / ratio, 1 / ratio);
    const auto flush = [&painter](std::vector<QRect> &bars, const QColor &colour) {
        if (bars.empty())
            return;
        painter.setBrush(colour);
        painter.drawRects(bars.data(), static_cast<int>(bars.size()));
        bars.clear();
    };
    flush(m_hits, theme.accent);
    for (std::size_t emphasis = 0; emphasis < kEmphases; ++emphasis)
        for (std::size_t tag = 0; tag < core::kCategories; ++tag)
            flush(m_solid[emphasis][tag], QColor::fromRgb(m_fills[emphasis][tag]));
    painter.restore();
    for (std::size_t tag = 0; tag < core::kCategories; ++tag) {
        if (m_hatched[tag].empty())
            continue;
        painter.setBrush(theme.brush(static_cast<core::Category>(tag), ratio));
        painter.drawRects(m_hatched[tag].data(), static_cast<int>(m_hatched[tag].size()));
        m_hatched[tag].clear();
    }
}

// Without a picture: columns and the strip of idle time.
void TimelinePainter::fillColumns(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane) const
{
    if (frame.picture != nullptr)
        return;
    const Theme &theme = Theme::current();
    const double ratio = frame.ratio;
    if (lane.isColumns && row.lane->first)
        painter.fillRect(QRect(kLabelColumnPx, barTop(frame, row), frame.laneWidth(), row.bar), theme.window);
    for (const ColumnBar &bar : lane.columns)
        painter.fillRect(QRectF(kLabelColumnPx + bar.x / ratio, bar.top / ratio, 1 / ratio, bar.height / ratio),
            QColor::fromRgb(m_fills[bar.emphasis][bar.tag]));
    const QRect strip = idleRect(frame, row);
    for (const IdleMark &mark : lane.idle) {
        QColor colour = gapCauseFill(theme, static_cast<core::GapCause>(mark.cause));
        colour.setAlphaF(static_cast<float>(mark.opacity));
        painter.fillRect(
            QRectF(strip.left() + mark.x0 / ratio, strip.top(), (mark.x1 - mark.x0) / ratio, strip.height()), colour);
    }
}

// In each long idle time what it waits for; the words stay in view while the idle time does.
void TimelinePainter::paintIdleWords(
    QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane) const
{
    if (lane.isEmpty || !row.lane->main)
        return;
    painter.setFont(Theme::captionFont());
    painter.setPen(Theme::current().text2);
    const QFontMetrics metrics(painter.font());
    const auto write = [&](double x0, double x1, const QString &text, const QString &shortText) {
        const double left = std::max(0.0, x0);
        const double right = std::min<double>(frame.laneWidth(), x1);
        const bool fits = metrics.horizontalAdvance(text) + 12 <= right - left;
        if (fits || metrics.horizontalAdvance(shortText) + 12 <= right - left)
            drawLine(painter, QRectF(kLabelColumnPx + left, barTop(frame, row), right - left, row.bar), Qt::AlignHCenter,
                fits ? text : shortText);
    };
    const core::DeviceId device = frame.data->document->streams[row.lane->stream.value].device;
    const std::vector<core::Pass> &passes = frame.data->segmentation->devices[device.value].passes;
    for (const core::LodCell &gap : lane.gaps) {
        const core::Lane &idle = frame.data->idle->levels[row.lane->stream.value].lane();
        const std::int64_t ns = idle.length(gap.first);
        const bool before = !passes.empty() && idle.start(gap.first) < passes.front().range.begin.value;
        write(gap.x0 / frame.ratio, gap.x1 / frame.ratio, idleText(ns, static_cast<core::GapCause>(gap.tag), before),
            durationText(ns));
    }
    const core::Lane &spans = row.lane->lod->lane();
    const core::TraceBounds &bounds = frame.data->document->bounds;
    const core::TimeScale scale = frame.scale();
    const double first = scale.x(spans.start(0));
    const double last = scale.x(spans.end(spans.size() - 1));
    if (const double from = std::max(0.0, scale.x(bounds.exactBegin)); first - from >= kIdleWordsFromPx)
        write(from, first, TimelineText::tr("%1 before the first kernel").arg(durationText(spans.start(0) - bounds.exactBegin)),
            durationText(spans.start(0) - bounds.exactBegin));
    if (const double to = std::min<double>(frame.laneWidth(), scale.x(bounds.exactEnd)); to - last >= kIdleWordsFromPx)
        write(last, to,
            TimelineText::tr("%1 after the last kernel").arg(durationText(bounds.exactEnd - spans.end(spans.size() - 1))),
            durationText(bounds.exactEnd - spans.end(spans.size() - 1)));
    if (lane.isColumns && lane.gaps.empty())
        paintMostlyIdle(painter, frame, row, lane, std::max(0.0, first), std::min<double>(frame.laneWidth(), last));
}

// Where the columns leave room: how much between the first and the last kernel in view is idle, and why. They are at `left` and
// `right`, in pixels of the lane.
void TimelinePainter::paintMostlyIdle(
    QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane, double left, double right) const
{
    constexpr double kLow = 0.3; // busy share up to which the words stand above the columns
    constexpr double kAlmostAll = 0.9;
    if (frame.data->idle == nullptr)
        return;
    const core::TimeRange view{{std::max(frame.range.begin.value, row.lane->lod->lane().start(0))},
        {std::min(frame.range.end.value, row.lane->lod->lane().end(row.lane->lod->lane().size() - 1))}};
    const auto sumOf = [](const std::vector<core::LodPart> &parts) {
        std::int64_t sum = 0;
        for (const core::LodPart &part : parts)
            sum += part.ns;
        return sum;
    };
    if (view.length().value <= 0)
        return;
    const double busy = static_cast<double>(sumOf(row.lane->lod->timesIn(view))) / static_cast<double>(view.length().value);
    const std::vector<core::LodPart> causes = frame.data->idle->levels[row.lane->stream.value].timesIn(view);
    if (busy > kLow || causes.empty())
        return;
    const auto main = std::max_element(
        causes.begin(), causes.end(), [](const core::LodPart &a, const core::LodPart &b) { return a.ns < b.ns; });
    const double share = static_cast<double>(main->ns) / static_cast<double>(sumOf(causes));
    const QString idle = QString::fromStdString(core::formatShare(1 - busy));
    const QString cause = gapCauseTitle(static_cast<core::GapCause>(main->tag));
    const QString text = share >= kAlmostAll ? TimelineText::tr("%1 idle, almost all of it: %2").arg(idle, cause)
        : share > 0.5                        ? TimelineText::tr("%1 idle, most of it: %2").arg(idle, cause)
                                             : TimelineText::tr("%1 idle").arg(idle);
    const int wide = lineWidth(painter.font(), text);
    const double top = barTop(frame, row) + 1;
    const double high = row.bar / 2 + 2;
    const auto pixels = [&frame](double length) { return static_cast<int>(std::lround(length * frame.ratio)); };
    if (const int from = roomAbove(lane.columns, pixels(left + 8_px), pixels(right), pixels(wide + 8_px), pixels(top + high));
        from >= 0)
        drawLine(painter, QRectF(kLabelColumnPx + from / frame.ratio + 4_px, top, wide, high), Qt::AlignLeft, text);
}

void TimelinePainter::fillFrames(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane)
{
    if (frame.picture != nullptr) // already painted
        return;
    const Theme &theme = Theme::current();
    const int deviceWidth = static_cast<int>(std::lround(frame.laneWidth() * frame.ratio));
    const int deviceTop = static_cast<int>(std::lround(barTop(frame, row) * frame.ratio));
    const int deviceBar = static_cast<int>(std::lround(row.bar * frame.ratio));
    for (const core::LodCell &cell : lane.cells)
        appendBar(m_solid.front()[cell.tag], edgesOf(cell, deviceWidth), deviceTop, deviceBar);
    painter.save();
    painter.translate(kLabelColumnPx, 0);
    painter.scale(1 / frame.ratio, 1 / frame.ratio);
    for (std::size_t tag = 0; tag < kEventTags; ++tag) {
        std::vector<QRect> &bars = m_solid.front()[tag];
        if (bars.empty())
            continue;
        painter.setBrush(eventFill(theme, static_cast<EventTag>(tag)));
        painter.drawRects(bars.data(), static_cast<int>(bars.size()));
        bars.clear();
    }
    painter.restore();
}

void TimelinePainter::labelKernels(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane)
{
    const Theme &theme = Theme::current();
    const core::TraceDocument &document = *frame.data->document;
    const core::Lane &spans = row.lane->lod->lane();
    const int top = barTop(frame, row) + (row.bar - m_kernelLabels.lineHeight()) / 2;
    const StripPicture labelPicture = pictureOf(painter, frame);
    const double min = kLabelFromPx * frame.ratio; // TextPx computes the length at each use
    for (std::size_t i = 0; i < lane.cells.size(); ++i) {
        const core::LodCell &cell = lane.cells[i];
        if (!isWide(cell, min))
            continue;
        const LabelBox box = labelBox(cell, frame);
        if (box.room <= 0 || lane.emphasis[i] != Emphasis::Full) // a label on faint bars would be unreadable
            continue;
        const core::KernelId kernel{spans.item(cell.first)};
        const core::RoleId role = frame.data->roles ? frame.data->roles->id(kernel) : core::RoleId{0};
        const core::StringId name = document.kernels.name[kernel.value];
        // What it does where that is known, else its name; whole or not at all, since elided names look alike.
        const LabelCache::Label label = role != 0
            ? m_kernelLabels.fitWhole(kRoleKey | role, box.room, [&] { return qtext(frame.data->roles->of(kernel)); })
            : m_kernelLabels.fitWhole(kKernelKey | name.value, box.room, [&] {
                  const std::string &shortName = (*frame.data->names)[name].shortName;
                  return shortName.empty() ? qtext(document.text(name)) : qtext(shortName);
              });
        if (label.text == nullptr)
            continue;
        const auto category = static_cast<core::Category>(cell.tag);
        const StripPicture picture = theme.hatched(category) ? StripPicture() : labelPicture;
        if (picture && m_kernelLabels.lineHeight() <= row.bar) {
            putLabel(picture, frame, {box.x, static_cast<double>(top)},
                m_kernelLabels.picture(label, theme.label(category), theme.fill(category), frame.ratio));
            continue;
        }
        if (theme.hatched(category)) {
            painter.fillRect(QRectF(box.x - 2, top, label.width + 4, m_kernelLabels.lineHeight()), theme.fill(category));
        }
        painter.setFont(Theme::bodyFont());
        painter.setPen(theme.label(category));
        painter.drawStaticText(QPointF(box.x, top), *label.text);
    }
}

void TimelinePainter::labelFrames(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane)
{
    const core::TraceDocument &document = *frame.data->document;
    const core::Lane &spans = row.lane->lod->lane();
    const int top = frame.top(row) + 1 + (row.bar - m_frameLabels.lineHeight()) / 2;
    const Theme &theme = Theme::current();
    const StripPicture picture = m_frameLabels.lineHeight() <= row.bar ? pictureOf(painter, frame) : StripPicture();
    const double min = kLabelFromPx * frame.ratio;
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text);
    for (const core::LodCell &cell : lane.cells) {
        if (!isWide(cell, min))
            continue;
        const LabelBox box = labelBox(cell, frame);
        if (box.room <= 0)
            continue;
        const core::StringId name = document.events.row(core::EventId{spans.item(cell.first)}).name;
        const LabelCache::Label label = m_frameLabels.fit(name.value, box.room, [&] {
            const std::string_view text = document.text(name);
            return frameLabel(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
        });
        if (label.text == nullptr)
            continue;
        if (picture)
            putLabel(picture, frame, {box.x, static_cast<double>(top)},
                m_frameLabels.picture(label, theme.text, eventFill(theme, static_cast<EventTag>(cell.tag)), frame.ratio));
        else
            painter.drawStaticText(QPointF(box.x, top), *label.text);
    }
}

} // namespace lamella::ui
