// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/HeatMapChart.h"

#include "widgets/charts/CategoryLegend.h"
#include "widgets/charts/HeatMapMarks.h"
#include "widgets/common/Counts.h"
#include "widgets/common/Elide.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <set>

namespace lamella::ui {

namespace {

constexpr double kFullDeviation = 0.2; // deviation from the median at the ends of the diverging scale
constexpr TextPx kValueFromWidth{44};
constexpr TextPx kValueFromHeight{20};
constexpr TextPx kEveryLabelFromPx{26};
constexpr TextPx kStageRoomPx{14}; // left of the label of a pass
constexpr int kStripPx = 3;
constexpr TextPx kStageFromPx{13}; // minimum height of a row

double deviation(const HeatMapRow &row, const HeatMapCell &cell)
{
    return row.median > 0 ? static_cast<double>(cell.valueNs - row.median) / static_cast<double>(row.median) : 0;
}

// One letter, to fit beside the number of the pass.
QString stageLetter(core::Stage stage)
{
    return stage == core::Stage::Unknown ? QString() : translatedTerm(core::stageName(stage)).left(1).toUpper();
}

} // namespace

HeatMapChart::HeatMapChart(QWidget *parent)
    : Chart(tr("Heat map"), parent)
{
}

void HeatMapChart::setData(HeatMapData newData, const QString &emptyText, const QString &metric)
{
    m_data = std::move(newData);
    m_metric = metric;
    m_selected = {};
    m_alsoSelected.clear();
    m_selectedColumn = -1;
    setEmptyText(emptyText);
    partsChanged();
}

void HeatMapChart::layOut()
{
    setMinimumHeight(m_data.rows.empty() ? 80 : HeatMapGeometry::minHeight(m_data));
}

void HeatMapChart::setSelection(const core::Selection &selection, const Focus &focus)
{
    m_selected = {};
    m_alsoSelected = placesOf(core::partsOf(selection));
    m_selectedColumn = -1;
    if (focus.device == m_data.device) {
        const int wanted = m_data.overPasses ? focus.pass : focus.layer;
        const auto layer = std::find(m_data.layers.begin(), m_data.layers.end(), wanted);
        if (layer != m_data.layers.end())
            m_selectedColumn = static_cast<int>(layer - m_data.layers.begin());
        for (std::size_t row = 0; row < m_data.rows.size(); ++row) {
            const bool isRow = m_data.byKernel
                ? m_selectedColumn >= 0 && m_data.rows[row].cells[static_cast<std::size_t>(m_selectedColumn)].present
                    && m_data.targetOf(row, static_cast<std::size_t>(m_selectedColumn)) == selection
                : m_data.rows[row].pass == focus.pass;
            if (isRow)
                m_selected = {static_cast<int>(row), m_selectedColumn};
        }
    }
    describe();
}

std::vector<HeatMapGeometry::Place> HeatMapChart::placesOf(std::span<const core::SelectedPart> parts) const
{
    std::vector<HeatMapGeometry::Place> places;
    if (parts.empty())
        return places;
    const std::set<core::SelectedPart> wanted(parts.begin(), parts.end());
    const auto isWanted = [&wanted](const core::Selection &target) {
        const auto part = core::partOf(target);
        return part && wanted.count(*part) != 0;
    };
    for (std::size_t row = 0; row < m_data.rows.size(); ++row) {
        if (isWanted(m_data.rows[row].target))
            places.push_back({static_cast<int>(row), -1});
        for (std::size_t column = 0; column < m_data.rows[row].cells.size(); ++column)
            if (m_data.rows[row].cells[column].present && isWanted(m_data.targetOf(row, column)))
                places.push_back({static_cast<int>(row), static_cast<int>(column)});
    }
    return places;
}

bool HeatMapChart::isPartSelected(int part) const
{
    const HeatMapGeometry::Place place = placeOf(part);
    return part == selectedPart() || std::any_of(m_alsoSelected.begin(), m_alsoSelected.end(), [&place](const auto &one) {
        return one.row == place.row && one.column == place.column;
    });
}

HeatMapGeometry::Place HeatMapChart::placeOf(int hit) const
{
    const int columns = static_cast<int>(m_data.layers.size());
    return hit < 0          ? HeatMapGeometry::Place{}
        : hit < partCount() ? HeatMapGeometry::Place{hit / columns, hit % columns}
                            : HeatMapGeometry::Place{hit - partCount(), -1};
}

int HeatMapChart::hitOf(HeatMapGeometry::Place place) const
{
    const int columns = static_cast<int>(m_data.layers.size());
    if (place.row < 0 || place.row >= static_cast<int>(m_data.rows.size()) || place.column >= columns)
        return -1;
    return place.column < 0 ? partCount() + place.row : place.row * columns + place.column;
}

int HeatMapChart::partCount() const
{
    return static_cast<int>(m_data.rows.size() * m_data.layers.size());
}

QString HeatMapChart::partName(int part) const
{
    const HeatMapGeometry::Place place = placeOf(part);
    if (cellAt(place) != nullptr)
        return Chart::partName(part);
    return tr("%1, layer %2: no such layer")
        .arg(qtext(m_data.rows[static_cast<std::size_t>(place.row)].label))
        .arg(m_data.layers[static_cast<std::size_t>(place.column)]);
}

QRect HeatMapChart::partRect(int hit) const
{
    const HeatMapGeometry geometry = geometryNow();
    const HeatMapGeometry::Place place = placeOf(hit);
    return place.column < 0 ? geometry.rowRect(place.row).adjusted(0, 0, geometry.left() - width(), 0)
                            : geometry.cell(place.row, place.column);
}

int HeatMapChart::hitAt(QPoint position) const
{
    return m_data.rows.empty() ? -1 : hitOf(geometryNow().at(position));
}

core::Selection HeatMapChart::targetOf(int hit) const
{
    const HeatMapGeometry::Place place = placeOf(hit);
    if (place.column < 0)
        return m_data.rows[static_cast<std::size_t>(place.row)].target;
    return cellAt(place) == nullptr
        ? core::Selection()
        : m_data.targetOf(static_cast<std::size_t>(place.row), static_cast<std::size_t>(place.column));
}

core::Selection HeatMapChart::menuTarget(int hit) const
{
    const core::Selection layer = Chart::menuTarget(hit);
    const int row = hit < 0 ? m_selected.row : placeOf(hit).row;
    if (!std::holds_alternative<std::monostate>(layer) || row < 0 || row >= static_cast<int>(m_data.rows.size()))
        return layer;
    return m_data.rows[static_cast<std::size_t>(row)].target;
}

std::optional<int> HeatMapChart::partAfterKey(int key) const
{
    HeatMapGeometry::Place next = m_selected;
    if (key == Qt::Key_Left)
        --next.column;
    else if (key == Qt::Key_Right)
        ++next.column;
    else if (key == Qt::Key_Up)
        --next.row;
    else if (key == Qt::Key_Down)
        ++next.row;
    else
        return std::nullopt;
    if (m_selected.row < 0)
        next = {0, std::max(0, m_selectedColumn)};
    next.column = std::max(0, next.column);
    return hitOf(next);
}

QString HeatMapChart::description() const
{
    if (partCount() == 0 || cellAt(m_selected) != nullptr)
        return Chart::description();
    return tr("%1, %2. Arrow keys move the selection.")
        .arg(rowCountText(static_cast<std::int64_t>(m_data.rows.size())), columnCountText());
}

const HeatMapCell *HeatMapChart::cellAt(HeatMapGeometry::Place place) const
{
    if (place.row < 0 || place.column < 0 || place.row >= static_cast<int>(m_data.rows.size())
        || place.column >= static_cast<int>(m_data.layers.size()))
        return nullptr;
    const HeatMapCell &cell = m_data.rows[static_cast<std::size_t>(place.row)].cells[static_cast<std::size_t>(place.column)];
    return cell.present ? &cell : nullptr;
}

QColor HeatMapChart::colourOf(const HeatMapRow &row, const HeatMapCell &cell) const
{
    const Theme &theme = Theme::current();
    if (!cell.present)
        return theme.base;
    if (m_data.byKernel)
        return theme.divergingAt(std::clamp(deviation(row, cell) / kFullDeviation, -1.0, 1.0));
    return theme.sequentialAt(shareOfRange(m_data, cell.valueNs));
}

void HeatMapChart::paintParts(QPainter &painter, const QRect &dirty)
{
    const HeatMapGeometry geometry = geometryNow();
    paintHeader(painter, geometry);
    for (int row = 0; row < static_cast<int>(m_data.rows.size()); ++row) {
        if (!geometry.rowRect(row).intersects(dirty))
            continue;
        paintRowLabel(painter, geometry, row);
        paintRow(painter, geometry, row);
    }
    paintMargins(painter, geometry);
    paintMarks(painter, geometry);
    paintLegend(painter, geometry);
}

void HeatMapChart::paintHeader(QPainter &painter, const HeatMapGeometry &geometry) const
{
    const Theme &theme = Theme::current();
    painter.setFont(Theme::microFont());
    int right = 0;
    for (int column = 0; column < static_cast<int>(m_data.layers.size()); ++column) {
        const int layer = m_data.layers[static_cast<std::size_t>(column)];
        if (geometry.cellWidth() < kEveryLabelFromPx && layer % 5 != 0)
            continue;
        const int centre = geometry.left() + static_cast<int>((column + 0.5) * geometry.cellWidth());
        if (centre < right + 4)
            continue;
        const QString label = columnText(column);
        const int wide = QFontMetrics(painter.font()).horizontalAdvance(label);
        const int left = centre - wide / 2;
        if (left + wide > width())
            break;
        if (left < right + 4)
            continue;
        right = left + wide;
        painter.setPen(column == m_selectedColumn ? theme.text : theme.text2);
        painter.drawText(QRect(left, 0, wide + 2, HeatMapGeometry::kHeaderPx - 4_px), Qt::AlignLeft | Qt::AlignVCenter, label);
    }
}

void HeatMapChart::paintRowLabel(QPainter &painter, const HeatMapGeometry &geometry, int row) const
{
    const Theme &theme = Theme::current();
    const HeatMapRow &line = m_data.rows[static_cast<std::size_t>(row)];
    const QRect area = geometry.rowRect(row);
    painter.setFont(Theme::microFont());
    painter.setPen(row == m_selected.row ? theme.text : theme.text2);
    const QFontMetrics metrics(painter.font());
    if (m_data.byKernel) {
        paintCategoryChip(painter, QPoint(8_px, area.y() + (area.height() - 7_px) / 2), line.category, devicePixelRatioF(), 6_px);
        const int room = geometry.left() - 22_px;
        painter.drawText(QRect(18_px, area.y(), room, area.height() - 1), Qt::AlignVCenter,
            elided(metrics, qtext(line.label), Qt::ElideMiddle, room));
        return;
    }
    const int room = geometry.left() - 8;
    // What does not fit beside the letter of the stage is in the tooltip.
    const QString note = line.note.empty() ? QString() : translatedTerm(line.note);
    const bool twoLines = !note.isEmpty() && area.height() >= 26_px && metrics.horizontalAdvance(note) <= room - kStageRoomPx;
    const QRect text(0, area.y(), room, area.height() - 1);
    QString label = qtext(line.label);
    if (twoLines)
        label += u'\n' + note;
    painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, label);
    paintPassMarks(painter, geometry, row);
}

