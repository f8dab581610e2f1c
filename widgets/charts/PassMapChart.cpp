// SPDX-License-Identifier: GPL-3.0-or-later
// PassMapChart: data, selection, parts and keys.
#include "widgets/charts/PassMapChart.h"

#include "widgets/charts/HeatMapMarks.h"
#include "widgets/common/Counts.h"
#include "widgets/common/UiText.h"
#include "widgets/passes/PassBars.h"
#include "widgets/theme/TextPx.h"

#include <QGuiApplication>
#include <QMouseEvent>
#include <QStyleHints>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lamella::ui {

namespace {

constexpr TextPx kTopPx{6};
constexpr TextPx kLegendPx{26};
constexpr int kGapFromPx = 8; // width of a cell
constexpr std::uint32_t kNowhere = UINT32_MAX;

} // namespace

PassMapChart::PassMapChart(QWidget *parent)
    : Chart(tr("Passes by layers"), parent)
{
    setObjectName(QStringLiteral("passMap"));
    m_clicked.setSingleShot(true);
    connect(&m_clicked, &QTimer::timeout, this, &PassMapChart::layerClicked);
}

void PassMapChart::mousePressEvent(QMouseEvent *event)
{
    forgetClick();
    Chart::mousePressEvent(event);
    const bool plain = event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier;
    const int hit = plain ? hitAt(event->position().toPoint()) : -1;
    m_pressed = std::holds_alternative<core::LayerSelection>(targetOf(hit));
}

void PassMapChart::mouseReleaseEvent(QMouseEvent *event)
{
    Chart::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && std::exchange(m_pressed, false))
        m_clicked.start(QGuiApplication::styleHints()->mouseDoubleClickInterval());
}

void PassMapChart::mouseDoubleClickEvent(QMouseEvent *event)
{
    forgetClick(); // opened() follows
    Chart::mouseDoubleClickEvent(event);
}

void PassMapChart::keyPressEvent(QKeyEvent *event)
{
    forgetClick();
    Chart::keyPressEvent(event);
}

void PassMapChart::focusOutEvent(QFocusEvent *event)
{
    forgetClick();
    Chart::focusOutEvent(event);
}

void PassMapChart::hideEvent(QHideEvent *event)
{
    forgetClick();
    Chart::hideEvent(event);
}

void PassMapChart::forgetClick()
{
    m_clicked.stop();
    m_pressed = false;
}

void PassMapChart::setData(HeatMapData newData, const QString &emptyText, const QString &metric)
{
    m_data = std::move(newData);
    m_metric = metric;
    m_layer = -1;
    setEmptyText(emptyText);
    placeRows(std::move(m_rows));
}

void PassMapChart::setPasses(PassStripData passes, std::vector<std::uint32_t> rows)
{
    m_layout.reset();
    m_passes = std::move(passes);
    placeRows(std::move(rows));
}

void PassMapChart::setRows(std::vector<std::uint32_t> rows)
{
    if (rows != m_rows)
        placeRows(std::move(rows));
}

void PassMapChart::placeRows(std::vector<std::uint32_t> rows)
{
    forgetClick(); // the cell may be another one now
    m_layout.reset();
    m_rows = std::move(rows);
    m_position = -1;
    m_alsoSelected.clear();
    m_dataRows.clear();
    m_positions.assign(m_passes.passes.size(), kNowhere);
    for (std::size_t position = 0; position < m_rows.size(); ++position)
        m_positions[m_rows[position]] = static_cast<std::uint32_t>(position);
    for (const std::uint32_t row : m_rows) {
        const auto found = std::lower_bound(m_data.rows.begin(), m_data.rows.end(), m_passes.passes[row].number,
            [](const HeatMapRow &one, int pass) { return one.pass < pass; });
        const bool known = found != m_data.rows.end() && found->pass == m_passes.passes[row].number;
        m_dataRows.push_back(known ? std::optional(static_cast<std::uint32_t>(found - m_data.rows.begin())) : std::nullopt);
    }
    partsChanged();
}

void PassMapChart::setSelection(const core::Selection &selection, const Focus &focus)
{
    m_position = -1;
    m_layer = -1;
    m_alsoSelected.clear();
    const auto positionOf = [this](core::DeviceId device, int pass) {
        const auto row = device == m_passes.device ? m_passes.rowOf(pass) : std::nullopt;
        return row && m_positions[*row] != kNowhere ? static_cast<int>(m_positions[*row]) : -1;
    };
    const auto columnOf = [this](int layer) {
        const auto found = std::find(m_data.layers.begin(), m_data.layers.end(), layer);
        return found == m_data.layers.end() ? -1 : static_cast<int>(found - m_data.layers.begin());
    };
    m_position = positionOf(focus.device, focus.pass);
    m_layer = m_position < 0 ? -1 : columnOf(focus.layer);
    for (const core::SelectedPart &part : core::partsOf(selection))
        if (const auto *layer = std::get_if<core::LayerSelection>(&part)) {
            const int position = positionOf(layer->device, layer->pass);
            const int column = columnOf(layer->layer);
            if (position >= 0 && column >= 0)
                m_alsoSelected.push_back(partOf({static_cast<std::size_t>(position), static_cast<std::size_t>(column)}));
        }
    std::sort(m_alsoSelected.begin(), m_alsoSelected.end());
    describe();
}

