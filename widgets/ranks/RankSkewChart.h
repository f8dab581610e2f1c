// SPDX-License-Identifier: GPL-3.0-or-later
// Bars of one pass by layer: the skew between the starts of the ranks, or the longest wait, with the slowest rank above each.
#pragma once

#include "widgets/ranks/RankStripData.h"

#include <QWidget>

namespace lamella::ui {

class RankSkewChart : public QWidget {
    Q_OBJECT
public:
    explicit RankSkewChart(QWidget *parent = nullptr);

    void setData(const RankStripData &strip);
    void setSelectedLayer(int layer);
    void setWaiting(bool waiting); // false: shows the skew
    [[nodiscard]] QRect barRect(std::size_t row) const; // full height of its column

signals:
    void layerPicked(int layer);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    void paintLabels(QPainter &painter) const;
    [[nodiscard]] int rowAt(const QPoint &point) const; // -1 = none
    [[nodiscard]] std::int64_t valueOf(const RankStripSkew &skew) const { return m_waiting ? skew.waitNs : skew.skewNs; }
    [[nodiscard]] QString sentence(const RankStripSkew &skew) const;

    std::vector<RankStripSkew> m_skews;
    int m_layer = core::kNoLayer;
    bool m_waiting = false;
};

} // namespace lamella::ui
