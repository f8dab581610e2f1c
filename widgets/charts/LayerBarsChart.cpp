// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/LayerBarsChart.h"

#include "core/base/Format.h"
#include "widgets/charts/TipText.h"
#include "widgets/common/Counts.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/TimelineGeometry.h"

#include <QEvent>
#include <QFocusEvent>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <climits>
#include <cmath>
#include <numeric>

namespace lamella::ui {

namespace {

constexpr TextPx kEveryNumberFromPx{15};
constexpr TextPx kNumberRoomPx{24}; // of one number and the gap to the next
constexpr TextPx kTickRoomPx{52};
constexpr double kFaint = 0.28; // opacity of what the filter excludes

QString duration(std::int64_t ns)
{
    return QString::fromStdString(core::formatDuration(ns));
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
    : QWidget(parent)
{
    offerChartParts(); // before anything asks for the accessible interface
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(220, 120);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Layer bars"));
    m_tipTimer.setSingleShot(true);
    m_tipTimer.setInterval(kTipDelayMs);
    connect(&m_tipTimer, &QTimer::timeout, this, [this] {
        if (m_hover >= 0 && underMouse())
            showTip(tipOf(m_hover), geometryNow().bar(m_hover), this);
    });
}

void LayerBarsChart::setData(LayerBarsData newData, const QString &emptyText)
{
    m_data = std::move(newData);
    m_emptyText = emptyText;
    m_hover = -1;
    m_tipTimer.stop();
    setSelectedLayer(m_selected, m_selectedType);
    update();
}

void LayerBarsChart::setWall(bool wall)
{
    m_wall = wall;
    update();
}

int LayerBarsChart::selectedRow() const
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
    const int row = selectedRow();
    tellSelectedPart(*this);
    setAccessibleDescription(row >= 0
            ? tipOf(row).plain()
            : (m_data.bars.empty()
                    ? m_emptyText
                    : tr("%1; no layer selected.").arg(layerCount(static_cast<std::int64_t>(m_data.bars.size())))));
    update();
}

TipText LayerBarsChart::tipOf(int row) const
{
    const LayerBar &bar = m_data.bars[static_cast<std::size_t>(row)];
    const bool group = bar.members > 0;
    TipText tip;
    tip.name = !group ? layerText(bar.layer) : bar.type.empty() ? tr("All layers") : tr("Type %1").arg(qtext(bar.type));
    QStringList where;
    if (const auto *target = std::get_if<core::LayerSelection>(&bar.target))
        where << passText(target->pass);
    if (group)
        where << (bar.members == 1 ? layerText(bar.layer)
                                   : tr("%1, most typical is %2").arg(layerCount(bar.members), layerText(bar.layer)));
    else if (!bar.type.empty())
        where << tr("type %1").arg(qtext(bar.type));
    if (!group)
        where << kernelCount(bar.kernels);
    tip.where = where.join(QStringLiteral(" · "));
    tip.figures.emplace_back(group ? tr("Mean wall") : tr("Wall"), duration(bar.wallNs));
    tip.figures.emplace_back(group ? tr("Mean sum of kernels") : tr("Sum of kernels"), duration(bar.sumNs));
    const std::int64_t median = m_wall ? m_data.medianWallNs : m_data.medianSumNs;
    if (median > 0 && !group) {
        const double off = static_cast<double>((m_wall ? bar.wallNs : bar.sumNs) - median) / static_cast<double>(median);
        tip.figures.emplace_back(tr("vs median layer"), signedShare(off));
    }
    std::vector<std::size_t> order(bar.parts.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return bar.parts[a] > bar.parts[b]; });
    for (std::size_t i = 0; i < std::min<std::size_t>(2, order.size()) && bar.parts[order[i]] > 0; ++i)
        tip.figures.emplace_back(categoryTitle(m_data.categories[order[i]]), duration(bar.parts[order[i]]));
    const std::int64_t low = m_wall ? bar.wallLowNs : bar.sumLowNs;
    const std::int64_t high = m_wall ? bar.wallHighNs : bar.sumHighNs;
    if (high > 0)
        tip.figures.emplace_back(m_data.spreadIsDeciles ? tr("p10 to p90, steady passes") : tr("Least to most, steady passes"),
            duration(low) + QStringLiteral(" – ") + duration(high));
    if (!bar.matched.empty())
        tip.figures.emplace_back(
            tr("Matches the filter"), duration(std::accumulate(bar.matched.begin(), bar.matched.end(), std::int64_t{0})));
    tip.hint = tr("Click selects · double click zooms");
    return tip;
}

void LayerBarsChart::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    if (m_data.bars.empty()) {
        painter.setFont(Theme::bodyFont());
        painter.setPen(theme.text2);
        painter.drawText(rect().adjusted(16_px, 16_px, -16_px, -16_px), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
    } else {
        const LayerBarsGeometry geometry = geometryNow();
        if (selectedRow() >= 0) {
            const QRect column = geometry.column(selectedRow());
            painter.fillRect(column.left(), 4, column.width(), geometry.plot().bottom() + 20 - 4, theme.band);
        }
        paintAxis(painter, geometry);
        paintBars(painter, geometry);
        paintSpread(painter, geometry);
        if (!showsGroups())
            paintMedian(painter, geometry);
        paintSelected(painter, geometry);
        paintOutline(painter, geometry);
        paintNumbers(painter, geometry);
        paintTypes(painter, geometry);
    }
    if (hasFocus() && m_keyboardFocus) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
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
        painter.drawText(QRect(0, y - 8_px, plot.left() - 6_px, 16_px), Qt::AlignRight | Qt::AlignVCenter, label);
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
            const core::Category category = m_data.categories[i];
            const QBrush brush = segments[i].width() >= 6 && theme.hatched(category) ? theme.brush(category, devicePixelRatioF())
                                                                                     : QBrush(theme.fill(category));
            const LayerBar &bar = m_data.bars[static_cast<std::size_t>(row)];
            if (bar.matched.empty()) {
                painter.fillRect(segments[i], brush);
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
        if (row == m_hover) {
            QColor veil = theme.kind == ThemeKind::Light ? QColor(Qt::black) : QColor(Qt::white);
            veil.setAlphaF(0.14F);
            painter.fillRect(geometry.bar(row), veil);
        }
    }
}

void LayerBarsChart::paintMedian(QPainter &painter, const LayerBarsGeometry &geometry) const
{
    const Theme &theme = Theme::current();
    const std::int64_t median = m_wall ? m_data.medianWallNs : m_data.medianSumNs;
    const int y = geometry.y(median);
    for (int x = geometry.plot().left(); x < geometry.plot().right(); x += 6)
        painter.fillRect(x, y, 3, 1, theme.text2);
    painter.setFont(Theme::microFont());
    const QString label = tr("median %1").arg(duration(median));
    const int wide = QFontMetrics(painter.font()).horizontalAdvance(label) + 6;
    const QRect box(geometry.plot().right() + 1 - wide, y - 15_px, wide, 14_px);
    // Text on bars needs a background of its own.
    QColor ground = theme.base;
    ground.setAlphaF(0.82F);
    painter.fillRect(box, ground);
    painter.setPen(theme.text2);
    painter.drawText(box.adjusted(0, 0, -2, 0), Qt::AlignRight | Qt::AlignVCenter, label);
}

void LayerBarsChart::paintSelected(QPainter &painter, const LayerBarsGeometry &geometry) const
{
    const int row = selectedRow();
    if (row < 0)
        return;
    const Theme &theme = Theme::current();
    const QRect bar = geometry.bar(row);
    painter.setRenderHint(QPainter::Antialiasing, true);
    QPen pen(theme.text, 1.6);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(bar).adjusted(-0.8, -0.8, 0.8, 0.8));
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QString value = duration(geometry.valueOf(m_data.bars[static_cast<std::size_t>(row)]));
    QFont font = Theme::microFont();
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    const int wide = QFontMetrics(font).horizontalAdvance(value) + 8;
    const int left = std::clamp(bar.center().x() - wide / 2, 0, std::max(0, width() - wide));
    const QRect box(left, bar.top() - 17_px, wide, 14_px);
    painter.fillRect(box, theme.band);
    painter.setPen(theme.text);
    painter.drawText(box, Qt::AlignCenter, value);
}

