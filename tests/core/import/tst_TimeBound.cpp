// SPDX-License-Identifier: GPL-3.0-or-later
// Times at and beyond the common bound of all importers, and analyses of times within it.
#include "core/base/TimeBound.h"
#include "core/import/ImporterRegistry.h"
#include "tests/support/EveryTable.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <protozero/pbf_writer.hpp>
#include <random>
#include <sqlite3.h>
#include <vector>

using namespace lamella::core;

namespace {

struct Times {
    std::int64_t start = 0;
    std::int64_t duration = 0;
};

// Three within the bound, three that begin beyond it, two that end beyond it.
const std::vector<Times> kTimes{{0, 1000}, {kLargestNs - 1000, 1000}, {-kLargestNs, 10}, {kLargestNs + 1, 0},
    {-kLargestNs - 1, 10}, {INT64_MIN + 1, 5}, {kLargestNs, 1}, {kLargestNs - 5, 9'000'000'000'000}};

std::string microseconds(std::int64_t ns)
{
    const std::string rest = std::to_string(std::abs(ns % 1000));
    return (ns < 0 ? "-" : "") + std::to_string(std::abs(ns / 1000)) + "." + std::string(3 - rest.size(), '0') + rest;
}

QByteArray chrome()
{
    std::string text = "[";
    for (const Times &t : kTimes)
        text += R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)" + microseconds(t.start) + R"(,"dur":)"
            + microseconds(t.duration) + "},\n";
    return QByteArray::fromStdString(text + "{}]");
}

QByteArray ascend()
{
    std::string text = "Device_id,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us)\n";
    for (const Times &t : kTimes)
        text += "0,7,k,Add,AI_CORE," + microseconds(t.start) + "," + microseconds(t.duration) + "\n";
    return QByteArray::fromStdString(text);
}

QByteArray xspace()
{
    std::string bytes;
    {
        protozero::pbf_writer space(bytes);
        protozero::pbf_writer plane(space, 1);
        plane.add_string(2, "/device:TPU:0");
        for (std::size_t i = 0; i < kTimes.size(); ++i) {
            protozero::pbf_writer line(plane, 3);
            line.add_int64(1, static_cast<std::int64_t>(i));
            line.add_string(2, "XLA Ops");
            line.add_int64(3, kTimes[i].start);
            protozero::pbf_writer event(line, 4);
            event.add_int64(1, 1);
            event.add_int64(3, kTimes[i].duration * 1000);
        }
    }
    return QByteArray::fromStdString(bytes);
}

void writeNsys(const QString &path)
{
    std::string sql =
        "CREATE TABLE StringIds(id INTEGER, value TEXT);INSERT INTO StringIds VALUES(1,'k');"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, \"end\" INTEGER, deviceId INTEGER, contextId INTEGER,"
        "streamId INTEGER, correlationId INTEGER, globalPid INTEGER, shortName INTEGER);"
        "CREATE TABLE NVTX_EVENTS(start INTEGER, \"end\" INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER);"
        "INSERT INTO NVTX_EVENTS VALUES(0, NULL, 59, 'open', 1);";
    for (const Times &t : kTimes)
        sql += "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(" + std::to_string(t.start) + ","
            + std::to_string(t.start + t.duration) + ",0,1,7,0,1,1);";
    sqlite3 *database = nullptr;
    sqlite3_open(path.toUtf8().constData(), &database);
    char *message = nullptr;
    if (sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message) != SQLITE_OK)
        qFatal("%s", message);
    sqlite3_close(database);
}

} // namespace

