// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/LayerBarsData.h"

#include "core/analysis/StagePasses.h"

#include <climits>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace lamella::ui {

namespace {

constexpr std::size_t kCutFromBars = 8;
constexpr double kCutAbove = 1.95; // of what nine in ten bars do not exceed: the few beyond are cut, as in the pass strip
constexpr double kHeadroom = 1.08; // leaves room for the value above the tallest bar
constexpr int kGapPx = 3;
constexpr TextPx kMaxGroupPx{120}; // keeps a few groups from filling the whole width
constexpr int kGroupGapPx = 24;

// Columns of the categories that the table has, named by their ids and the ending.
std::vector<std::size_t> categoryColumns(
    const core::ReportTable &table, const char *ending, std::vector<core::Category> &categories)
{
    std::vector<std::size_t> columns;
    for (const core::CategoryInfo &info : core::categoryInfos()) {
        const std::size_t column = table.columnIndex(std::string(info.id) + ending);
        if (column == core::ReportTable::npos)
            continue;
        categories.push_back(info.category);
        columns.push_back(column);
    }
    return columns;
}

// Of the type with most layers (the first of equals); of all where layers have no types.
void findMedians(LayerBarsData &data)
{
    std::map<std::string, int> counts;
    for (const LayerBar &bar : data.bars)
        ++counts[bar.type];
    for (const LayerBar &bar : data.bars)
        if (counts[bar.type] > data.medianLayers) {
            data.medianLayers = counts[bar.type];
            data.medianType = bar.type;
        }
    std::vector<std::int64_t> sums;
    std::vector<std::int64_t> walls;
    std::vector<std::int64_t> floors;
    for (const LayerBar &bar : data.bars) {
        if (bar.type != data.medianType)
            continue;
        sums.push_back(bar.sumNs);
        walls.push_back(bar.wallNs);
        if (bar.floorNs > 0)
            floors.push_back(bar.floorNs);
    }
    data.medianSumNs = core::medianNs(std::move(sums));
    data.medianWallNs = core::medianNs(std::move(walls));
    data.floorNs = core::medianNs(std::move(floors));
}

std::map<int, std::size_t> rowsOf(const LayerBarsData &data)
{
    std::map<int, std::size_t> rows;
    for (std::size_t row = 0; row < data.bars.size(); ++row)
        rows.emplace(data.bars[row].layer, row);
    return rows;
}

} // namespace

int LayerBarsData::rowOfLayer(int layer) const
{
    const auto it = std::find_if(bars.begin(), bars.end(), [layer](const LayerBar &bar) { return bar.layer == layer; });
    return it == bars.end() ? -1 : static_cast<int>(it - bars.begin());
}

LayerBarsData layerBarsFrom(const core::ReportTable &table)
{
    LayerBarsData data;
    if (!table.notes().empty())
        data.note = table.notes().front();
    const std::vector<std::size_t> columns = categoryColumns(table, "_ns", data.categories);
    const auto value = [&table](std::size_t row, std::string_view id) {
        const std::size_t column = table.columnIndex(id);
        return column == core::ReportTable::npos || table.isMissing(row, column) ? std::int64_t{0} : table.integer(row, column);
    };
    const std::size_t type = table.columnIndex("type");
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const core::Selection own = table.target(row);
        const auto *target = std::get_if<core::LayerSelection>(&own);
        if (target == nullptr || target->layer < 0)
            continue;
        LayerBar bar;
        bar.layer = target->layer;
        bar.target = *target;
        bar.wallNs = value(row, "wall_ns");
        bar.sumNs = value(row, "sum_ns");
        bar.busyNs = value(row, "busy_ns");
        bar.kernels = value(row, "kernels");
        bar.floorNs = value(row, "floor_ns");
        if (type != core::ReportTable::npos && !table.isMissing(row, type))
            bar.type = table.text(row, type);
        for (const std::size_t column : columns)
            bar.parts.push_back(table.isMissing(row, column) ? 0 : std::max<std::int64_t>(0, table.integer(row, column)));
        data.bars.push_back(std::move(bar));
    }
    findMedians(data);
    return data;
}

