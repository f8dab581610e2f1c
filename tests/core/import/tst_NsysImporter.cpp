// SPDX-License-Identifier: GPL-3.0-or-later
// Nsight Systems databases written by this test: schemas of several versions and all irregular forms seen in real exports.
#include "core/import/ImporterRegistry.h"
#include "core/import/nsys/NsysStrings.h"
#include "core/session/RankRoster.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <set>
#include <sqlite3.h>

using namespace lamella::core;

namespace {

constexpr std::int64_t kProcess = (std::int64_t{1} << 48) | (std::int64_t{321} << 24);
constexpr std::int64_t kThread = kProcess | 654;

std::string number(std::int64_t value)
{
    return std::to_string(value);
}

const std::string kStrings = "CREATE TABLE StringIds(id INTEGER, value TEXT);"
                             "INSERT INTO StringIds VALUES(1,'void gemm<float>(int)'),(2,'gemm'),(3,'cudaLaunchKernel_v7000'),"
                             "(4,'layer one'),(5,'main');";
const std::string kKernelTable =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, \"end\" INTEGER, deviceId INTEGER, contextId INTEGER, streamId "
    "INTEGER,"
    "correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER, gridX INTEGER, gridY INTEGER, gridZ "
    "INTEGER,blockX INTEGER, blockY INTEGER, blockZ INTEGER);";
const std::string kRuntimeTable = "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, \"end\" INTEGER, eventClass INTEGER,"
                                  "globalTid INTEGER, correlationId INTEGER, nameId INTEGER);";

std::string kernelRow(
    const std::string &times, int device, int context, int stream, int correlation, std::int64_t process = kProcess)
{
    return "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(" + times + "," + number(device) + "," + number(context) + ","
        + number(stream) + "," + number(correlation) + "," + number(process) + ",1,2,3,1,1,128,1,1);";
}

} // namespace

class tst_NsysImporter : public QObject {
    Q_OBJECT
private slots:
    void kernelsWithLaunches();
    void launchesAreJoinedPerProcess();
    void sameStreamNumberInTwoContextsStaysApart();
    void negativeTimesAndBackwardRows();
    void streamsOfSeveralContexts();
    void copiesSetsAndGraphs();
    void rangesWithDomainsMarksAndOpenEnds();
    void gpuOfTheMachineAndItsName();
    void callTablesAreReadAndOthersReported();
    void textThatIsNoUtf8();
    void otherDatabasesAreRefused_data();
    void otherDatabasesAreRefused();
    void cutFilesEndInAnErrorOrADocument();
    void stoppedJobIsCancelled();
    void knownKernelSums_data();
    void knownKernelSums();

private:
    QString write(const std::string &sql)
    {
        const QString path = m_dir.filePath(QStringLiteral("%1.sqlite").arg(++m_files));
        sqlite3 *database = nullptr;
        sqlite3_open(path.toUtf8().constData(), &database);
        char *message = nullptr;
        if (sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message) != SQLITE_OK)
            qFatal("%s", message);
        sqlite3_close(database);
        return path;
    }
    std::shared_ptr<const TraceDocument> read(const std::string &sql)
    {
        auto document = openTrace(write(sql).toStdString(), {}, {});
        if (!document)
            qFatal("%s", document.error().message().c_str());
        return *document;
    }

    QTemporaryDir m_dir;
    int m_files = 0;
};

void tst_NsysImporter::kernelsWithLaunches()
{
    const auto document = read(kStrings + kKernelTable + kRuntimeTable + kernelRow("500,700", 0, 1, 7, 42)
        + kernelRow("100,250", 0, 1, 7, 41) + "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(50,60,0," + number(kThread)
        + ",41,3),(300,320,0," + number(kThread) + ",42,3);");
    QCOMPARE(document->kernels.size(), 2u);
    QCOMPARE(document->kernels.start, (ColumnVector<std::int64_t>{100, 500}));
    QCOMPARE(document->kernels.duration, (ColumnVector<std::int64_t>{150, 200}));
    QCOMPARE(document->text(document->kernels.name[0]), std::string_view("void gemm<float>(int)"));
    QCOMPARE(document->kernels.shapes.size(), std::size_t{1});
    QCOMPARE(document->kernels.shapes[0].grid[0], 3u);
    QCOMPARE(document->kernels.shapes[0].block[0], 128u);
    const EventRow launch = document->events.row(document->kernels.launch[1]);
    QCOMPARE(launch.start, 300);
    QCOMPARE(document->text(launch.name), std::string_view("cudaLaunchKernel"));
    QCOMPARE(document->tracks[launch.track.value].process, std::string("321"));
    QCOMPARE(document->tracks[launch.track.value].thread, std::string("654"));
    QCOMPARE(document->bounds.exactBegin, 50);
    QCOMPARE(document->bounds.exactEnd, 700);
}

