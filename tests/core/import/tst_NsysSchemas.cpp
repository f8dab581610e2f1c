// SPDX-License-Identifier: GPL-3.0-or-later
// The same capture in each generation of the `nsys export` schema gives the same document, whatever columns and tables exist.
// Also malformed databases.
#include "core/import/EventTextReader.h"
#include "core/import/ImporterRegistry.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>
#include <sqlite3.h>

using namespace lamella::core;

namespace {

constexpr std::int64_t kProcess = (std::int64_t{1} << 48) | (std::int64_t{321} << 24);
constexpr std::int64_t kThread = kProcess | 654;

struct Generation {
    const char *name;
    const char *metaTable; // empty: no version in the file
    const char *kernelColumns; // in addition to those of every version
    const char *runtimeColumns;
    const char *nvtxColumns;
    bool cudaDevices; // TARGET_INFO_CUDA_DEVICE
    bool names; // ThreadNames and PROCESSES
};

const Generation kGenerations[] = {
    {"before 2021", "", "", "", "", false, false},
    {"2.9", "EXPORT_META_DATA", ", mangledName INTEGER", "", "", false, true},
    {"3.0", "EXPORT_META_DATA", ", mangledName INTEGER", "", "", false, true},
    {"3.1", "EXPORT_META_DATA", ", mangledName INTEGER", ", callchainId INTEGER", "", false, true},
    {"3.4", "META_DATA_EXPORT", ", mangledName INTEGER", ", callchainId INTEGER",
        ", jsonTextId INTEGER, jsonText TEXT, binaryData TEXT", false, true},
    {"3.7", "META_DATA_EXPORT", ", mangledName INTEGER", ", callchainId INTEGER", ", jsonTextId INTEGER", false, true},
    {"3.11", "META_DATA_EXPORT", ", greenContextId INTEGER, mangledName INTEGER", ", callchainId INTEGER", ", jsonTextId INTEGER",
        false, true},
    {"3.17", "META_DATA_EXPORT", ", greenContextId INTEGER, mangledName INTEGER", ", callchainId INTEGER", ", jsonTextId INTEGER",
        true, true},
    {"3.24", "META_DATA_EXPORT",
        ", greenContextId INTEGER, mangledName INTEGER, graphId INTEGER, clusterX INTEGER, clusterY INTEGER, clusterZ INTEGER",
        ", callchainId INTEGER", ", jsonTextId INTEGER", true, true},
    {"3.25", "META_DATA_EXPORT",
        ", greenContextId INTEGER, mangledName INTEGER, graphId INTEGER, tensorSizeMinusOneElements TEXT NOT NULL DEFAULT ''",
        ", callchainId INTEGER", ", jsonTextId INTEGER", true, true},
};

std::string number(std::int64_t value)
{
    return std::to_string(value);
}

// A kernel on each of two GPUs, a copy, a graph as one row, a domain, ranges with their own text and by id, a negative start.
std::string capture(const Generation &g)
{
    const std::string tid = number(kThread);
    const std::string pid = number(kProcess);
    std::string sql = "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT NOT NULL);"
                      "INSERT INTO StringIds VALUES(1,'void gemm<float>(int)'),(2,'gemm'),(3,'cudaLaunchKernel_v7000'),"
                      "(4,'layer one'),(5,CAST(x'6D61E9' AS TEXT));";
    sql +=
        std::string("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER NOT NULL, \"end\" INTEGER NOT NULL, deviceId INTEGER,"
                    "contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER,"
                    "shortName INTEGER, gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER, "
                    "blockZ INTEGER, graphNodeId INTEGER")
        + g.kernelColumns + ");";
    const std::string columns =
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL(start, \"end\", deviceId, contextId, streamId, correlationId,"
        "globalPid, demangledName, shortName, gridX, gridY, gridZ, blockX, blockY, blockZ) VALUES";
    sql += columns + "(100,250,0,1,7,41," + pid + ",1,2,3,1,1,128,1,1),(300,400,1,2,7,42," + pid + ",1,2,3,1,1,128,1,1);";
    const std::string common =
        "(start INTEGER, \"end\" INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId "
        "INTEGER, globalPid INTEGER, ";
    sql += "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY" + common + "bytes INTEGER, copyKind INTEGER);"
        + "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(500,510,0,1,7,43," + pid + ",4096,1);";
    sql += "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE" + common + "graphId INTEGER, graphExecId INTEGER);"
        + "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES(600,900,0,1,7,44," + pid + ",4,5);";
    sql += std::string(
               "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, \"end\" INTEGER, eventClass INTEGER, globalTid INTEGER,"
               "correlationId INTEGER, nameId INTEGER, returnValue INTEGER")
        + g.runtimeColumns
        + ");INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME(start, \"end\", eventClass, globalTid, correlationId, nameId)"
        + " VALUES(-50,-40,0," + tid + ",41,3),(260,270,1," + tid + ",42,3),(450,460,0," + tid + ",43,3),(550,560,0," + tid
        + ",44,3);";
    sql += std::string("CREATE TABLE NVTX_EVENTS(start INTEGER, \"end\" INTEGER, eventType INTEGER, rangeId INTEGER, text TEXT, "
                       "globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER, domainId INTEGER")
        + g.nvtxColumns
        + ");INSERT INTO NVTX_EVENTS(start, \"end\", eventType, text, textId, globalTid, domainId) VALUES(0,NULL,75,'NCCL',NULL,"
        + tid + ",3),(-60,950,59,'forward',NULL," + tid + ",0),(90,300,59,NULL,4," + tid + ",3),(120,290,59,'send',NULL," + tid
        + ",4);";
    if (*g.metaTable != '\0')
        sql += std::string("CREATE TABLE ") + g.metaTable + "(name TEXT, value TEXT);INSERT INTO " + g.metaTable
            + " VALUES('EXPORT_SCHEMA_VERSION','" + g.name + "');";
    if (g.cudaDevices)
        sql += "CREATE TABLE TARGET_INFO_CUDA_DEVICE(gpuId INTEGER, cudaId INTEGER, pid INTEGER, uuid TEXT);"
               "INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES(0,0,321,'a'),(1,1,321,'b');";
    if (g.names)
        sql += "CREATE TABLE ThreadNames(nameId INTEGER, priority INTEGER, globalTid INTEGER);INSERT INTO ThreadNames VALUES(5,0,"
            + tid + ");CREATE TABLE PROCESSES(globalPid INTEGER, pid INTEGER, name TEXT);INSERT INTO PROCESSES VALUES(" + pid
            + ",321,'python');";
    return sql;
}

} // namespace

class tst_NsysSchemas : public QObject {
    Q_OBJECT
private slots:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void generations_data();
    void generations();
    void recordedColumns();
    void reportsNameTheCommand_data();
    void reportsNameTheCommand();
    void hostileDatabases_data();
    void hostileDatabases();
    void nothingIsWrittenBeside();
    void missingColumns_data();
    void missingColumns();

private:
    QString write(const std::string &sql, const QString &name = QStringLiteral("run.sqlite"))
    {
        const QString path = m_dir->filePath(name);
        sqlite3 *database = nullptr;
        sqlite3_open(path.toUtf8().constData(), &database);
        char *message = nullptr;
        if (sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message) != SQLITE_OK)
            qFatal("%s", message);
        sqlite3_close(database);
        return path;
    }
    std::unique_ptr<QTemporaryDir> m_dir;
};