LayerBarsData passBarsFrom(const core::ReportTable &passes, const core::ReportTable &overlap)
{
    LayerBarsData data;
    data.ofPasses = true;
    const auto value = [](const core::ReportTable &table, std::size_t row, std::string_view id) {
        const std::size_t column = table.columnIndex(id);
        return table.isMissing(row, column) ? std::int64_t{0} : table.integer(row, column);
    };
    std::set<core::Category> present;
    const std::size_t category = overlap.columnIndex("category");
    for (std::size_t row = 0; row < overlap.rowCount(); ++row)
        if (const auto found = core::categoryFromId(overlap.text(row, category)))
            present.insert(*found);
    data.categories.assign(present.begin(), present.end());
    for (std::size_t row = 0; row < passes.rowCount(); ++row) {
        LayerBar bar;
        bar.target = passes.target(row);
        bar.layer = static_cast<int>(value(passes, row, "pass"));
        bar.wallNs = value(passes, row, "wall_ns");
        bar.sumNs = value(passes, row, "sum_ns");
        bar.busyNs = value(passes, row, "busy_ns");
        bar.kernels = value(passes, row, "kernels");
        bar.floorNs = value(passes, row, "floor_ns");
        bar.parts.assign(data.categories.size(), 0);
        data.bars.push_back(std::move(bar));
    }
    const auto rows = rowsOf(data);
    for (std::size_t row = 0; row < overlap.rowCount(); ++row) {
        const auto at = rows.find(static_cast<int>(value(overlap, row, "pass")));
        const auto found = core::categoryFromId(overlap.text(row, category));
        if (at != rows.end() && found)
            data.bars[at->second].parts[static_cast<std::size_t>(std::distance(present.begin(), present.find(*found)))] =
                value(overlap, row, "sum_ns");
    }
    findMedians(data);
    setExposed(data, overlap);
    return data;
}

void setExposed(LayerBarsData &layers, const core::ReportTable &overlap)
{
    const std::size_t layer = overlap.columnIndex(layers.ofPasses ? "pass" : "layer");
    const std::size_t category = overlap.columnIndex("category");
    const std::size_t exposed = overlap.columnIndex("exposed_ns");
    if (layer == core::ReportTable::npos || category == core::ReportTable::npos || exposed == core::ReportTable::npos)
        return;
    for (LayerBar &bar : layers.bars) {
        bar.exposed.assign(layers.categories.size(), 0);
        bar.overlappedNs = bar.busyNs;
    }
    const auto rows = rowsOf(layers);
    for (std::size_t row = 0; row < overlap.rowCount(); ++row) {
        if (overlap.isMissing(row, layer) || overlap.isMissing(row, exposed))
            continue;
        const auto at = rows.find(static_cast<int>(overlap.integer(row, layer)));
        const auto found = core::categoryFromId(overlap.text(row, category));
        const auto column = found ? std::find(layers.categories.begin(), layers.categories.end(), *found) : layers.categories.end();
        if (at == rows.end() || column == layers.categories.end())
            continue;
        LayerBar &bar = layers.bars[at->second];
        bar.exposed[static_cast<std::size_t>(column - layers.categories.begin())] = overlap.integer(row, exposed);
        bar.overlappedNs = std::max<std::int64_t>(0, bar.overlappedNs - overlap.integer(row, exposed));
    }
}

