// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/RankHeatMap.h"

#include "core/base/Format.h"
#include "widgets/charts/TipText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kLeftPx{64};
constexpr TextPx kLeftOfGroupsPx{92}; // "1000-1007"
constexpr TextPx kTopPx{24};
constexpr TextPx kEdgePx{12};
constexpr TextPx kScalePx{26}; // below the cells
constexpr TextPx kMaxRowPx{26};
constexpr int kGapFromPx = 6; // height of rows from which a line is left free between them
constexpr double kFullExcess = 0.2; // at the ends of the scale

} // namespace

RankHeatMap::RankHeatMap(QWidget *parent)
    : Chart(tr("Ranks by layers"), parent)
{
    setMinimumHeight(160_px);
}

void RankHeatMap::setData(RankHeatData heat)
{
    m_data = std::move(heat);
    m_cells = {};
    m_selected = -1;
    partsChanged();
}

void RankHeatMap::setMetric(Metric metric)
{
    m_metric = metric;
    m_cells = {};
    partsChanged();
}

void RankHeatMap::setLayer(int layer)
{
    m_layer = layer;
    update();
}

void RankHeatMap::select(std::size_t row)
{
    const auto columns = static_cast<int>(m_data.layers.size());
    if (columns == 0 || row >= m_data.ranks.size())
        return;
    m_selected = static_cast<int>(row) * columns + std::max(0, m_selected % columns);
    describe();
    update();
}

int RankHeatMap::leftPx() const
{
    return m_data.names.empty() ? kLeftPx : kLeftOfGroupsPx;
}