void tst_NsysSchemas::generations_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(std::size(kGenerations)); ++i)
        QTest::newRow(kGenerations[i].name) << i;
}

void tst_NsysSchemas::generations()
{
    QFETCH(int, index);
    const Generation &generation = kGenerations[index];
    const auto opened = openTrace(write(capture(generation)).toStdString(), {}, {});
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message().c_str());
    const TraceDocument &document = **opened;
    QCOMPARE(document.kernels.kind,
        (ColumnVector<KernelKind>{KernelKind::Kernel, KernelKind::Kernel, KernelKind::Memcpy, KernelKind::Graph}));
    QCOMPARE(document.kernels.start, (ColumnVector<std::int64_t>{100, 300, 500, 600}));
    QCOMPARE(document.text(document.kernels.name[0]), std::string_view("void gemm<float>(int)"));
    QCOMPARE(document.devices.size(), std::size_t{2});
    QCOMPARE(document.kernels.shapes.at(0).block[0], 128u);
    QCOMPARE(document.zero(), -60);
    for (const EventId launch : document.kernels.launch)
        QVERIFY(launch.valid());
    QCOMPARE(document.events.row(document.kernels.launch[0]).start, -50);
    const bool named = document.metadata.format.find("schema") != std::string::npos;
    QCOMPARE(named, *generation.metaTable != '\0');
    std::size_t ranges = 0;
    for (std::uint32_t i = 0; i < document.events.size(); ++i) {
        const EventRow row = document.events.row(EventId{i});
        const std::string_view category = document.text(row.category);
        ranges += category == "nvtx" && document.text(row.name) == "forward" ? 1 : 0;
        ranges += category == "nvtx:NCCL" && document.text(row.name) == "layer one" ? 1 : 0;
        ranges += category == "nvtx:domain 4" && document.text(row.name) == "send" ? 1 : 0; // created before the capture
    }
    QCOMPARE(ranges, std::size_t{3});
    if (generation.names) {
        const Track &thread = document.tracks[document.events.row(document.kernels.launch[0]).track.value];
        QCOMPARE(thread.processName, std::string("python"));
        QCOMPARE(thread.threadName, std::string("ma\xEF\xBF\xBD")); // invalid UTF-8
    }
    for (const Diagnostic &odd : document.diagnostics.sorted())
        QVERIFY2(odd.kind->id == "invalid_utf8", odd.kind->id.data());
}

