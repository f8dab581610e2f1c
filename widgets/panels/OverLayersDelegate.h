// SPDX-License-Identifier: GPL-3.0-or-later
// A small chart in a cell of the kernel table: the time of the row's kernel name in each layer of the pass shown.
#pragma once

#include "core/analysis/NamesOverLayers.h"
#include "widgets/delegates/CellDelegates.h"

#include <memory>

namespace lamella::ui {

class OverLayersDelegate : public TextDelegate {
    Q_OBJECT
public:
    using TextDelegate::TextDelegate;
    void setData(std::shared_ptr<const core::NamesOverLayers> data) { m_data = std::move(data); }
    bool helpEvent(
        QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index) override;

protected:
    void paintContent(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const override;

private:
    // Null: the name has no work in the layers of the pass.
    [[nodiscard]] const std::vector<core::NamesOverLayers::Sum> *sumsOf(const QModelIndex &index) const;

    std::shared_ptr<const core::NamesOverLayers> m_data;
};

} // namespace lamella::ui
