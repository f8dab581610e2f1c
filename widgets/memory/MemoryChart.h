// SPDX-License-Identifier: GPL-3.0-or-later
// The curve of memory over time with the lanes below it, on the visible range of the window: zoom and pan here move the timeline,
// and vice versa, unless the log extends beyond the trace. The selection is tinted: a time range as it is, passes and layers when
// the host allocates for them. GUI thread only.
#pragma once

#include "core/model/TraceDocument.h"
#include "widgets/memory/MemoryPicture.h"
#include "widgets/plot/PlotLegend.h"
#include "widgets/timeline/TimeAxis.h"
#include "widgets/timeline/TimelineData.h"

#include <QColor>
#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>

namespace lamella::ui {

class AxisPlot;
class MemoryLanes;
class NavigationBus;
class TimeRangeControl;

// Neutral tints, because a lifetime is no category: the longer the lifetime, the lighter. Parts of the model and operators have
// steps of one hue, the largest the lightest.
[[nodiscard]] QColor memoryColor(MemoryPart part);
// Tables list the blocks of operators alone: what is in none was not all there before the trace.
[[nodiscard]] QString memoryPartText(MemoryPart part, core::MemorySource source = core::MemorySource::None);
[[nodiscard]] QString memoryLifetimeText(std::string_view category); // of the tables: "kv_cache"

// A time of the picture, or the event that it represents.
[[nodiscard]] QString momentText(const MemoryPicture &picture, std::int64_t ns);

class MemoryChart : public QWidget {
    Q_OBJECT
public:
    MemoryChart(NavigationBus &bus, TimeRangeControl &range, QWidget *parent = nullptr);

    // Null: empty.
    void setPicture(std::shared_ptr<const MemoryPicture> picture, std::shared_ptr<const core::TraceDocument> document);
    void setTimeline(TimelineDataPtr timeline);
    void setBands(std::shared_ptr<const MemoryBands> bands); // of the picture; null: by lifetime
    void setCursor(std::int64_t ns); // from zero
    [[nodiscard]] std::int64_t cursor() const { return m_cursor; }
    void showSelection(); // tints the selection
    [[nodiscard]] core::TimeRange band() const; // that is tinted, ns from zero; empty: none
    void applyLook();
    [[nodiscard]] QVector<PlotLegendEntry> legend() const;
    [[nodiscard]] AxisPlot *plot() const { return m_plot; }
    [[nodiscard]] MemoryLanes *lanes() const { return m_lanes; }

signals:
    void picked(qint64 ns); // a time from zero, by click or key
    void pointed(qint64 timeNs, bool valid); // under the pointer, on the clock of the file

protected:
    void showEvent(QShowEvent *event) override;

private:
    void takeView(double beginMs, double endMs); // of the user
    void takeOwnView(double beginMs, double endMs);
    void showRange();
    void draw();
    [[nodiscard]] QString tipAt(double ms) const;
    void tintSelection();
    void addMarks(); // the peak and what failed
    void placeLanes();
    [[nodiscard]] const MemoryBands &bands() const; // of a picture that is there
    [[nodiscard]] QVector<double> timeTicks(double beginMs, double endMs);
    [[nodiscard]] core::TimeRange shown() const; // ns from zero

    NavigationBus &m_bus;
    TimeRangeControl &m_range;
    AxisPlot *m_plot;
    MemoryLanes *m_lanes;
    std::shared_ptr<const MemoryPicture> m_picture;
    std::shared_ptr<const MemoryBands> m_bands;
    std::int64_t m_zero = 0;
    std::optional<std::int64_t> m_utc; // of zero
    std::optional<TimeAxis> m_axis;
    std::int64_t m_cursor = 0;
    double m_top = 1; // bytes, of the vertical axis
    double m_firstMs = 0; // what can be seen of a log that is not within the trace
    double m_lastMs = 0;
    bool m_linked = false; // the whole log is within what the timeline can show
    bool m_stale = false; // to be drawn when it is shown
};

} // namespace lamella::ui