LayerBarsData groupBarsFrom(const core::ReportTable &clusters, const LayerBarsData &layers)
{
    LayerBarsData data;
    if (!clusters.notes().empty())
        data.note = clusters.notes().front();
    const std::vector<std::size_t> columns = categoryColumns(clusters, "_share", data.categories);
    const std::size_t type = clusters.columnIndex("type");
    std::vector<std::int64_t> sums;
    std::vector<std::int64_t> walls;
    for (std::size_t row = 0; row < clusters.rowCount(); ++row) {
        LayerBar bar;
        bar.type = clusters.isMissing(row, type) ? std::string() : std::string(clusters.text(row, type));
        bar.members = static_cast<int>(clusters.integer(row, clusters.columnIndex("layers")));
        bar.wallNs = clusters.integer(row, clusters.columnIndex("avg_wall_ns"));
        bar.busyNs = clusters.integer(row, clusters.columnIndex("avg_busy_ns"));
        bar.sumNs = clusters.integer(row, clusters.columnIndex("avg_sum_ns"));
        for (const std::size_t column : columns)
            bar.parts.push_back(
                clusters.isMissing(row, column) ? 0 : std::llround(clusters.real(row, column) * static_cast<double>(bar.sumNs)));
        bar.layer = core::kNoLayer;
        std::int64_t nearest = std::numeric_limits<std::int64_t>::max();
        for (const LayerBar &layer : layers.bars) {
            const std::int64_t off = std::abs(layer.sumNs - bar.sumNs);
            if (layer.type != bar.type || off >= nearest)
                continue;
            nearest = off;
            bar.layer = layer.layer;
            bar.target = layer.target;
            bar.kernels = layer.kernels;
        }
        sums.push_back(bar.sumNs);
        walls.push_back(bar.wallNs);
        data.bars.push_back(std::move(bar));
    }
    data.medianSumNs = core::medianNs(std::move(sums));
    data.medianWallNs = core::medianNs(std::move(walls));
    return data;
}

void setMatched(
    LayerBarsData &layers, LayerBarsData &groups, const std::vector<int> &numbers, const std::vector<core::CategorySums> &sums)
{
    for (LayerBarsData *data : {&layers, &groups})
        for (LayerBar &bar : data->bars)
            bar.matched.assign(sums.empty() ? 0 : bar.parts.size(), 0);
    for (std::size_t i = 0; i < sums.size() && i < numbers.size(); ++i) {
        const int row = layers.rowOfLayer(numbers[i]);
        if (row < 0)
            continue;
        LayerBar &bar = layers.bars[static_cast<std::size_t>(row)];
        for (std::size_t c = 0; c < layers.categories.size(); ++c)
            bar.matched[c] = std::min(bar.parts[c], sums[i][static_cast<std::size_t>(layers.categories[c])]);
        for (LayerBar &group : groups.bars) {
            if (group.type != bar.type || group.members <= 0)
                continue;
            for (std::size_t c = 0; c < groups.categories.size(); ++c)
                group.matched[c] += sums[i][static_cast<std::size_t>(groups.categories[c])] / group.members;
        }
    }
}

LayerBarsGeometry::LayerBarsGeometry(const LayerBarsData &data, QSize size, bool wall)
    : m_data(data)
    , m_wall(wall)
    , m_plot(kLeftPx, kTopPx, 1, std::max(1, size.height() - kTopPx - kBottomPx))
{
    const bool groups = !data.bars.empty() && data.bars.front().members > 0;
    m_plot.setWidth(std::max(1, size.width() - kLeftPx - (groups ? kPlainRightPx : int(kRightPx))));
    if (!data.bars.empty())
        m_pitch = static_cast<double>(m_plot.width()) / static_cast<double>(data.bars.size());
    if (!data.bars.empty() && data.bars.front().members > 0)
        m_pitch = std::min(m_pitch, static_cast<double>(kMaxGroupPx));
    std::vector<std::int64_t> values{1};
    for (const LayerBar &bar : data.bars)
        values.push_back(valueOf(bar));
    std::sort(values.begin(), values.end());
    auto top = static_cast<double>(values.back());
    if (values.size() > kCutFromBars)
        top = std::min(top, kCutAbove * static_cast<double>(values[values.size() * 9 / 10]));
    m_topNs = std::max<std::int64_t>(1, static_cast<std::int64_t>(top * kHeadroom));
}

int LayerBarsGeometry::y(std::int64_t valueNs) const
{
    const double share = std::min(1.0, static_cast<double>(valueNs) / static_cast<double>(m_topNs));
    return m_plot.bottom() + 1 - static_cast<int>(std::lround(share * m_plot.height()));
}

