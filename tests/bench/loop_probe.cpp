// SPDX-License-Identifier: GPL-3.0-or-later
// loop_probe FILE... [WIDTHxHEIGHT [MS]]: how long the thread of the window is kept from its events, with the real window
// (offscreen unless QT_QPA_PLATFORM says otherwise). A timer of 1 ms beats; a block is the time between two beats less that
// millisecond.
//   max, p99   longest block and 99th percentile, milliseconds on the clock; while loading one sample a beat, else one a step
//   own        longest block without the time that the thread waited for a core (other programs, our own workers)
//   frames     paint events of the timeline
// With LAMELLA_BENCH_EACH, each step is told as well.
// Several files are the ranks of one job: then it also switches from rank to rank.
// The last column names the longest single event: type, receiver, milliseconds. With a third argument, every event of at least
// that many milliseconds is listed.
#include "core/base/Format.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/panels/KernelTablePanel.h"
#include "widgets/ranks/RankController.h"
#include "widgets/session/RecentFiles.h"
#include "widgets/theme/Appearance.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/window/MainWindow.h"
#include "widgets/window/WorkspaceArea.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFileInfo>
#include <QMetaEnum>
#include <QPaintEvent>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <functional>
#include <random>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

using namespace lamella;
using namespace lamella::ui;

namespace {

double millisecondsNow(clockid_t clock = CLOCK_MONOTONIC)
{
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

// When the program was started, in steps of 10 ms as the system keeps it, on CLOCK_BOOTTIME.
double startOfProcess()
{
    char text[1024] = {};
    const int file = open("/proc/self/stat", O_RDONLY);
    if (file < 0 || read(file, text, sizeof text - 1) <= 0)
        return millisecondsNow(CLOCK_BOOTTIME);
    close(file);
    const QList<QByteArray> fields = QByteArray(text).mid(QByteArray(text).lastIndexOf(')') + 2).split(' ');
    return fields.size() > 19 ? fields[19].toDouble() * 1e3 / static_cast<double>(sysconf(_SC_CLK_TCK)) : 0;
}

// How long this thread was ready to run while others had the cores.
class WaitForCore {
public:
    double milliseconds() const
    {
        char text[96] = {};
        if (m_file < 0 || pread(m_file, text, sizeof text - 1, 0) <= 0)
            return 0;
        const char *second = std::strchr(text, ' ');
        return second == nullptr ? 0 : std::strtod(second, nullptr) / 1e6;
    }

private:
    int m_file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
};

struct Block {
    double wall = 0;
    double own = 0;
};

// Beats in the event loop and keeps what was between the beats.
class Heart : public QObject {
public:
    explicit Heart(QObject *parent)
        : QObject(parent)
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(1);
        connect(&m_timer, &QTimer::timeout, this, &Heart::beat);
    }

    void start()
    {
        m_blocks.clear();
        m_lastBeat = millisecondsNow();
        m_lastWait = m_wait.milliseconds();
        m_timer.start();
    }
    void beat()
    {
        const double now = millisecondsNow();
        const double wait = m_wait.milliseconds();
        const double wall = now - m_lastBeat - m_timer.interval();
        m_blocks.push_back({std::max(0.0, wall), std::max(0.0, wall - (wait - m_lastWait))});
        m_lastBeat = now;
        m_lastWait = wait;
    }
    // Blocks since the last call, with the one under way.
    std::vector<Block> take()
    {
        beat();
        return std::exchange(m_blocks, {});
    }

private:
    QTimer m_timer;
    WaitForCore m_wait;
    std::vector<Block> m_blocks;
    double m_lastBeat = 0;
    double m_lastWait = 0;
};

// The application, with a look at every event that the loop hands out.
class ProbedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject *receiver, QEvent *event) override
    {
        if (event->type() == QEvent::Paint && qobject_cast<TimelineView *>(receiver) != nullptr)
            ++frames;
        const QEvent::Type type = event->type();
        const char *name = receiver->metaObject()->className(); // the receiver may be gone afterwards
        const double begin = millisecondsNow();
        const double worked = millisecondsNow(CLOCK_THREAD_CPUTIME_ID);
        ++m_depth;
        const bool result = QApplication::notify(receiver, event);
        --m_depth;
        const double took = millisecondsNow() - begin;
        const auto describe = [&] {
            return QStringLiteral("%1 to %2, %3 ms")
                .arg(QString::fromLatin1(QMetaEnum::fromType<QEvent::Type>().valueToKey(type)), QString::fromLatin1(name),
                    QString::number(took, 'f', 1));
        };
        if (listFromMs > 0 && took >= listFromMs)
            std::printf("  %*s%s (processor %.1f ms)\n", 2 * m_depth, "", qPrintable(describe()),
                millisecondsNow(CLOCK_THREAD_CPUTIME_ID) - worked);
        if (m_depth == 0 && took > longestEvent) {
            longestEvent = took;
            longestName = describe();
        }
        return result;
    }

    double listFromMs = 0; // > 0: every event that takes at least so long is printed, those inside of it ahead of it
    int frames = 0;
    double longestEvent = 0;
    QString longestName;

