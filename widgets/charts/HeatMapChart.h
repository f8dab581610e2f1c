// SPDX-License-Identifier: GPL-3.0-or-later
// The canvas of the heat map: cells, labels, margins and colour legend. Its parts are the cells, row by row; labels of rows are
// further targets.
#pragma once

#include "widgets/charts/Chart.h"
#include "widgets/charts/HeatMapGeometry.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/theme/Theme.h"

namespace lamella::ui {

class HeatMapChart : public Chart {
    Q_OBJECT
public:
    explicit HeatMapChart(QWidget *parent = nullptr);

    void setData(HeatMapData data, const QString &emptyText, const QString &metric);
    void setSelection(const core::Selection &selection, const Focus &focus);
    [[nodiscard]] const HeatMapData &map() const { return m_data; }
    [[nodiscard]] HeatMapGeometry geometryNow() const { return {m_data, size()}; }
    [[nodiscard]] HeatMapGeometry::Place selectedPlace() const { return m_selected; }

    [[nodiscard]] int partCount() const override;
    [[nodiscard]] QString partName(int part) const override;
    [[nodiscard]] QRect partRect(int hit) const override;
    [[nodiscard]] int hitAt(QPoint position) const override;
    [[nodiscard]] int selectedPart() const override { return m_selected.column < 0 ? -1 : hitOf(m_selected); }
    [[nodiscard]] bool isPartSelected(int part) const override;
    [[nodiscard]] core::Selection targetOf(int hit) const override;
    [[nodiscard]] core::Selection menuTarget(int hit) const override; // the pass where there is no layer

protected:
    [[nodiscard]] TipText tipOf(int hit) const override;
    [[nodiscard]] std::optional<int> partAfterKey(int key) const override; // the arrows
    [[nodiscard]] QString description() const override;
    void layOut() override;
    void paintParts(QPainter &painter, const QRect &dirty) override;

private:
    void paintHeader(QPainter &painter, const HeatMapGeometry &geometry) const;
    void paintRowLabel(QPainter &painter, const HeatMapGeometry &geometry, int row) const;
    void paintRow(QPainter &painter, const HeatMapGeometry &geometry, int row) const;
    void paintCell(QPainter &painter, const HeatMapGeometry &geometry, int row, int column) const;
    void paintPassMarks(QPainter &painter, const HeatMapGeometry &geometry, int row) const;
    void paintMargins(QPainter &painter, const HeatMapGeometry &geometry) const;
    void paintMarks(QPainter &painter, const HeatMapGeometry &geometry) const;
    void paintLegend(QPainter &painter, const HeatMapGeometry &geometry) const;
    [[nodiscard]] QColor colourOf(const HeatMapRow &row, const HeatMapCell &cell) const;
    [[nodiscard]] const HeatMapCell *cellAt(HeatMapGeometry::Place place) const;
    [[nodiscard]] QString columnCountText() const;
    [[nodiscard]] QString columnText(int column) const;
    [[nodiscard]] TipText tipOfCell(HeatMapGeometry::Place place) const;
    [[nodiscard]] TipText tipOfPass(int row) const;
    [[nodiscard]] HeatMapGeometry::Place placeOf(int hit) const;
    [[nodiscard]] std::vector<HeatMapGeometry::Place> placesOf(std::span<const core::SelectedPart> parts) const;
    [[nodiscard]] int hitOf(HeatMapGeometry::Place place) const; // -1 outside the map

    HeatMapData m_data;
    QString m_metric;
    HeatMapGeometry::Place m_selected;
    std::vector<HeatMapGeometry::Place> m_alsoSelected; // all of several; without a column: the row
    int m_selectedColumn = -1; // of the focused layer; outlined as a whole if no single cell is selected
};

} // namespace lamella::ui
