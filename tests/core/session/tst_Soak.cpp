// SPDX-License-Identifier: GPL-3.0-or-later
// One process opens and closes traces of every format repeatedly: its memory does not grow. The environment variable
// LAMELLA_SOAK_CYCLES sets the number of rounds.
#include "core/import/ImporterRegistry.h"
#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"
#include "core/session/RankSet.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/Gzip.h"
#include "tests/support/MixedTraces.h"
#include "tests/support/ProcessMemory.h"
#include "tests/support/Sanitizers.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr int kUsualCycles = kSanitized ? 2 : 12;
constexpr int kSettled = 4; // rounds until one-time allocations are done
constexpr qint64 kMaxKeptKb = 128; // growth of allocated memory after those rounds
constexpr int kManyCycles = 100; // from here on resident pages are compared; fewer rounds only show the allocator
constexpr double kMaxGrowth = 0.02; // of resident pages after the first fifth of the rounds

bool looked(AnalysisSession &session)
{
    for (const char *name : {"info", "passes", "layers", "kernels", "gaps", "stats"}) {
        TableRequest request;
        request.table = name;
        const auto table = session.table(request);
        if (!table && table.error().code == ErrorCode::Internal)
            return false;
        if (table && writeTable(**table, TableFormat::Csv).empty())
            return false;
    }
    return true;
}

// Opens a trace and builds tables, like a user. False if there was nothing to show.
bool looked(const MixedTrace &trace)
{
    if (trace.ranks) {
        const auto set = RankSet::open({trace.path.toStdString()}, {});
        return set && (*set)->members().size() == 2 && (*set)->table({}) && looked(*(*set)->members()[0].session);
    }
    const auto document = openTrace(trace.path.toStdString());
    const auto session = document ? AnalysisSession::create(*document, {}) : document.error();
    return session && looked(**session);
}

} // namespace

class tst_Soak : public QObject {
    Q_OBJECT
private slots:
    void memoryDoesNotGrowFromTraceToTrace()
    {
        useOneHeap();
        const QTemporaryDir folder;
        std::vector<MixedTrace> traces = writeMixedTraces(folder.path(), mixedKernels(3));
        for (const TraceKind kind : {TraceKind::Dense, TraceKind::Moe, TraceKind::Training, TraceKind::TwoDevices}) {
            const QString path = folder.filePath(QStringLiteral("kind%1.json.gz").arg(traces.size()));
            traces.push_back({"made up", {}, writeFile(path, gzipped(generatedTrace(kind).json)), false});
        }
        // Truncated in the middle, as after a crash; and an empty file.
        const std::string whole = generatedTrace(TraceKind::Mla).json;
        const QString truncated = folder.filePath(QStringLiteral("cut.json"));
        traces.push_back({"cut", {}, writeFile(truncated, whole.substr(0, whole.size() / 2)), false});
        const MixedTrace none{"none", {}, writeFile(folder.filePath(QStringLiteral("none.json")), "no trace"), false};

        bool asked = false;
        const int wanted = qEnvironmentVariableIntValue("LAMELLA_SOAK_CYCLES", &asked);
        const int cycles = asked ? std::max(wanted, kUsualCycles) : kUsualCycles;
        ProcessMemory settled;
        ProcessMemory last;
        for (int cycle = 1; cycle <= cycles; ++cycle) {
            for (const MixedTrace &trace : traces)
                QVERIFY2(looked(trace), trace.format);
            QVERIFY(!looked(none));
            last = processMemory();
            if (cycle == std::max(kSettled, cycles / 5))
                settled = last;
            if (cycle <= 10 || cycle % 50 == 0)
                qInfo("round %d: %lld kB allocated, %lld kB in own pages, %lld kB in memory", cycle, last.usedKb, last.ownKb,
                    last.residentKb);
        }
        if (kSanitized)
            QSKIP("skipped: the sanitizers hold what is freed, so growth tells nothing here; leaks are looked for by them");
        QVERIFY2(last.usedKb - settled.usedKb <= kMaxKeptKb, qPrintable(QString::number(last.usedKb - settled.usedKb)));
        const double grown = growth(settled, last);
        qInfo("%+.2f %% of pages", 100 * grown);
        if (cycles >= kManyCycles)
            QVERIFY2(grown <= kMaxGrowth, qPrintable(QString::number(grown)));
    }
};

LAMELLA_TEST(tst_Soak)
#include "tst_Soak.moc"
