// SPDX-License-Identifier: GPL-3.0-or-later
// Chips and names of the categories that a chart shows; those that do not fit are counted and listed in the tooltip.
#pragma once

#include "core/profile/Category.h"

#include <QWidget>

#include <vector>

namespace lamella::ui {

class CategoryLegend : public QWidget {
    Q_OBJECT
public:
    explicit CategoryLegend(QWidget *parent = nullptr);
    void setCategories(std::vector<core::Category> categories);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    std::vector<core::Category> m_categories;
};

// 10 px square with the fill and hatch of the category.
void paintCategoryChip(QPainter &painter, QPointF topLeft, core::Category category, qreal devicePixelRatio, double side);

} // namespace lamella::ui
