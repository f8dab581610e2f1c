// SPDX-License-Identifier: GPL-3.0-or-later
// bench_frames FILE|wide:EVENTS:LANES|decode:PASSES:LAYERS [WIDTHxHEIGHT [wheel|drag|scroll|resize|hover ...]]: what one
// frame of the real window takes while a person works the timeline, from the event of mouse or wheel to the last pixel, as lines
// of JSON (Costs.h).
// Offscreen unless QT_QPA_PLATFORM says otherwise. Processor time is that of the thread of the window.
//   wheel    from the whole trace into a ten thousandth of it and out again
//   drag     aside, at the whole trace and at parts of it
//   scroll   through the lanes, at the same parts
//   resize   of the window, narrower and lower and back, over the whole trace
//   hover    the pointer over lanes that stand still
// LAMELLA_BENCH_EACH=1 prints every frame.
#include "tests/bench/Costs.h"
#include "tests/bench/RealWindow.h"
#include "widgets/session/FreedMemory.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"

#include <QApplication>
#include <QMouseEvent>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
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
        , m_timeline(*window.findChild<TimelinePanel *>())
        , m_view(*m_timeline.view())
    {
        m_heart.start(20);
    }

    bool load(const QString &file)
    {
        m_window.openTrace(file);
        const SessionController &controller = m_window.controller();
        while (controller.state() != SessionController::State::Failed && m_view.rows().rows().empty())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        if (controller.state() == SessionController::State::Failed) {
            std::fprintf(stderr, "bench_frames: %s\n", controller.error().message().c_str());
            return false;
        }
        const auto *freed = m_window.findChild<FreedMemory *>();
        for (int quiet = 0; quiet < 5;
             quiet = m_window.isSettled() && !m_timeline.isBusy() && !freed->isPending() ? quiet + 1 : 0)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        const auto document = controller.document();
        m_all = {{document->bounds.exactBegin}, {document->bounds.exactEnd}};
        int lanes = 0;
        for (const TimelineRow &row : m_view.rows().rows())
            lanes += !row.isGroup() && row.y + row.height <= m_view.height() ? 1 : 0;
        std::printf("{\"what\":\"view\",\"width\":%d,\"height\":%d,\"lanes\":%d}\n", m_view.width(), m_view.height(), lanes);
        std::fflush(stdout);
        return true;
    }

    void wheel()
    {
        begin(1);
        constexpr int kSteps = 140; // of a quarter of a notch: together a factor of 10 000
        for (int i = 0; i < 2 * kSteps; ++i)
            frame([this, i] { turnWheel(i < kSteps ? 30 : -30); });
        end("wheel");
    }

    void drag()
    {
        for (const int part : {1, 10, 100, 1000}) {
            begin(part);
            move(QEvent::MouseButtonPress, middle());
            for (int i = 1; i <= 60; ++i)
                frame([this, i] { move(QEvent::MouseMove, middle() + QPoint(-7 * i, 0)); });
            move(QEvent::MouseButtonRelease, middle());
            end("drag, 1/" + std::to_string(part));
        }
    }

    void scroll()
    {
        for (const int part : {1, 10, 100, 1000}) {
            begin(part);
            for (int i = 0; i < 60; ++i)
                frame([this, i] { turnWheel(i < 30 ? -120 : 120, Qt::ControlModifier); });
            end("scroll, 1/" + std::to_string(part));
        }
    }

    void resize()
    {
        begin(1);
        const QSize size = m_window.size();
        for (int i = 1; i <= 60; ++i) {
            const int less = 9 * (i <= 30 ? i : 60 - i);
            frame([this, size, less] { m_window.resize(size.width() - less, size.height() - less / 2); });
        }
        end("resize");
    }

    void hover()
    {
        begin(1);
        for (int i = 1; i <= 120; ++i)
            frame([this, i] { move(QEvent::MouseMove, middle() + QPoint(5 * i, i)); });
        end("hover");
    }

private:
    void begin(int part)
    {
        const std::int64_t half = m_all.length().value / part / 2;
        const std::int64_t centre = m_all.begin.value + m_all.length().value / 2;
        m_view.setScrollY(0);
        m_view.showRange({{centre - half}, {centre + half}}, false);
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
    void end(const std::string &what)
    {
        if (std::getenv("LAMELLA_BENCH_EACH") != nullptr)
            for (std::size_t i = 0; i < m_costs.size(); ++i)
                print(what + " " + std::to_string(i), m_costs[i]);
        printRanks(what, m_costs);
    }

    [[nodiscard]] QPoint middle() const { return m_view.rect().center(); }
    void turnWheel(int angle, Qt::KeyboardModifiers modifiers = {})
    {
        const QPoint at = middle();
        QWheelEvent event(QPointF(at), QPointF(m_view.mapToGlobal(at)), QPoint(), QPoint(0, angle), Qt::NoButton, modifiers,
            Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&m_view, &event);
    }
    void move(QEvent::Type type, QPoint at)
    {
        const bool isMove = type == QEvent::MouseMove;
        m_isDown = isMove ? m_isDown : type == QEvent::MouseButtonPress;
        QMouseEvent event(type, QPointF(at), QPointF(m_view.mapToGlobal(at)), isMove ? Qt::NoButton : Qt::LeftButton,
            m_isDown ? Qt::LeftButton : Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&m_view, &event);
    }

    MainWindow &m_window;
    TimelinePanel &m_timeline;
    TimelineView &m_view;
    core::TimeRange m_all;
    std::vector<Cost> m_costs;
    bool m_isDown = false;
    QTimer m_heart; // wakes the loop where nothing else does
};

} // namespace

int main(int argc, char **argv)
{
    return withRealWindow(
        argc, argv, "wheel|drag|scroll|resize|hover", [](MainWindow &window, const QString &trace, const auto &wanted) {
            Frames frames(window);
            if (!frames.load(trace))
                return false;
            using Motion = void (Frames::*)();
            const std::pair<const char *, Motion> motions[] = {{"wheel", &Frames::wheel}, {"drag", &Frames::drag},
                {"scroll", &Frames::scroll}, {"resize", &Frames::resize}, {"hover", &Frames::hover}};
            for (const auto &[name, motion] : motions)
                if (wanted(name))
                    (frames.*motion)();
            return true;
        });
}