// If several cells share a pixel, paints the one that deviates most.
void HeatMapChart::paintRow(QPainter &painter, const HeatMapGeometry &geometry, int row) const
{
    const HeatMapRow &line = m_data.rows[static_cast<std::size_t>(row)];
    const auto weight = [&](int column) {
        const HeatMapCell &cell = line.cells[static_cast<std::size_t>(column)];
        if (!cell.present)
            return -1.0;
        return m_data.byKernel ? std::abs(deviation(line, cell)) : static_cast<double>(cell.valueNs);
    };
    const auto columns = static_cast<int>(m_data.layers.size());
    for (int column = 0; column < columns;) {
        const int left = geometry.cell(row, column).left();
        int best = column;
        for (++column; column < columns && geometry.cellWidth() < 1 && geometry.cell(row, column).left() == left; ++column) {
            if (weight(column) > weight(best))
                best = column;
        }
        paintCell(painter, geometry, row, best);
    }
}

void HeatMapChart::paintCell(QPainter &painter, const HeatMapGeometry &geometry, int row, int column) const
{
    const HeatMapRow &line = m_data.rows[static_cast<std::size_t>(row)];
    const HeatMapCell &cell = line.cells[static_cast<std::size_t>(column)];
    if (!cell.present)
        return;
    const QRect area = geometry.cell(row, column);
    const QColor fill = colourOf(line, cell);
    painter.fillRect(area, fill);
    if (!m_data.byKernel && cell.valueNs > m_data.high)
        cutCorner(painter, area);
    if (area.width() < kValueFromWidth || area.height() < kValueFromHeight)
        return;
    painter.setFont(Theme::microFont());
    painter.setPen(Theme::labelOn(fill));
    painter.drawText(area, Qt::AlignCenter, durationText(cell.valueNs));
}

