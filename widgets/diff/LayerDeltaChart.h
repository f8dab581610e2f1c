// SPDX-License-Identifier: GPL-3.0-or-later
// One bar for each layer: how much longer it is in B than in A, by the medians over the passes. Layers within their own noise are
// faint; a layer that only one side has is hatched.
#pragma once

#include "core/analysis/diff/LayerDeltas.h"
#include "widgets/charts/Chart.h"

#include <vector>

namespace lamella::ui {

class LayerDeltaChart : public Chart {
    Q_OBJECT
public:
    explicit LayerDeltaChart(QWidget *parent = nullptr);

    void setLayers(std::vector<core::LayerDelta> layers);
    void setPercent(bool percent); // of A's layer, instead of time
    void setOnePass(bool onePass); // layers of one pass are compared: without bars
    void setSelectedPair(const core::LayerPair &pair); // none where these are not paired
    [[nodiscard]] const std::vector<core::LayerDelta> &layers() const { return m_layers; }

    [[nodiscard]] int partCount() const override { return static_cast<int>(m_layers.size()); }
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int hitAt(QPoint position) const override; // by the horizontal position alone
    [[nodiscard]] int selectedPart() const override;
    void pressPart(int part) override { emit layerActivated(m_layers[static_cast<std::size_t>(part)].layerA); }

signals:
    void layerActivated(int layerA); // kNoLayer: B alone has it

protected:
    [[nodiscard]] TipText tipOf(int part) const override;
    void paintParts(QPainter &painter, const QRect &dirty) override;

private:
    [[nodiscard]] QRect plot() const;
    [[nodiscard]] double valueOf(int part) const; // ns, or a share of A
    [[nodiscard]] int y(double value) const;
    [[nodiscard]] QString textOf(double value) const;
    void paintGrid(QPainter &painter) const;
    void paintNumbers(QPainter &painter) const;
    void paintLegend(QPainter &painter) const;

    std::vector<core::LayerDelta> m_layers;
    bool m_percent = false;
    core::LayerPair m_selected;
    double m_min = 0; // of the scale, at most 0
    double m_max = 0; // at least 0
};

} // namespace lamella::ui
