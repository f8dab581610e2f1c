// SPDX-License-Identifier: GPL-3.0-or-later
// The widget of QCustomPlot, which paints once for what is seen. QCustomPlot itself paints for each size that a layout passes
// through while it is shown, and takes new memory for its pixels each time, which is most of what it costs to show a chart. GUI
// thread.
#pragma once

#include <qcustomplot.h>

namespace lamella::ui {

class PlotCanvas : public QCustomPlot {
public:
    using QCustomPlot::QCustomPlot;

    // Paints what has changed when it is seen.
    void redraw()
    {
        m_isStale = true;
        update();
    }

protected:
    void resizeEvent(QResizeEvent *) override
    {
        setViewport(rect());
        updateLayout(); // places are known at once
        m_isStale = true;
    }
    void paintEvent(QPaintEvent *event) override
    {
        if (m_isStale) {
            m_isStale = false;
            replot(rpQueuedRefresh);
        }
        QCustomPlot::paintEvent(event);
    }

private:
    bool m_isStale = false; // painted for another size or other data
};

} // namespace lamella::ui
