// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of the rank strip.
#include "widgets/common/Elide.h"
#include "widgets/common/UiText.h"
#include "widgets/ranks/RankBars.h"
#include "widgets/ranks/RankStripChart.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/ColumnBars.h"
#include "widgets/timeline/LaneStrip.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lamella::ui {

namespace {

constexpr TextPx kNumberFromPx{18};
constexpr TextPx kRowOfLayersPx{22};
constexpr int kFootPx = 3; // of communication, below the bars
constexpr int kHatchFromPx = 6;

QColor waitingColor(const Theme &theme)
{
    constexpr double kShare = 0.3;
    const QColor full = theme.fill(core::Category::Communication);
    const auto mix = [](int a, int b) { return static_cast<int>(std::lround(kShare * a + (1 - kShare) * b)); };
    return {mix(full.red(), theme.base.red()), mix(full.green(), theme.base.green()), mix(full.blue(), theme.base.blue())};
}

// 1, 2 or 5 times a power of ten, with at least 90 px between ticks.
std::int64_t tickStep(double nsPerPixel)
{
    const double min = std::max(1.0, nsPerPixel * 90_px);
    double step = std::pow(10.0, std::floor(std::log10(min)));
    for (const double factor : {2.0, 5.0, 10.0})
        if (step < min)
            step = std::pow(10.0, std::floor(std::log10(min))) * factor;
    return static_cast<std::int64_t>(step);
}

QRect devicePx(const QRect &area, qreal ratio)
{
    const auto scaled = [ratio](int px) { return static_cast<int>(std::lround(px * ratio)); };
    const QPoint from(scaled(area.left()), scaled(area.top()));
    return {from, QPoint(scaled(area.right() + 1) - 1, scaled(area.bottom() + 1) - 1)}; // neighbours touch at any ratio
}

// A painter costs more for each of thousands of bars than their pixels.
void fillPixels(const StripPicture &picture, const QRect &area, QRgb colour)
{
    const QRect seen = area & picture.clip;
    for (int y = seen.top(); y <= seen.bottom(); ++y)
        std::fill_n(picture.line(y) + seen.left(), seen.width(), colour);
}

} // namespace

// Knows all that its pixels need, so that several threads can paint lanes at once.
struct RankStripChart::Lane {
    using Colours = std::array<QRgb, RankBars::kWaiting + 1>;
    [[nodiscard]] static Colours colours();

    void paint(StripPicture picture, const Colours &colours);
    void paintBars(const StripPicture &picture, const core::LodLane &lod, const QRect &area, const Colours &colours);

    const RankBars *bars = nullptr;
    core::TimeRange range;
    QRect whole; // in px of the chart; the others in pixels of the picture
    QRect clip;
    QRect bar;
    QRect foot;
    int hatchFrom = 0;
    std::vector<std::pair<QRect, core::Category>> wide; // painted bars that may need a hatch
};

RankStripChart::Lane::Colours RankStripChart::Lane::colours()
{
    const Theme &theme = Theme::current();
    Colours colours{};
    for (std::size_t tag = 0; tag < RankBars::kWaiting; ++tag)
        colours[tag] = theme.fill(static_cast<core::Category>(tag)).rgb();
    colours[RankBars::kWaiting] = waitingColor(theme).rgb();
    return colours;
}

// Work over communication, whose foot shows below work that runs beside it. What is narrower than a pixel adds up to columns as
// high as the share of the pixel in which it ran.
void RankStripChart::Lane::paint(StripPicture picture, const Colours &colours)
{
    picture.clip = clip;
    paintBars(picture, bars->communication(), foot, colours);
    paintBars(picture, bars->seen(), bar, colours);
}

void RankStripChart::Lane::paintBars(
    const StripPicture &picture, const core::LodLane &lod, const QRect &area, const Colours &colours)
{
    const core::TimeScale scale(range, area.width());
    std::vector<core::LodCell> cells;
    core::LodColumns columns;
    lod.cells(scale, cells);
    const int full = area.height();
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (isNarrow(cells[i], lod.lane(), scale.pxPerNs())) {
            core::LaneRows run{cells[i].first, cells[i].first + cells[i].count};
            for (; i + 1 < cells.size() && isNarrow(cells[i + 1], lod.lane(), scale.pxPerNs()); ++i)
                run.last = cells[i + 1].first + cells[i + 1].count;
            lod.columns(scale, run, columns);
            continue;
        }
        const CellEdges edges = edgesOf(cells[i], scale.width());
        const QRect one(area.left() + edges.left, area.top(), edges.right - edges.left, full);
        fillPixels(picture, one, colours[cells[i].tag]);
        if (cells[i].tag != RankBars::kWaiting && one.width() >= hatchFrom)
            wide.emplace_back(one, static_cast<core::Category>(cells[i].tag));
    }
    std::vector<ColumnBar> narrow;
    for (const core::LodColumn &column : columns.columns)
        appendColumnBars(column, columns.parts, full, full, 0, lod.tag(column.first), narrow);
    for (const ColumnBar &one : narrow)
        fillPixels(picture, {area.left() + one.x, area.top() + one.top, 1, one.height}, colours[one.tag]);
}

