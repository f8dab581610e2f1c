// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/LayerBarsChart.h"

#include "core/analysis/LayerTypeNames.h"
#include "core/base/Format.h"
#include "widgets/common/Counts.h"
#include "widgets/common/Elide.h"
#include "widgets/common/LineText.h"
#include "widgets/common/Translated.h"
#include "widgets/common/TypeText.h"
#include "widgets/common/UiText.h"
#include "widgets/passes/PassBars.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/TimelineGeometry.h"

#include <climits>

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lamella::ui {

namespace {

constexpr TextPx kEveryNumberFromPx{15};
constexpr TextPx kNumberRoomPx{24}; // of one number and the gap to the next
constexpr TextPx kTickRoomPx{36};
constexpr double kFaint = 0.28; // opacity of what the filter excludes
constexpr TextPx kTypeStripPx{6};
constexpr int kTypeFromPx = 4; // of adjacent layers of one type; names do not fit in less

QColor mixed(const QColor &a, const QColor &b, double share)
{
    const auto mix = [share](int x, int y) { return static_cast<int>(x + (y - x) * share); };
    return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

struct TypeRun { // adjacent layers of one type
    int left = 0;
    int right = 0; // included
    std::size_t layers = 0;
    QString name;
};

// Names that fit under their layers, with their number if there is room; then the name of each other type once, where it touches
// its layers and no other name. Heights from 0.
std::vector<std::pair<QRect, QString>> typeLabels(
    const std::vector<TypeRun> &runs, int left, int right, const QFontMetrics &metrics)
{
    std::vector<std::pair<QRect, QString>> labels;
    QStringList named;
    const auto rectFor = [&](const TypeRun &run, const QString &text) {
        const int width = metrics.horizontalAdvance(text) + 2;
        const int x = (run.left + run.right - width) / 2;
        return QRect(std::max(left, std::min(x, right - width)), 0, width, 12_px);
    };
    for (const bool within : {true, false})
        for (const TypeRun &run : runs) {
            if (run.right - run.left + 1 < kTypeFromPx || (!within && named.contains(run.name)))
                continue;
            const QString counted = run.layers > 1 ? run.name + QStringLiteral(" × %1").arg(run.layers) : run.name;
            for (const QString &text : {counted, run.name}) {
                const QRect rect = rectFor(run, text);
                const bool fits = within ? rect.width() <= run.right - run.left + 1
                                         : std::none_of(labels.begin(), labels.end(), [&rect](const auto &label) {
                                               return label.first.adjusted(-6, 0, 6, 0).intersects(rect);
                                           });
                if (!fits)
                    continue;
                labels.emplace_back(rect, text);
                named << run.name;
                break;
            }
        }
    return labels;
}

// Which layers are numbered: every one, or every 5th, 10th, 20th, 50th…, so that numbers do not touch.
int numberStep(double pitch)
{
    if (pitch >= kEveryNumberFromPx)
        return 1;
    for (int tens = 10; tens < 100'000'000; tens *= 10) {
        for (const int step : {tens / 2, tens, tens * 2}) {
            if (step * pitch >= kNumberRoomPx)
                return step;
        }
    }
    return INT_MAX;
}

} // namespace

LayerBarsChart::LayerBarsChart(QWidget *parent)
    : Chart(tr("Layer bars"), parent)
{
    setMinimumSize(220, 120);
}

void LayerBarsChart::setData(LayerBarsData newData, const QString &emptyText)
{
    m_data = std::move(newData);
    setEmptyText(emptyText);
    partsChanged();
}

void LayerBarsChart::setChosen(std::vector<core::Category> categories)
{
    m_chosen = std::move(categories);
    update();
}

void LayerBarsChart::setWall(bool wall)
{
    m_wall = wall;
    update();
}

int LayerBarsChart::selectedPart() const
{
    if (!showsGroups())
        return m_data.rowOfLayer(m_selected);
    const auto it =
        std::find_if(m_data.bars.begin(), m_data.bars.end(), [this](const LayerBar &bar) { return bar.type == m_selectedType; });
    return m_selected < 0 || it == m_data.bars.end() ? -1 : static_cast<int>(it - m_data.bars.begin());
}

void LayerBarsChart::setSelectedLayer(int layer, const std::string &type)
{
    m_selected = layer;
    m_selectedType = type;
    describe();
}

void LayerBarsChart::setAlsoSelected(std::vector<int> layers)
{
    m_alsoSelected = std::move(layers);
    update();
}

bool LayerBarsChart::isPartSelected(int part) const
{
    if (part == selectedPart())
        return true;
    const int layer = showsGroups() || part < 0 ? core::kNoLayer : m_data.bars[static_cast<std::size_t>(part)].layer;
    return layer != core::kNoLayer && std::find(m_alsoSelected.begin(), m_alsoSelected.end(), layer) != m_alsoSelected.end();
}

void LayerBarsChart::setOutline(std::map<int, std::int64_t> wallNs)
{
    if (wallNs == m_outline)
        return;
    m_outline = std::move(wallNs);
    update();
}

core::Selection LayerBarsChart::targetOf(int hit) const
{
    return m_data.bars[static_cast<std::size_t>(hit)].target;
}

QString LayerBarsChart::description() const
{
    return partCount() > 0 && selectedPart() < 0 ? tr("%1; no layer selected.").arg(layerCount(partCount()))
                                                 : Chart::description();
}

std::optional<int> LayerBarsChart::partAfterKey(int key) const
{
    switch (key) {
    case Qt::Key_Up:
        return geometryNow().rowNextInHeight(selectedPart(), 1);
    case Qt::Key_Down:
        return geometryNow().rowNextInHeight(selectedPart(), -1);
    case Qt::Key_PageUp:
        return geometryNow().rowNextInHeight(-1, 1);
    case Qt::Key_PageDown:
        return geometryNow().rowNextInHeight(-1, -1);
    default:
        return Chart::partAfterKey(key);
    }
}

TipText LayerBarsChart::tipOf(int row) const
{
    const LayerBar &bar = m_data.bars[static_cast<std::size_t>(row)];
    const bool group = bar.members > 0;
    TipText tip;
    tip.name = m_data.ofPasses ? passText(bar.layer)
        : !group               ? layerText(bar.layer)
        : bar.type.empty()     ? tr("All layers")
                               : tr("Type %1").arg(layerTypeText(bar.type));
    QStringList where;
    if (const auto *target = std::get_if<core::LayerSelection>(&bar.target))
        where << passText(target->pass);
    if (group)
        where << (bar.members == 1 ? layerText(bar.layer)
                                   : tr("%1, most typical is %2").arg(layerCount(bar.members), layerText(bar.layer)));
    if (group && !bar.type.empty())
        where << translated(core::layerTypeReason(bar.type));
    if (!group && !bar.type.empty())
        where << tr("type %1").arg(layerTypeText(bar.type));
    if (!group)
        where << kernelCount(bar.kernels);
    tip.where = where.join(QStringLiteral(" · "));
    tip.figures.emplace_back(group ? tr("Mean wall") : tr("Wall"), durationText(bar.wallNs));
    tip.figures.emplace_back(group ? tr("Mean sum of kernels") : tr("Sum of kernels"), durationText(bar.sumNs));
    const std::int64_t median = m_wall ? m_data.medianWallNs : m_data.medianSumNs;
    if (median > 0 && !group) {
        const double off = static_cast<double>((m_wall ? bar.wallNs : bar.sumNs) - median) / static_cast<double>(median);
        tip.figures.emplace_back(m_data.ofPasses ? tr("vs median pass") : tr("vs median layer"), signedShare(off));
    }
    std::vector<std::size_t> order(bar.parts.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return bar.parts[a] > bar.parts[b]; });
    for (std::size_t i = 0; i < std::min<std::size_t>(2, order.size()) && bar.parts[order[i]] > 0; ++i)
        tip.figures.emplace_back(categoryTitle(m_data.categories[order[i]]), durationText(bar.parts[order[i]]));
    if (m_wall && !bar.exposed.empty())
        tip.figures.emplace_back(tr("Idle"), durationText(std::max<std::int64_t>(0, bar.wallNs - bar.busyNs)));
    if (bar.floorNs > 0)
        tip.figures.emplace_back(tr("Roofline"), durationText(bar.floorNs));
    if (!bar.matched.empty())
        tip.figures.emplace_back(
            tr("Matches the filter"), durationText(std::accumulate(bar.matched.begin(), bar.matched.end(), std::int64_t{0})));
    tip.hint = tr("Click selects, with Shift also · double click zooms");
    return tip;
}

void LayerBarsChart::paintParts(QPainter &painter, const QRect &)
{
    const LayerBarsGeometry geometry = geometryNow();
    const int selected = selectedPart();
    for (int row = 0; row < partCount(); ++row) {
        if (row != selected && (m_alsoSelected.empty() || !isPartSelected(row)))
            continue;
        const QRect column = geometry.column(row);
        painter.fillRect(column.left(), 4, column.width(), geometry.plot().bottom() + 20 - 4, Theme::current().band);
    }
    paintAxis(painter, geometry);
    paintBars(painter, geometry);
    paintCut(painter, geometry);
    if (!showsGroups())
        paintMedian(painter, geometry);
    paintSelected(painter, geometry);
    paintOutline(painter, geometry);
    paintNumbers(painter, geometry);
    paintTypes(painter, geometry);
}

void LayerBarsChart::paintAxis(QPainter &painter, const LayerBarsGeometry &geometry) const
{
    const Theme &theme = Theme::current();
    const QRect plot = geometry.plot();
    const TickScale ticks = niceTicks({{0}, {geometry.topNs()}}, std::max(3, plot.height() / kTickRoomPx));
    const TimeUnit unit = timeUnit(geometry.topNs(), ticks.stepNs);
    painter.setFont(Theme::microFont());
    for (const std::int64_t tick : ticks.ticks) {
        const int y = geometry.y(tick);
        painter.fillRect(plot.left(), y, plot.width(), 1, tick == 0 ? theme.separatorStrong : theme.separator);
        painter.setPen(theme.text2);
        // The unit is shown once, at the top.
        QString label = timeLabel(tick, unit);
        if (tick != ticks.ticks.back())
            label = label.section(QChar(0x00A0), 0, 0);
        drawLine(painter, QRect(0, y - 8_px, plot.left() - 6_px, 16_px), Qt::AlignRight, label);
    }
}

void LayerBarsChart::paintBars(QPainter &painter, const LayerBarsGeometry &geometry) const
{
    const Theme &theme = Theme::current();
    for (const int row : geometry.paintedRows()) {
        if (m_wall)
            painter.fillRect(geometry.bar(row), theme.track); // the part not covered is idle time
        const std::vector<QRect> segments = geometry.segments(row);
        for (std::size_t i = 0; i < segments.size(); ++i) {
            if (segments[i].height() <= 0)
                continue;
            if (i >= m_data.categories.size()) { // overlapped
                painter.setOpacity(m_chosen.empty() ? 1 : kFaint);
                painter.fillRect(segments[i], theme.text3);
                painter.setOpacity(1);
                continue;
            }
            const core::Category category = m_data.categories[i];
            const bool isChosen =
                m_chosen.empty() || std::find(m_chosen.begin(), m_chosen.end(), category) != m_chosen.end();
            const QBrush brush = segments[i].width() >= 6 && theme.hatched(category) ? theme.brush(category, devicePixelRatioF())
                                                                                     : QBrush(theme.fill(category));
            const LayerBar &bar = m_data.bars[static_cast<std::size_t>(row)];
            if (bar.matched.empty() || !m_chosen.empty()) {
                painter.setOpacity(isChosen ? 1 : kFaint);
                painter.fillRect(segments[i], brush);
                painter.setOpacity(1);
                continue;
            }
            // Work that matches the filter is at the bottom of its category; the rest is faint.
            const double share = bar.parts[i] > 0 ? static_cast<double>(bar.matched[i]) / static_cast<double>(bar.parts[i]) : 0;
            QRect meant = segments[i];
            meant.setTop(meant.bottom() + 1 - static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * meant.height())));
            painter.setOpacity(kFaint);
            painter.fillRect(QRect(segments[i].topLeft(), QPoint(segments[i].right(), meant.top() - 1)), theme.fill(category));
            painter.setOpacity(1);
            if (meant.height() > 0)
                painter.fillRect(meant, brush);
        }
        if (row == hover()) {
            QColor veil = theme.kind == ThemeKind::Light ? QColor(Qt::black) : QColor(Qt::white);
            veil.setAlphaF(0.14F);
            painter.fillRect(geometry.bar(row), veil);
        }
    }
}

