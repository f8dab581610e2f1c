// SPDX-License-Identifier: GPL-3.0-or-later
// Files of ROCm's profilers. The same small run stands in each of them: a launch, a kernel of 5 × 8 workgroups, a copy to the
// host and a range around them.
#include "core/import/EventTextReader.h"
#include "core/import/ImporterRegistry.h"
#include "core/import/rocm/CutJson.h"
#include "core/import/rocm/RocmNames.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <set>
#include <sqlite3.h>
#include <string>

using namespace lamella::core;
using namespace lamella::test;

namespace {

QString seed(const char *name)
{
    return QStringLiteral(LAMELLA_SOURCE_DIR "/tests/fuzz/seeds_rocm/") + QLatin1String(name);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class tst_RocmImporter : public QObject {
    Q_OBJECT

private slots:
    void sameRun_data();
    void sameRun();
    void tablesOfARun();
    void agentsOfARun_data();
    void agentsOfARun();
    void callsAndWork();
    void barriersAreNoWork();
    void argsOfARow();
    void otherDatabases();
    void damagedRows();
    void tablesWithoutRows();
    void damagedHeader_data();
    void damagedHeader();
    void cutJson();
    void cutJsonStops();
    void severalProcessesOfOneFile();
    void mergedDatabases_data();
    void mergedDatabases();
    void oddNames_data();
    void oddNames();
    void names();

private:
    std::shared_ptr<const TraceDocument> open(const QString &path)
    {
        const auto document = openTrace(path.toStdString(), {}, JobControl{});
        if (!document)
            qWarning("%s", document.error().message().c_str());
        return document ? *document : nullptr;
    }
    QString changed(const char *name, const char *sql)
    {
        const QString path = writeFile(m_dir.filePath(QString::fromLatin1(name)), contentOf(seed(name)));
        sqlite3 *database = nullptr;
        if (sqlite3_open(path.toUtf8().constData(), &database) != SQLITE_OK
            || sqlite3_exec(database, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
            qWarning("%s", sqlite3_errmsg(database));
        sqlite3_close(database);
        return path;
    }
    QTemporaryDir m_dir;
};

void tst_RocmImporter::sameRun_data()
{
    QTest::addColumn<QString>("file");
    for (const char *name : {"direct.db", "tracks.db", "results.json"})
        QTest::newRow(name) << seed(name);
}

void tst_RocmImporter::sameRun()
{
    QFETCH(QString, file);
    const auto document = open(file);
    QVERIFY(document);
    const KernelTable &kernels = document->kernels;
    QCOMPARE(kernels.size(), 2u);
    QCOMPARE(std::string(document->text(kernels.name[0])), std::string("my_kernel(float*)"));
    QCOMPARE(kernels.start[0], std::int64_t{3000});
    QCOMPARE(kernels.duration[0], std::int64_t{2000});
    QCOMPARE(kernels.kind[1], KernelKind::Memcpy);
    QCOMPARE(kernels.shapes[kernels.shape[0].value].grid, (std::array<std::uint32_t, 3>{5, 8, 1})); // 1025 items of 256
    QCOMPARE(kernels.shapes[kernels.shape[0].value].block, (std::array<std::uint32_t, 3>{256, 1, 1}));
    QCOMPARE(document->devices.size(), std::size_t{1});
    QCOMPARE(document->devices[0].number, std::int64_t{0});
    QCOMPARE(document->devices[0].name, std::string("AMD Instinct MI300X"));
    QCOMPARE(document->streams[0].number, std::int64_t{1});
    QVERIFY(kernels.launch[0].valid() && kernels.launch[1].valid());
    QCOMPARE(std::string(document->text(document->events.row(kernels.launch[0]).name)), std::string("hipLaunchKernel"));
    QCOMPARE(std::string(document->text(document->events.row(kernels.launch[1]).name)), std::string("hipMemcpy"));
    QCOMPARE(document->events.sparse(kernels.event[1], SparseKey::Bytes).value_or(-1), std::int64_t{8192});
    std::map<std::string, std::string> categories;
    for (std::uint32_t e = 0; e < document->events.size(); ++e) {
        const EventRow row = document->events.row(EventId{e});
        categories[std::string(document->text(row.name))] = document->text(row.category);
    }
    QCOMPARE(categories["forward"], std::string("user_annotation"));
    QCOMPARE(categories["hipLaunchKernel"], std::string("cuda_runtime"));
    QVERIFY(!document->diagnostics.anyDataLoss());
}

// Opening one table reads those of the same run.
void tst_RocmImporter::tablesOfARun()
{
    const auto put = [this](const char *name, const QByteArray &text) {
        return writeFile(m_dir.filePath(QString::fromLatin1(name)), text);
    };
    const QString kernels = put("7_kernel_trace.csv", contentOf(seed("kernel_trace.csv")));
    const QString calls = put("7_hip_api_trace.csv", contentOf(seed("hip_api_trace.csv")));
    put("7_agent_info.csv",
        "\"Node_Id\",\"Logical_Node_Id\",\"Agent_Type\",\"Name\",\"Product_Name\"\n0,0,\"CPU\",\"cpu\",\"EPYC\"\n4,1,\"GPU\","
        "\"gfx942\","
        "\"AMD Instinct MI300X\"\n");
    put("7_memory_copy_trace.csv",
        "\"Kind\",\"Direction\",\"Stream_Id\",\"Source_Agent_Id\",\"Destination_Agent_Id\",\"Correlation_Id\",\"Start_"
        "Timestamp\","
        "\"End_Timestamp\"\n\"MEMORY_COPY\",\"MEMORY_COPY_DEVICE_TO_HOST\",1,\"Agent 4\",\"Agent 0\",3,5000,5600\n");
    put("8_memory_copy_trace.csv", "of another run");
    for (const QString &path : {kernels, calls}) {
        const auto document = open(path);
        QVERIFY(document);
        QCOMPARE(document->kernels.size(), 2u);
        QCOMPARE(document->devices.size(), std::size_t{1});
        QCOMPARE(document->devices[0].name, std::string("AMD Instinct MI300X"));
        QVERIFY(document->kernels.launch[0].valid());
        QCOMPARE(document->kernels.shapes[0].grid, (std::array<std::uint32_t, 3>{5, 8, 1}));
    }
}

// rocprofv3 --agent-index names agents by node, by place among the visible nodes, or by type.
void tst_RocmImporter::agentsOfARun_data()
{
    QTest::addColumn<QByteArray>("gpu");
    QTest::addColumn<QByteArray>("host");
    QTest::newRow("absolute") << QByteArray("Agent 7") << QByteArray("Agent 0");
    QTest::newRow("relative") << QByteArray("Agent 2") << QByteArray("Agent 0");
    QTest::newRow("type-relative") << QByteArray("GPU 1") << QByteArray("CPU 0");
}

void tst_RocmImporter::agentsOfARun()
{
    QFETCH(QByteArray, gpu);
    QFETCH(QByteArray, host);
    QTemporaryDir dir;
    const auto put = [&dir](const char *name, const QByteArray &text) {
        return writeFile(dir.filePath(QString::fromLatin1(name)), text);
    };
    const QString kernels = put("9_kernel_trace.csv",
        "\"Kind\",\"Agent_Id\",\"Queue_Id\",\"Kernel_Name\",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n"
        "\"KERNEL_DISPATCH\",\""
            + gpu + "\",1,\"k\",2,3000,5000\n");
    put("9_memory_copy_trace.csv",
        "\"Kind\",\"Direction\",\"Source_Agent_Id\",\"Destination_Agent_Id\",\"Correlation_Id\",\"Start_Timestamp\","
        "\"End_Timestamp\"\n\"MEMORY_COPY\",\"MEMORY_COPY_HOST_TO_DEVICE\",\""
            + host + "\",\"" + gpu + "\",3,6000,6600\n\"MEMORY_COPY\",\"MEMORY_COPY_DEVICE_TO_HOST\",\"" + gpu + "\",\"" + host
            + "\",4,7000,7600\n");
    put("9_agent_info.csv",
        "\"Node_Id\",\"Logical_Node_Id\",\"Agent_Type\",\"Name\"\n0,0,\"CPU\",\"cpu\"\n4,1,\"GPU\",\"first\"\n"
        "7,2,\"GPU\",\"second\"\n");
    put("9_scratch_memory_trace.csv",
        "\"Kind\",\"Operation\",\"Thread_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n\"SCRATCH_MEMORY\",\"ALLOC\",1,100,200\n");
    put("9_counter_collection.csv", "\"Counter_Name\",\"Counter_Value\"\n\"SQ_WAVES\",4\n");
    const auto document = open(kernels);
    QVERIFY(document);
    QCOMPARE(document->kernels.size(), 3u);
    QCOMPARE(document->devices.size(), std::size_t{1}); // the first GPU does nothing
    for (std::uint32_t k = 0; k < document->kernels.size(); ++k)
        QCOMPARE(document->devices[document->deviceOf(KernelId{k}).value].number, std::int64_t{1});
    QCOMPARE(document->bounds.exactBegin, std::int64_t{100});
    QCOMPARE(document->diagnostics.count("table_not_shown"), std::uint64_t{1});
}

void tst_RocmImporter::callsAndWork()
{
    const auto document = open(seed("calls.rpd"));
    QVERIFY(document);
    const KernelTable &kernels = document->kernels;
    QCOMPARE(kernels.size(), 2u);
    QCOMPARE(std::string(document->text(kernels.name[0])), std::string("CopyHostToDevice"));
    QCOMPARE(kernels.kind[0], KernelKind::Memcpy);
    QCOMPARE(document->events.sparse(kernels.event[0], SparseKey::Bytes).value_or(-1), std::int64_t{4096});
    QCOMPARE(std::string(document->text(kernels.name[1])), std::string("my_kernel"));
    QCOMPARE(kernels.start[1], std::int64_t{78794216835489});
    QCOMPARE(kernels.shapes[kernels.shape[1].value].grid, (std::array<std::uint32_t, 3>{256, 3, 1})); // in workgroups already
    QCOMPARE(document->devices[0].number, std::int64_t{2});
    QCOMPARE(document->streams[0].number, std::int64_t{3});
    QCOMPARE(std::string(document->text(document->events.row(kernels.launch[1]).name)), std::string("hipLaunchKernel"));
    QCOMPARE(document->diagnostics.count("table_not_shown"), std::uint64_t{1}); // rocpd_monitor
}

void tst_RocmImporter::barriersAreNoWork()
{
    const auto document = open(seed("calls.rpd"));
    QVERIFY(document);
    QCOMPARE(document->diagnostics.count("device_wait"), std::uint64_t{1});
    QCOMPARE(document->bounds.exactEnd, std::int64_t{78794216881989}); // of the range, behind the barrier
}

void tst_RocmImporter::argsOfARow()
{
    const auto document = open(seed("direct.db"));
    QVERIFY(document);
    const auto args = readEventArgs(*document, document->kernels.event[0]);
    QVERIFY(args);
    std::map<std::string, std::string> found(args->begin(), args->end());
    QCOMPARE(found["grid_size_x"], std::string("1025"));
    QCOMPARE(found["table"], std::string("\"rocpd_kernel_dispatch_0000abcd_11\""));
}

void tst_RocmImporter::otherDatabases()
{
    const QString log = writeFile(m_dir.filePath(QStringLiteral("calls.rpd")), contentOf(seed("calls.rpd")));
    QByteArray walMode = contentOf(log);
    walMode[18] = walMode[19] = 2;
    writeFile(log, walMode);
    writeFile(log + QStringLiteral("-wal"), QByteArray(100, 'x'));
    const auto unfinished = openTrace(log.toStdString(), {}, JobControl{});
    QVERIFY(!unfinished);
    QVERIFY(unfinished.error().message().find("write-ahead log") != std::string::npos);
    QFile::remove(log + QStringLiteral("-wal"));
    // A view in place of a table is never run.
    const auto view = open(changed("direct.db",
        "ALTER TABLE rocpd_string_0000abcd_11 RENAME TO other; CREATE VIEW rocpd_string_0000abcd_11 AS SELECT * FROM other"));
    QVERIFY(view);
    QCOMPARE(std::string(view->text(view->kernels.name[1])), std::string());
    const auto unrelated =
        openTrace(changed("tracks.db", "DROP TABLE rocpd_kernel_dispatch_0000abcd_11; DROP TABLE rocpd_info_agent_0000abcd_11")
                      .toStdString(),
            {}, JobControl{});
    QVERIFY(!unrelated);
    QVERIFY(unrelated.error().message().find("neither of Nsight Systems") != std::string::npos);
}

void tst_RocmImporter::damagedRows()
{
    const QByteArray table = contentOf(seed("kernel_trace.csv")) + "\"KERNEL_DISPATCH\",\"Agent 4\",1\n";
    const auto document = open(writeFile(m_dir.filePath(QStringLiteral("lone.csv")), table));
    QVERIFY(document);
    QCOMPARE(document->kernels.size(), 1u);
    QCOMPARE(document->diagnostics.count("damaged_row"), std::uint64_t{1});
    const QByteArray results = contentOf(seed("results.json"));
    const auto cut = open(writeFile(m_dir.filePath(QStringLiteral("cut.json")), results.left(results.size() - 40)));
    QVERIFY(cut);
    QCOMPARE(cut->diagnostics.count("truncated_array"), std::uint64_t{1});
    const auto early = open(writeFile(m_dir.filePath(QStringLiteral("early.json")), results.left(60))); // before the first record
    QVERIFY(early);
    QCOMPARE(early->diagnostics.count("damaged_json"), std::uint64_t{1});
    QCOMPARE(early->diagnostics.count("damaged_table"), std::uint64_t{0}); // it has none
    const auto missing =
        open(changed("direct.db", "UPDATE rocpd_kernel_dispatch_0000abcd_11 SET \"end\" = 'never', kernel_id = 99"));
    QVERIFY(missing);
    QCOMPARE(missing->kernels.size(), 1u); // the copy
    QCOMPARE(missing->diagnostics.count("bad_duration"), std::uint64_t{1});
}

void tst_RocmImporter::tablesWithoutRows()
{
    const QByteArray kernels = contentOf(seed("kernel_trace.csv"));
    const QByteArray header = kernels.left(kernels.indexOf('\n') + 1);
    const auto empty = open(writeFile(m_dir.filePath(QStringLiteral("30_kernel_trace.csv")), header));
    QVERIFY(empty);
    QCOMPARE(empty->events.size(), 0u);
    QCOMPARE(empty->diagnostics.count("empty_table"), std::uint64_t{1});
    QVERIFY(empty->diagnostics.anyDataLoss());
    // An empty table beside one with rows is usual.
    writeFile(m_dir.filePath(QStringLiteral("31_hip_api_trace.csv")), contentOf(seed("hip_api_trace.csv")));
    const auto calls = open(writeFile(m_dir.filePath(QStringLiteral("31_kernel_trace.csv")), header));
    QVERIFY(calls);
    QVERIFY(calls->events.size() > 0);
    QCOMPARE(calls->diagnostics.count("empty_table"), std::uint64_t{0});
}

void tst_RocmImporter::damagedHeader_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("no start") << QByteArray("Start_Timestamp") << QByteArray("Start_Timestxmp");
    QTest::newRow("no name") << QByteArray("Kernel_Name") << QByteArray("Kernel_Nxme");
    QTest::newRow("truncated") << QByteArray(",\"Start_Timestamp") << QByteArray("\n");
}
// It is said what the file is, not that the profiler writes another format.
void tst_RocmImporter::damagedHeader()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QByteArray table = contentOf(seed("kernel_trace.csv"));
    QVERIFY(table.contains(from));
    table.replace(from, to);
    const auto document =
        openTrace(writeFile(m_dir.filePath(QStringLiteral("header.csv")), table).toStdString(), {}, JobControl{});
    QVERIFY(!document);
    QCOMPARE(document.error().code, ErrorCode::NotATrace);
    const std::string said = document.error().message();
    QVERIFY2(said.find("rocprofv3") != std::string::npos && said.find(".json.gz") == std::string::npos, said.c_str());
}

// Looking for the cut in a text of gigabytes takes seconds.
void tst_RocmImporter::cutJsonStops()
{
    std::string text = R"({"a":[{"b":1},)" + std::string(std::size_t{3} << 20, ' ');
    const std::string whole = text;
    std::stop_source stop;
    JobControl control;
    control.stop = stop.get_token();
    QVERIFY(closeCut(text, control));
    QCOMPARE(text, std::string(R"({"a":[{"b":1}]})"));
    stop.request_stop();
    text = whole;
    QVERIFY(!closeCut(text, control));
    QVERIFY(text == whole);
}

// All records before the cut are read, and that it is one is said.
void tst_RocmImporter::cutJson()
{
    const QByteArray whole = contentOf(seed("results.json"));
    const auto complete = open(writeFile(m_dir.filePath(QStringLiteral("whole.json")), whole));
    QVERIFY(complete);
    QVERIFY(complete->diagnostics.count("truncated_array") == 0);
    // A record ends with its stream or queue, in braces of their own or not, and two more braces at most; records are in lists.
    std::uint32_t before = 0;
    const qsizetype records = whole.indexOf("\"buffer_records\": {");
    QVERIFY(records > 0);
    for (qsizetype bytes = records + 20; bytes < whole.size(); ++bytes) {
        const auto cut = open(writeFile(m_dir.filePath(QStringLiteral("cut.json")), whole.left(bytes)));
        QVERIFY2(cut, qPrintable(QString::number(bytes)));
        QCOMPARE(cut->diagnostics.count("truncated_array"), std::uint64_t{1});
        QVERIFY(cut->events.size() >= before && cut->events.size() <= complete->events.size());
        QCOMPARE(cut->diagnostics.count("missing_timestamp"), complete->diagnostics.count("missing_timestamp"));
        before = cut->events.size();
    }
    QCOMPARE(before, complete->events.size());
}

// Each counts its agents and correlations from the same numbers. The time of the second launch is no whole number.
void tst_RocmImporter::severalProcessesOfOneFile()
{
    const auto process = [](const char *pid, const char *agent, const char *launched) -> QByteArray {
        return QByteArray(R"({"metadata": {"pid": )") + pid
            + R"(}, "agents": [{"id": {"handle": 1}, "type": 1}, {"id": {"handle": 2}, "type": 2,
            "logical_node_type_id": )"
            + agent + R"(, "name": "gfx942"}], "kernel_symbols": [{"kernel_id": 10, "formatted_kernel_name": "k"}],
            "strings": {"buffer_records": [{"kind": "HIP_RUNTIME_API", "operations": ["hipLaunchKernel"]}, {"kind": "KERNEL_DISPATCH",
            "operations": ["COMPLETE"]}]}, "buffer_records": {"kernel_dispatch": [{"kind": 1, "operation": 0, "thread_id": 5,
            "correlation_id": {"internal": 7}, "start_timestamp": 2000, "end_timestamp": 3000, "dispatch_info": {"agent_id": {"handle": 2},
            "kernel_id": 10, "workgroup_size": {"x": 64, "y": 1, "z": 1}, "grid_size": {"x": 640, "y": 1, "z": 1}}, "stream_id": {"handle": 4}}],
            "hip_api": [{"kind": 0, "operation": 0, "correlation_id": {"internal": 7}, "start_timestamp": )"
            + launched + R"(,
            "end_timestamp": 1100, "thread_id": 5}]}})";
    };
    const auto open = [&](const char *second) {
        const QByteArray json =
            R"({"rocprofiler-sdk-tool": [)" + process("500", "0", "1000") + ", " + process("600", "1", second) + "]}";
        const TraceText file(json.toStdString());
        return file.open();
    };
    const auto document = open("1010");
    QVERIFY(document);
    const KernelTable &kernels = (*document)->kernels;
    QCOMPARE(kernels.size(), 2u);
    QCOMPARE((*document)->devices.size(), std::size_t{2});
    std::set<std::int64_t> launches;
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        QVERIFY(kernels.launch[k].valid());
        launches.insert((*document)->events.row(kernels.launch[k]).start);
    }
    QCOMPARE(launches, (std::set<std::int64_t>{1000, 1010}));
    const auto noTime = open("1010.5");
    QVERIFY(noTime);
    QCOMPARE((*noTime)->events.size(), (*document)->events.size() - 1);
    QCOMPARE((*noTime)->diagnostics.count("missing_timestamp"), 1u);
}