void LayerBarsChart::paintNumbers(QPainter &painter, const LayerBarsGeometry &geometry) const
{
    if (showsGroups()) {
        paintGroupNames(painter, geometry);
        return;
    }
    const Theme &theme = Theme::current();
    const int selected = selectedRow();
    const QFont plain = Theme::microFont();
    QFont strong = plain;
    strong.setWeight(QFont::DemiBold);
    const int apart = static_cast<int>(kNumberRoomPx / geometry.pitch());
    const int step = numberStep(geometry.pitch());
    for (int row = 0; row < static_cast<int>(m_data.bars.size()); ++row) {
        const int layer = m_data.bars[static_cast<std::size_t>(row)].layer;
        const bool isSelected = row == selected;
        const bool crowded = selected >= 0 && !isSelected && std::abs(row - selected) <= apart;
        if (!isSelected && step > 1 && (layer % step != 0 || crowded))
            continue;
        painter.setFont(isSelected ? strong : plain);
        painter.setPen(isSelected ? theme.text : theme.text2);
        painter.drawText(QRect(geometry.column(row).center().x() - 20_px, geometry.plot().bottom() + 4_px, 40_px, 14_px),
            Qt::AlignCenter, QString::number(layer));
    }
}

void LayerBarsChart::changeEvent(QEvent *event)
{
    update();
    QWidget::changeEvent(event);
}

