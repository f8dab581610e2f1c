// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of the cells of a heat map. Pure.
#pragma once

#include "widgets/charts/HeatMapData.h"
#include "widgets/theme/TextPx.h"

#include <QPoint>
#include <QRect>
#include <QSize>

#include <vector>

namespace lamella::ui {

class HeatMapGeometry {
public:
    HeatMapGeometry(const HeatMapData &data, QSize size);

    [[nodiscard]] QRect cell(int row, int column) const; // without the gap
    [[nodiscard]] QRect rowRect(int row) const; // over the full width of the widget
    struct Place {
        int row = -1;
        int column = -1; // -1 on the label of the row
        bool operator==(const Place &) const = default;
    };
    [[nodiscard]] Place at(QPoint position) const;
    [[nodiscard]] double cellWidth() const { return m_cellWidth; }
    [[nodiscard]] int left() const { return m_left; }
    [[nodiscard]] int bottom() const; // lower edge of the last row
    // Minimum height at which every row is shown; with more room, cells become larger.
    [[nodiscard]] static int minHeight(const HeatMapData &data);
    [[nodiscard]] QRect legend() const;
    // Beside the row: its mean; below the column: its median. Null without room, and for maps by kernel.
    [[nodiscard]] QRect rowMargin(int row) const;
    [[nodiscard]] QRect columnMargin(int column) const;

    static constexpr TextPx kHeaderPx{22};
    static constexpr TextPx kLegendPx{44};

private:
    const HeatMapData &m_data;
    QSize m_size;
    int m_left = 0;
    int m_right = 0; // width beside the cells
    int m_below = 0; // height of the row of medians and of what parts it from the others
    double m_cellWidth = 1;
    int m_cellHeight = 1;
    std::vector<int> m_tops; // of the rows
};

} // namespace lamella::ui