// Databases of two processes with one pid, merged: GPU 0 of another machine is another GPU, and the processes are two in any
// case.
void tst_RocmImporter::mergedDatabases_data()
{
    QTest::addColumn<QByteArray>("machine");
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<std::size_t>("devices");
    QTest::newRow("one machine") << QByteArray("m0") << QByteArray("h0") << std::size_t{1};
    QTest::newRow("two machines") << QByteArray("m1") << QByteArray("h1") << std::size_t{2};
    QTest::newRow("two machines made from one image") << QByteArray("m0") << QByteArray("h1") << std::size_t{2};
}

void tst_RocmImporter::mergedDatabases()
{
    QFETCH(QByteArray, machine);
    QFETCH(QByteArray, host);
    QFETCH(std::size_t, devices);
    QByteArray sql = "CREATE TABLE rocpd_info_node_0000abcd_11 (id INTEGER, machine_id TEXT, hostname TEXT);"
                     "INSERT INTO rocpd_info_node_0000abcd_11 VALUES (1, 'm0', 'h0');"
                     "ALTER TABLE rocpd_info_agent_0000abcd_11 ADD COLUMN nid INTEGER DEFAULT 1;";
    for (const char *table : {"string", "info_process", "info_thread", "info_agent", "info_stream", "info_kernel_symbol", "event",
             "region", "kernel_dispatch", "memory_copy", "info_node"})
        sql += QByteArray("CREATE TABLE rocpd_") + table + "_0000abce_12 AS SELECT * FROM rocpd_" + table + "_0000abcd_11;";
    sql += "UPDATE rocpd_info_node_0000abce_12 SET machine_id = '" + machine + "', hostname = '" + host + "';";
    const auto document = open(changed("direct.db", sql.constData()));
    QVERIFY(document);
    QCOMPARE(document->kernels.size(), 4u);
    QCOMPARE(document->devices.size(), devices);
    for (std::size_t d = 0; d < devices; ++d) {
        QCOMPARE(document->devices[d].number, static_cast<std::int64_t>(d));
        QCOMPARE(document->devices[d].name, std::string("AMD Instinct MI300X"));
    }
    QCOMPARE(document->streams.size(), std::size_t{2});
    std::set<std::string> processes;
    for (const Track &track : document->tracks)
        if (track.kind == TrackKind::Cpu)
            processes.insert(track.process);
    QCOMPARE(processes.size(), std::size_t{2});
}

