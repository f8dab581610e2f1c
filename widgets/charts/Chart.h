// SPDX-License-Identifier: GPL-3.0-or-later
// Base of the painted charts. A chart is a list of parts (bars, cells, dots), each with a rectangle, a text and an effect of a
// click. The base does with them what all charts do alike: hover, tooltips, click and double click, keys, the focus ring, the
// sentence in place of an empty chart, and accessibility. A chart lists its parts and paints them. GUI thread.
#pragma once

#include "core/model/Selection.h"
#include "widgets/charts/ChartParts.h"
#include "widgets/charts/TipText.h"

#include <QWidget>

#include <functional>
#include <optional>

class QMenu;

namespace lamella::ui {

class Chart : public QWidget, public ChartParts {
    Q_OBJECT
public:
    // `name`: accessible name.
    Chart(const QString &name, QWidget *parent);

    // Number of the part at a position; numbers from partCount() on are further targets, for example labels of rows, which have
    // a tooltip and can be clicked, too. -1 = none. By default, the first part whose rectangle contains the position.
    [[nodiscard]] virtual int hitAt(QPoint position) const;
    // What a part or further target selects; none for charts whose parts do something else.
    [[nodiscard]] virtual core::Selection targetOf(int hit) const;

    [[nodiscard]] int partCount() const override { return 0; } // while it is constructed
    [[nodiscard]] QString partName(int part) const override; // text of its tooltip
    [[nodiscard]] int partAt(QPoint position) const final;
    [[nodiscard]] int selectedPart() const override { return -1; }
    void pressPart(int hit) override; // click, or a key that leads there: emits activated() unless overridden
    // Creates the menu of a part or further target; null: it has none. The menu deletes itself when it is closed.
    void setMenu(std::function<QMenu *(const core::Selection &target)> menu) { m_menu = std::move(menu); }

signals:
    void activated(const lamella::core::Selection &target); // by a click or a key
    void opened(const lamella::core::Selection &target); // by a double click or Enter
    // By Shift and a click or an arrow: to be selected with the others, or no longer.
    void toggled(const lamella::core::Selection &target);

protected:
    // Where the menu of a part opens that was asked for by a key, on the screen: in what is seen of the part, else at the edge of
    // the chart towards it.
    [[nodiscard]] QPoint menuPlace(int part) const;
    // Tooltip of a part or further target; empty = none. partRect() must return its rectangle.
    [[nodiscard]] virtual TipText tipOf(int hit) const = 0;
    // What the menu is about where `hit` is right-clicked; -1: the menu key, without a selected part.
    [[nodiscard]] virtual core::Selection menuTarget(int hit) const;
    virtual void openPart(int hit); // double click, or Enter on the selected part
    // Part that the key leads to; -1 or the selected one: there is none in that direction. Null: the key has no meaning here.
    // By default, the arrows to left and right, Home and End move along all parts.
    [[nodiscard]] virtual std::optional<int> partAfterKey(int key) const;
    // That default for `count` parts of which `selected` (-1 = none) is selected.
    [[nodiscard]] static std::optional<int> partInRow(int key, int selected, int count);
    // Accessible description, which describe() sets: the selected part, or why the chart is empty; for a chart without the focus,
    // whose parts cannot be reached by key, all of them.
    [[nodiscard]] virtual QString description() const;
    virtual void layOut() { } // after a change of size or font
    virtual void paintParts(QPainter &painter, const QRect &dirty) = 0;
    virtual void paintEmpty(QPainter &painter) const; // without parts: the empty text

    void setEmptyText(const QString &text) { m_emptyText = text; }
    void partsChanged(); // call it after a change of the parts
    void describe(); // call it after a change of the selected part
    [[nodiscard]] int hover() const { return m_hover; } // target under the pointer; -1 = none
    [[nodiscard]] bool hasFocusRing() const { return m_focusRing; }

    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override; // left to the widgets around if there is no menu
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

    // Emits toggled() if a slot is connected and the part can be selected with others.
    bool togglePart(int hit);

private:
    void setHover(int hit);

    std::function<QMenu *(const core::Selection &target)> m_menu;
    QString m_emptyText;
    int m_hover = -1;
    bool m_focusRing = false; // the focus came by key
};

} // namespace lamella::ui
