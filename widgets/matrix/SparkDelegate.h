// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of a grid of runs: times and words as people read them, and a line of the row's values beside its last cell.
#pragma once

#include "widgets/delegates/CellDelegates.h"

#include <QVariant>

#include <functional>
#include <optional>
#include <vector>

namespace lamella::ui {

// "4239682" -> "4.240 ms"; anything else stays.
[[nodiscard]] QString gridCellText(const QString &raw);

// What a statistic of the grid is called on screen; its id where it is not known.
[[nodiscard]] QString statisticTitle(const QString &id);

class GridCellDelegate : public TextDelegate {
    Q_OBJECT
public:
    // rowIsTime: whether the figures of a row are nanoseconds.
    GridCellDelegate(std::function<bool(const QModelIndex &)> rowIsTime, QObject *parent);

protected:
    void paintContent(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const override;

private:
    std::function<bool(const QModelIndex &)> m_rowIsTime;
};

class SparkDelegate : public TextDelegate {
    Q_OBJECT
public:
    using Values = std::vector<std::optional<double>>; // by sequence length, empty where there is none
    SparkDelegate(std::function<Values(const QModelIndex &)> values, QObject *parent);

protected:
    void paintContent(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const override;

private:
    std::function<Values(const QModelIndex &)> m_values;
};

} // namespace lamella::ui