void HeatMapChart::paintMarks(QPainter &painter, const HeatMapGeometry &geometry) const
{
    const Theme &theme = Theme::current();
    painter.setBrush(Qt::NoBrush);
    if (cellAt(placeOf(hover())) != nullptr) {
        painter.setPen(QPen(theme.text, 1, Qt::DashLine));
        painter.drawRect(partRect(hover()).adjusted(-1, -1, 0, 0));
    }
    const int lastRow = static_cast<int>(m_data.rows.size()) - 1;
    const int lastColumn = static_cast<int>(m_data.layers.size()) - 1;
    const QPen outline(theme.text, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin);
    painter.setPen(outline);
    for (const HeatMapGeometry::Place &place : m_alsoSelected)
        painter.drawRect(place.column >= 0 ? geometry.cell(place.row, place.column)
                                           : geometry.cell(place.row, 0).united(geometry.cell(place.row, lastColumn)));
    QRect marked;
    if (!m_alsoSelected.empty())
        return; // the last of them is among them
    if (cellAt(m_selected) != nullptr)
        marked = geometry.cell(m_selected.row, m_selected.column);
    else if (m_selectedColumn >= 0 && m_data.byKernel)
        marked = geometry.cell(0, m_selectedColumn).united(geometry.cell(lastRow, m_selectedColumn));
    else if (m_selected.row >= 0 && lastColumn >= 0)
        marked = geometry.cell(m_selected.row, 0).united(geometry.cell(m_selected.row, lastColumn));
    if (marked.isNull())
        return;
    painter.setPen(outline);
    painter.drawRect(marked);
}

