// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing of cells in tables and trees: text, numbers on a digit grid, a bar beside the number, a chip of the category.
#pragma once

#include <QStyledItemDelegate>

namespace lamella::ui {

// Text in the colour of its importance (missing: text 3, secondary: text 2). Base of the others.
class TextDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    virtual void paintContent(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const;
};

// A path of a file: its folders are left out before its name is.
class PathDelegate : public TextDelegate {
    Q_OBJECT
public:
    using TextDelegate::TextDelegate;

protected:
    void paintContent(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const override;
};

class NumberDelegate : public TextDelegate {
    Q_OBJECT
public:
    using TextDelegate::TextDelegate;

protected:
    void paintContent(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const override;
};

// The bar has a separate zone on the left; the number is never drawn over it.
class BarDelegate : public NumberDelegate {
    Q_OBJECT
public:
    using NumberDelegate::NumberDelegate;

protected:
    void paintContent(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const override;
};

class CategoryDelegate : public TextDelegate {
    Q_OBJECT
public:
    using TextDelegate::TextDelegate;

protected:
    void paintContent(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const override;
};

} // namespace lamella::ui
