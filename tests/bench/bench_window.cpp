// SPDX-License-Identifier: GPL-3.0-or-later
// bench_window FILE|wide:EVENTS:LANES|decode:PASSES:LAYERS [WIDTHxHEIGHT [load|frames|selections|tables|workspaces ...]]: what
// the real window costs over one trace (offscreen unless QT_QPA_PLATFORM says otherwise), as lines of JSON like those of
// stage_probe: {"what":..,"wall":s,"cpu":s,"rss":bytes,..}. wide:.. and decode:.. are traces made up on the spot:
// wide:10000000:200 for ten million events, decode:1800:55 for a million kernels in 1800 passes.
//   window: built .. cut     how far it is on the way there: the window shown, the file read, its passes found
//   window: first timeline   from the start of the process to the first picture with kernels in the timeline
//   window: all views        the same, until nothing is read or computed any more; rss: held then, "peak": the most so far
//   window: at rest          when what was freed was given back; "apart": of it without the columns of the trace
//   frame ..                 one picture after panning and zooming: of the whole window, and of the timeline alone
//   workspace ..             from the command to its first picture, with its panels made; what it computes is not waited for
//   selection ..             from a click to the last view that shows it, without the motion of the timeline
//   sort .., filter ..       kernels one by one in a table on the screen, until the rows stand there
//   longest turn ..          of the event loop, by what was going on; of each workspace. Its time on the clock contains waiting for events
// Beside time on the clock, which holds what other programs took, stands processor time (cpu): of frames and turns that of the
// thread of the window, of all else that of the whole process.
#include "tests/bench/Costs.h"
#include "tests/bench/RealWindow.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/panels/TableDialog.h"
#include "widgets/session/FreedMemory.h"
#include "widgets/session/JobSlot.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/window/WorkspaceArea.h"

#include <QAction>
#include <QApplication>
#include <QTableView>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

using namespace lamella;
using namespace lamella::bench;
using namespace lamella::ui;

namespace {

// Seconds since the process was started, which the system keeps in steps of 10 ms.
double secondsOfProcess()
{
    std::FILE *const file = std::fopen("/proc/self/stat", "r");
    char text[1024] = {};
    const std::size_t size = file != nullptr ? std::fread(text, 1, sizeof text - 1, file) : 0;
    if (file != nullptr)
        std::fclose(file);
    const QByteArray all(text, static_cast<qsizetype>(size));
    const QList<QByteArray> fields = all.mid(all.lastIndexOf(')') + 2).split(' ');
    const double started = fields.value(19).toDouble() / static_cast<double>(sysconf(_SC_CLK_TCK));
    return secondsOf(CLOCK_BOOTTIME) - started;
}

long long peakBytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<long long>(usage.ru_maxrss) * 1024;
}

void printStage(const char *what)
{
    print(what, {secondsOfProcess(), secondsOf(CLOCK_PROCESS_CPUTIME_ID)});
}

class Bench {
public:
    explicit Bench(MainWindow &window)
        : m_window(window)
        , m_timeline(*window.findChild<TimelinePanel *>())
        , m_view(*m_timeline.view())
    {
        m_heart.start(20);
    }

    bool load(const QString &file)
    {
        printStage("window: built");
        SessionController &controller = m_window.controller();
        QObject::connect(&controller, &SessionController::traceRead, &m_heart, [] { printStage("window: trace read"); });
        QObject::connect(&controller, &SessionController::sessionChanged, &m_heart, [] { printStage("window: cut"); });
        m_window.openTrace(file);
        while (m_view.rows().rows().empty() && m_window.controller().state() != SessionController::State::Failed)
            turn(true);
        if (m_window.controller().state() == SessionController::State::Failed) {
            std::fprintf(stderr, "bench_window: %s\n", m_window.controller().error().message().c_str());
            return false;
        }
        m_view.repaint();
        printStage("window: first timeline");
        settle();
        const auto document = m_window.controller().document();
        print("window: all views", {secondsOfProcess(), secondsOf(CLOCK_PROCESS_CPUTIME_ID)},
            ",\"peak\":" + std::to_string(peakBytes()) + ",\"events\":" + std::to_string(document->events.size())
                + ",\"kernels\":" + std::to_string(document->kernels.size()));
        printLongestTurn("loading");
        const auto *freed = m_window.findChild<FreedMemory *>();
        while (freed->isPending())
            turn(true);
        settle();
        print("window: at rest", {secondsOfProcess(), secondsOf(CLOCK_PROCESS_CPUTIME_ID)},
            ",\"apart\":" + std::to_string(residentBytes() - static_cast<long long>(document->memoryBytes())));
        return true;
    }

