// SPDX-License-Identifier: GPL-3.0-or-later
// Layers × passes of a run of many passes: a column for each pass, as wide as its bar in the strip above, or for each pixel the
// slowest pass that it represents. Passes of other stages than the main one are grey, since the colours are a scale of that
// stage. Its parts are the cells, pass by pass in the order shown. GUI thread.
#pragma once

#include "widgets/charts/Chart.h"
#include "widgets/charts/HeatMapData.h"
#include "widgets/passes/PassStripLayout.h"
#include "widgets/session/NavigationBus.h"

#include <QTimer>

#include <optional>
#include <vector>

namespace lamella::ui {

class PassMapChart : public Chart {
    Q_OBJECT
public:
    explicit PassMapChart(QWidget *parent = nullptr);

    // `metric` in the language of the window.
    void setData(HeatMapData data, const QString &emptyText, const QString &metric);
    // The passes of the device and, of those with a column, their rows in `passes` from left to right.
    void setPasses(PassStripData passes, std::vector<std::uint32_t> rows);
    void setRows(std::vector<std::uint32_t> rows); // others of the same passes
    void setSelection(const core::Selection &selection, const Focus &focus);
    [[nodiscard]] const HeatMapData &map() const { return m_data; }
    [[nodiscard]] const PassStripLayout *layoutNow() const { return m_layout ? &*m_layout : nullptr; }
    // Of the cells, without the caption and the legend.
    [[nodiscard]] QRect mapArea() const;
    [[nodiscard]] std::optional<core::PassSelection> passAt(QPoint position) const;

    [[nodiscard]] int partCount() const override;
    [[nodiscard]] QString partName(int part) const override;
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int hitAt(QPoint position) const override;
    [[nodiscard]] int selectedPart() const override;
    [[nodiscard]] bool isPartSelected(int part) const override;
    [[nodiscard]] core::Selection targetOf(int hit) const override;
    [[nodiscard]] core::Selection menuTarget(int hit) const override; // the pass where there is no layer

signals:
    void layerClicked(); // a click on a layer, which neither a second click nor anything else has followed

protected:
    [[nodiscard]] TipText tipOf(int hit) const override;
    [[nodiscard]] std::optional<int> partAfterKey(int key) const override; // the arrows, Home and End
    [[nodiscard]] QString description() const override;
    void layOut() override;
    void paintParts(QPainter &painter, const QRect &dirty) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    struct Cell {
        std::size_t position = 0;
        std::size_t layer = 0; // column of m_data
    };
    struct Column { // on the screen
        int left = 0;
        int width = 1;
        std::size_t position = 0;
    };
    void placeRows(std::vector<std::uint32_t> rows);
    void forgetClick(); // something else has followed it
    [[nodiscard]] Cell cellOf(int part) const;
    [[nodiscard]] int partOf(const Cell &cell) const;
    [[nodiscard]] const StripPass &passOf(std::size_t position) const { return m_passes.passes[m_rows[position]]; }
    [[nodiscard]] std::optional<std::size_t> rowOf(std::size_t position) const; // of m_data
    [[nodiscard]] const HeatMapCell *valueOf(const Cell &cell) const; // null: the pass has no such layer
    [[nodiscard]] int firstCellFrom(int position) const;
    [[nodiscard]] bool isOtherScale(std::size_t position) const { return !m_passes.isMain(passOf(position)); }
    [[nodiscard]] std::vector<Column> columns() const;
    [[nodiscard]] QRect columnRect(std::size_t position) const;
    [[nodiscard]] QRect layerRect(std::size_t layer) const; // over the full width of the map
    [[nodiscard]] int gapPx() const; // between cells
    void paintCells(QPainter &painter) const;
    void paintCorners(QPainter &painter) const;
    void paintSelectedPass(QPainter &painter, const QRect &mark) const;
    void paintMarks(QPainter &painter) const;
    void paintCaption(QPainter &painter) const;
    void paintLegend(QPainter &painter) const;
    [[nodiscard]] QString scaleText() const;

    HeatMapData m_data;
    QString m_metric;
    PassStripData m_passes;
    std::vector<std::uint32_t> m_rows;
    std::vector<std::uint32_t> m_positions; // of each row of m_passes.passes
    std::vector<std::optional<std::uint32_t>> m_dataRows; // of each position
    std::optional<PassStripLayout> m_layout;
    int m_position = -1; // of the selected pass
    int m_layer = -1; // column of m_data of the selected layer
    std::vector<int> m_alsoSelected; // parts, all of several, ascending
    bool m_pressed = false; // on a layer, for a click
    QTimer m_clicked; // runs until no second click is expected any more
};

} // namespace lamella::ui