void tst_NsysImporter::launchesAreJoinedPerProcess()
{
    const std::int64_t other = (std::int64_t{1} << 48) | (std::int64_t{999} << 24);
    const auto document = read(kStrings + kKernelTable + kRuntimeTable + kernelRow("100,200", 0, 1, 7, 41)
        + kernelRow("300,400", 1, 1, 7, 41, other) + "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(50,60,0," + number(kThread)
        + ",41,3),(70,80,0," + number(other | 5) + ",41,3);");
    QCOMPARE(document->events.row(document->kernels.launch[0]).start, 50);
    QCOMPARE(document->events.row(document->kernels.launch[1]).start, 70);
}

void tst_NsysImporter::sameStreamNumberInTwoContextsStaysApart()
{
    const auto document = read(kStrings + kKernelTable + kernelRow("100,200", 0, 1, 7, 1) + kernelRow("150,250", 0, 2, 7, 2));
    QCOMPARE(document->devices.size(), std::size_t{1});
    QCOMPARE(document->streams.size(), std::size_t{2});
    QVERIFY(document->kernels.stream[0] != document->kernels.stream[1]);
    const Track &second = document->tracks[document->streams[document->kernels.stream[1].value].track.value];
    QCOMPARE(second.thread, std::string("Stream 7 (context 2, process 321)"));
}

void tst_NsysImporter::negativeTimesAndBackwardRows()
{
    const auto document = read(kStrings + kKernelTable + kernelRow("-500,-300", 0, 1, 7, 1) + kernelRow("10,5", 0, 1, 7, 2));
    QCOMPARE(document->zero(), -500);
    QCOMPARE(document->kernels.duration, (ColumnVector<std::int64_t>{200, 0}));
    QCOMPARE(document->diagnostics.count("negative_duration"), std::uint64_t{1});
}

// The second context's stream 7 gets a free number, whatever is recorded.
void tst_NsysImporter::streamsOfSeveralContexts()
{
    const auto document = read(kStrings + kKernelTable + kernelRow("10,20", 0, 1, 1'000'002, 3) + kernelRow("30,40", 0, 1, 7, 1)
        + kernelRow("50,60", 0, 2, 7, 2));
    std::set<std::int64_t> numbers;
    for (const Stream &stream : document->streams)
        numbers.insert(stream.number);
    QCOMPARE(document->streams.size(), std::size_t{3});
    QCOMPARE(numbers.size(), std::size_t{3});
}

void tst_NsysImporter::copiesSetsAndGraphs()
{
    const std::string common =
        "(start INTEGER, \"end\" INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId "
        "INTEGER, globalPid INTEGER, ";
    const std::string place = ",0,1,7,3," + number(kProcess);
    const auto document = read(kStrings + "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY" + common + "copyKind INTEGER, bytes INTEGER);"
        + "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET" + common + "bytes INTEGER);" + "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE"
        + common + "graphId INTEGER);" + "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(1,2" + place + ",1,4096),(3,4" + place
        + ",77,1);" + "INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES(5,6" + place + ",64);"
        + "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES(7,9" + place + ",4);");
    QCOMPARE(document->kernels.kind,
        (ColumnVector<KernelKind>{KernelKind::Memcpy, KernelKind::Memcpy, KernelKind::Memset, KernelKind::Graph}));
    QCOMPARE(document->text(document->kernels.name[0]), std::string_view("[CUDA memcpy Host-to-Device]"));
    QCOMPARE(document->text(document->kernels.name[1]), std::string_view("[CUDA memcpy kind 77]"));
    QCOMPARE(document->text(document->kernels.name[2]), std::string_view("[CUDA memset]"));
    QCOMPARE(document->text(document->kernels.name[3]), std::string_view("[CUDA graph 4]"));
    QCOMPARE(document->events.sparse(document->kernels.event[0], SparseKey::Bytes), std::optional<std::int64_t>(4096));
}

