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
    // Exposed time by LayerBarsData::categories, and time in which several kinds of work run: with the idle time they add up to
    // the wall. Empty = not known.
    std::vector<std::int64_t> exposed;
    std::int64_t overlappedNs = 0;
    std::int64_t floorNs = 0; // roofline time, 0 = not known
    core::Selection target;
    int members = 0; // of a group: number of layers of that type; 0 = the bar is a layer
};

struct LayerBarsData {
    std::vector<core::Category> categories; // those present, in table order
    std::vector<LayerBar> bars;
    std::int64_t medianSumNs = 0;
    std::int64_t medianWallNs = 0;
    std::int64_t floorNs = 0; // median of the layers of medianType; 0 = not known
    std::string medianType; // the type with most layers, whose medians these are
    int medianLayers = 0; // of that type
    bool ofPasses = false; // a bar is a pass: LayerBar::layer is its number
    core::Message note; // of the table: why there is nothing to show

    [[nodiscard]] int rowOfLayer(int layer) const; // -1 when there is none
};
// Only rows of layers: head and tail have no place on an axis of layer numbers.
[[nodiscard]] LayerBarsData layerBarsFrom(const core::ReportTable &table);

// One bar for each pass, for traces without layers: the table `passes`, and `overlap --by pass` of the same device.
[[nodiscard]] LayerBarsData passBarsFrom(const core::ReportTable &passes, const core::ReportTable &overlap);

// Sets the exposed times from the table overlap --by layer of the same pass.
void setExposed(LayerBarsData &layers, const core::ReportTable &overlap);

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
    [[nodiscard]] int y(std::int64_t valueNs) const; // at most the upper edge
    [[nodiscard]] bool isCut(int row) const { return valueOf(m_data.bars[static_cast<std::size_t>(row)]) > m_topNs; }
    [[nodiscard]] std::int64_t valueOf(const LayerBar &bar) const { return m_wall ? bar.wallNs : bar.sumNs; }
    [[nodiscard]] QRect column(int row) const; // full height of the plot, width of one bar with its gap
    [[nodiscard]] QRect bar(int row) const;
    // Parts from bottom to top, with whole-pixel edges from cumulative sums, so that they touch. In wall mode they are the
    // exposed times, then one more part, the overlapped time; idle time remains above them. Where exposed times are not known,
    // sums scaled down to the wall take their place.
    [[nodiscard]] std::vector<QRect> segments(int row) const;
    // Rows to paint, ascending: all of them, or the tallest per pixel if several share one.
    [[nodiscard]] std::vector<int> paintedRows() const;
    [[nodiscard]] int rowAt(QPoint position) const; // -1 outside
    // Row of the next higher (by > 0) or next lower bar; of equal bars the earlier counts as higher. From none (-1): the highest
    // of all, or the lowest. -1 if there is no further one.
    [[nodiscard]] int rowNextInHeight(int row, int by) const;

    static constexpr TextPx kLeftPx{52};
    static constexpr TextPx kRightPx{84}; // labels of the lines
    static constexpr int kPlainRightPx = 10; // of groups, which have none
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
