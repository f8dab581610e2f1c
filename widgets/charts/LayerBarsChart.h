// SPDX-License-Identifier: GPL-3.0-or-later
// The canvas of the layer bars: stacks, axis, median, spread, type strip. Its parts are the bars.
#pragma once

#include "widgets/charts/Chart.h"
#include "widgets/charts/LayerBarsData.h"

#include <map>

namespace lamella::ui {

class LayerBarsChart : public Chart {
    Q_OBJECT
public:
    explicit LayerBarsChart(QWidget *parent = nullptr);

    void setData(LayerBarsData data, const QString &emptyText);
    void setWall(bool wall);
    void setSelectedLayer(int layer, const std::string &type = {}); // kNoLayer = none
    void setAlsoSelected(std::vector<int> layers); // the others of several
    void setChosen(std::vector<core::Category> categories); // the others are faint; none = all
    void setOutline(std::map<int, std::int64_t> wallNs); // by layer; drawn while bars show wall times
    [[nodiscard]] const std::map<int, std::int64_t> &outline() const { return m_outline; }
    [[nodiscard]] const LayerBarsData &bars() const { return m_data; }
    [[nodiscard]] LayerBarsGeometry geometryNow() const { return {m_data, size(), m_wall}; }

    [[nodiscard]] int partCount() const override { return static_cast<int>(m_data.bars.size()); }
    [[nodiscard]] QRect partRect(int part) const override { return geometryNow().bar(part); }
    [[nodiscard]] int hitAt(QPoint position) const override { return geometryNow().rowAt(position); }
    // With bars of groups: the group of the selected layer's type.
    [[nodiscard]] int selectedPart() const override;
    [[nodiscard]] bool isPartSelected(int part) const override;
    [[nodiscard]] core::Selection targetOf(int hit) const override;

protected:
    [[nodiscard]] TipText tipOf(int row) const override;
    // Up and down lead to the next bar in height, PageUp and PageDown to the highest and lowest.
    [[nodiscard]] std::optional<int> partAfterKey(int key) const override;
    [[nodiscard]] QString description() const override;
    void paintParts(QPainter &painter, const QRect &dirty) override;

private:
    void paintAxis(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintBars(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintMedian(QPainter &painter, const LayerBarsGeometry &geometry) const;
    // A line over the bars with its label in the right margin, moved below the line where `below`.
    void paintLine(QPainter &painter, const LayerBarsGeometry &geometry, std::int64_t ns, const QString &name, bool dashed,
        bool below) const;
    void paintValue(QPainter &painter, const LayerBarsGeometry &geometry, int row) const;
    void paintCut(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintSelected(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintOutline(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintNumbers(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintGroupNames(QPainter &painter, const LayerBarsGeometry &geometry) const;
    void paintTypes(QPainter &painter, const LayerBarsGeometry &geometry) const;
    [[nodiscard]] bool showsGroups() const { return !m_data.bars.empty() && m_data.bars.front().members > 0; }

    LayerBarsData m_data;
    std::map<int, std::int64_t> m_outline;
    int m_selected = core::kNoLayer;
    std::string m_selectedType; // of the selected layer
    std::vector<int> m_alsoSelected;
    std::vector<core::Category> m_chosen;
    bool m_wall = true;
};

} // namespace lamella::ui
