// SPDX-License-Identifier: GPL-3.0-or-later
// The table `layers` as bars, and their layout. Pure: no widget, no painter.
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
    std::string type; // empty = no type
    std::int64_t wallNs = 0;
    std::int64_t sumNs = 0;
    std::int64_t busyNs = 0;
    std::int64_t kernels = 0;
    std::vector<std::int64_t> parts; // ns, by LayerBarsData::categories
    std::vector<std::int64_t> matched; // matching part of each of `parts`; empty = no filter
    // Range over the steady passes of the stage; 0 = unknown.
    std::int64_t wallLowNs = 0;
    std::int64_t wallHighNs = 0;
    std::int64_t sumLowNs = 0;
    std::int64_t sumHighNs = 0;
    core::Selection target;
    int members = 0; // of a group: number of layers of that type; 0 = the bar is a layer
};

struct LayerBarsData {
    std::vector<core::Category> categories; // those present, in table order
    std::vector<LayerBar> bars;
    std::int64_t medianSumNs = 0;
    std::int64_t medianWallNs = 0;
    int spreadPasses = 0; // number of steady passes behind lows and highs; 0 = none
    bool spreadIsDeciles = false; // 10th to 90th percentile, else minimum to maximum
    core::Message note; // of the table: why there is nothing to show

    [[nodiscard]] int rowOfLayer(int layer) const; // -1 when there is none
};
// Only rows of layers: head and tail have no place on an axis of layer numbers.
[[nodiscard]] LayerBarsData layerBarsFrom(const core::ReportTable &table);

// Low and high of each layer over the steady passes, from their table `layers`: minimum and maximum, from ten passes on the 10th
// and 90th percentile. Fewer than three passes give no range.
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
[[nodiscard]] LayerSpread spreadOf(const core::ReportTable &steady); // iterates over all rows: run on a worker
void setSpread(LayerBarsData &layers, const LayerSpread &spread);

// The table `clusters`: one bar per layer type, with the means of its layers. A group links to the layer of `layers` (the table
// `layers` of the same pass) with the sum nearest to the mean.
[[nodiscard]] LayerBarsData groupBarsFrom(const core::ReportTable &clusters, const LayerBarsData &layers);

// Sets the matching part of each layer, and the mean of it for groups. `layers`: numbers of the layers that the sums belong to;
// no sums = no filter.
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
    [[nodiscard]] QRect column(int row) const; // full height of the plot, width of one bar with its gap
    [[nodiscard]] QRect bar(int row) const;
    // Parts from bottom to top, with whole-pixel edges from cumulative sums: they touch, and their heights add up to the bar. In
    // wall mode, parts that ran concurrently are scaled down to the wall time; idle time remains above them.
    [[nodiscard]] std::vector<QRect> segments(int row) const;
    // Rows to paint, ascending: all of them, or the tallest per pixel if several share one.
    [[nodiscard]] std::vector<int> paintedRows() const;
    [[nodiscard]] int rowAt(QPoint position) const; // -1 outside
    // Row of the next higher (by > 0) or next lower bar; of equal bars the earlier counts as higher. From none (-1): the highest
    // of all, or the lowest. -1 if there is no further one.
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
