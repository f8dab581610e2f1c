// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/RankSkewChart.h"

#include "core/base/Format.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kLeftPx{64};
constexpr TextPx kTopPx{22};
constexpr TextPx kBottomPx{22};

} // namespace

RankSkewChart::RankSkewChart(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("rankSkew"));
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Skew of the ranks by layer"));
    setMinimumSize(220, 80);
}

void RankSkewChart::setData(const RankStripData &strip)
{
    m_skews = strip.skews;
    update();
}

void RankSkewChart::setSelectedLayer(int layer)
{
    m_layer = layer;
    for (const RankStripSkew &skew : m_skews)
        if (skew.layer == layer)
            setAccessibleDescription(sentence(skew));
    update();
}

void RankSkewChart::setWaiting(bool waiting)
{
    m_waiting = waiting;
    update();
}

QRect RankSkewChart::barRect(std::size_t row) const
{
    const int wide = std::max(1, width() - kLeftPx - 8);
    const auto count = static_cast<int>(std::max<std::size_t>(1, m_skews.size()));
    const int left = kLeftPx + static_cast<int>(row) * wide / count;
    const int right = kLeftPx + static_cast<int>(row + 1) * wide / count;
    return {left, kTopPx, std::max(1, right - left), std::max(1, height() - kTopPx - kBottomPx)};
}

int RankSkewChart::rowAt(const QPoint &point) const
{
    for (std::size_t row = 0; row < m_skews.size(); ++row)
        if (const QRect bar = barRect(row); point.x() >= bar.left() && point.x() <= bar.right())
            return static_cast<int>(row);
    return -1;
}

QString RankSkewChart::sentence(const RankStripSkew &skew) const
{
    const QString figures =
        tr("%1: starts %2 apart, waiting up to %3")
            .arg(layerText(skew.layer), qtext(core::formatDuration(skew.skewNs)), qtext(core::formatDuration(skew.waitNs)));
    return skew.slowest < 0 ? figures : tr("%1, slowest is rank %2").arg(figures).arg(skew.slowest);
}

void RankSkewChart::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    std::int64_t most = 0;
    for (const RankStripSkew &skew : m_skews)
        most = std::max(most, valueOf(skew));
    if (m_skews.empty())
        return;
    painter.setFont(Theme::microFont());
    const QRect first = barRect(0);
    painter.fillRect(kLeftPx, first.bottom(), width() - kLeftPx - 8, 1, theme.separatorStrong);
    painter.setPen(theme.text2);
    painter.drawText(QRect(0, first.top() - 7_px, kLeftPx - 6_px, 14_px), Qt::AlignRight | Qt::AlignVCenter,
        most > 0 ? qtext(core::formatDuration(most)) : QString());
    painter.drawText(
        QRect(0, first.bottom() - 7_px, kLeftPx - 6_px, 14_px), Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("0"));
    painter.drawText(QRect(0, 2, kLeftPx - 6_px, 14_px), Qt::AlignRight | Qt::AlignVCenter, tr("slowest"));
    painter.drawText(QRect(0, first.bottom() + 4_px, kLeftPx - 6_px, 14_px), Qt::AlignRight | Qt::AlignVCenter, tr("layer"));
    for (std::size_t row = 0; row < m_skews.size(); ++row) {
        const RankStripSkew &skew = m_skews[row];
        const QRect column = barRect(row);
        const bool selected = skew.layer == m_layer;
        if (selected)
            painter.fillRect(column.adjusted(0, -20, 0, 20), theme.band);
        const double share = most > 0 ? static_cast<double>(valueOf(skew)) / static_cast<double>(most) : 0;
        const int high = valueOf(skew) > 0 ? std::max(1, static_cast<int>(share * (column.height() - 4))) : 0;
        painter.fillRect(column.left() + 1, column.bottom() - high, std::max(1, column.width() - 3), high,
            selected ? theme.accent : theme.cellBar);
    }
    paintLabels(painter);
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

// The selected layer's label first, then as many as fit from left to right.
void RankSkewChart::paintLabels(QPainter &painter) const
{
    constexpr int kApartPx = 6;
    const Theme &theme = Theme::current();
    const QFontMetrics metrics(painter.font());
    std::vector<QRect> taken;
    const auto paint = [&](std::size_t row) {
        const RankStripSkew &skew = m_skews[row];
        const QRect column = barRect(row);
        const QString layer = skew.layer >= 0 ? QString::number(skew.layer) : layerText(skew.layer);
        const QString slowest = skew.slowest >= 0 ? QString::number(skew.slowest) : QString();
        const int wide = std::max(metrics.horizontalAdvance(layer), metrics.horizontalAdvance(slowest));
        const QRect text(std::max<int>(kLeftPx, column.center().x() - wide / 2), 0, wide, 14_px);
        const QRect around = text.adjusted(-kApartPx, 0, kApartPx, 0);
        if (std::any_of(taken.begin(), taken.end(), [&around](const QRect &other) { return other.intersects(around); }))
            return;
        taken.push_back(text);
        painter.setPen(skew.layer == m_layer ? theme.text : theme.text2);
        painter.drawText(text.translated(0, 2), Qt::AlignCenter, slowest);
        painter.drawText(text.translated(0, column.bottom() + 4_px), Qt::AlignCenter, layer);
    };
    for (std::size_t row = 0; row < m_skews.size(); ++row)
        if (m_skews[row].layer == m_layer)
            paint(row);
    for (std::size_t row = 0; row < m_skews.size(); ++row)
        if (m_skews[row].layer != m_layer)
            paint(row);
}

void RankSkewChart::changeEvent(QEvent *event)
{
    update();
    QWidget::changeEvent(event);
}

void RankSkewChart::mousePressEvent(QMouseEvent *event)
{
    if (const int row = rowAt(event->position().toPoint()); row >= 0 && event->button() == Qt::LeftButton)
        emit layerPicked(m_skews[static_cast<std::size_t>(row)].layer);
}

void RankSkewChart::keyPressEvent(QKeyEvent *event)
{
    const int by = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (by == 0 || m_skews.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    int at = by > 0 ? -1 : static_cast<int>(m_skews.size());
    for (std::size_t row = 0; row < m_skews.size(); ++row)
        if (m_skews[row].layer == m_layer)
            at = static_cast<int>(row);
    emit layerPicked(m_skews[static_cast<std::size_t>(std::clamp(at + by, 0, static_cast<int>(m_skews.size()) - 1))].layer);
}

bool RankSkewChart::event(QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    if (const int row = rowAt(help->pos()); row >= 0)
        showPlainTip(help->globalPos(), sentence(m_skews[static_cast<std::size_t>(row)]), this);
    else
        QToolTip::hideText();
    return true;
}

} // namespace lamella::ui
