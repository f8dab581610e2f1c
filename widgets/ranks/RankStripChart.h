// SPDX-License-Identifier: GPL-3.0-or-later
// Canvas of the rank strip: the layers of the rank shown, below them a lane of kernels for each rank on the common clock, in the
// colours of their categories; the waiting inside collectives is tinted. Its parts are, row by row, the rank and its layers.
#pragma once

#include "core/base/FrameThreadPool.h"
#include "widgets/charts/Chart.h"
#include "widgets/ranks/RankStripData.h"

#include <QColor>
#include <QImage>

#include <vector>

namespace lamella::ui {

class RankStripChart : public Chart {
    Q_OBJECT
public:
    explicit RankStripChart(QWidget *parent = nullptr);

    void setData(RankStripData strip);
    void setSelection(std::size_t member, int layer); // row of the member shown in other views; kNoLayer = no layer
    [[nodiscard]] const RankStripData &strip() const { return m_data; }
    // Area of a row and position of a time; for tests.
    [[nodiscard]] QRect rowRect(std::size_t row) const;
    [[nodiscard]] int xOf(std::int64_t ns) const;
    void zoomToLayer(int layer);
    void zoomOut(); // the whole pass
    void zoomBy(double factor); // about its middle; > 1: less is seen
    // True: every rank begins at the left, whatever its clock.
    void setFromOwnStart(bool on);
    void setMarked(std::size_t member); // whose name is strong: the one that is looked at
    [[nodiscard]] static QColor waiting(); // in this theme
    [[nodiscard]] QSize minimumSizeHint() const override;

    [[nodiscard]] int partCount() const override { return static_cast<int>(m_parts.size()); }
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int hitAt(QPoint position) const override;
    [[nodiscard]] int selectedPart() const override { return partOf(m_cursorRow, m_layer); }
    void pressPart(int part) override;

signals:
    void layerPicked(int layer); // click: select the same layer on the rank shown
    void rankPicked(std::size_t member); // click on a rank or on one of its layers
    void rankOpened(std::size_t member, int layer); // double click or Enter

protected:
    [[nodiscard]] TipText tipOf(int part) const override;
    void openPart(int part) override;
    [[nodiscard]] std::optional<int> partAfterKey(int key) const override; // to left and right
    void paintParts(QPainter &painter, const QRect &dirty) override;
    void changeEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override; // of rows and zoom

private:
    struct Part {
        std::size_t row = 0;
        const RankStripLayer *layer = nullptr; // null: the rank
        [[nodiscard]] int number() const { return layer != nullptr ? layer->layer : core::kNoLayer; }
    };
    [[nodiscard]] const Part &part(int number) const { return m_parts[static_cast<std::size_t>(number)]; }
    // Of the layer in a row; the rank if it has no such layer, -1 if there is no such row.
    [[nodiscard]] int partOf(std::size_t row, int layer) const;
    [[nodiscard]] std::int64_t timeAt(int x) const;
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] std::int64_t shiftOf(std::size_t row) const; // of its bars to the left
    [[nodiscard]] std::size_t shownRow() const;
    void paintAxis(QPainter &painter) const;
    void paintLayers(QPainter &painter) const;
    void paintBand(QPainter &painter, std::size_t row) const;
    [[nodiscard]] QRect wholeRow(std::size_t row) const; // with its label
    struct Lane; // a row whose bars are missing in the picture
    [[nodiscard]] Lane laneOf(std::size_t row) const;
    void paintHatches(QPainter &painter, const Lane &lane) const;
    void makeLanes(qreal ratio, const QRect &seen);
    void paintLabel(QPainter &painter, std::size_t row) const;
    [[nodiscard]] QString noteOf(const RankStripRow &row) const;
    void setRange(std::int64_t from, std::int64_t to);

    RankStripData m_data;
    std::int64_t m_from = 0;
    std::int64_t m_to = 0;
    std::size_t m_member = 0;
    std::size_t m_cursorRow = 0;
    int m_layer = core::kNoLayer;
    std::size_t m_marked = SIZE_MAX;
    bool m_fromOwnStart = false;
    QImage m_lanes; // as painted, transparent between the bars
    std::vector<bool> m_painted; // rows whose lane is in the picture; empty: none
    QColor m_lanesBase; // of the theme that they were made with
    std::vector<Part> m_parts; // of m_data
    core::FrameThreadPool m_team{4}; // for lanes
};

} // namespace lamella::ui
