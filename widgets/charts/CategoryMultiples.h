// SPDX-License-Identifier: GPL-3.0-or-later
// One small chart per category: its time in every layer, on a stated scale of its own, so that variation between layers is
// visible even for categories with a small share.
#pragma once

#include "widgets/charts/LayerBarsData.h"

#include <QWidget>

namespace lamella::ui {

class CategoryMultiples : public QWidget {
    Q_OBJECT
public:
    explicit CategoryMultiples(QWidget *parent = nullptr);

    void setData(LayerBarsData data, const QString &emptyText);
    void setSelectedLayer(int layer); // kNoLayer = none
    [[nodiscard]] int chartCount() const { return static_cast<int>(m_data.categories.size()); }
    [[nodiscard]] QRect chartRect(int chart) const; // including its title
    [[nodiscard]] QRect barRect(int chart, int row) const;

signals:
    void layerActivated(const lamella::core::Selection &target);
    void layerOpened(const lamella::core::Selection &target);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Scale {
        std::int64_t most = 0;
        std::int64_t sum = 0;
    };
    void layOut();
    void describe();
    void paintChart(QPainter &painter, int chart) const;
    [[nodiscard]] QRect plotRect(int chart) const;
    [[nodiscard]] int chartAt(QPoint position) const;
    [[nodiscard]] int rowAt(QPoint position) const; // -1 outside the plots
    [[nodiscard]] QString textOf(int chart, int row) const;

    LayerBarsData m_data;
    std::vector<Scale> m_scales; // by category
    std::int64_t m_total = 0;
    QString m_emptyText;
    int m_columns = 1;
    int m_selected = core::kNoLayer;
};

} // namespace lamella::ui
