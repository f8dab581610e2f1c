// SPDX-License-Identifier: GPL-3.0-or-later
// Files beside a trace that Perfetto reads: used only when every kernel is in them at the same time, and what leads to Perfetto
// is then computed from their own numbers.
#include "core/import/ImporterRegistry.h"
#include "core/session/perfetto/PerfettoSibling.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/XSpaceToChrome.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

namespace {

const QString kShared = QStringLiteral(LAMELLA_SHARED_TRACES "/");

const char *const kTable = "Step Id,Name,Type,Stream ID,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim\n"
                           "1,a_0,MatMul,2,AI_CORE,1736408883704643.212,53.741,0,32\n"
                           "1,b_0,Add,2,AI_VECTOR_CORE,1736408883704801.156,6.540,0,8\n"
                           "1,c_0,Mul,2,AI_VECTOR_CORE,1736408883704900.001,7.125,0,8\n";

// The timeline of that table, moved by whole microseconds; one kernel has a digit more, as real ones do.
std::string timeline(std::int64_t moved, int kernels)
{
    const auto event = [moved](const char *name, std::int64_t us, const char *fraction, const char *duration) {
        return std::string(R"({"ph":"X","name":")") + name + R"(","pid":7,"tid":2,"ts":")" + std::to_string(us + moved) + fraction
            + R"(","dur":)" + duration + "},";
    };
    std::string text = R"([{"ph":"M","name":"process_name","pid":7,"args":{"name":"Ascend Hardware"}},
{"ph":"M","name":"thread_name","pid":7,"tid":2,"args":{"name":"Stream 2"}},
{"ph":"C","name":"AI Core Freq","pid":8,"tid":0,"ts":")"
        + std::to_string(1736408883704000 + moved) + R"(.000","args":{"MHz":1800}},)";
    text += event("a_0", 1736408883704643, ".212", "53.7413") + event("b_0", 1736408883704801, ".156", "6.54");
    if (kernels > 2)
        text += event("c_0", 1736408883704900, ".001", "7.125");
    text.back() = ']';
    return text;
}

} // namespace

class tst_PerfettoSibling : public QObject {
    Q_OBJECT
private slots:
    void timelineOfTheTable();
    void clockThatDiffers();
    void otherRuns_data();
    void otherRuns();
    void nothingBeside();
    void sharedTables_data();
    void sharedTables();
    void exportOfAnXSpace_data();
    void exportOfAnXSpace();

private:
    std::shared_ptr<const TraceDocument> open(const QString &path)
    {
        const auto document = openTrace(path.toStdString());
        if (!document)
            qFatal("%s", document.error().detail.english().c_str());
        return *document;
    }
    QString write(const char *name, const std::string &text)
    {
        return writeFile(m_dir.filePath(QString::fromLatin1(name)), text);
    }
    QTemporaryDir m_dir;
};

void tst_PerfettoSibling::timelineOfTheTable()
{
    write("trace_view.json", timeline(0, 3));
    const auto document = open(write("kernel_details.csv", kTable));
    const auto search = findPerfettoSibling(*document, {});
    QVERIFY(search.has_value() && search->sibling);
    const PerfettoSibling &sibling = *search->sibling;
    QCOMPARE(sibling.shift, std::int64_t{0});
    const std::string &note = search->note.english();
    QVERIFY2(note.find("Perfetto gets trace_view.json") == 0 && note.find("643.2") != std::string::npos
            && note.find("before the zero here") != std::string::npos,
        note.c_str());
    // Selects what Perfetto has of the file beside, whose durations have a digit more.
    const PerfettoTarget target = sibling.target(*document, KernelSelection{KernelId{0}}, {});
    QVERIFY(target.slice.has_value());
    QCOMPARE(target.slice->startNs, perfettoNs(1736408883704643212));
    QCOMPARE(target.slice->durationNs, std::int64_t{53741});
    QCOMPARE(target.tracks.size(), std::size_t{1});
    QCOMPARE(target.tracks[0].name, std::string("Stream 2"));
    QCOMPARE(sibling.bounds.perfettoBegin, perfettoNs(1736408883704000000));
}