void HeatMapChart::paintLegend(QPainter &painter, const HeatMapGeometry &geometry) const
{
    const Theme &theme = Theme::current();
    const QRect area = geometry.legend();
    for (int x = 0; x < area.width(); ++x) {
        const double share = x / static_cast<double>(std::max(1, area.width() - 1));
        painter.fillRect(
            area.x() + x, area.y(), 1, 8_px, m_data.byKernel ? theme.divergingAt(share * 2 - 1) : theme.sequentialAt(share));
    }
    painter.setFont(Theme::microFont());
    painter.setPen(theme.text2);
    const QRect labels(area.x(), area.y() + 10_px, area.width(), 14_px);
    if (m_data.byKernel) {
        painter.drawText(labels, Qt::AlignLeft, QChar(0x2212) + QStringLiteral("20 %"));
        painter.drawText(labels, Qt::AlignHCenter, QStringLiteral("0"));
        painter.drawText(labels, Qt::AlignRight, QStringLiteral("+20 %"));
        painter.drawText(QRect(8_px, area.y() - 3, area.x() - 12_px, 14_px), Qt::AlignLeft | Qt::AlignVCenter,
            elided(QFontMetrics(painter.font()), tr("Δ vs row median"), Qt::ElideRight, area.x() - 12_px));
        return;
    }
    painter.drawText(labels, Qt::AlignLeft, durationText(m_data.low));
    painter.drawText(labels, Qt::AlignRight, durationText(m_data.high));
    const QString note = m_data.highIsPercentile ? tr("cut corner: above the scale (96th percentile)")
                                                 : tr("cut corner: above the scale (5 % above the median)");
    const int room = width() - area.right() - 20_px;
    if (QFontMetrics(painter.font()).horizontalAdvance(note) <= room)
        painter.drawText(QRect(area.right() + 16_px, area.y() - 3, room, 14_px), Qt::AlignLeft | Qt::AlignVCenter, note);
}

