// SPDX-License-Identifier: GPL-3.0-or-later
// One small chart per category: its time in every layer, on a stated scale of its own, so that variation between layers is
// visible even for categories with a small share. Its parts are the bars, chart by chart.
#pragma once

#include "widgets/charts/Chart.h"
#include "widgets/charts/LayerBarsData.h"

namespace lamella::ui {

class CategoryMultiples : public Chart {
    Q_OBJECT
public:
    explicit CategoryMultiples(QWidget *parent = nullptr);

    void setData(LayerBarsData data, const QString &emptyText);
    void setSelectedLayer(int layer); // kNoLayer = none
    [[nodiscard]] int chartCount() const { return static_cast<int>(m_data.categories.size()); }
    [[nodiscard]] QRect chartRect(int chart) const; // including its title
    [[nodiscard]] QRect barRect(int chart, int row) const;

    [[nodiscard]] int partCount() const override { return chartCount() * rowCount(); }
    [[nodiscard]] QRect partRect(int part) const override; // full height of its column
    [[nodiscard]] int hitAt(QPoint position) const override;
    [[nodiscard]] int selectedPart() const override; // in the first chart
    [[nodiscard]] core::Selection targetOf(int part) const override;

protected:
    [[nodiscard]] TipText tipOf(int part) const override;
    [[nodiscard]] std::optional<int> partAfterKey(int key) const override;
    [[nodiscard]] QString description() const override;
    void layOut() override;
    void paintParts(QPainter &painter, const QRect &dirty) override;

private:
    struct Scale {
        std::int64_t max = 0;
        std::int64_t sum = 0;
    };
    [[nodiscard]] int rowCount() const { return static_cast<int>(m_data.bars.size()); }
    void paintChart(QPainter &painter, int chart) const;
    [[nodiscard]] QRect plotRect(int chart) const;
    [[nodiscard]] QRect columnRect(int chart, int row) const;

    LayerBarsData m_data;
    std::vector<Scale> m_scales; // by category
    std::int64_t m_total = 0;
    int m_columns = 1;
    int m_selected = core::kNoLayer;
};

} // namespace lamella::ui
