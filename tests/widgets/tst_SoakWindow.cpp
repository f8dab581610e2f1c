// SPDX-License-Identifier: GPL-3.0-or-later
// One window opens trace after trace, of every format, shows its views and closes it again: the memory it keeps does not grow,
// and nothing is written beside a trace. LAMELLA_SOAK_CYCLES of the environment asks for more rounds than the few of the usual
// run.
#include "tests/support/Gzip.h"
#include "tests/support/MixedTraces.h"
#include "tests/support/ProcessMemory.h"
#include "tests/support/Sanitizers.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"
#include "tests/widgets/WindowTest.h"

#include <QDirIterator>

using namespace lamella;
using namespace lamella::ui;

namespace {

constexpr int kUsualCycles = test::kSanitized ? 1 : 3;
constexpr int kSettled = 2; // rounds until what is allocated once is there
constexpr qint64 kMaxKeptKb = 256; // that is allocated, after those rounds
constexpr int kManyCycles = 100; // from which on pages tell something: of a few rounds they tell what the allocator does
constexpr double kMaxGrowth = 0.02; // of pages in memory, after a fifth of the rounds

QStringList filesBelow(const QString &folder)
{
    QStringList files;
    for (QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); it.hasNext();) {
        it.next();
        files << it.filePath() + QString::number(it.fileInfo().size()) + it.fileInfo().lastModified().toString(Qt::ISODateWithMs);
    }
    files.sort();
    return files;
}

} // namespace

class tst_SoakWindow : public QObject, protected test::OwnSettings {
    Q_OBJECT
private slots:
    void initTestCase() { test::useOneHeap(); }

    void memoryDoesNotGrowFromTraceToTrace()
    {
        const QTemporaryDir folder;
        std::vector<test::MixedTrace> traces = test::writeMixedTraces(folder.path(), test::mixedKernels(3));
        for (const test::TraceKind kind : {test::TraceKind::Moe, test::TraceKind::TwoDevices}) {
            const QString path = folder.filePath(QStringLiteral("kind%1.json.gz").arg(traces.size()));
            traces.push_back({"made up", {}, test::writeFile(path, test::gzipped(test::traceText(kind, {.passes = 3}))), false});
        }
        const QStringList before = filesBelow(folder.path());

        bool asked = false;
        const int wanted = qEnvironmentVariableIntValue("LAMELLA_SOAK_CYCLES", &asked);
        const int cycles = asked ? std::max(wanted, kUsualCycles) : kUsualCycles;
        WindowManager windows;
        MainWindow *window = test::openWindow(windows, {}, {1280, 800});
        const auto settled = [window] { return test::settles(*window); };
        test::ProcessMemory first;
        test::ProcessMemory last;
        for (int cycle = 1; cycle <= cycles; ++cycle) {
            for (const test::MixedTrace &trace : traces) {
                window->openTrace(trace.path);
                QVERIFY2(settled(), trace.format);
                QVERIFY2(window->controller().state() == SessionController::State::Ready, trace.format);
                for (const char *view : {"layers", "kernels", "report"}) {
                    QVERIFY(window->workspaces().show(QString::fromLatin1(view)));
                    QVERIFY2(settled(), view);
                    QVERIFY(!window->grab().isNull());
                }
                window->controller().close();
                QVERIFY2(settled(), trace.format);
            }
            last = test::processMemory();
            if (cycle == std::max(kSettled, cycles / 5))
                first = last;
            if (cycle <= 10 || cycle % 50 == 0)
                qInfo("round %d: %lld kB allocated, %lld kB in own pages, %lld kB in memory", cycle, last.usedKb, last.ownKb,
                    last.residentKb);
        }
        QCOMPARE(filesBelow(folder.path()), before);
        if (test::kSanitized)
            QSKIP("skipped: the sanitizers hold what is freed, so growth tells nothing here; leaks are looked for by them");
        // A job whose result nobody wants any more, or a copy that is being written, may hold a trace a moment longer; what is
        // kept by mistake never goes.
        const auto given = [&first, &last] {
            last = test::processMemory();
            return last.usedKb - first.usedKb <= kMaxKeptKb;
        };
        QVERIFY2(QTest::qWaitFor(given, 10'000), qPrintable(QString::number(last.usedKb - first.usedKb)));
        const double grown = test::growth(first, last);
        qInfo("%+.2f %% of pages", 100 * grown);
        if (cycles >= kManyCycles)
            QVERIFY2(grown <= kMaxGrowth, qPrintable(QString::number(grown)));
    }
};

LAMELLA_WIDGET_TEST(tst_SoakWindow)
#include "tst_SoakWindow.moc"
