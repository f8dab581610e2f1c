// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the contents that do not depend on the pointer: ruler, bands, groups and lanes. Buffers are reused, so that a frame
// allocates almost nothing.
#pragma once

#include "core/analysis/KernelMatches.h"
#include "core/base/FrameThreadPool.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/ColumnBars.h"
#include "widgets/timeline/LabelCache.h"
#include "widgets/timeline/LaneStrip.h"
#include "widgets/timeline/TimelineBands.h"
#include "widgets/timeline/TimelineGeometry.h"
#include "widgets/timeline/TimelineRows.h"

#include <QPainter>
#include <QSize>

#include <array>
#include <vector>

namespace lamella::ui {

// Contents and position of one frame.
struct TimelineFrame {
    const TimelineData *data = nullptr;
    const TimelineRows *rows = nullptr;
    const QSet<QString> *collapsed = nullptr;
    core::TimeRange range;
    Focus focus;
    const core::Selection *selection = nullptr; // null = none
    QSize size;
    int scrollY = 0;
    int fixedPx = 0; // height of the rows at the top that do not scroll (pinned tracks)
    qreal ratio = 1; // device pixel ratio
    const core::KernelMatches *matches = nullptr; // of the filter; null = no filter
    const core::KernelsOfName *lit = nullptr; // kernels of the selected name, which are highlighted; null = all are drawn alike
    QImage *picture = nullptr; // target whose pixels can be written directly; null: the painter draws everything

    [[nodiscard]] int laneWidth() const { return std::max(1, size.width() - kLabelColumnPx - kRightMarginPx); }
    [[nodiscard]] core::TimeScale scale() const { return {range, laneWidth()}; }
    [[nodiscard]] int rowsTop() const { return kRulerPx + kBandRowPx; }
    // Widget y of a row.
    [[nodiscard]] int top(const TimelineRow &row) const { return rowsTop() + row.y - (row.y < fixedPx ? 0 : scrollY); }
};

// Link to the nearest work, on a lane with none in view.
struct NearestWork {
    bool earlier = false;
    std::uint32_t index = 0; // in the lane
    std::uint32_t count = 0; // number of kernels on that side
    std::int64_t distanceNs = 0;
    QString text; // empty: the lane has work in view
};
[[nodiscard]] NearestWork nearestWork(const TimelineRow &row, core::TimeRange range);

// The opacity with which a kernel is drawn.
enum class Emphasis : std::uint8_t {
    Full,
    Unlit, // another name is selected
    Faint // does not match the filter
};
inline constexpr std::size_t kEmphases = 3;

class TimelinePainter {
public:
    void paint(QPainter &painter, const TimelineFrame &frame);

private:
    using KernelFills = std::array<std::array<QRgb, core::kCategories>, kEmphases>;
    // The parts of a lane that the painter must still draw: labels and everything other than plain bars; without a picture
    // everything.
    struct Lane {
        std::vector<core::LodCell> cells;
        std::vector<Emphasis> emphasis; // by cell
        bool isEmpty = true; // no work in view
        bool isColumns = false; // kernels are narrower than a pixel: bars are in `columns`, cells are for labels only
        std::vector<ColumnBar> columns; // without a picture
        std::vector<IdleMark> idle; // without a picture
        std::vector<core::LodCell> gaps; // idle times wide enough for words; their tag is the cause
        std::vector<int> hitColumns; // pixel columns with a kernel that matches the filter
    };
    // Buffers of one thread.
    struct Bench {
        std::vector<core::LodCell> cells;
        core::LodColumns columns;
        core::LodColumns idleColumns;
        std::vector<ColumnBar> bars;
        std::vector<IdleMark> idle;
        LaneStrip strip;
    };

    void prepareRows(const TimelineFrame &frame, std::size_t first, std::size_t end, const StripPicture &picture);
    void prepareLane(
        const TimelineFrame &frame, const TimelineRow &row, const StripPicture &picture, Bench &bench, Lane &lane) const;
    void prepareKernels(const TimelineFrame &frame, const TimelineRow &row, bool picture, Bench &bench, Lane &lane) const;
    void prepareBars(const TimelineFrame &frame, const TimelineRow &row, bool picture, Bench &bench, Lane &lane) const;
    void prepareColumns(const TimelineFrame &frame, const TimelineRow &row, Bench &bench, Lane &lane) const;
    void prepareIdle(const TimelineFrame &frame, const TimelineRow &row, Bench &bench, Lane &lane) const;
    void paintTraffic(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row) const;
    void paintIdleWords(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane) const;
    void paintMostlyIdle(
        QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane, double left, double right) const;
    void fillColumns(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane) const;
    void prepareFrames(const TimelineFrame &frame, bool picture, Bench &bench, Lane &lane) const;
    void paintRows(QPainter &painter, const TimelineFrame &frame, std::size_t first, int bottom);
    void paintBack(QPainter &painter, const TimelineFrame &frame);
    void paintGrid(QPainter &painter, const TimelineFrame &frame);
    void paintBandRow(QPainter &painter, const TimelineFrame &frame);
    void paintGroup(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row);
    void paintRowLabel(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row);
    void paintLane(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane);
    void setFills();
    void fillKernels(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane);
    void fillFrames(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane);
    [[nodiscard]] StripPicture pictureOf(const QPainter &painter, const TimelineFrame &frame) const;
    void labelKernels(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane);
    void labelFrames(QPainter &painter, const TimelineFrame &frame, const TimelineRow &row, const Lane &lane);
    [[nodiscard]] QString groupNote(const TimelineFrame &frame, const TimelineGroup &group) const;

    core::FrameThreadPool m_team{4}; // more threads would only wait for memory
    std::vector<Bench> m_benches; // by worker
    std::vector<Lane> m_lanes; // by visible row
    std::array<std::array<std::vector<QRect>, core::kCategories>, kEmphases> m_solid; // device pixels, by tag
    std::array<std::vector<QRectF>, core::kCategories> m_hatched; // pixels, by category
    KernelFills m_fills{}; // of the current frame
    std::vector<QRect> m_hits; // device pixels: marks below cells that match the filter
    LabelCache m_kernelLabels;
    LabelCache m_frameLabels;
    const TimelineData *m_labelled = nullptr; // data whose names are in the label caches
};

// A rectangle of the view in pixels of the picture.
[[nodiscard]] inline QRect inPicture(const TimelineFrame &frame, QRectF rect)
{
    const auto pixel = [&frame](double x) { return qRound(x * frame.ratio); };
    return {QPoint(pixel(rect.left()), pixel(rect.top())), QPoint(pixel(rect.right()) - 1, pixel(rect.bottom()) - 1)};
}

[[nodiscard]] QColor eventFill(const Theme &theme, EventTag tag);

} // namespace lamella::ui
