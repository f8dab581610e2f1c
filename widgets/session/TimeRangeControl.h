// SPDX-License-Identifier: GPL-3.0-or-later
// The visible time range of the window, within the range of the trace. Views set it and listen to it, never to each other.
#pragma once

#include "core/base/Time.h"

#include <QObject>

namespace lamella::ui {

class TimeRangeControl : public QObject {
    Q_OBJECT
public:
    explicit TimeRangeControl(QObject *parent = nullptr);

    [[nodiscard]] core::TimeRange traceRange() const { return m_trace; }
    [[nodiscard]] core::TimeRange visibleRange() const { return m_visible; }
    [[nodiscard]] core::TimeRange reach() const; // what can become visible: the trace with a margin of 2 % at each end
    // Resets the visible range to the whole trace.
    void setTraceRange(core::TimeRange range);
    // Clamped to reach() and to at least 20 ns.
    void setVisibleRange(core::TimeRange range);
    void zoom(double factor, core::TimeNs around); // factor < 1 zooms in
    void pan(core::DurationNs by);

signals:
    void traceRangeChanged(lamella::core::TimeRange range);
    void visibleRangeChanged(lamella::core::TimeRange range);

private:
    core::TimeRange m_trace;
    core::TimeRange m_visible;
};

} // namespace lamella::ui