QColor RankStripChart::waiting()
{
    return waitingColor(Theme::current());
}

void RankStripChart::paintParts(QPainter &painter, const QRect &dirty)
{
    if (m_data.isEmpty())
        return;
    makeLanes(painter.device()->devicePixelRatioF(), dirty);
    paintAxis(painter);
    paintLayers(painter);
    const auto paintRows = [&](void (RankStripChart::*paint)(QPainter &, std::size_t) const) {
        for (std::size_t row = 0; row < m_data.rows.size(); ++row)
            if (dirty.intersects(wholeRow(row)))
                (this->*paint)(painter, row);
    };
    paintRows(&RankStripChart::paintBand);
    painter.drawImage(0, 0, m_lanes);
    paintRows(&RankStripChart::paintLabel);
}

QRect RankStripChart::wholeRow(std::size_t row) const
{
    const QRect area = rowRect(row);
    return {0, area.top(), width(), area.height()};
}

void RankStripChart::paintAxis(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    painter.setFont(Theme::microFont());
    const std::int64_t step = tickStep(static_cast<double>(m_to - m_from) / std::max(1, rowRect(0).width()));
    const int bottom = rowRect(m_data.rows.size() - 1).bottom();
    for (std::int64_t t = (m_from + step - 1) / step * step; t <= m_to; t += step) {
        const int x = xOf(t);
        painter.fillRect(x, 16_px, 1, bottom - 16_px, theme.separator);
        painter.setPen(theme.text2);
        const QString text = durationText(t);
        if (x + 3 + painter.fontMetrics().horizontalAdvance(text) <= width())
            painter.drawText(QRect(x + 3, 2, 88_px, 14_px), Qt::AlignLeft | Qt::AlignVCenter, text);
    }
    painter.setPen(theme.text2);
    painter.drawText(QRect(8_px, 2, rowRect(0).left() - 16_px, 14_px), Qt::AlignLeft | Qt::AlignVCenter,
        m_fromOwnStart ? tr("from its own start") : tr("common clock"));
}

// The layers of the rank that the other views show.
void RankStripChart::paintLayers(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const std::size_t row = shownRow();
    const QRect first = rowRect(0);
    const QRect bar(first.left(), first.top() - kRowOfLayersPx + 3, first.width(), kRowOfLayersPx - 6);
    painter.fillRect(0, bar.top() - 3, width(), 1, theme.separator);
    painter.fillRect(0, first.top() - 1, width(), 1, theme.separator);
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    painter.drawText(QRect(8_px, bar.top(), first.left() - 16_px, bar.height()), Qt::AlignLeft | Qt::AlignVCenter, tr("Layers"));
    painter.save();
    painter.setClipRect(bar.adjusted(0, 0, 1, 1));
    painter.setFont(Theme::microFont());
    int painted = INT_MIN;
    for (const RankStripLayer &layer : m_data.rows[row].layers) {
        const int x = xOf(layer.beginNs - shiftOf(row));
        const int wide = std::max(1, xOf(layer.endNs - shiftOf(row)) - x - 1);
        const bool selected = layer.layer == m_layer;
        if (x + wide <= painted && !selected)
            continue;
        painted = x + wide;
        painter.fillRect(x, bar.top(), wide, bar.height(), selected ? theme.accent : theme.track);
        if (wide < kNumberFromPx)
            continue;
        painter.setPen(selected ? theme.onAccent : theme.text);
        const QString text = layerText(layer.layer);
        if (painter.fontMetrics().horizontalAdvance(text) <= wide)
            painter.drawText(QRect(x, bar.top(), wide, bar.height()), Qt::AlignCenter, text);
    }
    painter.restore();
}

void RankStripChart::paintBand(QPainter &painter, std::size_t row) const
{
    const Theme &theme = Theme::current();
    const QRect area = rowRect(row);
    for (const RankStripLayer &layer : m_data.rows[row].layers) {
        if (layer.layer != m_layer)
            continue;
        const int x = xOf(layer.beginNs - shiftOf(row));
        const QRect band =
            QRect(x, area.top(), std::max(1, xOf(layer.endNs - shiftOf(row)) - x), area.height()).intersected(area);
        painter.fillRect(band, theme.band);
    }
    painter.fillRect(0, area.bottom(), width(), 1, theme.separator);
}