void LayerBarsChart::mousePressEvent(QMouseEvent *event)
{
    const int row = geometryNow().rowAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && row >= 0)
        emit layerActivated(m_data.bars[static_cast<std::size_t>(row)].target);
}

void LayerBarsChart::mouseDoubleClickEvent(QMouseEvent *event)
{
    const int row = geometryNow().rowAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && row >= 0)
        emit layerOpened(m_data.bars[static_cast<std::size_t>(row)].target);
}

void LayerBarsChart::mouseMoveEvent(QMouseEvent *event)
{
    const int row = geometryNow().rowAt(event->position().toPoint());
    if (row == m_hover)
        return;
    m_hover = row;
    hideTip();
    m_tipTimer.start();
    update();
}

void LayerBarsChart::leaveEvent(QEvent *event)
{
    m_hover = -1;
    m_tipTimer.stop();
    update();
    QWidget::leaveEvent(event);
}

void LayerBarsChart::keyPressEvent(QKeyEvent *event)
{
    const int count = static_cast<int>(m_data.bars.size());
    const int row = selectedRow();
    int next = 0;
    if (event->key() == Qt::Key_Left)
        next = row < 0 ? 0 : row - 1;
    else if (event->key() == Qt::Key_Right)
        next = row + 1;
    else if (event->key() == Qt::Key_Home)
        next = 0;
    else if (event->key() == Qt::Key_End)
        next = count - 1;
    else if (event->key() == Qt::Key_Up)
        next = geometryNow().rowNextInHeight(row, 1);
    else if (event->key() == Qt::Key_Down)
        next = geometryNow().rowNextInHeight(row, -1);
    else if (event->key() == Qt::Key_PageUp)
        next = geometryNow().rowNextInHeight(-1, 1);
    else if (event->key() == Qt::Key_PageDown)
        next = geometryNow().rowNextInHeight(-1, -1);
    else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && row >= 0) {
        emit layerOpened(m_data.bars[static_cast<std::size_t>(row)].target);
        return;
    } else {
        QWidget::keyPressEvent(event);
        return;
    }
    if (next >= 0 && next < count && next != row)
        emit layerActivated(m_data.bars[static_cast<std::size_t>(next)].target);
}

void LayerBarsChart::focusInEvent(QFocusEvent *event)
{
    m_keyboardFocus = event->reason() != Qt::MouseFocusReason && event->reason() != Qt::ActiveWindowFocusReason;
    QWidget::focusInEvent(event);
    update();
}

void LayerBarsChart::focusOutEvent(QFocusEvent *event)
{
    m_keyboardFocus = false;
    QWidget::focusOutEvent(event);
    update();
}

} // namespace lamella::ui