TipText HeatMapChart::tipOf(int hit) const
{
    const HeatMapGeometry::Place place = placeOf(hit);
    if (place.column < 0)
        return m_data.byKernel ? TipText() : tipOfPass(place.row);
    return cellAt(place) != nullptr ? tipOfCell(place) : TipText();
}

TipText HeatMapChart::tipOfCell(HeatMapGeometry::Place place) const
{
    if (!m_data.byKernel)
        return passLayerTip(m_data, static_cast<std::size_t>(place.row), static_cast<std::size_t>(place.column), m_metric);
    const HeatMapRow &row = m_data.rows[static_cast<std::size_t>(place.row)];
    const HeatMapCell &cell = *cellAt(place);
    const QString layer = columnText(place.column);
    TipText tip;
    tip.name = qtext(row.label);
    tip.where = m_data.overPasses
        ? categoryTitle(row.category) + QStringLiteral(" · ") + layer
        : QStringList{categoryTitle(row.category), passText(row.pass), layer}.join(QStringLiteral(" · "));
    tip.figures.emplace_back(tr("Duration"), durationText(cell.valueNs));
    tip.figures.emplace_back(tr("Row median"), durationText(row.median));
    tip.figures.emplace_back(tr("vs row median"), signedShare(deviation(row, cell)));
    return tip;
}

TipText HeatMapChart::tipOfPass(int row) const
{
    const HeatMapRow &line = m_data.rows[static_cast<std::size_t>(row)];
    TipText tip;
    tip.name = passText(line.pass);
    QStringList where;
    if (line.stage != core::Stage::Unknown)
        where << translatedTerm(core::stageName(line.stage));
    if (line.state != core::PassState::Unknown)
        where << translatedTerm(core::stateName(line.state));
    if (line.representative)
        where << tr("representative: %1").arg(translated(m_data.chosenWhy));
    tip.where = where.join(QStringLiteral(" · "));
    tip.figures.emplace_back(tr("Mean of its layers"), durationText(meanOfRow(line)));
    tip.figures.emplace_back(tr("Median of its layers"), durationText(line.median));
    tip.figures.emplace_back(tr("Sum of its layers"), durationText(sumOfRow(line)));
    tip.hint = m_data.stateRule.empty() ? tr("A right click offers it as representative or steady")
                                        : sentenceCase(translated(m_data.stateRule));
    return tip;
}

