// SPDX-License-Identifier: GPL-3.0-or-later
// Memory over time: allocated bytes by lifetime, reserved bytes, the peak, with passes, layers and kernels on the same axis;
// below it the memory that each layer keeps and holds, how it grows from pass to pass, of a snapshot its segments; and lists of
// blocks, of the lines that keep memory, of failed allocations. A click in the chart moves the cursor. Times are those of the
// host: allocation runs ahead of the kernels. While it is shown, the inspector describes the moment at the cursor, unless
// something else is selected.
#pragma once

#include "core/base/Result.h"
#include "core/model/Selection.h"
#include "core/session/AnalysisSession.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/memory/MemoryPicture.h"
#include "widgets/models/ShownRows.h"
#include "widgets/overview/OverviewCells.h"
#include "widgets/timeline/TimelineData.h"

#include <QWidget>

#include <memory>
#include <span>
#include <vector>

class QComboBox;
class QStackedWidget;

namespace lamella::ui {

class AxisPlot;
class BlockMap;
class DeferUntilVisible;
class ElidedLabel;
class EmptyView;
class JobSlot;
class MemoryChart;
class MemoryTables;
class NavigationBus;
class PlotLegend;
class SegmentedControl;
class SessionController;
class TimeRangeControl;
class ViewBar;

class MemoryPanel : public QWidget {
    Q_OBJECT
public:
    enum Bars { Layers, Passes, Segments };

    MemoryPanel(SessionController &controller, NavigationBus &bus, TimeRangeControl &range, QWidget *parent = nullptr);
    ~MemoryPanel() override;

    [[nodiscard]] const MemoryPicture &picture() const { return *m_picture; }
    [[nodiscard]] std::int64_t cursor() const; // ns from zero
    void setCursor(std::int64_t ns);
    void chooseMoment(std::int64_t ns); // moves the cursor and selects the event there, or nothing where the file has none
    void setTimeline(TimelineDataPtr timeline); // whose kernels are drawn below the curve
    void chooseBars(Bars bars);
    void chooseBands(MemoryBy by); // what the areas of the curve represent; remembered
    [[nodiscard]] MemoryChart *chart() const { return m_chart; }
    [[nodiscard]] MemoryTables *tables() const { return m_tables; }
    [[nodiscard]] AxisPlot *bars() const { return m_bars; }
    [[nodiscard]] BlockMap *segments() const { return m_map; }
    [[nodiscard]] QString barsTitle() const;

signals:
    void exportRequested(const lamella::core::TableRequest &request);
    void tableExportRequested(const lamella::ui::ShownRows &rows); // of blocks, as they are shown
    void boundaryRequested(); // there are no layers, and the user wants to choose what begins one
    void cursorTimeChanged(qint64 timeNs, bool valid); // under the pointer, on the clock of the file
    void overviewChanged(const std::vector<lamella::ui::OverviewCell> &cells); // of the strip, while it is shown; else empty

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void build();
    QWidget *makeChart();
    QWidget *makeBelow();
    QWidget *makeBars();
    void reload();
    void present(core::Result<MemoryPicture> picture);
    void drawBars();
    void sayNoBars();
    [[nodiscard]] QString titleOf(int bars) const;
    [[nodiscard]] std::span<const MemoryLayer> layers() const; // that are shown: of the pass in focus
    void offerBands();
    void showBands();
    void showLegend();
    void showMoment();
    void hideMoment();
    [[nodiscard]] bool isAboutMoment() const; // nothing else is selected
    void sayOverview();
    void showParts();
    void sayTotals();
    void sayWarnings();
    void pickBar(int bar);
    void moveCursorTo(const core::Selection &selection); // of an event or a time range; others leave it
    void follow(const core::Selection &selection, QObject *origin);
    void applyLook();

    SessionController &m_controller;
    NavigationBus &m_bus;
    TimeRangeControl &m_range;
    std::unique_ptr<JobSlot> m_job;
    std::unique_ptr<JobSlot> m_bandsJob;
    std::unique_ptr<JobSlot> m_momentJob;
    DeferUntilVisible *m_seen;
    std::shared_ptr<const MemoryPicture> m_picture; // never null
    std::weak_ptr<const core::TraceDocument> m_pictureOf;
    std::shared_ptr<const InspectorContent> m_moment; // that the inspector shows; null: none
    core::Selection m_chosen; // in the lists
    QStackedWidget *m_stack = nullptr;
    EmptyView *m_empty = nullptr;
    ViewBar *m_bar = nullptr;
    ElidedLabel *m_what = nullptr;
    QWidget *m_top = nullptr; // the chart with its bar
    QWidget *m_below = nullptr; // bars and tables
    QWidget *m_barsPart = nullptr;
    QWidget *m_warnings = nullptr;
    PlotLegend *m_legend = nullptr;
    SegmentedControl *m_by = nullptr;
    QComboBox *m_device = nullptr;
    MemoryChart *m_chart = nullptr;
    AxisPlot *m_bars = nullptr;
    BlockMap *m_map = nullptr;
    QStackedWidget *m_left = nullptr;
    EmptyView *m_noBars = nullptr; // in place of the bars
    ElidedLabel *m_leftTitle = nullptr;
    PlotLegend *m_barLegend = nullptr;
    SegmentedControl *m_which = nullptr;
    MemoryTables *m_tables = nullptr;
};

} // namespace lamella::ui
