// SPDX-License-Identifier: GPL-3.0-or-later
// Heat map of up to thousands of ranks by layers: own time against the median of the layer, waiting, or wall, with its scale
// below. Where ranks are more than pixels, a row of pixels shows the one that differs most. Its parts are the cells, row by row.
#pragma once

#include "widgets/charts/Chart.h"
#include "widgets/ranks/RankHeatData.h"

#include <QColor>
#include <QImage>

namespace lamella::ui {

class RankHeatMap : public Chart {
    Q_OBJECT
public:
    explicit RankHeatMap(QWidget *parent = nullptr);

    void setData(RankHeatData heat);
    enum class Metric { Own, Waiting, Wall };
    void setMetric(Metric metric);
    void select(std::size_t row);
    void setLayer(int layer); // marks its column; kNoLayer: none
    [[nodiscard]] const RankHeatData &map() const { return m_data; }

    [[nodiscard]] int partCount() const override { return static_cast<int>(m_data.cells.size()); }
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int hitAt(QPoint position) const override;
    [[nodiscard]] int selectedPart() const override { return m_selected; }
    void pressPart(int part) override;

signals:
    void rankPicked(std::size_t row);
    void layerPicked(int layer); // of the cell that was clicked
    void rankOpened(std::size_t row); // double click or Enter

protected:
    [[nodiscard]] TipText tipOf(int part) const override;
    void openPart(int part) override;
    [[nodiscard]] std::optional<int> partAfterKey(int key) const override;
    void paintParts(QPainter &painter, const QRect &dirty) override;

private:
    struct Band { // ranks that share a row of pixels
        std::size_t first = 0;
        std::size_t last = 0; // behind it
    };
    [[nodiscard]] int leftPx() const; // room of the names of the rows
    [[nodiscard]] QRect area() const;
    [[nodiscard]] int bands() const; // rows of pixels, or of ranks if there is room
    [[nodiscard]] Band band(int number) const;
    [[nodiscard]] QRect bandRect(int number) const;
    [[nodiscard]] int columnX(std::size_t column) const;
    [[nodiscard]] std::size_t maxOf(const Band &band, std::size_t column) const; // the rank that is shown
    [[nodiscard]] double valueAt(std::size_t row, std::size_t column) const;
    [[nodiscard]] QString nameOf(std::size_t row) const; // number of the rank, or those of the group
    [[nodiscard]] QColor colourAt(std::size_t row, std::size_t column) const;
    void makeCells(qreal ratio);
    void paintLabels(QPainter &painter) const;
    void paintScale(QPainter &painter) const;
    void paintMarks(QPainter &painter) const;

    RankHeatData m_data;
    Metric m_metric = Metric::Own;
    int m_layer = core::kNoLayer;
    QImage m_cells; // as painted; null: to be made
    QColor m_cellsBase; // of the theme that they were made with
    int m_selected = -1;
};

} // namespace lamella::ui
