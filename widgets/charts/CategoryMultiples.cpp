// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/CategoryMultiples.h"

#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QEvent>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kMinWidthPx{190}; // of a chart
constexpr TextPx kMinHeightPx{72};
constexpr TextPx kTitlePx{18};
constexpr int kMarginPx = 8;
constexpr TextPx kChipPx{9};

QString duration(std::int64_t ns)
{
    return qtext(core::formatDuration(ns));
}

} // namespace

CategoryMultiples::CategoryMultiples(QWidget *parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Layers by category"));
}

void CategoryMultiples::setData(LayerBarsData newData, const QString &emptyText)
{
    m_data = std::move(newData);
    m_emptyText = emptyText;
    m_scales.assign(m_data.categories.size(), {});
    m_total = 0;
    for (const LayerBar &bar : m_data.bars) {
        for (std::size_t c = 0; c < m_scales.size(); ++c) {
            m_scales[c].most = std::max(m_scales[c].most, bar.parts[c]);
            m_scales[c].sum = core::addSaturated(m_scales[c].sum, bar.parts[c]);
            m_total = core::addSaturated(m_total, bar.parts[c]);
        }
    }
    layOut();
    describe();
    update();
}

void CategoryMultiples::setSelectedLayer(int layer)
{
    m_selected = layer;
    describe();
    update();
}

void CategoryMultiples::describe()
{
    const int row = m_data.rowOfLayer(m_selected);
    if (row < 0) {
        setAccessibleDescription(m_data.bars.empty() ? m_emptyText : tr("No layer selected"));
        return;
    }
    QStringList parts{layerText(m_selected)};
    for (int chart = 0; chart < chartCount(); ++chart)
        if (const std::int64_t ns = m_data.bars[static_cast<std::size_t>(row)].parts[static_cast<std::size_t>(chart)]; ns > 0)
            parts << categoryTitle(m_data.categories[static_cast<std::size_t>(chart)]) + u' ' + duration(ns);
    setAccessibleDescription(parts.join(QStringLiteral(", ")));
}

void CategoryMultiples::layOut()
{
    const int count = std::max(1, chartCount());
    m_columns = std::clamp(width() / kMinWidthPx, 1, count);
    setMinimumHeight((count + m_columns - 1) / m_columns * kMinHeightPx);
}

QRect CategoryMultiples::chartRect(int chart) const
{
    const int count = std::max(1, chartCount());
    const int lines = (count + m_columns - 1) / m_columns;
    const int column = chart % m_columns;
    const int line = chart / m_columns;
    const int left = column * width() / m_columns;
    const int top = line * height() / lines;
    return {left, top, (column + 1) * width() / m_columns - left, (line + 1) * height() / lines - top};
}

QRect CategoryMultiples::plotRect(int chart) const
{
    return chartRect(chart).adjusted(kMarginPx, kTitlePx + 4, -kMarginPx, -6);
}

QRect CategoryMultiples::barRect(int chart, int row) const
{
    const QRect plot = plotRect(chart);
    const auto count = std::max<std::int64_t>(1, static_cast<std::int64_t>(m_data.bars.size()));
    const int left = plot.left() + static_cast<int>(row * static_cast<std::int64_t>(plot.width()) / count);
    const int right = plot.left() + static_cast<int>((row + 1) * static_cast<std::int64_t>(plot.width()) / count);
    const Scale &scale = m_scales[static_cast<std::size_t>(chart)];
    const std::int64_t value = m_data.bars[static_cast<std::size_t>(row)].parts[static_cast<std::size_t>(chart)];
    const double share = scale.most > 0 ? static_cast<double>(value) / static_cast<double>(scale.most) : 0;
    const int tall = value > 0 ? std::max(1, static_cast<int>(share * plot.height())) : 0;
    const int gap = right - left > 4 ? 1 : 0;
    return {left, plot.bottom() + 1 - tall, std::max(1, right - left - gap), tall};
}

