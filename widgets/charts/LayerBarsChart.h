// SPDX-License-Identifier: GPL-3.0-or-later
// The canvas of the layer bars: stacks, axis, median, type strip; mouse and keys.
#pragma once

#include "widgets/charts/ChartParts.h"
#include "widgets/charts/LayerBarsData.h"

#include <QTimer>
#include <QWidget>

#include <map>

namespace lamella::ui {

struct TipText;

class LayerBarsChart : public QWidget, public ChartParts {
    Q_OBJECT
public:
    explicit LayerBarsChart(QWidget *parent = nullptr);

    void setData(LayerBarsData data, const QString &emptyText);
    void setWall(bool wall);
    void setSelectedLayer(int layer, const std::string &type = {}); // kNoLayer = none
    void setOutline(std::map<int, std::int64_t> wallNs); // by layer; drawn while bars show wall times
    [[nodiscard]] const std::map<int, std::int64_t> &outline() const { return m_outline; }
    [[nodiscard]] const LayerBarsData &bars() const { return m_data; }
    [[nodiscard]] LayerBarsGeometry geometryNow() const { return {m_data, size(), m_wall}; }

    [[nodiscard]] int partCount() const override;
    [[nodiscard]] QString partName(int part) const override;
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int partAt(QPoint position) const override;
    [[nodiscard]] int selectedPart() const override;
    void pressPart(int part) override;

signals:
    void layerActivated(const lamella::core::Selection &target);
    void layerOpened(const lamella::core::Selection &target); // double click or Enter

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void paintAxis(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintBars(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintMedian(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintSpread(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintSelected(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintOutline(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintNumbers(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintGroupNames(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintTypes(QPainter &painter, const LayerBarsGeometry &geometry) const;
    [[nodiscard]] TipText tipOf(int row) const;
    // With bars of groups: the group of the selected layer's type.
    [[nodiscard]] int selectedRow() const;
    [[nodiscard]] bool showsGroups() const { return !m_data.bars.empty() && m_data.bars.front().members > 0; }

    LayerBarsData m_data;
    QString m_emptyText;
    std::map<int, std::int64_t> m_outline;
    QTimer m_tipTimer;
    int m_selected = core::kNoLayer;
    std::string m_selectedType; // of the selected layer
    int m_hover = -1;
    bool m_wall = false;
    bool m_keyboardFocus = false;
};

} // namespace lamella::ui