    void frames()
    {
        const auto document = m_window.controller().document();
        if (document->kernels.size() == 0)
            return;
        std::vector<Cost> whole;
        std::vector<Cost> alone;
        const core::TimeRange all{{document->bounds.exactBegin}, {document->bounds.exactEnd}};
        const std::int64_t centre = document->kernels.start[document->kernels.size() / 2];
        constexpr int kZooms = 150;
        const double factor = std::pow(40.0 / static_cast<double>(std::max<std::int64_t>(40, all.length().value)), 1.0 / kZooms);
        auto length = static_cast<double>(all.length().value);
        // From the whole trace to 40 ns around a kernel; at each step also three steps aside.
        for (int zoom = 0; zoom < kZooms; ++zoom, length *= factor) {
            for (int aside = 0; aside < 4; ++aside) {
                const auto half = static_cast<std::int64_t>(length / 2);
                const std::int64_t begin = centre - half + aside * (half / 5);
                m_view.showRange({{begin}, {begin + 2 * half}}, false);
                alone.push_back(timed([this] { m_view.repaint(); }, CLOCK_THREAD_CPUTIME_ID));
                m_view.showRange({{begin + half / 7}, {begin + half / 7 + 2 * half}}, false);
                whole.push_back(timed([this] { turn(); }, CLOCK_THREAD_CPUTIME_ID));
            }
            if (std::getenv("LAMELLA_BENCH_EACH") != nullptr)
                print("frame of the timeline, " + std::to_string(length) + " ns", alone.back());
        }
        printRanks("frame of the window", whole);
        printRanks("frame of the timeline", alone);
        settle();
        printLongestTurn("panning and zooming");
    }

    // Clicks on passes, layers and kernels anywhere in the trace; the first click of each kind is among them.
    void selections()
    {
        const auto segmentation = m_window.controller().segmentation();
        const auto document = m_window.controller().document();
        constexpr int kClicks = 300;
        std::vector<Cost> costs;
        std::mt19937 random(7);
        for (int i = 0; i < kClicks; ++i) {
            const core::DeviceSegmentation &device = segmentation->devices[random() % segmentation->devices.size()];
            if (device.passes.empty())
                return;
            const core::Pass &pass = device.passes[random() % device.passes.size()];
            const char *what = "pass to all views";
            core::Selection selection = core::PassSelection{device.device, pass.number};
            if (i % 3 == 1 && pass.layers > 0) {
                what = "layer to all views";
                selection = core::LayerSelection{device.device, pass.number,
                    device.layers[pass.firstLayer + random() % static_cast<unsigned>(pass.layers)].layer};
            } else if (i % 3 == 2) {
                what = "kernel to all views";
                selection =
                    core::KernelSelection{core::KernelId(static_cast<std::uint32_t>(random()) % document->kernels.size())};
            }
            costs.push_back(timed([&] {
                m_window.bus().select(selection, nullptr);
                settle();
            }));
            if (std::getenv("LAMELLA_BENCH_EACH") != nullptr)
                print(what, costs.back());
        }
        printRanks("selection to all views", costs);
        printLongestTurn("selecting");
    }

