// SPDX-License-Identifier: GPL-3.0-or-later
// What both arrangements of passes × layers have in common: place of a value in the colour range, mark of a value above it,
// tooltip of a cell. GUI thread.
#pragma once

#include "widgets/charts/HeatMapData.h"
#include "widgets/charts/TipText.h"

#include <QCoreApplication>

class QPainter;
class QRect;

namespace lamella::ui {

class HeatMapText {
    Q_DECLARE_TR_FUNCTIONS(HeatMapText)
};

[[nodiscard]] double shareOfRange(const HeatMapData &map, std::int64_t valueNs); // 0..1
// A value above the range: a corner of its cell is cut off, if the cell is large enough.
void cutCorner(QPainter &painter, const QRect &cell);
// Of a cell that is present, in a map by pass. `metric` in the language of the window.
[[nodiscard]] TipText passLayerTip(const HeatMapData &map, std::size_t row, std::size_t column, const QString &metric);

} // namespace lamella::ui
