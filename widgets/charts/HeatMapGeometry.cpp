// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/HeatMapGeometry.h"

#include "widgets/theme/TextPx.h"

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kPassLabelPx{52};
constexpr TextPx kKernelLabelPx{108};
constexpr int kRightPx = 8;
constexpr TextPx kMinRowPx{13};
constexpr TextPx kMaxRowPx{58};
constexpr TextPx kMaxKernelRowPx{18};
constexpr int kApartPx = 8; // between rows inside and outside the colour range
constexpr int kMedianApartPx = 6; // between the rows and that of their medians
constexpr int kGapFromPx = 12;
constexpr TextPx kMarginPx{64};
constexpr TextPx kMarginFromPx{340}; // minimum width of the map for margins

bool hasColumnMargin(const HeatMapData &data)
{
    return !data.byKernel && data.rows.size() > 1 && data.columnMedians.size() == data.layers.size();
}

int breaksOf(const HeatMapData &data)
{
    int breaks = 0;
    for (std::size_t i = 1; i < data.rows.size(); ++i)
        breaks += data.rows[i].inRange != data.rows[i - 1].inRange ? 1 : 0;
    return breaks;
}

} // namespace

HeatMapGeometry::HeatMapGeometry(const HeatMapData &data, QSize size)
    : m_data(data)
    , m_size(size)
    , m_left(data.byKernel ? std::min<int>(kKernelLabelPx, size.width() * 2 / 5) : kPassLabelPx)
{
    const auto rows = static_cast<int>(data.rows.size());
    const int breaks = breaksOf(data) * kApartPx;
    m_right = !data.byKernel && size.width() >= kMarginFromPx ? kMarginPx : kRightPx;
    if (!data.layers.empty()) {
        m_cellWidth = static_cast<double>(std::max(1, size.width() - m_left - m_right)) / static_cast<double>(data.layers.size());
    }
    if (rows > 0) {
        const int medians = hasColumnMargin(data) ? 1 : 0; // a row as tall as the others
        const int room = (size.height() - kHeaderPx - kLegendPx - medians * kMedianApartPx - breaks) / (rows + medians);
        m_cellHeight = std::clamp<int>(room, kMinRowPx, data.byKernel ? kMaxKernelRowPx : kMaxRowPx);
        m_below = medians * (kMedianApartPx + m_cellHeight);
    }
    int top = kHeaderPx;
    for (int row = 0; row < rows; ++row) {
        const auto i = static_cast<std::size_t>(row);
        if (row > 0 && data.rows[i].inRange != data.rows[i - 1].inRange)
            top += kApartPx;
        m_tops.push_back(top);
        top += m_cellHeight;
    }
}

int HeatMapGeometry::minHeight(const HeatMapData &data)
{
    const int medians = hasColumnMargin(data) ? 1 : 0;
    return kHeaderPx + kLegendPx + medians * kMedianApartPx + (static_cast<int>(data.rows.size()) + medians) * kMinRowPx
        + breaksOf(data) * kApartPx;
}

QRect HeatMapGeometry::cell(int row, int column) const
{
    const int left = m_left + static_cast<int>(std::lround(column * m_cellWidth));
    const int right = m_left + static_cast<int>(std::lround((column + 1) * m_cellWidth));
    const int across = right - left >= kGapFromPx ? 2 : (right - left > 2 ? 1 : 0);
    const int down = m_cellHeight >= kGapFromPx && across == 2 ? 2 : 1;
    return QRect(left, m_tops[static_cast<std::size_t>(row)], std::max(1, right - left - across), m_cellHeight - down);
}

QRect HeatMapGeometry::rowRect(int row) const
{
    return QRect(0, m_tops[static_cast<std::size_t>(row)], m_size.width(), m_cellHeight);
}

int HeatMapGeometry::bottom() const
{
    return m_tops.empty() ? kHeaderPx : m_tops.back() + m_cellHeight;
}

QRect HeatMapGeometry::legend() const
{
    return QRect(m_left, bottom() + m_below + 8_px,
        std::max<int>(60_px, std::min<int>(200_px, m_size.width() - m_left - kRightPx)), kLegendPx - 8_px);
}

QRect HeatMapGeometry::rowMargin(int row) const
{
    if (m_right <= kRightPx)
        return {};
    return QRect(m_size.width() - m_right, m_tops[static_cast<std::size_t>(row)], m_right - kRightPx, m_cellHeight - 1);
}

QRect HeatMapGeometry::columnMargin(int column) const
{
    if (m_below == 0 || m_tops.empty())
        return {};
    const QRect above = cell(0, column);
    return QRect(above.left(), bottom() + kMedianApartPx, above.width(), above.height());
}

HeatMapGeometry::Place HeatMapGeometry::at(QPoint position) const
{
    Place place;
    const auto it = std::upper_bound(m_tops.begin(), m_tops.end(), position.y());
    if (it == m_tops.begin())
        return place;
    const int row = static_cast<int>(it - m_tops.begin()) - 1;
    if (position.y() >= m_tops[static_cast<std::size_t>(row)] + m_cellHeight)
        return place;
    place.row = row;
    if (position.x() < m_left)
        return place;
    for (int column = static_cast<int>((position.x() - m_left) / m_cellWidth) - 1;
         column < static_cast<int>(m_data.layers.size()); ++column) {
        const int left = m_left + static_cast<int>(std::lround(column * m_cellWidth));
        const int right = m_left + static_cast<int>(std::lround((column + 1) * m_cellWidth));
        if (column >= 0 && left <= position.x() && position.x() < right) {
            place.column = column;
            return place;
        }
    }
    return {};
}

} // namespace lamella::ui
