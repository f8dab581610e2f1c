// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/LayerDeltaChart.h"

#include "widgets/common/Counts.h"
#include "widgets/common/UiText.h"
#include "widgets/diff/DiffTableModel.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kLeftPx{68};
constexpr TextPx kRightPx{12};
constexpr TextPx kTopPx{22};
constexpr TextPx kNumbersPx{20};
constexpr TextPx kLegendPx{22};
constexpr float kFaint = 0.38F; // of a bar within the noise

// A round step that gives three to six lines.
double stepFor(double span)
{
    if (span <= 0)
        return 1;
    const double power = std::pow(10, std::floor(std::log10(span / 4)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
        if (span / (factor * power) <= 6)
            return factor * power;
    return 10 * power;
}

QColor fillOf(const core::LayerDelta &layer, double value)
{
    QColor color = Theme::current().divergingAt(value < 0 ? -0.67 : 0.67);
    if (layer.figure && layer.figure->verdict == core::Verdict::Unchanged)
        color.setAlphaF(kFaint);
    return color;
}

} // namespace

LayerDeltaChart::LayerDeltaChart(QWidget *parent)
    : Chart(tr("Difference by layer"), parent)
{
    setObjectName(QStringLiteral("layerDeltas"));
    setMinimumHeight(120);
    setFocusPolicy(Qt::StrongFocus);
    setOnePass(false);
}

void LayerDeltaChart::setOnePass(bool onePass)
{
    setEmptyText(onePass ? tr("A and B are layers of one pass.") : tr("The passes compared have no layers in common."));
    update();
}

void LayerDeltaChart::setLayers(std::vector<core::LayerDelta> layers)
{
    m_layers = std::move(layers);
    setPercent(m_percent);
}

void LayerDeltaChart::setPercent(bool percent)
{
    m_percent = percent;
    m_min = 0;
    m_max = 0;
    for (int part = 0; part < partCount(); ++part) {
        m_min = std::min(m_min, valueOf(part));
        m_max = std::max(m_max, valueOf(part));
    }
    partsChanged();
    describe();
}

void LayerDeltaChart::setSelectedPair(const core::LayerPair &pair)
{
    if (pair == m_selected)
        return;
    m_selected = pair;
    describe();
    update();
}

int LayerDeltaChart::selectedPart() const
{
    for (int part = 0; part < partCount(); ++part)
        if (const core::LayerDelta &layer = m_layers[static_cast<std::size_t>(part)];
            layer.figure && layer.layerA == m_selected.a && layer.layerB == m_selected.b)
            return part;
    return -1;
}

double LayerDeltaChart::valueOf(int part) const
{
    const auto &figure = m_layers[static_cast<std::size_t>(part)].figure;
    if (!figure)
        return 0;
    const auto delta = static_cast<double>(figure->deltaNs());
    return m_percent ? (figure->aNs() > 0 ? delta / static_cast<double>(figure->aNs()) : 0) : delta;
}

QRect LayerDeltaChart::plot() const
{
    return {kLeftPx, kTopPx, std::max(1, width() - kLeftPx - kRightPx),
        std::max(1, height() - kTopPx - 14_px - kNumbersPx - kLegendPx)};
}

int LayerDeltaChart::y(double value) const
{
    const QRect area = plot();
    const double span = m_max - m_min;
    return span <= 0 ? area.top() : area.top() + static_cast<int>(std::lround((m_max - value) / span * area.height()));
}

QRect LayerDeltaChart::partRect(int part) const
{
    const QRect area = plot();
    const double pitch = static_cast<double>(area.width()) / std::max(1, partCount());
    const int left = area.left() + static_cast<int>(std::lround(part * pitch));
    const int right = area.left() + static_cast<int>(std::lround((part + 1) * pitch));
    const int gap = pitch >= 6 ? 3 : pitch >= 3 ? 1 : 0;
    const int zero = y(0);
    const int end = y(valueOf(part));
    const bool missing = !m_layers[static_cast<std::size_t>(part)].figure;
    if (missing)
        return {left, area.top(), std::max(1, right - left - gap), area.height()};
    return {left, std::min(zero, end), std::max(1, right - left - gap), std::max(1, std::abs(end - zero))};
}

int LayerDeltaChart::hitAt(QPoint position) const
{
    for (int part = 0; part < partCount(); ++part)
        if (const QRect bar = partRect(part); position.x() >= bar.left() && position.x() <= bar.right() + 3)
            return part;
    return -1;
}

QString LayerDeltaChart::textOf(double value) const
{
    return m_percent ? signedShare(value) : signedDuration(static_cast<std::int64_t>(std::llround(value)));
}

void LayerDeltaChart::paintGrid(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const QRect area = plot();
    const double step = stepFor(m_max - m_min);
    painter.setFont(Theme::microFont());
    for (double value = std::ceil(m_min / step) * step; value <= m_max + step / 1000; value += step) {
        const bool zero = std::abs(value) < step / 2;
        const int line = y(value);
        painter.fillRect(area.left(), line, area.width(), 1, zero ? theme.separatorStrong : theme.separator);
        painter.setPen(theme.text2);
        painter.drawText(QRect(0, line - 8_px, kLeftPx - 6_px, 16_px), Qt::AlignRight | Qt::AlignVCenter,
            zero ? QStringLiteral("0") : textOf(value));
    }
}

void LayerDeltaChart::paintNumbers(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const QRect area = plot();
    const int top = area.bottom() + 1 + 14_px;
    const int selected = selectedPart();
    const QFontMetrics metrics(Theme::microFont());
    const int needed = metrics.horizontalAdvance(QStringLiteral("888")) + 4;
    const double pitch = static_cast<double>(area.width()) / std::max(1, partCount());
    const int every = pitch >= needed ? 1 : pitch * 5 >= needed ? 5 : pitch * 10 >= needed ? 10 : 50;
    const auto textRect = [&](int part) {
        const QRect bar = partRect(part);
        return QRect(bar.center().x() - needed, top, 2 * needed, kNumbersPx);
    };
    for (int part = 0; part < partCount(); ++part) {
        const core::LayerDelta &layer = m_layers[static_cast<std::size_t>(part)];
        const int number = layer.layerA != core::kNoLayer ? layer.layerA : layer.layerB;
        const bool chosen = part == selected;
        if (!chosen && (number % every != 0 || (selected >= 0 && textRect(part).intersects(textRect(selected)) && every > 1)))
            continue;
        painter.setFont(chosen ? Theme::strongFont() : Theme::microFont());
        painter.setPen(chosen ? theme.text : theme.text2);
        painter.drawText(textRect(part), Qt::AlignCenter, QString::number(number));
    }
}

void LayerDeltaChart::paintLegend(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    QColor faint = theme.divergingAt(-0.67);
    faint.setAlphaF(kFaint);
    const std::pair<QColor, QString> entries[] = {{theme.divergingAt(-0.67), tr("B shorter")},
        {theme.divergingAt(0.67), tr("B longer")}, {faint, tr("within the noise of that layer")}};
    painter.setFont(Theme::captionFont());
    const QFontMetrics metrics(painter.font());
    int x = plot().left();
    const int top = height() - kLegendPx;
    for (const auto &[color, text] : entries) {
        const int wide = metrics.horizontalAdvance(text);
        if (x + 16_px + wide > width())
            break;
        painter.fillRect(QRect(x, top + 5_px, 10_px, 10_px), color);
        painter.setPen(theme.text2);
        painter.drawText(QRect(x + 16_px, top, wide + 2, 20_px), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += 16_px + wide + 14_px;
    }
}

void LayerDeltaChart::paintParts(QPainter &painter, const QRect &)
{
    const Theme &theme = Theme::current();
    const QRect area = plot();
    const int selected = selectedPart();
    if (selected >= 0) {
        const QRect bar = partRect(selected);
        painter.fillRect(bar.left() - 2, area.top() - 14_px, bar.width() + 4, area.height() + 28_px, theme.band);
    }
    paintGrid(painter);
    for (int part = 0; part < partCount(); ++part) {
        const core::LayerDelta &layer = m_layers[static_cast<std::size_t>(part)];
        const QRect bar = partRect(part);
        if (layer.figure)
            painter.fillRect(bar, fillOf(layer, valueOf(part)));
        else
            painter.fillRect(bar, QBrush(theme.separatorStrong, Qt::BDiagPattern));
    }
    if (selected >= 0 && m_layers[static_cast<std::size_t>(selected)].figure) {
        const QRect bar = partRect(selected);
        painter.setPen(theme.text);
        painter.drawRect(bar.adjusted(-1, -1, 0, 0));
        painter.setFont(Theme::strongFont());
        const bool below = valueOf(selected) < 0;
        const int wide = painter.fontMetrics().horizontalAdvance(textOf(valueOf(selected))) + 6;
        const int least = kLeftPx; // beside the numbers of the axis
        const int left = std::clamp(bar.center().x() - wide / 2, least, std::max(least, width() - wide));
        painter.drawText(QRect(left, below ? bar.bottom() + 2 : bar.top() - 18_px, wide, 16_px), Qt::AlignCenter,
            textOf(valueOf(selected)));
    }
    paintNumbers(painter);
    paintLegend(painter);
}

TipText LayerDeltaChart::tipOf(int part) const
{
    const core::LayerDelta &layer = m_layers[static_cast<std::size_t>(part)];
    TipText tip;
    tip.name = layerPairText(layer.layerA, layer.layerB);
    if (!layer.figure) {
        tip.where = layer.layerA != core::kNoLayer ? tr("only in A") : tr("only in B");
        return tip;
    }
    const core::Figure &figure = *layer.figure;
    tip.where =
        tr("medians over %1 of A and %2 of B")
            .arg(passCount(static_cast<std::int64_t>(figure.a.passes)), passCount(static_cast<std::int64_t>(figure.b.passes)));
    tip.figures = {{QStringLiteral("A"), durationText(figure.aNs())}, {QStringLiteral("B"), durationText(figure.bNs())},
        {QStringLiteral("Δ"), signedDuration(figure.deltaNs())}, {tr("noise"), QStringLiteral("±") + durationText(figure.noiseNs)}};
    tip.hint = figure.verdict == core::Verdict::Unchanged ? tr("within the noise of that layer")
        : figure.deltaNs() < 0                            ? tr("B is faster beyond the noise")
                                                          : tr("B is slower beyond the noise");
    return tip;
}

} // namespace lamella::ui