QRect RankHeatMap::area() const
{
    QRect all = rect().adjusted(leftPx(), kTopPx, -kEdgePx, -kScalePx);
    const auto ranks = static_cast<int>(std::min<std::size_t>(m_data.ranks.size(), 10'000));
    all.setHeight(std::clamp(ranks * kMaxRowPx, 1, std::max(1, all.height())));
    return all;
}

int RankHeatMap::bands() const
{
    return std::max(1, std::min(static_cast<int>(m_data.ranks.size()), area().height()));
}

RankHeatMap::Band RankHeatMap::band(int number) const
{
    const std::size_t ranks = m_data.ranks.size();
    const auto count = static_cast<std::size_t>(bands());
    const auto at = static_cast<std::size_t>(number);
    return {at * ranks / count, (at + 1) * ranks / count};
}

QRect RankHeatMap::bandRect(int number) const
{
    const QRect all = area();
    const int top = all.top() + number * all.height() / bands();
    const int bottom = all.top() + (number + 1) * all.height() / bands();
    return {all.left(), top, all.width(), std::max(1, bottom - top)};
}

int RankHeatMap::columnX(std::size_t column) const
{
    const QRect all = area();
    return all.left()
        + static_cast<int>(column * static_cast<std::size_t>(all.width()) / std::max<std::size_t>(1, m_data.layers.size()));
}

double RankHeatMap::valueAt(std::size_t row, std::size_t column) const
{
    if (m_metric == Metric::Own)
        return m_data.excessAt(row, column) / kFullExcess;
    const RankHeatCell &cell = m_data.at(row, column);
    if (m_metric == Metric::Wall) {
        const std::int64_t span = m_data.highWallNs - m_data.lowWallNs;
        return cell.wallNs < 0 || span <= 0 ? 0 : static_cast<double>(cell.wallNs - m_data.lowWallNs) / static_cast<double>(span);
    }
    const std::int64_t wait = cell.waitNs;
    return wait < 0 || m_data.highWaitNs <= 0 ? 0 : static_cast<double>(wait) / static_cast<double>(m_data.highWaitNs);
}

std::size_t RankHeatMap::maxOf(const Band &band, std::size_t column) const
{
    std::size_t most = band.first;
    for (std::size_t row = band.first + 1; row < band.last; ++row)
        if (std::abs(valueAt(row, column)) > std::abs(valueAt(most, column)))
            most = row;
    return most;
}

QString RankHeatMap::nameOf(std::size_t row) const
{
    return m_data.names.empty() ? QString::number(m_data.ranks[row]) : QString::fromStdString(m_data.names[row]);
}

QColor RankHeatMap::colourAt(std::size_t row, std::size_t column) const
{
    const Theme &theme = Theme::current();
    const double value = valueAt(row, column);
    return m_metric == Metric::Own ? theme.divergingAt(std::clamp(value, -1.0, 1.0))
                                   : theme.sequentialAt(std::clamp(value, 0.0, 1.0));
}

QRect RankHeatMap::partRect(int part) const
{
    const auto columns = m_data.layers.size();
    const std::size_t row = static_cast<std::size_t>(part) / columns;
    const std::size_t column = static_cast<std::size_t>(part) % columns;
    const auto count = static_cast<std::size_t>(bands());
    auto number = static_cast<int>(row * count / m_data.ranks.size());
    while (band(number).last <= row)
        ++number;
    const QRect rows = bandRect(number);
    return {columnX(column), rows.top(), std::max(1, columnX(column + 1) - columnX(column)), rows.height()};
}

int RankHeatMap::hitAt(QPoint position) const
{
    const QRect all = area();
    if (m_data.cells.empty() || !all.contains(position))
        return -1;
    const int number = std::min(bands() - 1, (position.y() - all.top()) * bands() / all.height());
    const auto columns = m_data.layers.size();
    const std::size_t column = std::min(
        columns - 1, static_cast<std::size_t>(position.x() - all.left()) * columns / static_cast<std::size_t>(all.width()));
    return static_cast<int>(maxOf(band(number), column) * columns + column);
}

void RankHeatMap::pressPart(int part)
{
    m_selected = part;
    describe();
    update();
    emit layerPicked(m_data.layers[static_cast<std::size_t>(part) % m_data.layers.size()]);
    emit rankPicked(static_cast<std::size_t>(part) / m_data.layers.size());
}

void RankHeatMap::openPart(int part)
{
    emit rankOpened(static_cast<std::size_t>(part) / m_data.layers.size());
}

std::optional<int> RankHeatMap::partAfterKey(int key) const
{
    const auto columns = static_cast<int>(m_data.layers.size());
    const int step = key == Qt::Key_Up ? -columns : key == Qt::Key_Down ? columns : 0;
    if (step == 0)
        return partInRow(key, m_selected, partCount());
    const int next = m_selected < 0 ? 0 : m_selected + step;
    return next >= 0 && next < partCount() ? next : m_selected;
}

TipText RankHeatMap::tipOf(int part) const
{
    if (part < 0 || part >= partCount())
        return {};
    const std::size_t row = static_cast<std::size_t>(part) / m_data.layers.size();
    const std::size_t column = static_cast<std::size_t>(part) % m_data.layers.size();
    const RankHeatCell &cell = m_data.at(row, column);
    TipText tip;
    tip.name =
        (m_data.names.empty() ? tr("Rank %1 · %2") : tr("Ranks %1 · %2")).arg(nameOf(row), layerText(m_data.layers[column]));
    if (cell.ownNs < 0) {
        tip.where = tr("not recorded on this rank");
        return tip;
    }
    tip.where = tr("mean of %n passes", nullptr, static_cast<int>(m_data.passes));
    if (!m_data.names.empty())
        tip.where += QStringLiteral(" · ") + tr("slowest rank of the group");
    tip.figures = {{tr("own"), durationText(cell.ownNs)}, {tr("against the median"), signedShare(m_data.excessAt(row, column))},
        {tr("waiting"), durationText(cell.waitNs)}, {tr("wall"), durationText(cell.wallNs)}};
    return tip;
}

void RankHeatMap::paintLabels(QPainter &painter) const
{
    painter.setPen(Theme::current().text2);
    const int line = painter.fontMetrics().height();
    const QRect all = area();
    int free = all.left();
    for (std::size_t column = 0; column < m_data.layers.size(); ++column) {
        const QString text = layerText(m_data.layers[column]);
        const int width = painter.fontMetrics().horizontalAdvance(text) + 6;
        if (columnX(column) < free || columnX(column) + width > this->width())
            continue;
        painter.drawText(QRect(columnX(column), 0, width, kTopPx), Qt::AlignLeft | Qt::AlignVCenter, text);
        free = columnX(column) + width;
    }
    int below = all.top();
    const bool each = bandRect(0).height() >= line; // every row has its name
    const auto wholeName = [this](int number) { return tr("Rank %1").arg(nameOf(band(number).first)); };
    bool words = m_data.names.empty();
    for (int number = 0; number < bands() && words; ++number)
        words = painter.fontMetrics().horizontalAdvance(wholeName(number)) <= leftPx() - 8;
    for (int number = 0; number < bands(); ++number) {
        const QRect rows = bandRect(number);
        if (rows.top() < below)
            continue;
        const QString name = words ? wholeName(number) : nameOf(band(number).first);
        painter.drawText(QRect(0, rows.top(), leftPx() - 8, each ? rows.height() : line),
            Qt::AlignRight | (each ? Qt::AlignVCenter : Qt::AlignTop),
            painter.fontMetrics().elidedText(name, Qt::ElideRight, leftPx() - 8));
        below = rows.top() + (each ? 1 : 2 * line);
    }
}

// A row of pixels looks at all its ranks, which is too much for each movement of the mouse.
void RankHeatMap::makeCells(qreal ratio)
{
    const Theme &theme = Theme::current();
    m_cells = QImage(size() * ratio, QImage::Format_RGB32);
    m_cells.setDevicePixelRatio(ratio);
    m_cells.fill(theme.base);
    m_cellsBase = theme.base;
    QPainter painter(&m_cells);
    for (int number = 0; number < bands(); ++number) {
        const QRect rows = bandRect(number);
        for (std::size_t column = 0; column < m_data.layers.size(); ++column) {
            const std::size_t row = maxOf(band(number), column);
            const QRect cell(columnX(column), rows.top(), std::max(1, columnX(column + 1) - columnX(column) - 1),
                rows.height() - (rows.height() >= kGapFromPx ? 1 : 0));
            painter.fillRect(cell, m_data.at(row, column).ownNs < 0 ? theme.base : colourAt(row, column));
        }
    }
}

void RankHeatMap::paintParts(QPainter &painter, const QRect &)
{
    const Theme &theme = Theme::current();
    const qreal ratio = painter.device()->devicePixelRatioF();
    if (m_cells.size() != size() * ratio || m_cells.devicePixelRatio() != ratio || m_cellsBase != theme.base)
        makeCells(ratio);
    painter.drawImage(0, 0, m_cells);
    paintLabels(painter);
    paintMarks(painter);
    paintScale(painter);
}

// The row of the rank and the column of the layer.
void RankHeatMap::paintMarks(QPainter &painter) const
{
    const QRect all = area();
    painter.setPen(Theme::current().text);
    painter.setBrush(Qt::NoBrush);
    if (m_selected >= 0) {
        const QRect own = partRect(m_selected);
        painter.drawRect(QRect(all.left(), own.top(), all.width() - 1, std::max(2, own.height() - 1)));
    }
    const auto found = std::find(m_data.layers.begin(), m_data.layers.end(), m_layer);
    if (m_layer == core::kNoLayer || found == m_data.layers.end())
        return;
    const auto column = static_cast<std::size_t>(found - m_data.layers.begin());
    const QRect rows(columnX(column), all.top(), columnX(column + 1) - columnX(column), all.height());
    painter.drawRect(rows.adjusted(-1, -1, -1, 0));
    painter.drawRect(rows.adjusted(-2, -2, 0, 1));
}

void RankHeatMap::paintScale(QPainter &painter) const
{
    constexpr TextPx kWidePx{136};
    constexpr int kSteps = 68;
    const Theme &theme = Theme::current();
    if (m_data.cells.empty())
        return;
    const QRect bar(area().left(), area().bottom() + 1 + 10_px, std::min<int>(kWidePx, area().width() / 2), 8_px);
    const bool own = m_metric == Metric::Own;
    for (int step = 0; step < kSteps; ++step) {
        const double value = static_cast<double>(step) / (kSteps - 1);
        const int x = bar.left() + step * bar.width() / kSteps;
        painter.fillRect(QRect(x, bar.top(), bar.left() + (step + 1) * bar.width() / kSteps - x, bar.height()),
            own ? theme.divergingAt(2 * value - 1) : theme.sequentialAt(value));
    }
    const QString text = own       ? tr("own time, −20 % to +20 % of the median of the layer")
        : m_metric == Metric::Wall ? tr("wall, %1 to %2").arg(durationText(m_data.lowWallNs), durationText(m_data.highWallNs))
                                   : tr("0 to %1 waited in collectives").arg(durationText(m_data.highWaitNs));
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    const QRect room(bar.right() + 8_px, bar.top() - 6_px, std::max(0, width() - bar.right() - 12_px), 20_px);
    painter.drawText(
        room, Qt::AlignLeft | Qt::AlignVCenter, painter.fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
}

} // namespace lamella::ui
