// SPDX-License-Identifier: GPL-3.0-or-later
// A row of the palette: title with the matched letters in bold, its menu, and the shortcut on the right.
#pragma once

#include <QStyledItemDelegate>

namespace lamella::ui {

class PaletteDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace lamella::ui