private:
    int m_depth = 0;
};

class Probe {
public:
    Probe(ProbedApplication &app, MainWindow &window)
        : m_app(app)
        , m_window(window)
        , m_heart(&window)
        , m_timeline(*window.findChild<TimelinePanel *>())
    {
    }

    void load(const char *name, const QStringList &files)
    {
        begin();
        m_window.openRanks(files);
        settle(true);
        for (const Block &block : m_heart.take())
            m_samples.push_back(block);
        report(name);
    }

    // One sample a step: the longest block in it.
    void steps(const char *name, int count, const std::function<void(int)> &step)
    {
        const bool each = std::getenv("LAMELLA_BENCH_EACH") != nullptr;
        begin();
        for (int i = 0; i < count; ++i) {
            m_heart.take();
            step(i);
            settle(false);
            Block longest;
            for (const Block &block : m_heart.take()) {
                longest.wall = std::max(longest.wall, block.wall);
                longest.own = std::max(longest.own, block.own);
            }
            m_samples.push_back(longest);
            if (each)
                std::printf("  %s %d: %.1f ms, own %.1f ms\n", name, i, longest.wall, longest.own);
        }
        report(name);
    }

    [[nodiscard]] TimelineView &view() const { return *m_timeline.view(); }

private:
    void begin()
    {
        m_samples.clear();
        m_app.frames = 0;
        m_app.longestEvent = 0;
        m_app.longestName.clear();
        m_begin = millisecondsNow();
        m_heart.start();
    }

    // Until nothing is awaited any more; every answer may start the next question, so it must stay so for some turns.
    void settle(bool long_)
    {
        const int wanted = long_ ? 200 : 3;
        int quiet = 0;
        while (quiet < wanted) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents); // the heart wakes it
            const bool busy = !m_window.isSettled() || m_timeline.isBusy();
            quiet = busy ? 0 : quiet + 1;
        }
    }

    void report(const char *name)
    {
        std::vector<double> walls;
        double own = 0;
        for (const Block &block : m_samples) {
            walls.push_back(block.wall);
            own = std::max(own, block.own);
        }
        std::sort(walls.begin(), walls.end());
        const auto rank = static_cast<std::size_t>(std::ceil(0.99 * static_cast<double>(walls.size())));
        std::printf("%-8s max %7.1f ms  p99 %7.1f ms  own %7.1f ms  frames %4d  took %6.2f s  longest event: %s\n", name,
            walls.back(), walls[std::max<std::size_t>(rank, 1) - 1], own, m_app.frames, (millisecondsNow() - m_begin) / 1e3,
            qPrintable(m_app.longestName));
        std::fflush(stdout);
    }

    ProbedApplication &m_app;
    MainWindow &m_window;
    Heart m_heart;
    TimelinePanel &m_timeline;
    std::vector<Block> m_samples;
    double m_begin = 0;
};

