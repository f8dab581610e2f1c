// SPDX-License-Identifier: GPL-3.0-or-later
// CPU samples and call chains of Nsight Systems exports: databases that the test writes, and public ones counted with SQL.
#include "core/analysis/source/SampledStacks.h"
#include "core/import/ImporterRegistry.h"
#include "core/import/nsys/NsysSamples.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <map>
#include <sqlite3.h>

using namespace lamella::core;

namespace {

constexpr std::int64_t kProcess = (std::int64_t{1} << 48) | (std::int64_t{321} << 24);
constexpr std::int64_t kThread = kProcess | 654;

std::string number(std::int64_t value)
{
    return std::to_string(value);
}

// Two kernels with a gap of 60 µs between them. Their launches are at 90 and 155 µs, the second one with a call chain:
// main -> step -> cudaLaunchKernel. Samples every 10 µs from 100 to 190 µs. From 112 to 150 µs the thread is in poll, which
// main -> step -> poll calls; shorter calls have no chain, or one that is not in the file.
std::string capture()
{
    std::string sql =
        "CREATE TABLE StringIds(id INTEGER, value TEXT);"
        "INSERT INTO StringIds VALUES(1,'gemm'),(2,'cudaLaunchKernel_v7000'),(3,'main'),(4,'step'),(5,'/home/me/run'),"
        "(6,'/usr/lib/libcudart.so'),(7,'0x7f00'),(8,'wait'),(9,'poll'),(10,'__poll'),(11,'/usr/lib/libc.so.6'),(12,'read');"
        "CREATE TABLE OSRT_API(start INTEGER, \"end\" INTEGER, eventClass INTEGER, globalTid INTEGER, nameId INTEGER, callchainId "
        "INTEGER);"
        "CREATE TABLE OSRT_CALLCHAINS(id INTEGER, symbol INTEGER, module INTEGER, unresolved INTEGER, stackDepth INTEGER);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, \"end\" INTEGER, deviceId INTEGER, contextId INTEGER, streamId "
        "INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, \"end\" INTEGER, eventClass INTEGER, globalTid INTEGER,"
        "correlationId INTEGER, nameId INTEGER, callchainId INTEGER);"
        "CREATE TABLE COMPOSITE_EVENTS(id INTEGER PRIMARY KEY, start INTEGER, cpu INTEGER, threadState INTEGER, globalTid "
        "INTEGER,"
        "cpuCycles INTEGER);"
        "CREATE TABLE SAMPLING_CALLCHAINS(id INTEGER, symbol INTEGER, module INTEGER, unresolved INTEGER, stackDepth INTEGER);"
        "CREATE TABLE CUDA_CALLCHAINS(id INTEGER, symbol INTEGER, module INTEGER, unresolved INTEGER, stackDepth INTEGER);";
    for (const auto &[start, correlation] : {std::pair{100'000, 1}, {170'000, 2}})
        sql += "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(" + number(start) + "," + number(start + 10'000) + ",0,1,7,"
            + number(correlation) + "," + number(kProcess) + ",1,1);";
    sql += "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(90000,92000,0," + number(kThread) + ",1,2,NULL),(155000,157000,0,"
        + number(kThread) + ",2,2,40);";
    for (const auto &[begin, end, name, chain] : {std::tuple{112'000, 150'000, 9, 7}, std::tuple{151'000, 152'000, 12, 0},
             std::tuple{153'000, 154'000, 12, 99}, std::tuple{181'000, 182'000, 9, 7}})
        sql += "INSERT INTO OSRT_API VALUES(" + number(begin) + "," + number(end) + ",27," + number(kThread) + "," + number(name) + ","
            + number(chain) + ");";
    sql += "INSERT INTO OSRT_CALLCHAINS VALUES(7,4,5,0,1),(7,10,11,0,0),(7,3,5,0,2);";
    sql += "INSERT INTO CUDA_CALLCHAINS VALUES(40,3,5,NULL,2),(40,2,6,0,0),(40,4,5,NULL,1);"; // in no order
    for (int i = 0; i < 10; ++i)
        sql += "INSERT INTO COMPOSITE_EVENTS VALUES(" + number(i + 1) + "," + number(100'000 + 10'000 * i) + ",0,1,"
            + number(kThread) + ",1);";
    // 1 to 3: main -> wait; 4: no symbol; 5 to 8: the innermost function only; 9 and 10: no chain; 99: of no sample.
    for (int i = 1; i <= 3; ++i)
        sql += "INSERT INTO SAMPLING_CALLCHAINS VALUES(" + number(i) + ",8,5,0,0),(" + number(i) + ",3,5,0,1);";
    sql += "INSERT INTO SAMPLING_CALLCHAINS VALUES(4,7,6,1,0);";
    for (int i = 5; i <= 8; ++i)
        sql += "INSERT INTO SAMPLING_CALLCHAINS VALUES(" + number(i) + ",3,5,0,0);";
    return sql + "INSERT INTO SAMPLING_CALLCHAINS VALUES(99,3,5,0,0);";
}

} // namespace

class tst_NsysSamples : public QObject {
    Q_OBJECT

private slots:
    void yours_data();
    void yours();
    void samplesByHand();
    void launchChainIsTheSource();
    void everyGroupingHasAllSamples_data();
    void everyGroupingHasAllSamples();
    void gapsSayWhatTheThreadWasIn();
    void gapsSayWhichSystemCallTheThreadWaitedIn();
    void inspectorOfGap();
    void inspectorOfGapWithoutAny();
    void inspectorOfGapWhoseFileIsGone();
    void fewSamplesHaveNoTime();
    void hostileRows_data();
    void hostileRows();
    void noNumberIsNoChain();
    void damagedPage();
    void fileThatIsGone();
    void publicFiles_data();
    void publicFiles();
    void systemChainsOfPublicFiles_data();
    void systemChainsOfPublicFiles();

private:
    // The pairs of text and number that the query gives.
    static std::map<std::string, std::int64_t> ask(const QString &path, const char *sql)
    {
        std::map<std::string, std::int64_t> answer;
        sqlite3 *database = nullptr;
        sqlite3_stmt *statement = nullptr;
        sqlite3_open_v2(path.toUtf8().constData(), &database, SQLITE_OPEN_READONLY, nullptr);
        if (sqlite3_prepare_v2(database, sql, -1, &statement, nullptr) != SQLITE_OK)
            qFatal("%s", sqlite3_errmsg(database));
        while (sqlite3_step(statement) == SQLITE_ROW)
            answer[reinterpret_cast<const char *>(sqlite3_column_text(statement, 0))] += sqlite3_column_int64(statement, 1);
        sqlite3_finalize(statement);
        sqlite3_close(database);
        return answer;
    }
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
    static std::shared_ptr<AnalysisSession> open(const QString &path)
    {
        const auto document = openTrace(path.toStdString(), {}, {});
        if (!document)
            qFatal("%s", document.error().message().c_str());
        return *AnalysisSession::create(*document, {});
    }
    static std::shared_ptr<const ReportTable> table(
        AnalysisSession &session, const char *name, const char *by = "", bool each = false)
    {
        TableRequest request;
        request.table = name;
        request.by = by;
        request.each = each;
        request.pass = "trace";
        const auto made = session.table(request);
        if (!made)
            qFatal("%s", made.error().message().c_str());
        return *made;
    }
    static std::int64_t sum(const ReportTable &table, const char *column)
    {
        std::int64_t sum = 0;
        const auto at = table.columnIndex(column);
        for (std::size_t row = 0; row < table.rowCount(); ++row)
            sum += table.isMissing(row, at) ? 0 : table.integer(row, at);
        return sum;
    }
    // Section "host" of the inspector of the first gap: key, label or sentence, figure.
    static QStringList hostRows(AnalysisSession &session)
    {
        TableRequest request;
        request.table = "inspect";
        request.gap = "0-1";
        const auto made = session.table(request);
        if (!made)
            qFatal("%s", made.error().message().c_str());
        const ReportTable &table = **made;
        QStringList rows;
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            if (table.text(row, table.columnIndex("section")) != "host")
                continue;
            QStringList words;
            for (const char *column : {"key", "what"})
                if (!table.isMissing(row, table.columnIndex(column)))
                    words << QString::fromStdString(std::string(table.text(row, table.columnIndex(column))));
            if (words.size() == 1)
                words << QString::fromStdString(std::string(table.text(row, table.columnIndex("value"))));
            for (const char *column : {"dur_ns", "count"})
                if (!table.isMissing(row, table.columnIndex(column)))
                    words << QString::number(table.integer(row, table.columnIndex(column)));
            rows << words.join(u' ');
        }
        return rows;
    }
    QTemporaryDir m_dir;
    int m_files = 0;
};