void LayerBarsChart::paintLine(QPainter &painter, const LayerBarsGeometry &geometry, std::int64_t ns, const QString &name,
    bool dashed, bool below) const
{
    const Theme &theme = Theme::current();
    const QRect plot = geometry.plot();
    const int y = geometry.y(ns);
    for (int x = plot.left(); x < plot.right() + 4; x += dashed ? 6 : plot.width() + 8)
        painter.fillRect(x, y, dashed ? 3 : plot.width() + 4, 1, theme.text);
    painter.setFont(Theme::microFont());
    const QFontMetrics metrics(painter.font());
    const int room = width() - plot.right() - 8;
    const int top = std::clamp(below ? y + 2 : y - 26_px, 0, std::max(0, height() - 28_px));
    const QRect box(plot.right() + 7, top, room, 13_px);
    painter.setPen(theme.text);
    drawLine(painter, box, Qt::AlignLeft, elided(metrics, name, Qt::ElideRight, room));
    painter.setPen(theme.text2);
    drawLine(painter, box.translated(0, 13_px), Qt::AlignLeft, durationText(ns));
}

// Of the largest type: its median, and what the hardware needs at least.
void LayerBarsChart::paintMedian(QPainter &painter, const LayerBarsGeometry &geometry) const
{
    const std::int64_t median = m_wall ? m_data.medianWallNs : m_data.medianSumNs;
    if (median > 0)
        paintLine(painter, geometry, median, tr("median"), true, false);
    if (m_data.floorNs <= 0 || m_data.floorNs > geometry.topNs())
        return;
    // The label of the roofline moves below its line where it would meet that of the median.
    const int apart = std::abs(geometry.y(m_data.floorNs) - geometry.y(median));
    paintLine(painter, geometry, m_data.floorNs, tr("roofline"), false, apart < 28_px);
}