QRect LayerBarsGeometry::column(int row) const
{
    const int left = m_plot.left() + static_cast<int>(std::lround(row * m_pitch));
    const int right = m_plot.left() + static_cast<int>(std::lround((row + 1) * m_pitch));
    return QRect(left, m_plot.top(), std::max(1, right - left), m_plot.height());
}

QRect LayerBarsGeometry::bar(int row) const
{
    const QRect whole = column(row);
    const bool group = m_data.bars[static_cast<std::size_t>(row)].members > 0;
    const int gap = std::min(group ? kGroupGapPx : kGapPx, whole.width() / 3);
    const int top = y(valueOf(m_data.bars[static_cast<std::size_t>(row)]));
    return QRect(whole.left() + gap / 2, top, std::max(1, whole.width() - gap), m_plot.bottom() + 1 - top);
}

std::vector<QRect> LayerBarsGeometry::segments(int row) const
{
    const LayerBar &layer = m_data.bars[static_cast<std::size_t>(row)];
    const QRect whole = bar(row);
    const bool exposed = m_wall && !layer.exposed.empty();
    std::vector<std::int64_t> parts = exposed ? layer.exposed : layer.parts;
    if (exposed)
        parts.push_back(layer.overlappedNs);
    std::int64_t total = 0;
    for (const std::int64_t part : parts)
        total += part;
    const double scale = m_wall && total > layer.wallNs ? static_cast<double>(layer.wallNs) / static_cast<double>(total) : 1.0;
    std::vector<QRect> rects;
    std::int64_t below = 0;
    int bottom = y(0);
    for (const std::int64_t part : parts) {
        below += part;
        const int top = y(static_cast<std::int64_t>(std::llround(static_cast<double>(below) * scale)));
        rects.emplace_back(whole.left(), top, whole.width(), bottom - top);
        bottom = top;
    }
    return rects;
}

std::vector<int> LayerBarsGeometry::paintedRows() const
{
    std::vector<int> rows;
    int pixel = INT_MIN;
    for (int row = 0; row < static_cast<int>(m_data.bars.size()); ++row) {
        const int left = column(row).left();
        if (left != pixel || rows.empty())
            rows.push_back(row);
        else if (valueOf(m_data.bars[static_cast<std::size_t>(row)])
            > valueOf(m_data.bars[static_cast<std::size_t>(rows.back())]))
            rows.back() = row;
        pixel = left;
    }
    return rows;
}

int LayerBarsGeometry::rowNextInHeight(int row, int by) const
{
    const auto isLower = [this](int a, int b) {
        const std::int64_t left = valueOf(m_data.bars[static_cast<std::size_t>(a)]);
        const std::int64_t right = valueOf(m_data.bars[static_cast<std::size_t>(b)]);
        return left != right ? left < right : a > b;
    };
    const auto isBeyond = [&isLower, by](int a, int b) { return by > 0 ? isLower(a, b) : isLower(b, a); }; // b as seen from a
    int found = -1;
    for (int other = 0; other < static_cast<int>(m_data.bars.size()); ++other) {
        if (row >= 0 && !isBeyond(row, other))
            continue;
        // The nearest of those beyond; from none, the farthest of all.
        if (found < 0 || (row >= 0 ? isBeyond(other, found) : isBeyond(found, other)))
            found = other;
    }
    return found;
}

int LayerBarsGeometry::rowAt(QPoint position) const
{
    if (m_data.bars.empty() || position.x() < m_plot.left() || position.x() > m_plot.right() || position.y() < 0)
        return -1;
    for (int row = static_cast<int>((position.x() - m_plot.left()) / m_pitch) - 1; row < static_cast<int>(m_data.bars.size());
         ++row) {
        if (row >= 0 && column(row).left() <= position.x() && position.x() <= column(row).right())
            return row;
    }
    return -1;
}

} // namespace lamella::ui