void tst_NsysImporter::rangesWithDomainsMarksAndOpenEnds()
{
    const std::string tid = number(kThread);
    const auto document = read(kStrings
        + "CREATE TABLE NVTX_EVENTS(start INTEGER, \"end\" INTEGER, eventType INTEGER, text TEXT, textId INTEGER, globalTid "
          "INTEGER, "
          "endGlobalTid INTEGER, domainId INTEGER);"
          "INSERT INTO NVTX_EVENTS VALUES(0,NULL,75,'NCCL',NULL,"
        + tid + ",NULL,3),(10,50,59,'forward',NULL," + tid + ",NULL,0),(12,20,59,NULL,4," + tid
        + ",NULL,3),(30,NULL,34,'here',NULL," + tid + ",NULL,0),(15,90,60,'wide',NULL," + tid
        + ",NULL,0),(40,NULL,59,'open',NULL," + tid + ",NULL,0);");
    const auto row = [&document](std::uint32_t i) { return document->events.row(EventId{i}); };
    QCOMPARE(document->events.size(), 5u);
    QCOMPARE(document->text(row(0).name), std::string_view("forward"));
    QCOMPARE(document->text(row(0).category), std::string_view("nvtx"));
    QCOMPARE(row(0).duration, 40);
    QCOMPARE(document->text(row(1).name), std::string_view("layer one"));
    QCOMPARE(document->text(row(1).category), std::string_view("nvtx:NCCL"));
    QCOMPARE(row(2).phase, 'i');
    QCOMPARE(row(3).phase, 'b');
    QCOMPARE(row(4).duration, 50); // to the end of the recorded data
    QCOMPARE(document->diagnostics.count("unclosed_begin"), std::uint64_t{1});
}

void tst_NsysImporter::gpuOfTheMachineAndItsName()
{
    const auto document = read(kStrings + kKernelTable + kernelRow("100,200", 0, 1, 7, 1)
        + "CREATE TABLE TARGET_INFO_CUDA_DEVICE(gpuId INTEGER, cudaId INTEGER, pid INTEGER);"
          "INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES(5,0,321);"
          "CREATE TABLE TARGET_INFO_GPU(id INTEGER, name TEXT); INSERT INTO TARGET_INFO_GPU VALUES(5,'Big GPU');"
          "CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);"
          "INSERT INTO META_DATA_EXPORT VALUES('EXPORT_SCHEMA_VERSION','3.17.2'),('EXPORT_PRODUCT_VERSION','2025.1');"
          "CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs INTEGER);"
          "INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES(1700000000000000000);"
          "CREATE TABLE TARGET_INFO_SYSTEM_ENV(globalVid INTEGER, devStateName TEXT, name TEXT, nameEnum INTEGER, value TEXT);"
          "INSERT INTO TARGET_INFO_SYSTEM_ENV VALUES(1,'Local (CLI)','OsName',1,'Linux'),(1,'Local "
          "(CLI)','Hostname',619,'0123');");
    QCOMPARE(hostOf(*document), std::string("0123"));
    QCOMPARE(document->devices[0].number, 5);
    QCOMPARE(document->devices[0].name, std::string("Big GPU"));
    QCOMPARE(document->metadata.format, std::string("Nsight Systems SQLite (schema 3.17.2)"));
    QCOMPARE(document->metadata.producer, std::string("NVIDIA Nsight Systems 2025.1"));
    QCOMPARE(document->metadata.baseTimeNs, std::optional<std::int64_t>(1700000000000000000));
}

void tst_NsysImporter::callTablesAreReadAndOthersReported()
{
    const auto document = read(kStrings
        + "CREATE TABLE OSRT_API(start INTEGER, \"end\" INTEGER, globalTid INTEGER, nameId INTEGER);"
          "INSERT INTO OSRT_API VALUES(5,9,"
        + number(kThread)
        + ",5);"
          "CREATE TABLE GPU_METRICS(timestamp INTEGER, value INTEGER); INSERT INTO GPU_METRICS VALUES(1,2),(2,3);"
          "CREATE VIEW SPY AS SELECT * FROM StringIds;");
    QCOMPARE(document->events.size(), 1u);
    QCOMPARE(document->text(document->events.row(EventId{0}).category), std::string_view("osrt"));
    const std::vector<Diagnostic> odd = document->diagnostics.sorted();
    QCOMPARE(odd.size(), std::size_t{2});
    QCOMPARE(document->diagnostics.count("table_not_shown"), std::uint64_t{1});
    QCOMPARE(document->diagnostics.count("view_not_read"), std::uint64_t{1});
    for (const Diagnostic &one : odd)
        QCOMPARE(one.sample, std::string(one.kind->id == "view_not_read" ? "SPY" : "GPU_METRICS (2 rows)"));
}

void tst_NsysImporter::textThatIsNoUtf8()
{
    const auto document =
        read("CREATE TABLE StringIds(id INTEGER, value TEXT); INSERT INTO StringIds VALUES(1, CAST(x'6BE9726E' AS "
             "TEXT)),(2,'k');"
            + kKernelTable + kernelRow("1,2", 0, 1, 7, 1));
    QCOMPARE(document->text(document->kernels.name[0]), std::string_view("k\xEF\xBF\xBDrn"));
    QCOMPARE(document->diagnostics.count("invalid_utf8"), std::uint64_t{1});
}