void tst_NsysSamples::yours_data()
{
    QTest::addColumn<QString>("library");
    QTest::addColumn<QString>("function");
    QTest::addColumn<bool>("yours");
    const QString program = QStringLiteral("/home/me/run");
    QTest::newRow("a program") << program << QStringLiteral("main") << true;
    QTest::newRow("without a symbol") << program << QString() << true;
    QTest::newRow("the runtime in it") << program << QStringLiteral("cudaLaunchKernel") << false;
    QTest::newRow("its template") << program << QStringLiteral("cudaError cudaMalloc<float>(float**, unsigned long)") << false;
    QTest::newRow("a name like it") << program << QStringLiteral("cuda_kernels::run()") << true;
    QTest::newRow("an extension") << QStringLiteral("/home/me/ops.cpython-312-x86_64-linux-gnu.so") << QStringLiteral("run")
                                  << true;
    QTest::newRow("Python") << QStringLiteral("/home/me/.venv/bin/python3.12") << QStringLiteral("PyEval") << false;
    QTest::newRow("a package") << QStringLiteral("/home/me/.venv/lib/python3.12/site-packages/x/y.so") << QStringLiteral("f")
                               << false;
    QTest::newRow("a library") << QStringLiteral("/home/me/lib/libmkl_rt.so.2") << QStringLiteral("f") << false;
    QTest::newRow("the system") << QStringLiteral("/usr/bin/run") << QStringLiteral("main") << false;
    QTest::newRow("the profiler") << QStringLiteral("/home/me/Nsight_Systems/target/nsys-launcher") << QStringLiteral("f")
                                  << false;
    QTest::newRow("not known") << QStringLiteral("[Unknown]") << QStringLiteral("f") << false;
}

