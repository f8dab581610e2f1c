// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of a grid of runs: times and words formatted for display, and a line of the row's values beside its last cell.
#pragma once

#include "widgets/delegates/CellDelegates.h"

#include <QVariant>

#include <functional>
#include <optional>
#include <vector>

namespace lamella::ui {

// "4239682" -> "4.240 ms"; other text is unchanged.
[[nodiscard]] QString gridCellText(const QString &raw);

// Display name of a statistic of the grid; its id if unknown.
[[nodiscard]] QString statisticTitle(const QString &id);

class GridCellDelegate : public TextDelegate {
    Q_OBJECT
public:
    // rowIsTime: true if the values of a row are nanoseconds.
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
    using Values = std::vector<std::optional<double>>; // by sequence length, empty if missing
    SparkDelegate(std::function<Values(const QModelIndex &)> values, QObject *parent);

protected:
    void paintContent(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const override;

private:
    std::function<Values(const QModelIndex &)> m_values;
};

} // namespace lamella::ui