void tst_PerfettoSibling::clockThatDiffers()
{
    write("trace_view.json", timeline(-1'000'000, 3));
    const auto document = open(write("kernel_details.csv", kTable));
    const auto search = findPerfettoSibling(*document, {});
    QVERIFY(search.has_value() && search->sibling);
    QCOMPARE(search->sibling->shift, std::int64_t{-1'000'000'000});
    const PerfettoTarget target = search->sibling->target(*document, KernelSelection{KernelId{2}}, {});
    QCOMPARE(target.slice->startNs, perfettoNs(1736408882704900001));
    const TimeRange range{{document->kernels.start[1]}, {document->kernels.end(1)}};
    QCOMPARE(search->sibling->moved(range).begin.value, std::int64_t{1736408882704801156});
}

void tst_PerfettoSibling::otherRuns_data()
{
    QTest::addColumn<QString>("beside");
    QTest::addColumn<QString>("said");
    QTest::newRow("a kernel less") << QString::fromStdString(timeline(0, 2)) << "lacks 1 of 3 kernels";
    QString longer = QString::fromStdString(timeline(0, 3));
    QTest::newRow("another duration") << longer.replace(QStringLiteral("53.7413"), QStringLiteral("54.7413"))
                                      << "lacks 1 of 3 kernels";
    QTest::newRow("no kernels") << R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2}])"
                                << "no GPU work";
    QTest::newRow("no trace") << "nothing"
                              << "is not used";
}

void tst_PerfettoSibling::otherRuns()
{
    QFETCH(QString, beside);
    QFETCH(QString, said);
    write("trace_view.json", beside.toStdString());
    const auto search = findPerfettoSibling(*open(write("kernel_details.csv", kTable)), {});
    QVERIFY(search.has_value() && !search->sibling);
    QVERIFY2(search->note.english().find(said.toStdString()) != std::string::npos, search->note.english().c_str());
}

void tst_PerfettoSibling::nothingBeside()
{
    QFile::remove(m_dir.filePath(QStringLiteral("trace_view.json")));
    const auto search = findPerfettoSibling(*open(write("kernel_details.csv", kTable)), {});
    QVERIFY(search.has_value() && !search->sibling && search->note.empty());
}

void tst_PerfettoSibling::sharedTables_data()
{
    QTest::addColumn<QString>("table");
    for (const char *folder : {"level0/rank0_ascend_pt", "level1_rank0_ascend_pt"})
        QTest::newRow(folder) << QStringLiteral("ascend/%1/ASCEND_PROFILER_OUTPUT/kernel_details.csv").arg(QLatin1String(folder));
}

void tst_PerfettoSibling::sharedTables()
{
    QFETCH(QString, table);
    LAMELLA_NEED_SHARED(kShared + table);
    const auto document = open(kShared + table);
    const auto search = findPerfettoSibling(*document, {});
    QVERIFY(search.has_value());
    QVERIFY2(search->sibling != nullptr, search->note.english().c_str());
    QCOMPARE(search->sibling->shift, std::int64_t{0});
}

void tst_PerfettoSibling::exportOfAnXSpace_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("TPU") << QStringLiteral("jax/xprof_tpu_inference_2.xplane.pb");
    QTest::newRow("GPU") << QStringLiteral("jax/tracelens_jax08_gemm_mi300.xplane.pb");
}

void tst_PerfettoSibling::exportOfAnXSpace()
{
    QFETCH(QString, file);
    LAMELLA_NEED_SHARED(kShared + file);
    QFile source(kShared + file);
    QVERIFY(source.open(QIODevice::ReadOnly));
    const std::string bytes = source.readAll().toStdString();
    const auto document = open(write("host.xplane.pb", bytes));
    QCOMPARE(perfettoSiblingPath(*document), std::string());
    write("host.trace.json", chromeOfXSpace(bytes));
    const auto search = findPerfettoSibling(*document, {});
    QFile::remove(m_dir.filePath(QStringLiteral("host.trace.json")));
    QVERIFY(search.has_value());
    QVERIFY2(search->sibling != nullptr, search->note.english().c_str());
    for (std::uint32_t k = 0; k < document->kernels.size(); ++k) {
        const PerfettoTarget target = search->sibling->target(*document, KernelSelection{KernelId{k}}, {});
        QVERIFY(std::abs(target.slice->startNs - document->kernels.start[k] - search->sibling->shift) <= 1);
        QVERIFY(std::abs(target.slice->durationNs - document->kernels.duration[k]) <= 1);
    }
}

LAMELLA_TEST(tst_PerfettoSibling)
#include "tst_PerfettoSibling.moc"
