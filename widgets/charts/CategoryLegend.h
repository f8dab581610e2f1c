// SPDX-License-Identifier: GPL-3.0-or-later
// Chips and names of the categories that a chart shows, complete, in as many lines as they need. A click on one chooses it alone, with
// Ctrl it is added or taken away, a click on the only one chooses all again. Left, Right and Space do the same.
#pragma once

#include "core/profile/Category.h"

#include <QRect>
#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

namespace lamella::ui {

class CategoryLegend : public QWidget {
    Q_OBJECT
public:
    explicit CategoryLegend(QWidget *parent = nullptr);
    // `idle`: there is an entry for idle time, `overlapped`: and one for time of several categories. Both cannot be chosen.
    void setCategories(std::vector<core::Category> categories, bool idle = false, bool overlapped = false);
    [[nodiscard]] const std::vector<core::Category> &chosen() const { return m_chosen; } // none = all
    void setChosen(std::vector<core::Category> categories); // no signal
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void chosenChanged(); // by the user

protected:
    bool event(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Entry {
        QString name;
        QRect rect;
        int category = -1; // -1: idle, -2: overlapped
    };
    [[nodiscard]] std::vector<Entry> entries(int width) const;
    [[nodiscard]] std::optional<core::Category> categoryAt(QPoint position) const;
    void choose(core::Category category, bool add);

    std::vector<core::Category> m_categories;
    std::vector<core::Category> m_chosen;
    bool m_idle = false;
    bool m_overlapped = false;
    int m_current = 0; // by key
    bool m_focusRing = false; // the focus came by key
};

// 10 px square with the fill and hatch of the category.
void paintCategoryChip(QPainter &painter, QPointF topLeft, core::Category category, qreal devicePixelRatio, double side);

} // namespace lamella::ui
