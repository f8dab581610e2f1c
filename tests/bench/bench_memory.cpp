// SPDX-License-Identifier: GPL-3.0-or-later
// bench_memory FILE|memory:EVENTS [WIDTHxHEIGHT [wheel|pan|cursor ...]]: what one frame of the workspace Memory takes, from the
// event to the last pixel, as lines of JSON (Costs.h). Offscreen unless QT_QPA_PLATFORM says otherwise. Processor time is that of
// the thread of the window.
//   wheel    over the curve, from the whole trace into a thousandth of it and out again
//   pan      aside, at the whole trace and at parts of it, as the timeline does
//   cursor   through the trace, with the list of the blocks that live there
#include "tests/bench/Costs.h"
#include "tests/bench/RealWindow.h"
#include "widgets/memory/MemoryChart.h"
#include "widgets/memory/MemoryPanel.h"
#include "widgets/plot/AxisPlot.h"
#include "widgets/session/TimeRangeControl.h"
#include "widgets/window/WorkspaceArea.h"

#include <QApplication>
#include <QTimer>
#include <QWheelEvent>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

using namespace lamella;
using namespace lamella::bench;
using namespace lamella::ui;

namespace {

class Frames {
public:
    explicit Frames(MainWindow &window)
        : m_window(window)
        , m_range(window.timeRange())
    {
        m_heart.start(20);
    }

    bool load(const QString &file)
    {
        m_window.openTrace(file);
        const SessionController &controller = m_window.controller();
        const auto isReady = [this] {
            if (m_window.isSettled())
                (void)m_window.workspaces().show(QStringLiteral("memory"));
            m_panel = m_window.findChild<MemoryPanel *>();
            return m_panel != nullptr && !m_panel->picture().empty() && m_window.isSettled();
        };
        while (controller.state() != SessionController::State::Failed && !isReady())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        if (controller.state() == SessionController::State::Failed) {
            std::fprintf(stderr, "bench_memory: %s\n", controller.error().message().c_str());
            return false;
        }
        std::printf("{\"what\":\"view\",\"width\":%d,\"events\":%zu}\n", m_panel->chart()->plot()->plotWidthPx(),
            m_panel->picture().time.size());
        return true;
    }

    void wheel()
    {
        begin(1);
        constexpr int kSteps = 60;
        for (int i = 0; i < 2 * kSteps; ++i)
            frame([this, i] { turnWheel(i < kSteps ? 120 : -120); });
        printRanks("wheel", m_costs);
    }

    void pan()
    {
        for (const int part : {1, 10, 100, 1000}) {
            begin(part);
            const std::int64_t by = m_range.visibleRange().length().value / 100;
            for (int i = 0; i < 60; ++i)
                frame([this, by, i] { m_range.pan({i < 30 ? by : -by}); });
            printRanks("pan, 1/" + std::to_string(part), m_costs);
        }
    }

    void cursor()
    {
        begin(1);
        const std::vector<std::int64_t> &times = m_panel->picture().time;
        for (std::size_t i = 1; i <= 120; ++i)
            frame([this, &times, i] { m_panel->setCursor(times[times.size() * i / 121]); });
        printRanks("cursor", m_costs);
    }

private:
    void begin(int part)
    {
        const core::TimeRange all = m_range.traceRange();
        const std::int64_t half = all.length().value / part / 2;
        const std::int64_t centre = all.begin.value + all.length().value / 2;
        m_range.setVisibleRange({{centre - half}, {centre + half}});
        QCoreApplication::processEvents();
        m_costs.clear();
    }
    template <class Act> void frame(Act act)
    {
        const auto whole = [&] {
            act();
            QCoreApplication::processEvents();
        };
        m_costs.push_back(timed(whole, CLOCK_THREAD_CPUTIME_ID));
    }
    void turnWheel(int angle)
    {
        AxisPlot *plot = m_panel->chart()->plot();
        const QPoint at = plot->plotRect().center();
        QWidget *target = plot->childAt(at);
        const QPoint inside = target->mapFrom(plot, at);
        QWheelEvent event(QPointF(inside), QPointF(target->mapToGlobal(inside)), QPoint(), QPoint(0, angle), Qt::NoButton,
            Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(target, &event);
    }

    MainWindow &m_window;
    TimeRangeControl &m_range;
    MemoryPanel *m_panel = nullptr;
    std::vector<Cost> m_costs;
    QTimer m_heart; // wakes the loop where nothing else does
};

} // namespace

int main(int argc, char **argv)
{
    return withRealWindow(argc, argv, "wheel|pan|cursor", [](MainWindow &window, const QString &trace, const auto &wanted) {
        Frames frames(window);
        if (!frames.load(trace))
            return false;
        using Motion = void (Frames::*)();
        const std::pair<const char *, Motion> motions[] = {
            {"wheel", &Frames::wheel}, {"pan", &Frames::pan}, {"cursor", &Frames::cursor}};
        for (const auto &[name, motion] : motions)
            if (wanted(name))
                (frames.*motion)();
        return true;
    });
}