// Each fault of a name is counted as what it is.
void tst_RocmImporter::oddNames_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("shown");
    QTest::addColumn<quint64>("controls");
    QTest::addColumn<quint64>("invalid");
    QTest::newRow("line break") << QByteArray("'a' || char(10) || 'b'") << QByteArray("a b") << quint64{1} << quint64{0};
    QTest::newRow("no UTF-8") << QByteArray("CAST(x'61FF62' AS TEXT)")
                              << QByteArray("a\xEF\xBF\xBD"
                                            "b")
                              << quint64{0} << quint64{1};
    QTest::newRow("both") << QByteArray("CAST(x'61FF0A' AS TEXT)") << QByteArray("a\xEF\xBF\xBD ") << quint64{1} << quint64{1};
    QTest::newRow("letters") << QByteArray("'\xC3\xA9'") << QByteArray("\xC3\xA9") << quint64{0} << quint64{0};
}

void tst_RocmImporter::oddNames()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, shown);
    const QByteArray sql = "UPDATE rocpd_info_kernel_symbol_0000abcd_11 SET display_name = " + name;
    const auto document = open(changed("direct.db", sql.constData()));
    QVERIFY(document);
    QCOMPARE(QByteArray::fromStdString(std::string(document->text(document->kernels.name[0]))), shown);
    QTEST(quint64{document->diagnostics.count("control_character")}, "controls");
    QTEST(quint64{document->diagnostics.count("invalid_utf8")}, "invalid");
}

void tst_RocmImporter::names()
{
    using namespace lamella::core::rocm;
    QCOMPARE(categoryOfDomain("HIP_RUNTIME_API_EXT"), std::string("cuda_runtime"));
    QCOMPARE(categoryOfDomain("HIP_COMPILER_API"), std::string("cuda_driver"));
    QCOMPARE(categoryOfDomain("RCCL_API"), std::string("rccl_api"));
    QCOMPARE(kindOfOperation("FillBuffer"), std::optional(KernelKind::Memset));
    QCOMPARE(kindOfOperation("KernelExecution"), std::optional(KernelKind::Kernel));
    QVERIFY(!kindOfOperation("Barrier"));
    QCOMPARE(workgroups(1024, 256), 4u);
    QCOMPARE(workgroups(1, 256), 1u);
    QCOMPARE(workgroups(-5, 256), 0u);
    QCOMPARE(workgroups(INT64_MAX, 1), UINT32_MAX);
}

LAMELLA_TEST(tst_RocmImporter)
#include "tst_RocmImporter.moc"