// Those that are missing in the picture of the rows that are seen: most of many ranks are scrolled away.
void RankStripChart::makeLanes(qreal ratio, const QRect &seen)
{
    if (m_lanes.size() != size() * ratio || m_lanes.devicePixelRatio() != ratio || m_lanesBase != Theme::current().base) {
        m_lanes = QImage(size() * ratio, QImage::Format_ARGB32_Premultiplied);
        m_lanes.setDevicePixelRatio(ratio);
        m_lanesBase = Theme::current().base;
        m_painted.clear();
    }
    if (m_painted.empty()) // what is left may have had other rows
        m_lanes.fill(Qt::transparent);
    m_painted.resize(m_data.rows.size(), false);
    std::vector<Lane> missing;
    for (std::size_t row = 0; row < m_data.rows.size(); ++row)
        if (!m_painted[row] && seen.intersects(wholeRow(row))) {
            m_painted[row] = true;
            if (m_data.rows[row].bars)
                missing.push_back(laneOf(row));
        }
    const StripPicture picture(&m_lanes, m_lanes.rect());
    const Lane::Colours colours = Lane::colours();
    m_team.run(missing.size(), [&](std::size_t at, unsigned) { missing[at].paint(picture, colours); });
    QPainter painter(&m_lanes);
    for (const Lane &lane : missing)
        paintHatches(painter, lane);
}

RankStripChart::Lane RankStripChart::laneOf(std::size_t row) const
{
    const qreal ratio = m_lanes.devicePixelRatio();
    Lane lane;
    lane.bars = m_data.rows[row].bars.get();
    lane.range = {{m_from + shiftOf(row)}, {m_to + shiftOf(row)}};
    lane.whole = rowRect(row).adjusted(0, 0, 1, 0);
    lane.clip = devicePx(lane.whole, ratio).intersected(m_lanes.rect());
    const QRect bar = rowRect(row).adjusted(0, 5, 0, -6);
    lane.bar = devicePx(bar, ratio);
    lane.foot = devicePx({bar.left(), bar.bottom() + 1, bar.width(), kFootPx}, ratio);
    lane.hatchFrom = static_cast<int>(std::lround(kHatchFromPx * ratio));
    return lane;
}

void RankStripChart::paintHatches(QPainter &painter, const Lane &lane) const
{
    const Theme &theme = Theme::current();
    const qreal ratio = m_lanes.devicePixelRatio();
    painter.setClipRect(lane.whole);
    for (const auto &[area, category] : lane.wide)
        if (const QBrush brush = theme.brush(category, ratio); brush.style() != Qt::SolidPattern)
            painter.fillRect(QRectF(area.left() / ratio, area.top() / ratio, area.width() / ratio, area.height() / ratio), brush);
}

void RankStripChart::paintLabel(QPainter &painter, std::size_t index) const
{
    const Theme &theme = Theme::current();
    const RankStripRow &row = m_data.rows[index];
    const QRect area = rowRect(index);
    const QRect label(0, area.top(), area.left() - 4, area.height() - 1);
    const bool shown = row.member == m_member;
    if (shown)
        painter.fillRect(label, theme.selection);
    else if (hover() >= 0 && part(hover()).row == index)
        painter.fillRect(label, theme.hover);
    if (index == m_cursorRow && hasFocusRing()) {
        painter.setPen(theme.accent);
        painter.drawRect(label.adjusted(0, 0, -1, -1));
    }
    const bool marked = row.member == m_marked;
    painter.setFont(marked ? Theme::strongFont() : Theme::bodyFont());
    painter.setPen(theme.text);
    QString name = tr("Rank %1").arg(row.rank);
    if (const QString whole = name + tr(" · shown");
        shown && painter.fontMetrics().horizontalAdvance(whole) <= label.width() - 10_px)
        name = whole;
    painter.drawText(label.adjusted(8_px, 1_px, 0, 0), Qt::AlignLeft | Qt::AlignTop,
        elided(painter.fontMetrics(), name, Qt::ElideRight, label.width() - 10_px));
    painter.setFont(Theme::microFont());
    painter.setPen(theme.text2);
    painter.drawText(label.adjusted(8_px, 0, 0, -2), Qt::AlignLeft | Qt::AlignBottom,
        elided(painter.fontMetrics(), noteOf(row), Qt::ElideRight, label.width() - 10_px));
}

// Below the name of a rank.
QString RankStripChart::noteOf(const RankStripRow &row) const
{
    const QString wait = durationText(row.times.waitNs);
    switch (row.lane) {
    case RankLane::Least:
        return tr("least of its own");
    case RankLane::Median:
        return tr("median of its own");
    case RankLane::Most:
        return tr("most of its own");
    case RankLane::All:
    case RankLane::Chosen:
        break;
    }
    const auto &straggler = m_data.straggler;
    return straggler && straggler->waitedFor && straggler->rank == row.member ? tr("others wait for it")
                                                                              : tr("waits %1").arg(wait);
}

} // namespace lamella::ui