class tst_TimeBound : public QObject {
    Q_OBJECT
private slots:
    void sumsOfBoundedTimesFit();
    void everyFormatHasTheSameBound_data();
    void everyFormatHasTheSameBound();
    void openRangesEndWithinTheBound();
    void sumsOfPreviewsStopAtTheLargest();
    void everyTableOfWideTimes_data();
    void everyTableOfWideTimes();
    void publicHostileFiles_data();
    void publicHostileFiles();

private:
    QString write(const QString &name, const QByteArray &bytes)
    {
        QFile file(m_dir.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
        return file.fileName();
    }
    static std::shared_ptr<const TraceDocument> read(const QString &path)
    {
        auto document = openTrace(path.toStdString(), {}, {});
        if (!document)
            qFatal("%s", document.error().message().c_str());
        return *document;
    }
    QTemporaryDir m_dir;
};

void tst_TimeBound::sumsOfBoundedTimesFit()
{
    static_assert(kLargestNs <= INT64_MAX / 4);
    QVERIFY(isWithinBound(kLargestNs) && isWithinBound(-kLargestNs));
    QVERIFY(!isWithinBound(kLargestNs + 1) && !isWithinBound(INT64_MIN));
    QVERIFY(endsWithinBound(-kLargestNs, 2 * kLargestNs));
    QVERIFY(!endsWithinBound(1, kLargestNs));
    QVERIFY(endsWithinBound(kLargestNs, -1)); // no duration
}

void tst_TimeBound::everyFormatHasTheSameBound_data()
{
    QTest::addColumn<QString>("path");
    const QString nsys = m_dir.filePath(QStringLiteral("times.sqlite"));
    writeNsys(nsys);
    QTest::newRow("Chrome JSON") << write(QStringLiteral("times.json"), chrome());
    QTest::newRow("Nsight SQLite") << nsys;
    QTest::newRow("XSpace") << write(QStringLiteral("times.xplane.pb"), xspace());
    QTest::newRow("Ascend CSV") << write(QStringLiteral("times.csv"), ascend());
}

void tst_TimeBound::everyFormatHasTheSameBound()
{
    QFETCH(QString, path);
    const auto document = read(path);
    QCOMPARE(document->kernels.start, (ColumnVector<std::int64_t>{-kLargestNs, 0, kLargestNs - 1000}));
    QCOMPARE(document->kernels.duration, (ColumnVector<std::int64_t>{10, 1000, 1000}));
    QCOMPARE(document->bounds.exactBegin, -kLargestNs);
    QCOMPARE(document->bounds.exactEnd, kLargestNs);
    const ImportDiagnostics &diagnostics = document->diagnostics;
    QCOMPARE(diagnostics.count("bad_timestamp") + diagnostics.count("damaged_row"), std::uint64_t{3});
    QCOMPARE(diagnostics.count("bad_duration"), std::uint64_t{2});
    QVERIFY(diagnostics.anyDataLoss());
}

// An open range ends with the last time within the bound.
void tst_TimeBound::openRangesEndWithinTheBound()
{
    const QString path = m_dir.filePath(QStringLiteral("open.sqlite"));
    writeNsys(path);
    const auto document = read(path);
    const EventId last{document->events.size() - 1};
    QCOMPARE(document->text(document->events.row(last).name), std::string_view("open"));
    QCOMPARE(document->events.row(last).duration, kLargestNs);
}

void tst_TimeBound::sumsOfPreviewsStopAtTheLargest()
{
    std::string text = "[";
    for (int i = 0; i < 5; ++i)
        text += R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)" + microseconds(-kLargestNs) + R"(,"dur":)"
            + microseconds(kLargestNs) + "},\n";
    std::int64_t sum = 0;
    ImportOptions options;
    options.preview = [&sum](const ImportPreview &preview) { sum = preview.names.front().sumNs; };
    QVERIFY(openTrace(write(QStringLiteral("preview.json"), QByteArray::fromStdString(text + "{}]")).toStdString(), options, {}));
    QCOMPARE(sum, INT64_MAX);
}

// Passes of a small model, spread over the whole allowed time. Under the sanitizers nothing may overflow; without them no table
// may show a negative busy time or one above its base.
void tst_TimeBound::everyTableOfWideTimes_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 6; ++seed)
        QTest::newRow(std::to_string(seed).c_str()) << seed;
}

void tst_TimeBound::everyTableOfWideTimes()
{
    QFETCH(unsigned, seed);
    std::mt19937_64 random(seed);
    const auto within = [&random](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    std::string text = "[";
    std::int64_t at = -kLargestNs;
    const auto add = [&](const std::string &name, int stream, std::int64_t start, std::int64_t duration) {
        text += R"({"ph":"X","cat":"kernel","name":")" + name + R"(","pid":)" + std::to_string(stream % 2) + R"(,"tid":)"
            + std::to_string(stream) + R"(,"ts":)" + microseconds(start) + R"(,"dur":)"
            + microseconds(std::min(duration, kLargestNs - start)) + "},\n";
    };
    for (int pass = 0; pass < 4; ++pass) {
        for (int layer = 0; layer < 6; ++layer) {
            for (const char *name :
                {"rms_norm_kernel", "gemm_qkv", "flash_fwd_kernel", "gemm_o", "ncclDevKernel_AllReduce_Sum"}) {
                for (int stream = 0; stream < 4; ++stream)
                    add(name, stream, at, within(0, 9) == 0 ? within(0, 2 * kLargestNs) : within(0, 5000));
                at = std::min(kLargestNs, at + (within(0, 60) == 0 ? within(0, kLargestNs / 2) : within(0, 9000)));
            }
        }
        at = std::min(kLargestNs, at + within(0, kLargestNs / 3));
    }
    const auto document = read(write(QStringLiteral("wide.json"), QByteArray::fromStdString(text + "{}]")));
    QVERIFY(document->kernels.size() > 100);
    const std::size_t made = lamella::test::everyTable(document, [](const TableRequest &request, const ReportTable &table) {
        for (const char *id : {"busy_ns", "wall_ns", "sum_ns", "exposed_ns", "idle_ns"}) {
            const std::size_t column = table.columnIndex(id);
            for (std::size_t row = 0; column != ReportTable::npos && row < table.rowCount(); ++row)
                if (!table.isMissing(row, column) && table.columns()[column].kind == CellKind::DurationNs)
                    QVERIFY2(table.integer(row, column) >= 0, (request.table + " " + id).c_str());
        }
    });
    QVERIFY(made > 60);
}

void tst_TimeBound::publicHostileFiles_data()
{
    QTest::addColumn<QString>("file");
    for (const char *file : {"overflow_pairing.json", "times_min2_1.sqlite"})
        QTest::newRow(file) << file;
}

void tst_TimeBound::publicHostileFiles()
{
    QFETCH(QString, file);
    const QString path = QStringLiteral(LAMELLA_SHARED_TRACES "/hostile/") + file;
    LAMELLA_NEED_SHARED(path);
    const auto document = read(path);
    QVERIFY(document->diagnostics.count("bad_timestamp") > 0);
    QVERIFY(document->bounds.exactBegin >= -kLargestNs && document->bounds.exactEnd <= kLargestNs);
    QVERIFY(lamella::test::everyTable(document) > 60);
}

LAMELLA_TEST(tst_TimeBound)
#include "tst_TimeBound.moc"
