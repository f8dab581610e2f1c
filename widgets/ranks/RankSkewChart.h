// SPDX-License-Identifier: GPL-3.0-or-later
// Bars of one pass by layer: the skew between the starts of the ranks, or the longest wait, with the slowest rank above each. Its
// parts are the layers.
#pragma once

#include "widgets/charts/Chart.h"
#include "widgets/ranks/RankStripData.h"

namespace lamella::ui {

class RankSkewChart : public Chart {
    Q_OBJECT
public:
    explicit RankSkewChart(QWidget *parent = nullptr);

    void setData(const RankStripData &strip);
    void setSelectedLayer(int layer);
    void setWaiting(bool waiting); // false: shows the skew

    [[nodiscard]] int partCount() const override { return static_cast<int>(m_skews.size()); }
    [[nodiscard]] QRect partRect(int row) const override; // full height of its column
    [[nodiscard]] int hitAt(QPoint position) const override;
    [[nodiscard]] int selectedPart() const override;
    void pressPart(int row) override { emit layerPicked(skew(row).layer); }

signals:
    void layerPicked(int layer);

protected:
    [[nodiscard]] TipText tipOf(int row) const override;
    void paintParts(QPainter &painter, const QRect &dirty) override;

private:
    void paintLabels(QPainter &painter) const;
    [[nodiscard]] const RankStripSkew &skew(int row) const { return m_skews[static_cast<std::size_t>(row)]; }
    [[nodiscard]] std::int64_t valueOf(const RankStripSkew &skew) const { return m_waiting ? skew.waitNs : skew.skewNs; }

    std::vector<RankStripSkew> m_skews;
    int m_layer = core::kNoLayer;
    bool m_waiting = false;
};

} // namespace lamella::ui
