// SPDX-License-Identifier: GPL-3.0-or-later
// Cell with the cause of a gap: a chip in its colour and its name.
#pragma once

#include "widgets/delegates/CellDelegates.h"

namespace lamella::ui {

class CauseDelegate : public TextDelegate {
    Q_OBJECT
public:
    using TextDelegate::TextDelegate;

protected:
    void paintContent(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const override;
};

} // namespace lamella::ui
