// SPDX-License-Identifier: GPL-3.0-or-later
// The canvas of the layer bars: stacks, axis, median, type strip; mouse and keys.
#pragma once

#include "widgets/charts/LayerBarsData.h"

#include <QTimer>
#include <QWidget>

namespace lamella::ui {

struct TipText;

class LayerBarsChart : public QWidget {
    Q_OBJECT
public:
    explicit LayerBarsChart(QWidget *parent = nullptr);

    void setData(LayerBarsData data, const QString &emptyText);
    void setWall(bool wall);
    void setSelectedLayer(int layer); // kNoLayer = none
    [[nodiscard]] const LayerBarsData &bars() const { return m_data; }
    [[nodiscard]] LayerBarsGeometry geometryNow() const { return {m_data, size(), m_wall}; }

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
    void paintSelected(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintNumbers(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintTypes(QPainter &painter, const LayerBarsGeometry &geometry) const;
    [[nodiscard]] TipText tipOf(int row) const;
    [[nodiscard]] int selectedRow() const { return m_data.rowOfLayer(m_selected); }

    LayerBarsData m_data;
    QString m_emptyText;
    QTimer m_tipTimer;
    int m_selected = core::kNoLayer;
    int m_hover = -1;
    bool m_wall = false;
    bool m_keyboardFocus = false;
};

} // namespace lamella::ui
