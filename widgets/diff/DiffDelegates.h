// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of a comparison: a bar to either side of a zero line, names of both sides with a mark where one replaces the other,
// hatching where a side is missing.
#pragma once

#include "widgets/delegates/KernelDelegate.h"

namespace lamella::ui {

class DeltaDelegate : public NumberDelegate {
    Q_OBJECT
public:
    using NumberDelegate::NumberDelegate;

protected:
    void paintContent(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const override;
};

class DiffNameDelegate : public KernelDelegate {
    Q_OBJECT
public:
    using KernelDelegate::KernelDelegate;

protected:
    void paintContent(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const override;
};

class DiffTimeDelegate : public NumberDelegate {
    Q_OBJECT
public:
    using NumberDelegate::NumberDelegate;

protected:
    void paintContent(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const override;
};

// What a row of totals is, "Kernel time · +121.9 % of A": without the share where it has no room, since half a number misleads.
class DiffTotalDelegate : public TextDelegate {
    Q_OBJECT
public:
    using TextDelegate::TextDelegate;

protected:
    void paintContent(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const override;
};

// Diagonal hairlines: missing on this side.
void paintAbsent(QPainter &painter, const QRect &rect);
// Bar of `share` (-1..1) from a zero line at 40 % of the zone; blue to the left, orange to the right, as in the theme's diverging
// scale.
void paintDeltaBar(QPainter &painter, const QRect &zone, double share);

} // namespace lamella::ui
