// SPDX-License-Identifier: GPL-3.0-or-later
// Lane painting of TimelinePainter: cells become lines of pixels, or rectangles by colour where pixels cannot be written
// directly; labels follow where they fit.
#include "widgets/timeline/TimelinePainter.h"

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr quint64 kKernelKey = quint64{1} << 32;
constexpr double kFaint = 0.28; // opacity of kernels that do not match the filter
constexpr double kHitMarkPx = 3;

struct Edges {
    int left;
    int right;
};

// Edges of a cell in device pixels: at least one pixel wide, with a gap of one pixel where there is room.
inline Edges edgesOf(const core::LodCell &cell, int widthPx)
{
    if (cell.count > 1) { // one column
        const int left = std::min(static_cast<int>(cell.x0), widthPx);
        return {left, left + 1};
    }
    // Rounded inline: a function call per edge is measurable with thousands of cells in each of a hundred lanes.
    const auto rounded = [](double x) { return static_cast<int>(x + 2.5) - 2; }; // for x ≥ -2
    const int left = rounded(std::clamp(cell.x0, -2.0, static_cast<double>(widthPx)));
    int right = rounded(std::clamp(cell.x1, -2.0, widthPx + 2.0));
    if (right - left > 2)
        --right;
    return {left, std::max(right, left + 1)};
}

// Merges adjacent cells of one colour into one rectangle: in a view of the whole trace most cells have the colour of their
// neighbour.
void appendBar(std::vector<QRect> &bars, Edges edges, int top, int height)
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
    return row.lane->kind == LaneKind::Kernels ? frame.top(row) + (row.height - row.bar) / 2 : frame.top(row) + 1;
}

// True if a cell contains a kernel that matches the filter, or if there is no filter.
bool holdsHit(const TimelineFrame &frame, const TimelineRow &row, const core::LodCell &cell)
{
    if (frame.matches == nullptr)
        return true;
    const core::Lane &lane = row.lane->lod->lane();
    const std::uint32_t first = lane.item(cell.first);
    return cell.count == 1 ? frame.matches->holds(core::KernelId(first))
                           : frame.matches->anyBetween(row.lane->stream, first, lane.item(cell.first + cell.count - 1));
}