// From the whole trace to 40 ns around a kernel in its middle, with a step aside after every third.
void zoomSteps(Probe &probe, const core::TraceDocument &document, int count)
{
    if (document.kernels.size() == 0)
        return;
    const core::TimeRange whole{{document.bounds.exactBegin}, {document.bounds.exactEnd}};
    const std::int64_t centre = document.kernels.start[document.kernels.size() / 2];
    const double zooms = count * 3 / 4;
    const double factor = std::pow(40.0 / static_cast<double>(std::max<std::int64_t>(40, whole.length().value)), 1 / zooms);
    auto length = static_cast<double>(whole.length().value);
    const auto step = [&](int i) {
        if (i % 4 != 3)
            length *= factor;
        const auto half = static_cast<std::int64_t>(length / 2);
        const std::int64_t aside = i % 4 == 3 ? half / 3 : 0;
        probe.view().showRange({{centre - half + aside}, {centre + half + aside}}, false);
    };
    probe.steps("zoom", count, step);
}

void selectSteps(Probe &probe, MainWindow &window, int count)
{
    const auto segmentation = window.controller().segmentation();
    if (segmentation->devices.empty())
        return;
    std::mt19937 random(7);
    const auto step = [&](int) {
        const core::DeviceSegmentation &device = segmentation->devices[random() % segmentation->devices.size()];
        if (device.passes.empty())
            return;
        const core::Pass &pass = device.passes[random() % device.passes.size()];
        if (random() % 2 == 0 || pass.layers <= 0)
            window.bus().select(core::PassSelection{device.device, pass.number}, nullptr);
        else
            window.bus().select(core::LayerSelection{device.device, pass.number,
                                    device.layers[pass.firstLayer + random() % static_cast<unsigned>(pass.layers)].layer},
                nullptr);
    };
    probe.steps("select", count, step);
}

