// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of the kernel table: a kernel with the chip of its category and its role before its name, and a difference with a bar on
// both sides of a zero line.
#pragma once

#include "widgets/delegates/CellDelegates.h"

namespace lamella::ui {

class KernelDelegate : public TextDelegate {
    Q_OBJECT
public:
    using TextDelegate::TextDelegate;

protected:
    void paintContent(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const override;
};

class DifferenceDelegate : public NumberDelegate {
    Q_OBJECT
public:
    using NumberDelegate::NumberDelegate;

protected:
    void paintContent(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const override;
};

} // namespace lamella::ui