void CategoryMultiples::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    if (m_data.bars.empty() || chartCount() == 0) {
        painter.setFont(Theme::bodyFont());
        painter.setPen(theme.text2);
        painter.drawText(rect().adjusted(16_px, 16_px, -16_px, -16_px), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    for (int chart = 0; chart < chartCount(); ++chart)
        paintChart(painter, chart);
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void CategoryMultiples::paintChart(QPainter &painter, int chart) const
{
    const Theme &theme = Theme::current();
    const core::Category category = m_data.categories[static_cast<std::size_t>(chart)];
    const Scale &scale = m_scales[static_cast<std::size_t>(chart)];
    const QRect plot = plotRect(chart);
    const QRect title(plot.left(), chartRect(chart).top() + 4, plot.width(), kTitlePx);
    painter.fillRect(QRect(title.left(), title.center().y() - kChipPx / 2, kChipPx, kChipPx),
        theme.hatched(category) ? theme.brush(category, devicePixelRatioF()) : QBrush(theme.fill(category)));
    painter.setFont(Theme::microFont());
    const double share = m_total > 0 ? static_cast<double>(scale.sum) / static_cast<double>(m_total) : 0;
    const QString figures = tr("max %1 · %2 of all").arg(duration(scale.most), qtext(core::formatShare(share)));
    const int wide = QFontMetrics(painter.font()).horizontalAdvance(figures);
    painter.setPen(theme.text2);
    painter.drawText(title, Qt::AlignRight | Qt::AlignVCenter, figures);
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text);
    const int room = title.width() - kChipPx - 6 - wide - 8;
    painter.drawText(title.adjusted(kChipPx + 6_px, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(painter.font()).elidedText(categoryTitle(category), Qt::ElideRight, room));
    const int selected = m_data.rowOfLayer(m_selected);
    const QBrush brush = theme.fill(category);
    for (int row = 0; row < static_cast<int>(m_data.bars.size()); ++row) {
        const QRect bar = barRect(chart, row);
        if (row == selected)
            painter.fillRect(QRect(bar.left(), plot.top(), bar.width(), plot.height()), theme.band);
        painter.fillRect(bar, brush);
    }
    painter.fillRect(plot.left(), plot.bottom() + 1, plot.width(), 1, theme.separatorStrong);
    if (selected >= 0) { // the value, beside the selected bar
        const QRect bar = barRect(chart, selected);
        painter.fillRect(bar.left(), plot.bottom() + 2, bar.width(), 2, theme.accent);
    }
}

int CategoryMultiples::chartAt(QPoint position) const
{
    for (int chart = 0; chart < chartCount(); ++chart)
        if (chartRect(chart).contains(position))
            return chart;
    return -1;
}

int CategoryMultiples::rowAt(QPoint position) const
{
    const int chart = chartAt(position);
    if (chart < 0 || m_data.bars.empty())
        return -1;
    const QRect plot = plotRect(chart);
    if (position.x() < plot.left() || position.x() > plot.right())
        return -1;
    const auto count = static_cast<std::int64_t>(m_data.bars.size());
    return static_cast<int>(std::min(count - 1, (position.x() - plot.left()) * count / std::max(1, plot.width())));
}

QString CategoryMultiples::textOf(int chart, int row) const
{
    const LayerBar &bar = m_data.bars[static_cast<std::size_t>(row)];
    return QStringLiteral("%1 · %2: %3")
        .arg(layerText(bar.layer), categoryTitle(m_data.categories[static_cast<std::size_t>(chart)]),
            duration(bar.parts[static_cast<std::size_t>(chart)]));
}

bool CategoryMultiples::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int row = rowAt(help->pos());
    if (row >= 0)
        showPlainTip(help->globalPos(), textOf(chartAt(help->pos()), row), this);
    else
        QToolTip::hideText();
    return true;
}

void CategoryMultiples::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void CategoryMultiples::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        layOut();
    update();
    QWidget::changeEvent(event);
}

void CategoryMultiples::mousePressEvent(QMouseEvent *event)
{
    const int row = rowAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && row >= 0)
        emit layerActivated(m_data.bars[static_cast<std::size_t>(row)].target);
}

void CategoryMultiples::mouseDoubleClickEvent(QMouseEvent *event)
{
    const int row = rowAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && row >= 0)
        emit layerOpened(m_data.bars[static_cast<std::size_t>(row)].target);
}

void CategoryMultiples::keyPressEvent(QKeyEvent *event)
{
    const int count = static_cast<int>(m_data.bars.size());
    const int row = m_data.rowOfLayer(m_selected);
    int next = -1;
    if (event->key() == Qt::Key_Left)
        next = std::max(0, row - 1);
    else if (event->key() == Qt::Key_Right)
        next = std::min(count - 1, row + 1);
    else if (event->key() == Qt::Key_Home)
        next = 0;
    else if (event->key() == Qt::Key_End)
        next = count - 1;
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

} // namespace lamella::ui