void PassMapChart::layOut()
{
    m_layout.reset();
    if (!m_rows.empty())
        m_layout.emplace(m_passes, m_rows, StripView{0, static_cast<double>(m_rows.size())}, PassBars::barsWidth(width()));
}

QRect PassMapChart::mapArea() const
{
    return {PassBars::barsLeft(), kTopPx, PassBars::barsWidth(width()), std::max<int>(1, height() - kTopPx - kLegendPx)};
}

int PassMapChart::gapPx() const
{
    const int layers = std::max<int>(1, static_cast<int>(m_data.layers.size()));
    return m_layout && m_layout->slotPx() >= kGapFromPx && mapArea().height() / layers >= kGapFromPx ? 1 : 0;
}

QRect PassMapChart::layerRect(std::size_t layer) const
{
    const QRect area = mapArea();
    const auto count = static_cast<int>(m_data.layers.size());
    const int top = area.top() + static_cast<int>(layer) * area.height() / count;
    const int bottom = area.top() + (static_cast<int>(layer) + 1) * area.height() / count;
    return {area.left(), top, area.width(), std::max(1, bottom - top - gapPx())};
}

QRect PassMapChart::columnRect(std::size_t position) const
{
    const QRect area = mapArea();
    const int left = area.left() + static_cast<int>(std::floor(m_layout->left(position)));
    const int right = area.left() + static_cast<int>(std::floor(m_layout->left(position + 1)));
    return QRect(left, area.top(), std::max(1, right - left - gapPx()), area.height()).intersected(area);
}

std::vector<PassMapChart::Column> PassMapChart::columns() const
{
    std::vector<Column> all;
    if (m_layout->form() == SlotForm::Columns) {
        const std::vector<StripColumn> &pixels = m_layout->columns();
        for (std::size_t x = 0; x < pixels.size(); ++x)
            all.push_back({static_cast<int>(x), 1, pixels[x].slowest});
        return all;
    }
    for (std::size_t position = 0; position < m_rows.size(); ++position) {
        const QRect rect = columnRect(position);
        all.push_back({rect.left() - mapArea().left(), rect.width(), position});
    }
    return all;
}

int PassMapChart::partCount() const
{
    return m_data.byKernel ? 0 : static_cast<int>(m_rows.size() * m_data.layers.size());
}

PassMapChart::Cell PassMapChart::cellOf(int part) const
{
    const auto at = static_cast<std::size_t>(part);
    return {at / m_data.layers.size(), at % m_data.layers.size()};
}

int PassMapChart::partOf(const Cell &cell) const
{
    return static_cast<int>(cell.position * m_data.layers.size() + cell.layer);
}

std::optional<std::size_t> PassMapChart::rowOf(std::size_t position) const
{
    const auto row = m_dataRows[position];
    return row ? std::optional<std::size_t>(*row) : std::nullopt;
}

const HeatMapCell *PassMapChart::valueOf(const Cell &cell) const
{
    const auto row = rowOf(cell.position);
    if (!row || !m_data.rows[*row].cells[cell.layer].present)
        return nullptr;
    return &m_data.rows[*row].cells[cell.layer];
}

QString PassMapChart::partName(int part) const
{
    const Cell cell = cellOf(part);
    if (valueOf(cell) != nullptr)
        return Chart::partName(part);
    return tr("%1, layer %2: no such layer").arg(passText(passOf(cell.position).number)).arg(m_data.layers[cell.layer]);
}

QRect PassMapChart::partRect(int part) const
{
    if (!m_layout || part < 0 || part >= partCount())
        return {};
    const Cell cell = cellOf(part);
    return columnRect(cell.position).intersected(layerRect(cell.layer));
}

