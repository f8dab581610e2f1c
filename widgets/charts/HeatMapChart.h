// SPDX-License-Identifier: GPL-3.0-or-later
// The canvas of the heat map: cells, labels and colour legend; mouse and keys.
#pragma once

#include "widgets/charts/ChartParts.h"
#include "widgets/charts/HeatMapGeometry.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/theme/Theme.h"

#include <QTimer>
#include <QWidget>

namespace lamella::ui {

struct TipText;

class HeatMapChart : public QWidget, public ChartParts {
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
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int partAt(QPoint position) const override;
    [[nodiscard]] int selectedPart() const override;
    void pressPart(int part) override;

signals:
    void cellActivated(const lamella::core::Selection &target);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void fitHeight();
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
    [[nodiscard]] TipText tipOf(HeatMapGeometry::Place place) const;
    [[nodiscard]] TipText tipOfPass(int row) const;
    [[nodiscard]] bool hasTip(HeatMapGeometry::Place place) const;
    void activate(HeatMapGeometry::Place place);
    [[nodiscard]] HeatMapGeometry::Place placeOfPart(int part) const;
    [[nodiscard]] int partOf(HeatMapGeometry::Place place) const; // -1 on a label and outside the map

    HeatMapData m_data;
    QString m_emptyText;
    QString m_metric;
    QTimer m_tipTimer;
    HeatMapGeometry::Place m_hover;
    HeatMapGeometry::Place m_selected;
    int m_selectedColumn = -1; // of the focused layer; outlined as a whole if no single cell is selected
};

} // namespace lamella::ui