void tst_NsysSamples::yours()
{
    QFETCH(QString, library);
    QFETCH(QString, function);
    QFETCH(bool, yours);
    QCOMPARE(labelOfNative({function.toStdString(), library.toStdString()}, SourceRule()).yours, yours);
}

void tst_NsysSamples::samplesByHand()
{
    const auto document = openTrace(write(capture()).toStdString(), {}, {});
    const auto read = readHostSamples(**document, {});
    QVERIFY(read);
    QCOMPARE(read->samples.size(), std::size_t{10});
    QCOMPARE(read->periodNs, std::int64_t{10'000});
    QCOMPARE(read->shallow, std::int64_t{5});
    QCOMPARE(read->chains.size(), std::size_t{1});
    QCOMPARE(read->osChains.size(), std::size_t{2}); // two of four calls have one
    QCOMPARE(read->lost, std::int64_t{1});
    QVERIFY(read->samples.front().track.valid());
    const HostSamples::Frame &wait = read->frames[read->samples.front().frame];
    QCOMPARE(read->functions[wait.function].name, std::string("wait"));
    QCOMPARE(read->functions[read->frames[wait.caller].function].name, std::string("main"));
    QCOMPARE(read->samples.back().frame, HostSamples::kNone);
}

void tst_NsysSamples::launchChainIsTheSource()
{
    const auto session = open(write(capture()));
    const auto kernels = table(*session, "kernels", "", true);
    const auto line = kernels->columnIndex("source_line");
    QVERIFY(kernels->isMissing(0, line)); // its launch has no chain: samples are not taken for one
    QCOMPARE(kernels->text(1, line), std::string_view("/home/me/run step"));
}

void tst_NsysSamples::everyGroupingHasAllSamples_data()
{
    QTest::addColumn<QByteArray>("by");
    for (const char *by : {"line", "function", "file", "module", "op"})
        QTest::newRow(by) << QByteArray(by);
}

void tst_NsysSamples::everyGroupingHasAllSamples()
{
    QFETCH(QByteArray, by);
    const auto session = open(write(capture()));
    const auto source = table(*session, "source", by.constData());
    QCOMPARE(sum(*source, "samples"), std::int64_t{10});
    QCOMPARE(sum(*source, "self_ns"), std::int64_t{20'000});
    QCOMPARE(sum(*source, "host_ns"), std::int64_t{100'000});
}

void tst_NsysSamples::gapsSayWhatTheThreadWasIn()
{
    const auto session = open(write(capture()));
    const auto gaps = table(*session, "gaps");
    QCOMPARE(gaps->rowCount(), std::size_t{1});
    // Seven samples from 110 to 170 µs: two in wait, one without a symbol, four in main.
    QCOMPARE(gaps->text(0, gaps->columnIndex("sampled")), std::string_view("main (run), 4 of 7 samples"));
}

void tst_NsysSamples::gapsSayWhichSystemCallTheThreadWaitedIn()
{
    const auto session = open(write(capture()));
    const auto gaps = table(*session, "gaps");
    QCOMPARE(gaps->text(0, gaps->columnIndex("os_call")), std::string_view("poll"));
    QCOMPARE(gaps->integer(0, gaps->columnIndex("os_ns")), std::int64_t{38'000});
    QCOMPARE(gaps->text(0, gaps->columnIndex("os_source")), std::string_view("step (run)"));
    // A call that is not in the wait, and one of another thread, are no evidence.
    for (const char *change : {"UPDATE OSRT_API SET start=156000,\"end\"=169000 WHERE rowid=1;DELETE FROM OSRT_API WHERE rowid>1;",
             "UPDATE OSRT_API SET globalTid=globalTid+1;"}) {
        const auto other = open(write(capture() + change));
        const auto none = table(*other, "gaps");
        for (const char *column : {"os_call", "os_ns", "os_source"})
            QVERIFY2(none->isMissing(0, none->columnIndex(column)), column);
    }
    const auto bare = open(write(capture() + "DROP TABLE OSRT_CALLCHAINS;"));
    const auto named = table(*bare, "gaps");
    QCOMPARE(named->text(0, named->columnIndex("os_call")), std::string_view("poll"));
    QVERIFY(named->isMissing(0, named->columnIndex("os_source")));
}

void tst_NsysSamples::inspectorOfGap()
{
    const auto session = open(write(capture()));
    const QStringList rows = hostRows(*session);
    // Seven samples from 110 to 170 µs: two in wait, one without a symbol, four in main.
    QCOMPARE(rows,
        (QStringList{QStringLiteral("system poll 38000"), QStringLiteral("caller __poll (libc.so.6)"),
            QStringLiteral("caller step (run)"), QStringLiteral("caller main (run)"),
            QStringLiteral("samples CPU samples of the thread 7"), QStringLiteral("sampled main (run) 4"),
            QStringLiteral("sampled wait (run) 2"), QStringLiteral("sampled (no symbol) (libcudart.so) 1")}));
    const auto lost = open(write(capture() + "UPDATE OSRT_API SET callchainId=99;DELETE FROM SAMPLING_CALLCHAINS WHERE id=6;"));
    const QStringList less = hostRows(*lost);
    QVERIFY2(less.contains(QStringLiteral("unknown n/a, no call chain of it recorded")), qPrintable(less.join(u'|')));
    QVERIFY2(less.contains(QStringLiteral("sampled-unknown without a call chain 1")), qPrintable(less.join(u'|')));
}

// Nothing is attributed without evidence.
void tst_NsysSamples::inspectorOfGapWithoutAny()
{
    // Without calls, and with calls that are not in the wait.
    for (const char *calls : {"DELETE FROM OSRT_API;", "DELETE FROM OSRT_API WHERE start<181000;"})
        QCOMPARE(hostRows(*open(write(capture() + "DELETE FROM COMPOSITE_EVENTS;" + calls))),
            QStringList{QStringLiteral("none n/a, no CPU samples recorded, and no call of the operating system on the launching "
                                       "thread at that time")});
    QCOMPARE(hostRows(*open(write(capture() + "UPDATE COMPOSITE_EVENTS SET start=start+1000000;DELETE FROM OSRT_API;"))),
        QStringList{QStringLiteral("none n/a, no sample of the launching thread in the gap")});
    QCOMPARE(hostRows(*open(write(capture() + "DELETE FROM CUPTI_ACTIVITY_KIND_RUNTIME;"))),
        QStringList{QStringLiteral("none n/a, no launch recorded that says which thread it waited for")});
}

// A chain that could not be read is not one that was not recorded.
void tst_NsysSamples::inspectorOfGapWhoseFileIsGone()
{
    const QString path = write(capture());
    const auto session = open(path);
    QVERIFY(QFile::remove(path));
    const QStringList rows = hostRows(*session);
    QCOMPARE(rows.size(), 3);
    QCOMPARE(rows[0], QStringLiteral("system poll 38000"));
    QCOMPARE(rows[1], QStringLiteral("unknown n/a, the call chains could not be read"));
    QVERIFY2(rows[2].startsWith(QStringLiteral("unknown CPU samples could not be read: ")), qPrintable(rows[2]));
}

void tst_NsysSamples::fewSamplesHaveNoTime()
{
    std::string sql = capture() + "DELETE FROM COMPOSITE_EVENTS WHERE id > 8;";
    const auto session = open(write(sql));
    const auto source = table(*session, "source");
    QCOMPARE(sum(*source, "samples"), std::int64_t{8});
    for (std::size_t row = 0; row < source->rowCount(); ++row)
        QVERIFY(source->isMissing(row, source->columnIndex("host_ns")));
}

void tst_NsysSamples::hostileRows_data()
{
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<int>("samples");
    QTest::addColumn<int>("unread");
    QTest::newRow("text for a time") << QByteArray("UPDATE COMPOSITE_EVENTS SET start='x' WHERE id=3;") << 9 << 1;
    QTest::newRow("times at the ends of the range")
        << QByteArray("UPDATE COMPOSITE_EVENTS SET start=-9223372036854775807 WHERE id=1;"
                      "UPDATE COMPOSITE_EVENTS SET start=9223372036854775807 WHERE id=2;")
        << 10 << 0;
    QTest::newRow("depths below zero and twice")
        << QByteArray("INSERT INTO SAMPLING_CALLCHAINS VALUES(1,3,5,0,-5),(1,3,5,0,0),(1,NULL,NULL,NULL,NULL);") << 10 << 0;
    QTest::newRow("chains of system calls below zero, twice and of ten thousand functions")
        << QByteArray("INSERT INTO OSRT_CALLCHAINS VALUES(7,3,5,0,-5),(7,3,5,0,0),(NULL,3,5,0,0),('x',3,5,0,0);"
                      "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i+1 FROM n WHERE i<10000)"
                      "INSERT INTO OSRT_CALLCHAINS SELECT 7,3,5,0,i FROM n;")
        << 10 << 0;
    QTest::newRow("system calls at the ends of the range")
        << QByteArray("UPDATE OSRT_API SET start=-9223372036854775807,\"end\"=9223372036854775807 WHERE rowid=2;"
                      "UPDATE OSRT_API SET start='x',callchainId='y' WHERE rowid=1;")
        << 10 << 0;
    QTest::newRow("texts that are not there") << QByteArray("UPDATE SAMPLING_CALLCHAINS SET symbol=1000,module=-4;") << 10 << 0;
    QTest::newRow("no table of chains") << QByteArray("DROP TABLE SAMPLING_CALLCHAINS;") << 10 << 0;
    QTest::newRow("a chain of ten thousand functions")
        << QByteArray("WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i+1 FROM n WHERE i<10000)"
                      "INSERT INTO SAMPLING_CALLCHAINS SELECT 1,3,5,0,i FROM n;")
        << 10 << 0;
}

void tst_NsysSamples::hostileRows()
{
    QFETCH(QByteArray, change);
    QFETCH(int, samples);
    QFETCH(int, unread);
    const auto session = open(write(capture() + change.toStdString()));
    const auto read = readHostSamples(session->document(), {});
    QVERIFY(read);
    QCOMPARE(static_cast<int>(read->samples.size()), samples);
    QCOMPARE(static_cast<int>(read->unread), unread);
    const auto source = table(*session, "source");
    QCOMPARE(static_cast<int>(sum(*source, "samples")), samples);
    QCOMPARE(sum(*source, "self_ns"), std::int64_t{20'000});
}

// A chain with the number 0 belongs to nothing whose number is 0 or missing.
void tst_NsysSamples::noNumberIsNoChain()
{
    const char *const zero = "INSERT INTO OSRT_CALLCHAINS VALUES(0,4,5,0,0);INSERT INTO CUDA_CALLCHAINS VALUES(0,4,5,0,0);"
                             "INSERT INTO SAMPLING_CALLCHAINS VALUES(0,3,5,0,0);";
    const char *const missing =
        "UPDATE OSRT_API SET callchainId=NULL WHERE rowid=1;UPDATE OSRT_API SET callchainId='x' WHERE rowid=3;"
        "CREATE TABLE copied AS SELECT * FROM COMPOSITE_EVENTS;DROP TABLE COMPOSITE_EVENTS;"
        "ALTER TABLE copied RENAME TO COMPOSITE_EVENTS;UPDATE COMPOSITE_EVENTS SET id=NULL WHERE id=10;";
    const auto session = open(write(capture() + zero + missing));
    const auto read = readHostSamples(session->document(), {});
    QVERIFY(read);
    QCOMPARE(read->chains.size(), std::size_t{1}); // one of two launches
    QCOMPARE(read->osChains.size(), std::size_t{1}); // the last of the four calls
    QCOMPARE(read->lost, std::int64_t{0});
    QCOMPARE(read->samples.size(), std::size_t{10});
    QCOMPARE(read->samples.back().frame, HostSamples::kNone);
}

// Half of the samples are not shown as all of them.
void tst_NsysSamples::damagedPage()
{
    std::string sql = capture();
    for (int i = 11; i <= 20'000; ++i)
        sql += (i % 500 == 11 ? "INSERT INTO COMPOSITE_EVENTS VALUES(" : ",(") + number(i) + "," + number(1'000 * i) + ",0,1,"
            + number(kThread) + ",1)" + (i % 500 == 10 || i == 20'000 ? ";" : "");
    const QString path = write(sql);
    QVERIFY(readHostSamples((*open(path)).document(), {}));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite) && file.size() > 400'000);
    QVERIFY(file.seek(file.size() / 2 / 4096 * 4096));
    QCOMPARE(file.write(QByteArray(4096, '\xFF')), qint64{4096});
    file.close();
    const auto session = open(path);
    QVERIFY(!readHostSamples(session->document(), {}));
    const auto source = table(*session, "source");
    QCOMPARE(sum(*source, "samples"), std::int64_t{0});
    QCOMPARE(sum(*source, "self_ns"), std::int64_t{20'000});
    QVERIFY(std::any_of(source->notes().begin(), source->notes().end(),
        [](const Message &note) { return note.english().find("CPU samples could not be read") != std::string::npos; }));
}

// Tables that do not need the file still come.
void tst_NsysSamples::fileThatIsGone()
{
    const QString path = write(capture());
    const auto session = open(path);
    QVERIFY(QFile::remove(path));
    const auto source = table(*session, "source");
    QCOMPARE(sum(*source, "self_ns"), std::int64_t{20'000});
    QVERIFY(std::any_of(source->notes().begin(), source->notes().end(),
        [](const Message &note) { return note.english().find("CPU samples could not be read") != std::string::npos; }));
}

void tst_NsysSamples::publicFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("samples"); // SELECT count(*) FROM COMPOSITE_EVENTS
    QTest::addColumn<qlonglong>("periodNs"); // what the times of its samples say
    QTest::newRow("0x822a1") << QStringLiteral("0x822a1.sqlite") << 164 << 2'000'000LL;
    QTest::newRow("jsun012") << QStringLiteral("jsun012_result.sqlite") << 5895 << 2'000'000LL;
    QTest::newRow("nevakrien, whose nominal period counts cycles") << QStringLiteral("nevakrien.sqlite") << 68 << 919'600LL;
}

void tst_NsysSamples::publicFiles()
{
    QFETCH(QString, file);
    QFETCH(int, samples);
    QFETCH(qlonglong, periodNs);
    const QString path = QStringLiteral(LAMELLA_SHARED_TRACES "/nsys/") + file;
    LAMELLA_NEED_SHARED(path);
    const auto session = open(path);
    const auto read = readHostSamples(session->document(), {});
    QVERIFY(read);
    QVERIFY2(std::abs(read->periodNs - periodNs) < periodNs / 1000, qPrintable(QString::number(read->periodNs)));
    for (const char *by : {"line", "function", "file", "module", "op"})
        QCOMPARE(static_cast<int>(sum(*table(*session, "source", by), "samples")), samples);
}

void tst_NsysSamples::systemChainsOfPublicFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("0x822a1") << QStringLiteral("0x822a1.sqlite");
    QTest::newRow("zx3xyy, whose functions have no names") << QStringLiteral("zx3xyy_result_2_7B_compile_ro.sqlite");
}

// Every call with a chain has it, with every function of it.
void tst_NsysSamples::systemChainsOfPublicFiles()
{
    QFETCH(QString, file);
    const QString path = QStringLiteral(LAMELLA_SHARED_TRACES "/nsys/") + file;
    LAMELLA_NEED_SHARED(path);
    const auto session = open(path);
    const auto read = readHostSamples(session->document(), {});
    QVERIFY(read);
    QCOMPARE(read->lost + read->unplaced + read->deep, std::int64_t{0});
    std::map<std::string, std::int64_t> functions;
    std::map<std::string, std::int64_t> callers;
    for (const HostSamples::Chain &chain : read->osChains) {
        const std::string name(session->document().text(session->document().events.row(chain.call).name));
        for (std::uint32_t frame = chain.frame; frame != HostSamples::kNone; frame = read->frames[frame].caller) {
            const NativeFunction &function = read->functions[read->frames[frame].function];
            ++callers[name];
            ++functions[function.library + " " + function.name];
        }
    }
    QVERIFY(!functions.empty());
    const char *const join = " FROM OSRT_API a JOIN OSRT_CALLCHAINS c ON c.id = a.callchainId JOIN StringIds s ON s.id = c.symbol "
                             "JOIN StringIds m ON m.id = c.module JOIN StringIds n ON n.id = a.nameId GROUP BY 1";
    QVERIFY(functions
        == ask(path,
            (std::string("SELECT m.value || ' ' || CASE WHEN c.unresolved THEN '' ELSE s.value END, count(*)") + join).c_str()));
    QVERIFY(callers == ask(path, (std::string("SELECT n.value, count(*)") + join).c_str()));
}

LAMELLA_TEST(tst_NsysSamples)
#include "tst_NsysSamples.moc"
