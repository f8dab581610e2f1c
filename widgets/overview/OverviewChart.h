// SPDX-License-Identifier: GPL-3.0-or-later
// A strip of cells with a caption and a line each, some of them with links. Its parts are the cells, then their links. What a
// click on one of them does is up to the derived class. GUI thread.
#pragma once

#include "widgets/charts/Chart.h"
#include "widgets/overview/OverviewCells.h"

#include <optional>
#include <vector>

namespace lamella::ui {

class OverviewChart : public Chart {
    Q_OBJECT
public:
    OverviewChart(const QString &name, QWidget *parent);

    [[nodiscard]] const std::vector<OverviewCell> &cells() const { return m_cells; }
    [[nodiscard]] int partOf(OverviewCell::Id id) const; // -1: there is no such cell now

    [[nodiscard]] int partCount() const override;
    [[nodiscard]] QString partName(int part) const override;
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int selectedPart() const override;
    [[nodiscard]] int hitAt(QPoint position) const override;
    void pressPart(int hit) override;

protected:
    // `from`: the cell or link.
    virtual void act(OverviewAction action, const core::Selection &target, const QRect &from) = 0;
    void showCells(std::vector<OverviewCell> cells);

    [[nodiscard]] TipText tipOf(int hit) const override;
    [[nodiscard]] std::optional<int> partAfterKey(int key) const override;
    void layOut() override;
    void paintParts(QPainter &painter, const QRect &dirty) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    struct Link {
        std::size_t cell = 0;
        std::size_t run = 0;
        QRect rect;
    };
    void paintCell(QPainter &painter, std::size_t cell) const;
    [[nodiscard]] bool acts(int part) const; // a click on the part does something

    std::vector<OverviewCell> m_cells;
    std::vector<OverviewPlace> m_places;
    std::vector<Link> m_links;
    WidestCells m_widest;
    int m_cursor = 0; // part that the keys are at
};

} // namespace lamella::ui