int PassMapChart::hitAt(QPoint position) const
{
    const QRect area = mapArea();
    if (partCount() == 0 || !m_layout || !area.contains(position))
        return -1;
    const auto pixel = static_cast<std::size_t>(position.x() - area.left());
    const bool merged = m_layout->form() == SlotForm::Columns;
    if (merged && pixel >= m_layout->columns().size())
        return -1;
    // The column that begins in a pixel is drawn from its left edge.
    constexpr double kRightEdge = 0.999;
    const auto found = merged ? std::optional(m_layout->columns()[pixel].slowest)
                              : m_layout->positionAt(static_cast<double>(pixel) + kRightEdge, 0);
    if (!found)
        return -1;
    const auto layers = static_cast<int>(m_data.layers.size());
    int layer = std::min(layers - 1, (position.y() - area.top()) * layers / area.height());
    while (layer + 1 < layers && layerRect(static_cast<std::size_t>(layer) + 1).top() <= position.y())
        ++layer;
    return partOf({*found, static_cast<std::size_t>(layer)});
}

std::optional<core::PassSelection> PassMapChart::passAt(QPoint position) const
{
    const int hit = hitAt(position);
    return hit < 0 ? std::nullopt : std::optional(core::PassSelection{m_data.device, passOf(cellOf(hit).position).number});
}

int PassMapChart::selectedPart() const
{
    if (m_position < 0 || m_layer < 0)
        return -1;
    return partOf({static_cast<std::size_t>(m_position), static_cast<std::size_t>(m_layer)});
}

bool PassMapChart::isPartSelected(int part) const
{
    return part == selectedPart() || std::binary_search(m_alsoSelected.begin(), m_alsoSelected.end(), part);
}

core::Selection PassMapChart::targetOf(int hit) const
{
    if (hit < 0 || hit >= partCount())
        return {};
    const Cell cell = cellOf(hit);
    return valueOf(cell) == nullptr ? core::Selection() : m_data.targetOf(*rowOf(cell.position), cell.layer);
}

core::Selection PassMapChart::menuTarget(int hit) const
{
    const core::Selection layer = targetOf(hit);
    const int position = hit < 0 || hit >= partCount() ? m_position : static_cast<int>(cellOf(hit).position);
    if (!std::holds_alternative<std::monostate>(layer) || position < 0)
        return layer;
    return core::PassSelection{m_data.device, passOf(static_cast<std::size_t>(position)).number};
}

// From a pass that is selected as a whole to its first layer. Layers that a pass does not have are passed over.
std::optional<int> PassMapChart::partAfterKey(int key) const
{
    const auto positions = static_cast<int>(m_rows.size());
    const auto layers = static_cast<int>(m_data.layers.size());
    int position = m_position;
    int layer = m_layer;
    int across = 0;
    int down = 0;
    switch (key) {
    case Qt::Key_Home:
        position = -1;
        [[fallthrough]];
    case Qt::Key_Right:
        across = 1;
        break;
    case Qt::Key_End:
        position = positions;
        [[fallthrough]];
    case Qt::Key_Left:
        across = -1;
        break;
    case Qt::Key_Up:
        down = -1;
        break;
    case Qt::Key_Down:
        down = 1;
        break;
    default:
        return std::nullopt;
    }
    if (m_layer < 0)
        return firstCellFrom(std::max(0, m_position));
    for (position += across, layer += down; position >= 0 && position < positions && layer >= 0 && layer < layers;
         position += across, layer += down)
        if (const Cell cell{static_cast<std::size_t>(position), static_cast<std::size_t>(layer)}; valueOf(cell) != nullptr)
            return partOf(cell);
    return -1;
}

// The first layer of the first pass from this position on that has any; -1: none.
int PassMapChart::firstCellFrom(int position) const
{
    for (Cell cell{static_cast<std::size_t>(position), 0}; cell.position < m_rows.size(); ++cell.position)
        for (cell.layer = 0; cell.layer < m_data.layers.size(); ++cell.layer)
            if (valueOf(cell) != nullptr)
                return partOf(cell);
    return -1;
}

QString PassMapChart::description() const
{
    if (partCount() == 0 || selectedPart() >= 0)
        return Chart::description();
    return tr("%1, %2. Arrow keys move the selection.")
        .arg(passCount(static_cast<std::int64_t>(m_rows.size())), layerCount(static_cast<std::int64_t>(m_data.layers.size())));
}

TipText PassMapChart::tipOf(int hit) const
{
    if (hit < 0 || hit >= partCount())
        return {};
    const Cell cell = cellOf(hit);
    if (valueOf(cell) == nullptr)
        return {};
    TipText tip = passLayerTip(m_data, *rowOf(cell.position), cell.layer, m_metric);
    if (isOtherScale(cell.position))
        tip.where = tr("%1, other scale").arg(translatedTerm(core::stageName(passOf(cell.position).stage)));
    if (m_layout && m_layout->form() == SlotForm::Columns)
        tip.where += QStringLiteral(" · ") + tr("the slowest of %1 passes of this pixel").arg(1 / m_layout->slotPx(), 0, 'f', 1);
    return tip;
}

} // namespace lamella::ui
