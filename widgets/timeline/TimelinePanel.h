// SPDX-License-Identifier: GPL-3.0-or-later
// The pass timeline: view bar, overview strip and the lanes of all streams and threads, linked by NavigationBus and time range.
#pragma once

#include "core/analysis/KernelGroups.h"
#include "core/model/Selection.h"
#include "core/model/TraceDocument.h"
#include "widgets/timeline/TimeAxis.h"
#include "widgets/timeline/TimelineData.h"

#include <QWidget>

#include <memory>

class QAction;
class QHBoxLayout;

namespace lamella::ui {

class IdleLegend;
class JobSlot;
class NavigationBus;
class OverviewStrip;
class SessionController;
class TimelineLoader;
class TimelineView;
class TimeRangeControl;

class TimelinePanel : public QWidget {
    Q_OBJECT
public:
    TimelinePanel(SessionController &controller, NavigationBus &bus, TimeRangeControl &range, QWidget *parent = nullptr);
    ~TimelinePanel() override;

    // True while lanes are being laid out in the background and the view is incomplete.
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] TimelineView *view() const { return m_view; }
    [[nodiscard]] const TimelineDataPtr &data() const; // null until the lanes of the streams are laid out
    [[nodiscard]] OverviewStrip *overview() const { return m_overview; }

    // In place of the words at the left of the view bar. Takes the widget over.
    void setTitle(QWidget *title);
    // Adds a button for a command of the window, left of the zoom buttons.
    void addViewBarAction(QAction *action);

public slots:
    void zoomIn();
    void zoomOut();
    void zoomToFit(); // zooms to the whole trace
    void zoomToSelection();
    void setTimeFormat(lamella::ui::TimeFormat format); // saved, and applied to all windows

signals:
    void busyChanged();
    void dataChanged(); // data() has changed
    // Time under the pointer on the trace's clock, for the status bar; valid = false when the pointer leaves.
    void cursorTimeChanged(qint64 timeNs, bool valid);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *createViewBar();
    void addTrackControls(QWidget &bar, QHBoxLayout &layout);
    void light(const core::Selection &selection);

    SessionController &m_controller;
    std::unique_ptr<JobSlot> m_lighting;
    std::shared_ptr<const core::KernelsByName> m_byName; // of the trace in which a name was selected last
    std::weak_ptr<const core::TraceDocument> m_byNameOf;
    QHBoxLayout *m_viewBar = nullptr;
    QWidget *m_title = nullptr;
    int m_viewBarActions = 0;
    TimelineLoader *m_loader = nullptr;
    TimelineView *m_view = nullptr;
    OverviewStrip *m_overview = nullptr;
    IdleLegend *m_legend = nullptr;
};

} // namespace lamella::ui