void tst_NsysImporter::otherDatabasesAreRefused_data()
{
    QTest::addColumn<QString>("sql");
    QTest::newRow("no StringIds") << "CREATE TABLE t(a);";
    QTest::newRow("StringIds is a view") << "CREATE TABLE t(id, value); CREATE VIEW StringIds AS SELECT * FROM t;";
}

void tst_NsysImporter::otherDatabasesAreRefused()
{
    QFETCH(QString, sql);
    const auto document = openTrace(write(sql.toStdString()).toStdString(), {}, {});
    QVERIFY(!document);
    QCOMPARE(document.error().code, ErrorCode::NotATrace);
    QVERIFY(document.error().detail.english().find("StringIds") != std::string::npos);
}

void tst_NsysImporter::cutFilesEndInAnErrorOrADocument()
{
    std::string sql = kStrings + kKernelTable + kRuntimeTable + "BEGIN;";
    for (int i = 0; i < 400; ++i)
        sql += kernelRow(number(i * 10) + "," + number(i * 10 + 5), 0, 1, 7, i);
    QFile whole(write(sql + "COMMIT;"));
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QByteArray bytes = whole.readAll();
    const auto look = [this](const QByteArray &damaged) {
        QFile file(m_dir.filePath(QStringLiteral("damaged.sqlite")));
        if (!file.open(QIODevice::WriteOnly) || file.write(damaged) != damaged.size())
            qFatal("cannot write");
        file.close();
        const auto document = openTrace(file.fileName().toStdString(), {}, {});
        if (!document)
            return !document.error().detail.empty();
        // Missing rows must be reported.
        return (*document)->kernels.size() <= 400u
            && ((*document)->kernels.size() == 400u || (*document)->diagnostics.anyDataLoss());
    };
    for (qsizetype size = 16; size < bytes.size(); size += 97)
        QVERIFY2(look(bytes.left(size)), qPrintable(QStringLiteral("cut at %1").arg(size)));
    for (qsizetype at = 16; at < bytes.size(); at += 61) {
        QByteArray flipped = bytes;
        flipped[at] = static_cast<char>(flipped[at] ^ 0xFF);
        QFile file(m_dir.filePath(QStringLiteral("flipped.sqlite")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(flipped), flipped.size());
        file.close();
        const auto document = openTrace(file.fileName().toStdString(), {}, {});
        QVERIFY2(document || !document.error().detail.empty(), qPrintable(QStringLiteral("flipped %1").arg(at)));
    }
}

void tst_NsysImporter::stoppedJobIsCancelled()
{
    const QString path = write(kStrings + kKernelTable + kernelRow("1,2", 0, 1, 7, 1));
    std::stop_source stop;
    stop.request_stop();
    const auto document = openTrace(path.toStdString(), {}, JobControl{stop.get_token(), {}});
    QVERIFY(!document);
    QCOMPARE(document.error().code, ErrorCode::Cancelled);
}

void tst_NsysImporter::knownKernelSums_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("kernels");
    QTest::addColumn<int>("copies");
    QTest::addColumn<int>("sets");
    QTest::addColumn<int>("withoutLaunch");
    QTest::newRow("two GPUs, cut capture") << "mfu_2gpu_before.sqlite" << 4010 << 1020 << 269 << 31;
    QTest::newRow("two launching threads") << "jsun012_result.sqlite" << 17032 << 272 << 1510 << 0;
}

void tst_NsysImporter::knownKernelSums()
{
    QFETCH(QString, file);
    const QString path = QStringLiteral(LAMELLA_SHARED_TRACES "/nsys/") + file;
    LAMELLA_NEED_SHARED(path);
    const auto document = openTrace(path.toStdString(), {}, {});
    QVERIFY(document.has_value());
    const KernelTable &table = (*document)->kernels;
    const auto count = [&table](
                           KernelKind kind) { return static_cast<int>(std::count(table.kind.begin(), table.kind.end(), kind)); };
    QTEST(count(KernelKind::Kernel), "kernels");
    QTEST(count(KernelKind::Memcpy), "copies");
    QTEST(count(KernelKind::Memset), "sets");
    QTEST(static_cast<int>(std::count(table.launch.begin(), table.launch.end(), EventId{})), "withoutLaunch");
}

LAMELLA_TEST(tst_NsysImporter)
#include "tst_NsysImporter.moc"
