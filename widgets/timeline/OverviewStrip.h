// SPDX-License-Identifier: GPL-3.0-or-later
// Overview of the focused pass (or of the whole trace, if more than the pass is in view), with a window that marks the visible
// range. The window can be moved and resized; a click outside moves it there.
#pragma once

#include "widgets/timeline/TimelineBands.h"
#include "widgets/timeline/TimelineData.h"

#include <QPixmap>
#include <QWidget>

namespace lamella::ui {

class TimeRangeControl;
struct StripPicture;

class OverviewStrip : public QWidget {
    Q_OBJECT
public:
    OverviewStrip(NavigationBus &bus, TimeRangeControl &range, QWidget *parent = nullptr);

    void setData(TimelineDataPtr data);
    // Range of the strip: the focused pass while the view stays within it, else the trace.
    [[nodiscard]] core::TimeRange shownRange() const;
    [[nodiscard]] QRect windowRect() const; // of the visible range, in widget coordinates

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    enum class Grip { None, Left, Right, Move };

    void invalidate();
    void invalidateBands(); // and the caption
    void paintBelow(core::TimeRange shown);
    void paintStatic(core::TimeRange shown);
    void paintCaption(QPainter &painter) const;
    void paintKernels(const StripPicture &picture, core::TimeRange shown);
    void paintColumns(const StripPicture &picture) const;
    void paintAxis(QPainter &painter, core::TimeRange shown) const;
    [[nodiscard]] Grip gripAt(QPoint position) const;
    [[nodiscard]] int laneWidth() const;
    [[nodiscard]] const core::DeviceSegmentation *device() const;
    [[nodiscard]] const core::Pass *focusedPass() const;

    NavigationBus &m_bus;
    TimeRangeControl &m_range;
    TimelineDataPtr m_data;
    QPixmap m_kernels; // with the axis; null: not valid
    core::TimeRange m_kernelsRange;
    core::DeviceId m_kernelsDevice; // invalid: none
    QPixmap m_static; // the same with bands and caption
    core::TimeRange m_staticRange;
    bool m_staticValid = false;
    Grip m_grip = Grip::None;
    QPoint m_pressed;
    core::TimeRange m_pressedRange;
    core::TimeRange m_pressedShown; // the scale is fixed while dragging
    core::LodColumns m_columns;
};

} // namespace lamella::ui