void tableSteps(Probe &probe, MainWindow &window)
{
    KernelTablePanel &panel = window.kernelTable();
    // Scope of the pass, then the whole trace.
    const auto scope = [&](int i) {
        const auto segments = panel.findChild<SegmentedControl *>()->findChildren<QAbstractButton *>();
        segments[1 + i]->click();
    };
    probe.steps("scope", 2, scope);
    const QStringList filters{QStringLiteral("a"), QStringLiteral("at"), QStringLiteral("att"), QStringLiteral("gemm"),
        QStringLiteral("no such kernel"), QString()};
    const int columns = panel.model()->columnCount();
    const auto step = [&](int i) {
        if (i < 2 * columns)
            panel.view()->sortByColumn(i / 2, i % 2 == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
        else
            panel.setFilter(filters[i - 2 * columns]);
    };
    probe.steps("table", 2 * columns + static_cast<int>(filters.size()), step);
}

// Every view comes to the front, for a pass and for a layer of it; then what is compared and supposed is changed.
void viewSteps(Probe &probe, MainWindow &window)
{
    const QStringList views = window.workspaces().panelIds();
    const auto segmentation = window.controller().segmentation();
    if (!segmentation || !segmentation->mainDevice.valid()
        || segmentation->devices[segmentation->mainDevice.value].passes.empty())
        return;
    const core::DeviceSegmentation &device = segmentation->devices[segmentation->mainDevice.value];
    const core::Pass &pass = device.passes[device.passes.size() / 2];
    const auto step = [&](int i) {
        if (i == 0)
            window.bus().select(core::PassSelection{device.device, pass.number}, nullptr);
        if (i == views.size() && pass.layers > 0)
            window.bus().select(core::LayerSelection{device.device, pass.number, device.layers[pass.firstLayer].layer}, nullptr);
        (void)window.workspaces().show(views[i % views.size()]);
    };
    probe.steps("views", 2 * static_cast<int>(views.size()), step);
    // The window gets other sizes, with the views that are in front then.
    const QSize size = window.size();
    probe.steps("resize", 20, [&](int i) { window.resize(size - QSize(20 * ((i + 1) % 10), 12 * ((i + 1) % 10))); });
    window.resize(size);
    // Every switch and button of the idle views.
    QList<QAbstractButton *> buttons;
    for (const char *name : {"GapPanel", "OverlapPanel", "WhatIfPanel", "RanksPanel", "DiffPanel"})
        if (auto *panel = window.findChild<QWidget *>(QLatin1String(name))) {
            const auto own = panel->findChildren<QAbstractButton *>();
            for (QAbstractButton *button : own)
                if (button->isEnabled() && !qobject_cast<QToolButton *>(button)) // tool buttons open menus and dialogs
                    buttons << button;
        }
    probe.steps("buttons", static_cast<int>(buttons.size()), [&](int i) { buttons[i]->click(); });
}

void rankSteps(Probe &probe, MainWindow &window)
{
    const auto set = window.ranks().set();
    if (!set)
        return;
    const auto ranks = static_cast<int>(set->members().size());
    probe.steps("ranks", 2 * ranks, [&](int i) { window.ranks().show(static_cast<std::size_t>((i + 1) % ranks)); });
}

// Shows the window and waits for its first picture.
void showFirst(ProbedApplication &app, MainWindow &window, double started)
{
    window.show();
    double shown = 0;
    for (bool painted = false; !painted; painted = window.testAttribute(Qt::WA_Mapped) && window.isVisible()) {
        QCoreApplication::processEvents();
        shown = millisecondsNow(CLOCK_BOOTTIME);
    }
    window.repaint();
    shown = millisecondsNow(CLOCK_BOOTTIME);
    std::printf("%-8s shown %5.0f ms after the start of the process, which is known to 10 ms\n", "window", shown - started);
    app.frames = 0;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: loop_probe FILE... [WIDTHxHEIGHT [MS]]\n");
        return 2;
    }
    const double started = startOfProcess();
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir settings; // a window as it is at its first start
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    QCoreApplication::setOrganizationName(QStringLiteral("Lamella"));
    QCoreApplication::setApplicationName(QStringLiteral("loop_probe"));
    ProbedApplication app(argc, argv);
    QStringList files;
    int next = 1;
    for (; next < argc && QFileInfo::exists(QString::fromLocal8Bit(argv[next])); ++next)
        files << QString::fromLocal8Bit(argv[next]);
    const QString sizeText = next < argc ? QString::fromLatin1(argv[next]) : QString();
    app.listFromMs = next + 1 < argc ? std::atof(argv[next + 1]) : 0;
    applyAppearance();
    QThreadPool pool;
    pool.setMaxThreadCount(std::max(3, QThread::idealThreadCount() + 1));
    RecentFiles recent;
    {
        MainWindow window(pool, recent);
        const QStringList size = sizeText.split(u'x', Qt::SkipEmptyParts);
        window.resize(size.value(0, QStringLiteral("1920")).toInt(), size.value(1, QStringLiteral("1080")).toInt());
        showFirst(app, window, started);
        Probe probe(app, window);
        probe.load("load", files);
        auto document = window.controller().document();
        if (!document) {
            std::fprintf(stderr, "loop_probe: %s\n", window.controller().error().message().c_str());
            return 1;
        }
        std::printf("%-8s %u events, %u on GPUs\n", "trace", document->events.size(), document->kernels.size());
        zoomSteps(probe, *document, 200);
        document.reset(); // nobody but the window holds the trace when it is left
        selectSteps(probe, window, 50);
        tableSteps(probe, window);
        viewSteps(probe, window);
        rankSteps(probe, window);
        probe.load("again", files);
        probe.steps("close", 1, [&](int) { window.controller().close(); });
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        std::printf("%-8s peak %ld MiB\n", "memory", usage.ru_maxrss / 1024);
    }
    pool.waitForDone();
    return 0;
}