void LayerBarsChart::paintSelected(QPainter &painter, const LayerBarsGeometry &geometry) const
{
    const Theme &theme = Theme::current();
    painter.setRenderHint(QPainter::Antialiasing, true);
    QPen pen(theme.text, 1.6);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    const int selected = selectedPart();
    for (int i = 0; i < partCount(); ++i)
        if (i == selected || (!m_alsoSelected.empty() && isPartSelected(i)))
            painter.drawRect(QRectF(geometry.bar(i)).adjusted(-0.8, -0.8, 0.8, 0.8));
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (selected >= 0)
        paintValue(painter, geometry, selected);
}

// Bars that go on above the scale, with their numbers; of those side by side the first has it.
void LayerBarsChart::paintCut(QPainter &painter, const LayerBarsGeometry &geometry) const
{
    constexpr TextPx kValueRoomPx{64};
    int free = INT_MIN;
    for (const int row : geometry.paintedRows()) {
        if (!geometry.isCut(row))
            continue;
        const QRect bar = geometry.bar(row);
        PassBars::paintCut(painter, bar, Theme::current().base);
        if (row == selectedPart() || bar.center().x() < free)
            continue;
        paintValue(painter, geometry, row);
        free = bar.center().x() + kValueRoomPx;
    }
}

// Above the bar.
void LayerBarsChart::paintValue(QPainter &painter, const LayerBarsGeometry &geometry, int row) const
{
    const Theme &theme = Theme::current();
    const QRect bar = geometry.bar(row);
    const QString value = durationText(geometry.valueOf(m_data.bars[static_cast<std::size_t>(row)]));
    QFont font = Theme::microFont();
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    const int wide = lineWidth(font, value) + 8;
    const int least = geometry.plot().left(); // beside the numbers of the axis
    const int most = geometry.plot().right() + 5 - wide; // and the names of the lines
    const int left = std::clamp(bar.center().x() - wide / 2, least, std::max(least, most));
    const QRect box(left, bar.top() - 17_px, wide, 14_px);
    painter.fillRect(box, row == selectedPart() ? theme.band : theme.base);
    painter.setPen(theme.text);
    drawLine(painter, box, Qt::AlignHCenter, value);
}