void putLabel(const StripPicture &picture, const TimelineFrame &frame, QPointF at, const QImage &label)
{
    picture.put(
        label, {static_cast<int>(std::lround(at.x() * frame.ratio)), static_cast<int>(std::lround(at.y() * frame.ratio))});
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

// The background of a row's label is painted with its bars.
void TimelinePainter::prepareLane(
    const TimelineFrame &frame, const TimelineRow &row, const StripPicture &picture, Bench &bench, Lane &lane) const
{
    const bool isPicture = frame.picture != nullptr;
    const int deviceWidth = static_cast<int>(std::lround(frame.laneWidth() * frame.ratio));
    bench.cells.clear();
    row.lane->lod->cells(core::TimeScale(frame.range, deviceWidth), bench.cells);
    lane.isEmpty = bench.cells.empty();
    lane.cells.clear();
    lane.hit.clear();
    if (isPicture)
        bench.strip.begin();
    if (row.lane->kind == LaneKind::Kernels)
        prepareKernels(frame, row, isPicture, bench, lane);
    else
        prepareFrames(frame, isPicture, bench, lane);
    if (isPicture)
        bench.strip.paint(picture, inPicture(frame, QRect(0, frame.top(row), frame.size.width(), row.height)),
            static_cast<int>(std::lround(barTop(frame, row) * frame.ratio)),
            static_cast<int>(std::lround(row.bar * frame.ratio)));
}

void TimelinePainter::prepareKernels(
    const TimelineFrame &frame, const TimelineRow &row, bool picture, Bench &bench, Lane &lane) const
{
    const Theme &theme = Theme::current();
    const int deviceWidth = static_cast<int>(std::lround(frame.laneWidth() * frame.ratio));
    const int deviceLeft = static_cast<int>(std::lround(kLabelColumnPx * frame.ratio));
    const double min = kLabelFromPx * frame.ratio;
    std::array<QRgb, core::kCategories> colours{};
    std::array<bool, core::kCategories> hatched{};
    for (std::size_t tag = 0; tag < core::kCategories; ++tag) {
        colours[tag] = theme.fill(static_cast<core::Category>(tag)).rgb();
        hatched[tag] = theme.hatched(static_cast<core::Category>(tag));
    }
    for (const core::LodCell &cell : bench.cells) {
        const Edges edges = edgesOf(cell, deviceWidth);
        const bool isHit = holdsHit(frame, row, cell);
        const bool isHatched = hatched[cell.tag] && edges.right - edges.left >= kHatchFromPx * frame.ratio;
        if (picture && isHit && !isHatched)
            bench.strip.add(deviceLeft + edges.left, deviceLeft + edges.right, colours[cell.tag]);
        if (!picture || isHatched || frame.matches != nullptr || isWide(cell, min)) {
            lane.cells.push_back(cell);
            lane.hit.push_back(isHit ? 1 : 0);
        }
    }
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
        const Edges edges = edgesOf(cell, deviceWidth);
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
    for (std::size_t i = 0; i < lane.cells.size(); ++i) {
        const core::LodCell &cell = lane.cells[i];
        const auto category = static_cast<core::Category>(cell.tag);
        const Edges edges = edgesOf(cell, deviceWidth);
        if (lane.hit[i] == 0) {
            appendBar(m_faint[cell.tag], edges, deviceTop, deviceBar);
            continue;
        }
        if (frame.matches != nullptr)
            appendBar(m_hits, edges, deviceTop + deviceBar + deviceMark / 3, deviceMark);
        if (theme.hatched(category) && edges.right - edges.left >= kHatchFromPx * ratio)
            m_hatched[cell.tag].emplace_back(
                kLabelColumnPx + edges.left / ratio, top, (edges.right - edges.left) / ratio, row.bar);
        else if (frame.picture == nullptr)
            appendBar(m_solid[cell.tag], edges, deviceTop, deviceBar);
    }
    painter.save();
    painter.translate(kLabelColumnPx, 0);
    painter.scale(1 / ratio, 1 / ratio);
    painter.setOpacity(kFaint);
    for (std::size_t tag = 0; tag < core::kCategories; ++tag) {
        if (m_faint[tag].empty())
            continue;
        painter.setBrush(theme.fill(static_cast<core::Category>(tag)));
        painter.drawRects(m_faint[tag].data(), static_cast<int>(m_faint[tag].size()));
        m_faint[tag].clear();
    }
    painter.setOpacity(1);
    if (!m_hits.empty()) {
        painter.setBrush(theme.accent);
        painter.drawRects(m_hits.data(), static_cast<int>(m_hits.size()));
        m_hits.clear();
    }
    for (std::size_t tag = 0; tag < core::kCategories; ++tag) {
        if (m_solid[tag].empty())
            continue;
        painter.setBrush(theme.fill(static_cast<core::Category>(tag)));
        painter.drawRects(m_solid[tag].data(), static_cast<int>(m_solid[tag].size()));
        m_solid[tag].clear();
    }
    painter.restore();
    for (std::size_t tag = 0; tag < core::kCategories; ++tag) {
        if (m_hatched[tag].empty())
            continue;
        painter.setBrush(theme.brush(static_cast<core::Category>(tag), ratio));
        painter.drawRects(m_hatched[tag].data(), static_cast<int>(m_hatched[tag].size()));
        m_hatched[tag].clear();
    }
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
        appendBar(m_solid[cell.tag], edgesOf(cell, deviceWidth), deviceTop, deviceBar);
    painter.save();
    painter.translate(kLabelColumnPx, 0);
    painter.scale(1 / frame.ratio, 1 / frame.ratio);
    for (std::size_t tag = 0; tag < kEventTags; ++tag) {
        if (m_solid[tag].empty())
            continue;
        painter.setBrush(eventFill(theme, static_cast<EventTag>(tag)));
        painter.drawRects(m_solid[tag].data(), static_cast<int>(m_solid[tag].size()));
        m_solid[tag].clear();
    }
    painter.restore();
}

void TimelinePainter::labelKernels(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane)
{
    const Theme &theme = Theme::current();
    const core::TraceDocument &document = *frame.data->document;
    const core::Lane &spans = row.lane->lod->lane();
    const int top = frame.top(row) + (row.height - m_kernelLabels.lineHeight()) / 2;
    const StripPicture labelPicture = pictureOf(painter, frame);
    const double min = kLabelFromPx * frame.ratio; // TextPx computes the length at each use
    for (std::size_t i = 0; i < lane.cells.size(); ++i) {
        const core::LodCell &cell = lane.cells[i];
        if (!isWide(cell, min))
            continue;
        const LabelBox box = labelBox(cell, frame);
        if (box.room <= 0 || lane.hit[i] == 0) // a label on faint bars would be unreadable
            continue;
        const core::StringId name = document.kernels.name[spans.item(cell.first)];
        const LabelCache::Label label = m_kernelLabels.fit(kKernelKey | name.value, box.room, [&] {
            const std::string &shortName = (*frame.data->names)[name].shortName;
            return shortName.empty() ? QString::fromUtf8(document.text(name).data(), static_cast<int>(document.text(name).size()))
                                     : QString::fromStdString(shortName);
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
