// SPDX-License-Identifier: GPL-3.0-or-later
// The table `layers` as bars, and where they stand. Pure: no widget, no painter.
#pragma once

#include "core/analysis/KernelMatches.h"
#include "core/model/Selection.h"
#include "core/profile/Category.h"
#include "core/report/ReportTable.h"
#include "widgets/theme/TextPx.h"

#include <QRect>
#include <QSize>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lamella::ui {

struct LayerBar {
    int layer = 0;
    std::string type; // empty = none
    std::int64_t wallNs = 0;
    std::int64_t sumNs = 0;
    std::int64_t busyNs = 0;
    std::int64_t kernels = 0;
    std::vector<std::int64_t> parts; // ns, by LayerBarsData::categories
    std::vector<std::int64_t> matched; // of the parts, what the filter means; empty = there is no filter
    // Over the steady passes of the stage; 0 = not told.
    std::int64_t wallLowNs = 0;
    std::int64_t wallHighNs = 0;
    std::int64_t sumLowNs = 0;
    std::int64_t sumHighNs = 0;
    core::Selection target;
    int members = 0; // of a group: layers of that type; 0 = the bar is one layer
};

struct LayerBarsData {
    std::vector<core::Category> categories; // present ones, in table order
    std::vector<LayerBar> bars;
    std::int64_t medianSumNs = 0;
    std::int64_t medianWallNs = 0;
    int spreadPasses = 0; // steady passes that the lows and highs are over; 0 = there are none
    bool spreadIsDeciles = false; // 10th to 90th percentile, else least to most
    std::string note; // of the table, why there is nothing to show

    [[nodiscard]] int rowOfLayer(int layer) const; // -1 when there is none
};
// Rows of layers only: head and tail have no place on an axis of layer numbers.
[[nodiscard]] LayerBarsData layerBarsFrom(const core::ReportTable &table);

// Lows and highs of each layer over the passes of the table `layers` of the steady passes: least to most, from ten passes on the
// 10th and 90th percentile. Fewer than three passes say nothing.
struct LayerSpread {
    struct Bounds {
        std::int64_t wallLowNs = 0;
        std::int64_t wallHighNs = 0;
        std::int64_t sumLowNs = 0;
        std::int64_t sumHighNs = 0;
    };
    int passes = 0; // 0 = too few
    bool isDeciles = false;
    std::map<int, Bounds> ofLayer;
};
[[nodiscard]] LayerSpread spreadOf(const core::ReportTable &steady); // walks over all of its rows: for a worker
void setSpread(LayerBarsData &layers, const LayerSpread &spread);

// The table `clusters`: one bar for each layer type, with the means of its layers. A group leads to the layer of `layers` (the
// table `layers` of the same pass) whose sum is nearest to the mean.
[[nodiscard]] LayerBarsData groupBarsFrom(const core::ReportTable &clusters, const LayerBarsData &layers);

// Puts what the filter means of each layer beside its parts, and the mean of that beside those of groups. `layers`: numbers of
// the layers that the sums are of; no sums = no filter.
void setMatched(
    LayerBarsData &layers, LayerBarsData &groups, const std::vector<int> &numbers, const std::vector<core::CategorySums> &sums);

class LayerBarsGeometry {
public:
    LayerBarsGeometry(const LayerBarsData &data, QSize size, bool wall);

    [[nodiscard]] QRect plot() const { return m_plot; }
    [[nodiscard]] double pitch() const { return m_pitch; }
    [[nodiscard]] std::int64_t topNs() const { return m_topNs; } // value at the upper edge of the plot
    [[nodiscard]] int y(std::int64_t valueNs) const;
    [[nodiscard]] std::int64_t valueOf(const LayerBar &bar) const { return m_wall ? bar.wallNs : bar.sumNs; }
    [[nodiscard]] QRect column(int row) const; // full height of the plot, one pitch wide
    [[nodiscard]] QRect bar(int row) const;
    // Parts bottom up with whole-pixel edges from cumulated sums: they touch, and their heights add up to the bar. In wall mode
    // parts that ran at the same time are scaled down to the wall; idle time stays above them.
    [[nodiscard]] std::vector<QRect> segments(int row) const;
    // Rows worth painting, ascending: all of them, or the tallest of each pixel where several share one.
    [[nodiscard]] std::vector<int> paintedRows() const;
    [[nodiscard]] int rowAt(QPoint position) const; // -1 outside
    // Row of the next higher (by > 0) or next lower bar; of equal ones the earlier is taken as higher. From none (-1): the
    // highest of all, or the lowest. -1 when there is no further one.
    [[nodiscard]] int rowNextInHeight(int row, int by) const;

    static constexpr TextPx kLeftPx{52};
    static constexpr int kRightPx = 10;
    static constexpr TextPx kTopPx{18};
    static constexpr TextPx kBottomPx{38};

private:
    const LayerBarsData &m_data;
    bool m_wall;
    QRect m_plot;
    double m_pitch = 1;
    std::int64_t m_topNs = 1;
};

} // namespace lamella::ui