    // Each workspace for the first time, then all again.
    void workspaces()
    {
        for (const char *when : {"first", "again"}) {
            std::vector<Cost> costs;
            for (QAction *action : m_window.workspaces().actions()) {
                if (!action->isEnabled())
                    continue;
                costs.push_back(timed(
                    [this, action] {
                        action->trigger();
                        while (m_window.workspaces().isMaking())
                            turn();
                        turn();
                    },
                    CLOCK_THREAD_CPUTIME_ID));
                const std::string what = "workspace " + action->data().toString().toStdString() + ", " + when;
                if (std::getenv("LAMELLA_BENCH_EACH") != nullptr)
                    print(what, costs.back());
                settle();
                printLongestTurn("showing " + what);
            }
            printRanks(std::string("workspace shown ") + when, costs);
        }
        m_window.workspaces().actions().front()->trigger();
        settle();
    }

    // Kernels one by one, as the menu "whole table" shows them.
    void tables()
    {
        core::TableRequest request;
        request.table = "kernels";
        request.each = true;
        request.pass = "trace";
        TableDialog dialog(m_window.controller(), m_window.bus(), request, &m_window);
        dialog.resize(1200, 800);
        dialog.show();
        const Cost open = timed([this] { settle(); });
        ReportTableModel &model = dialog.model();
        print("kernels one by one on the screen", open, ",\"rows\":" + std::to_string(model.rowCount()));
        auto &view = *dialog.findChild<QTableView *>(QStringLiteral("wholeTable"));
        std::vector<Cost> sorts;
        for (int column = 0; column < model.columnCount(); ++column)
            for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
                sorts.push_back(timed([&] {
                    view.sortByColumn(column, order);
                    settle();
                }));
                if (std::getenv("LAMELLA_BENCH_EACH") != nullptr)
                    print("sort by " + model.headerData(column, Qt::Horizontal).toString().toStdString(), sorts.back());
            }
        std::vector<Cost> filters;
        for (const char *text : {"a", "at", "att", "gemm", "dur>20us", "/norm|rotary/", "no such kernel", ""})
            filters.push_back(timed([&] {
                model.setFilter(QString::fromLatin1(text));
                settle();
            }));
        printRanks("sort of kernels one by one", sorts);
        printRanks("filter of kernels one by one", filters);
        printLongestTurn("sorting and filtering");
    }

private:
    // One turn of the event loop, with the pictures that are due.
    void turn(bool wait = false)
    {
        const auto flags = wait ? QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents : QEventLoop::AllEvents;
        const Cost cost = timed([flags] { QCoreApplication::processEvents(flags); }, CLOCK_THREAD_CPUTIME_ID);
        if (cost.cpu > m_longestTurn.cpu)
            m_longestTurn = cost;
    }

    // Until nothing is awaited; every answer may start the next question, and what is due in this turn is painted in the next.
    void settle()
    {
        for (int quiet = 0; quiet < 5;) {
            turn(quiet == 0);
            quiet = m_window.isSettled() && !m_timeline.isBusy() ? quiet + 1 : 0;
        }
    }

    void printLongestTurn(const std::string &when)
    {
        print("longest turn while " + when, m_longestTurn);
        m_longestTurn = {};
    }

    MainWindow &m_window;
    TimelinePanel &m_timeline;
    TimelineView &m_view;
    Cost m_longestTurn;
    QTimer m_heart; // wakes the loop where nothing else does
};

} // namespace

int main(int argc, char **argv)
{
    return withRealWindow(
        argc, argv, "frames|selections|tables|workspaces", [](MainWindow &window, const QString &trace, const auto &wanted) {
            Bench bench(window);
            if (!bench.load(trace))
                return false;
            if (wanted("frames"))
                bench.frames();
            if (wanted("selections"))
                bench.selections();
            if (wanted("tables"))
                bench.tables();
            if (wanted("workspaces"))
                bench.workspaces();
            return true;
        });
}