void tst_NsysSchemas::recordedColumns()
{
    const auto document = *openTrace(write(capture(kGenerations[9])
                                         + "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL ADD COLUMN \"ra\xFFte\" REAL DEFAULT 1.5;"
                                           "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL ADD COLUMN most REAL DEFAULT 9e999;")
                                         .toStdString(),
        {}, {});
    const auto value = [&](EventId event, std::string_view key) {
        const auto args = readEventArgs(*document, event);
        if (!args)
            return args.error().detail.english();
        const auto it = std::find_if(args->begin(), args->end(), [&](const auto &arg) { return arg.first == key; });
        return it == args->end() ? std::string("nothing") : it->second;
    };
    const EventId kernel = document->kernels.event[1];
    QCOMPARE(value(kernel, "table"), std::string("\"CUPTI_ACTIVITY_KIND_KERNEL\""));
    QCOMPARE(value(kernel, "start"), std::string("300"));
    QCOMPARE(value(kernel, "demangledName"), std::string("\"void gemm<float>(int)\""));
    QCOMPARE(value(kernel, "graphNodeId"), std::string("nothing")); // NULL in the row
    QCOMPARE(value(kernel, "ra\xEF\xBF\xBDte"), std::string("1.5"));
    QCOMPARE(value(kernel, "most"), std::string("\"inf\"")); // not valid as a JSON number
    QCOMPARE(value(document->kernels.event[2], "bytes"), std::string("4096"));
    QCOMPARE(value(document->kernels.launch[0], "nameId"), std::string("\"cudaLaunchKernel_v7000\""));
}

void tst_NsysSchemas::reportsNameTheCommand_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QString>("beside");
    QTest::addColumn<QStringList>("words");
    const QByteArray head = "NVIDIA Tegra Profiler Report 2024@6@2@225-246235244400v0.\n";
    QTest::newRow("command") << "run.nsys-rep" << head << QString()
                             << QStringList{QStringLiteral("Nsight Systems 2024.6.2"),
                                    QStringLiteral("nsys export --type sqlite"), QStringLiteral("run.sqlite"),
                                    QStringLiteral("run.nsys-rep")};
    QTest::newRow("name with a blank") << "my run.qdrep" << head << QString() << QStringList{QStringLiteral("my run.sqlite' '")};
    QTest::newRow("exported already") << "run.nsys-rep" << head << "run.sqlite" << QStringList{QStringLiteral("lies beside it")};
    QTest::newRow("no version") << "run.nsys-rep" << QByteArray("NVIDIA Tegra Profiler Report x") << QString()
                                << QStringList{QStringLiteral("Nsight Systems, which")};
}

void tst_NsysSchemas::reportsNameTheCommand()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, head);
    QFETCH(QString, beside);
    QFETCH(QStringList, words);
    QFile file(m_dir->filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(head);
    file.close();
    if (!beside.isEmpty())
        write("CREATE TABLE t(a);", beside);
    const auto document = openTrace(file.fileName().toStdString(), {}, {});
    QVERIFY(!document);
    for (const QString &word : words)
        QVERIFY2(
            QString::fromStdString(document.error().detail.english()).contains(word), document.error().detail.english().c_str());
}