void LayerBarsChart::paintNumbers(QPainter &painter, const LayerBarsGeometry &geometry) const
{
    if (showsGroups()) {
        paintGroupNames(painter, geometry);
        return;
    }
    const Theme &theme = Theme::current();
    const int selected = selectedPart();
    const QFont plain = Theme::microFont();
    QFont strong = plain;
    strong.setWeight(QFont::DemiBold);
    const int apart = static_cast<int>(kNumberRoomPx / geometry.pitch());
    const int step = numberStep(geometry.pitch());
    for (int row = 0; row < static_cast<int>(m_data.bars.size()); ++row) {
        const int layer = m_data.bars[static_cast<std::size_t>(row)].layer;
        const bool isSelected = row == selected || (!m_alsoSelected.empty() && isPartSelected(row));
        const bool crowded = selected >= 0 && row != selected && std::abs(row - selected) <= apart;
        if (step > 1 && (crowded || (!isSelected && layer % step != 0)))
            continue; // also of neighbours selected together: the last one keeps its number
        painter.setFont(isSelected ? strong : plain);
        painter.setPen(isSelected ? theme.text : theme.text2);
        drawLine(painter, QRect(geometry.column(row).center().x() - 20_px, geometry.plot().bottom() + 4_px, 40_px, 14_px),
            Qt::AlignHCenter, QString::number(layer));
    }
}