// Left of the label the letter of the stage; right of it a strip: solid for steady passes, dotted for cold and warm-up, in the
// warning colour for outliers. A diamond marks the representative pass.
void HeatMapChart::paintPassMarks(QPainter &painter, const HeatMapGeometry &geometry, int row) const
{
    const Theme &theme = Theme::current();
    const HeatMapRow &line = m_data.rows[static_cast<std::size_t>(row)];
    const QRect area = geometry.rowRect(row).adjusted(0, 0, 0, -1);
    if (area.height() >= kStageFromPx - 1) {
        painter.setPen(theme.text3);
        // Left of the diamond, with room for a wide (Chinese) letter too.
        painter.drawText(QRect(0, area.y(), 11_px, area.height()), Qt::AlignRight | Qt::AlignVCenter, stageLetter(line.stage));
    }
    const int x = geometry.left() - kStripPx - 2;
    if (line.state == core::PassState::Steady)
        painter.fillRect(x, area.y(), kStripPx - 1, area.height(), theme.text3);
    else if (line.state == core::PassState::Outlier)
        painter.fillRect(x, area.y(), kStripPx - 1, area.height(), theme.warning);
    else if (line.state != core::PassState::Unknown)
        for (int y = area.top(); y < area.bottom(); y += 4)
            painter.fillRect(x, y, kStripPx - 1, 2, theme.text3);
    if (!line.representative)
        return;
    const QPoint centre(15, area.center().y());
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    painter.drawPolygon(QPolygon({centre + QPoint(0, -4), centre + QPoint(4, 0), centre + QPoint(0, 4), centre + QPoint(-4, 0)}));
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void HeatMapChart::paintMargins(QPainter &painter, const HeatMapGeometry &geometry) const
{
    const Theme &theme = Theme::current();
    painter.setFont(Theme::microFont());
    const QFontMetrics metrics(painter.font());
    const auto rows = static_cast<int>(m_data.rows.size());
    std::int64_t max = 1;
    for (const HeatMapRow &row : m_data.rows)
        max = std::max(max, meanOfRow(row));
    for (int row = 0; row < rows; ++row) {
        const QRect area = geometry.rowMargin(row);
        if (area.isNull())
            break;
        const std::int64_t mean = meanOfRow(m_data.rows[static_cast<std::size_t>(row)]);
        const auto bar = static_cast<int>(static_cast<double>(mean) / static_cast<double>(max) * (area.width() - 4));
        painter.fillRect(area.x() + 4, area.bottom() - 2, std::max(1, bar), 2, theme.cellBar);
        painter.setPen(row == m_selected.row ? theme.text : theme.text2);
        painter.drawText(area.adjusted(4_px, 0, 0, -2), Qt::AlignRight | Qt::AlignVCenter, durationText(mean));
    }
    if (rows > 0 && !geometry.rowMargin(0).isNull()) {
        painter.setPen(theme.text2);
        painter.drawText(QRect(geometry.rowMargin(0).x(), 0, geometry.rowMargin(0).width(), HeatMapGeometry::kHeaderPx - 4_px),
            Qt::AlignRight | Qt::AlignVCenter, tr("mean"));
    }
    // Medians in the colours of the scale: if columns are too narrow for numbers, the tooltips of the cells have them.
    const auto columns = static_cast<int>(m_data.columnMedians.size());
    if (columns == 0 || geometry.columnMargin(0).isNull())
        return;
    painter.setPen(theme.text2);
    painter.drawText(QRect(0, geometry.columnMargin(0).y(), geometry.left() - 8_px, geometry.columnMargin(0).height()),
        Qt::AlignRight | Qt::AlignVCenter, metrics.elidedText(tr("median"), Qt::ElideRight, geometry.left() - 8));
    for (int column = 0; column < columns; ++column) {
        const QRect area = geometry.columnMargin(column);
        const std::int64_t median = m_data.columnMedians[static_cast<std::size_t>(column)];
        if (median <= 0)
            continue;
        const QColor fill = theme.sequentialAt(shareOfRange(m_data, median));
        painter.fillRect(area, fill);
        const QString text = durationText(median);
        painter.setPen(Theme::labelOn(fill));
        if (metrics.horizontalAdvance(text) <= area.width())
            painter.drawText(area, Qt::AlignCenter, text);
    }
}

QString HeatMapChart::columnCountText() const
{
    const auto count = static_cast<std::int64_t>(m_data.layers.size());
    return m_data.overPasses ? passCount(count) : layerCount(count);
}

QString HeatMapChart::columnText(int column) const
{
    const int number = m_data.layers[static_cast<std::size_t>(column)];
    return m_data.overPasses ? passText(number) : layerText(number);
}

} // namespace lamella::ui