void tst_NsysSchemas::hostileDatabases_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<int>("kernels");
    const QString good = QString::fromStdString(capture(kGenerations[5]));
    QTest::newRow("trigger on every table") << good
            + QStringLiteral("CREATE TRIGGER t AFTER INSERT ON StringIds BEGIN INSERT INTO StringIds VALUES(9,'x'); END;")
                                            << 4;
    QTest::newRow("endless view in place of a table") << good
            + QStringLiteral("DROP TABLE NVTX_EVENTS; CREATE VIEW NVTX_EVENTS AS WITH RECURSIVE c(start) AS (SELECT 1 UNION ALL "
                             "SELECT start + 1 FROM c) SELECT * FROM c;")
                                                      << 4;
    QTest::newRow("table without row numbers") << good
            + QStringLiteral(
                "CREATE TABLE OSRT_API(start INTEGER PRIMARY KEY, \"end\" INTEGER, globalTid INTEGER, nameId INTEGER) "
                "WITHOUT ROWID; INSERT INTO OSRT_API VALUES(1,2,3,5);")
                                               << 4;
    QTest::newRow("column made of a function") << good
            + QStringLiteral("CREATE TABLE OTHER(start INTEGER, \"end\" AS (zeroblob(1000000000)), globalTid INTEGER, nameId "
                             "INTEGER); INSERT INTO OTHER VALUES(1,2,3);")
                                               << 4;
    QTest::newRow("texts for numbers") << good
            + QStringLiteral("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET start = 'abc', deviceId = x'00';")
                                       << 2; // likewise
    QTest::newRow("largest numbers") << good
            + QStringLiteral("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET start = -9223372036854775808, \"end\" = 9223372036854775807, "
                             "streamId = 9223372036854775807, gridX = 9223372036854775807;")
                                     << 2; // the kernels have no time
    QTest::newRow("name with quotes") << good + QStringLiteral("CREATE TABLE \"a\"\"b\"(start, \"end\", nameId, globalTid);")
                                      << 4;
    QTest::newRow("row numbers at the end") << good
            + QStringLiteral("INSERT INTO NVTX_EVENTS(rowid, start, eventType) VALUES(9223372036854775807, 1, 34);")
                                            << 4;
}

void tst_NsysSchemas::hostileDatabases()
{
    QFETCH(QString, sql);
    const auto document = openTrace(write(sql.toStdString()).toStdString(), {}, {});
    QVERIFY2(document.has_value(), document ? "" : document.error().message().c_str());
    QTEST(static_cast<int>((*document)->kernels.size()), "kernels");
    for (std::uint32_t i = 0; i < (*document)->events.size(); ++i)
        static_cast<void>(readEventArgs(**document, EventId{i}));
}

void tst_NsysSchemas::nothingIsWrittenBeside()
{
    // Opening a WAL database normally creates files beside it.
    const QString path = write("PRAGMA journal_mode=WAL;" + capture(kGenerations[5]));
    for (const char *ending : {"-wal", "-shm"})
        QFile::remove(path + QString::fromLatin1(ending));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray before = file.readAll();
    QVERIFY(QFile::setPermissions(m_dir->path(), QFileDevice::ReadOwner | QFileDevice::ExeOwner));
    const auto document = openTrace(path.toStdString(), {}, {});
    QVERIFY(QFile::setPermissions(m_dir->path(), QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner));
    QVERIFY(document.has_value());
    QCOMPARE(QDir(m_dir->path()).entryList(QDir::Files), QStringList{QStringLiteral("run.sqlite")});
    file.seek(0);
    QCOMPARE(file.readAll(), before);
}

void tst_NsysSchemas::missingColumns_data()
{
    QTest::addColumn<QString>("column");
    for (const char *column :
        {"demangledName", "shortName", "streamId", "deviceId", "contextId", "correlationId", "globalPid", "gridX"})
        QTest::newRow(column) << column;
}

void tst_NsysSchemas::missingColumns()
{
    QFETCH(QString, column);
    const std::string sql = capture(kGenerations[5]) + "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL RENAME COLUMN "
        + column.toStdString() + " TO renamed;";
    const auto document = openTrace(write(sql).toStdString(), {}, {});
    QVERIFY(document.has_value());
    QCOMPARE((*document)->kernels.size(), 4u); // whatever else is recorded is shown
}

LAMELLA_TEST(tst_NsysSchemas)
#include "tst_NsysSchemas.moc"