// Wall times of the layers under other assumptions. Only over bars of wall times: other heights are not comparable.
void LayerBarsChart::paintOutline(QPainter &painter, const LayerBarsGeometry &geometry) const
{
    if (!m_wall || m_outline.empty() || showsGroups())
        return;
    const Theme &theme = Theme::current();
    const QRect plot = geometry.plot();
    for (const int row : geometry.paintedRows()) {
        const auto found = m_outline.find(m_data.bars[static_cast<std::size_t>(row)].layer);
        if (found == m_outline.end())
            continue;
        const QRect bar = geometry.bar(row);
        const int top = std::clamp(geometry.y(found->second), plot.top(), plot.bottom());
        const QRect outline(bar.left(), top, bar.width(), plot.bottom() + 1 - top);
        painter.fillRect(outline.left(), outline.top(), outline.width(), 2, theme.text);
        painter.fillRect(outline.left(), outline.top(), 1, outline.height(), theme.text);
        painter.fillRect(outline.right(), outline.top(), 1, outline.height(), theme.text);
    }
}

// Type and number of layers under each group.
void LayerBarsChart::paintGroupNames(QPainter &painter, const LayerBarsGeometry &geometry) const
{
    const Theme &theme = Theme::current();
    for (int row = 0; row < static_cast<int>(m_data.bars.size()); ++row) {
        const LayerBar &bar = m_data.bars[static_cast<std::size_t>(row)];
        const QRect column = geometry.column(row);
        const QRect line(column.left(), geometry.plot().bottom() + 4_px, column.width(), 14_px);
        painter.setFont(row == selectedPart() ? Theme::strongFont() : Theme::bodyFont());
        painter.setPen(theme.text);
        const QString name = bar.type.empty() ? tr("all") : layerTypeText(bar.type);
        drawLine(painter, line, Qt::AlignHCenter, elidedLine(painter.font(), name, Qt::ElideMiddle, column.width() - 4));
        painter.setFont(Theme::microFont());
        painter.setPen(theme.text2);
        drawLine(painter, line.translated(0, 15_px), Qt::AlignHCenter,
            elidedLine(painter.font(), layerCount(bar.members), Qt::ElideRight, column.width() - 4));
    }
}

void LayerBarsChart::paintTypes(QPainter &painter, const LayerBarsGeometry &geometry) const
{
    if (showsGroups())
        return; // groups have names instead
    const Theme &theme = Theme::current();
    const int top = geometry.plot().bottom() + 20_px;
    std::vector<std::string> seen;
    std::vector<TypeRun> runs;
    for (std::size_t first = 0; first < m_data.bars.size();) {
        std::size_t last = first;
        while (last < m_data.bars.size() && m_data.bars[last].type == m_data.bars[first].type)
            ++last;
        const std::string &type = m_data.bars[first].type;
        if (!type.empty()) {
            auto it = std::find(seen.begin(), seen.end(), type);
            if (it == seen.end())
                it = seen.insert(seen.end(), type);
            const auto shade = static_cast<double>((it - seen.begin()) % 5);
            const QColor fill = mixed(theme.cellBar, theme.text2, shade * 0.22);
            int painted = geometry.column(static_cast<int>(first)).left() - 1; // layers that share a pixel are painted once
            for (std::size_t row = first; row < last; ++row) {
                const QRect column = geometry.column(static_cast<int>(row));
                if (column.left() > painted)
                    painter.fillRect(column.left(), top, std::max(1, column.width() - 1), kTypeStripPx, fill);
                painted = column.left();
            }
            runs.push_back({geometry.column(static_cast<int>(first)).left(), geometry.column(static_cast<int>(last) - 1).right(),
                last - first, layerTypeText(type)});
        }
        first = last;
    }
    if (runs.empty())
        return;
    painter.setFont(Theme::microFont());
    painter.setPen(theme.text2);
    for (const auto &[rect, text] :
        typeLabels(runs, geometry.plot().left(), geometry.plot().right(), QFontMetrics(painter.font())))
        drawLine(painter, rect.translated(0, top + kTypeStripPx), Qt::AlignHCenter, text);
    drawLine(painter, QRect(0, top - 5_px, geometry.plot().left() - 6_px, 16_px), Qt::AlignRight, tr("type"));
}

} // namespace lamella::ui
