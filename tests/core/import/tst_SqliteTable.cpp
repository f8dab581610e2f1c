// SPDX-License-Identifier: GPL-3.0-or-later
// Untrusted databases: nothing in them is executed, and uncommitted changes beside them are never read in part.
#include "core/import/ImporterRegistry.h"
#include "core/import/nsys/SqliteTable.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <sqlite3.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

using namespace lamella;
using namespace lamella::core;

namespace {

// An expression that would take minutes: its value stays below the length limit, but the search is quadratic.
constexpr const char *kEndless = "(instr(hex(zeroblob(30000000)), hex(zeroblob(15000000)) || char(49)))";

// Adds a computed column to a filled table, which does not evaluate it.
std::string withComputed(const std::string &table, const std::string &columns, const std::string &computed)
{
    return "PRAGMA writable_schema=ON; UPDATE sqlite_master SET sql = 'CREATE TABLE " + table + "(" + columns + ", " + computed
        + " AS " + kEndless + ")' WHERE name = '" + table + "';";
}

bool reported(const TraceDocument &document, std::string_view id, std::string_view sample)
{
    const auto all = document.diagnostics.sorted();
    return std::any_of(all.begin(), all.end(),
        [&](const Diagnostic &diagnostic) { return diagnostic.kind->id == id && diagnostic.sample == sample; });
}

struct Database {
    explicit Database(const QString &path)
    {
        if (sqlite3_open(path.toUtf8().constData(), &handle) != SQLITE_OK)
            qFatal("%s", sqlite3_errmsg(handle));
    }
    ~Database() { sqlite3_close(handle); }
    Database(const Database &) = delete;
    Database &operator=(const Database &) = delete;
    void run(const std::string &sql) const
    {
        char *message = nullptr;
        if (sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, &message) != SQLITE_OK)
            qFatal("%s", message);
    }
    sqlite3 *handle = nullptr;
};

// Runs SQL on a database in a process of its own, which keeps what locks it takes until this object is gone.
class OtherProgram {
public:
    OtherProgram(const QString &path, const std::string &sql)
    {
        if (::pipe(m_ready.data()) != 0 || ::pipe(m_leave.data()) != 0)
            qFatal("no pipe");
        m_process = fork();
        char byte = 0;
        if (m_process == 0) {
            ::close(m_leave[1]);
            const Database database(path);
            database.run(sql);
            static_cast<void>(!::write(m_ready[1], "r", 1));
            static_cast<void>(!::read(m_leave[0], &byte, 1)); // ends when the other end is closed
            _exit(0);
        }
        ::close(m_ready[1]);
        ::close(m_leave[0]);
        if (::read(m_ready[0], &byte, 1) != 1)
            qFatal("not run");
    }
    ~OtherProgram()
    {
        ::close(m_ready[0]);
        ::close(m_leave[1]);
        waitpid(m_process, nullptr, 0);
    }
    OtherProgram(const OtherProgram &) = delete;
    OtherProgram &operator=(const OtherProgram &) = delete;

private:
    std::array<int, 2> m_ready{};
    std::array<int, 2> m_leave{};
    pid_t m_process = 0;
};

} // namespace

class TestSqliteTable : public QObject {
    Q_OBJECT
private slots:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void rowNumbersAreNoColumn()
    {
        const auto file =
            opened("CREATE TABLE t(a INTEGER); INSERT INTO t VALUES(7),(8);" + withComputed("t", "a INTEGER", "\"rowid\""));
        QCOMPARE(file->count("t"), std::int64_t{2});
        QCOMPARE(file->columnsOf("t"), std::vector<std::string>{"a"});
        QCOMPARE(file->computedColumns().size(), 1u);
        QCOMPARE(*file->computedColumns().begin(), std::string("t.rowid"));
        SqliteRows rows = file->rows("t", {"rowid", "a"});
        QVERIFY(rows.next() && rows.next());
        QCOMPARE(rows.integer(0), std::int64_t{2});
        QCOMPARE(rows.integer(1), std::int64_t{8});
        SqliteRows row = file->row("t", "rowid", 1, {"a"});
        QVERIFY(row.next());
        QCOMPARE(row.integer(0), std::int64_t{7});
    }
    // By SQLite in another process, with a journal that is no file.
    void lockedByItsWriter()
    {
        const QString path = write("CREATE TABLE t(a INTEGER); INSERT INTO t VALUES(7),(8);");
        for (const char *const begin : {"BEGIN IMMEDIATE; INSERT INTO t VALUES(9)", "BEGIN EXCLUSIVE"}) {
            const OtherProgram writer(path, std::string("PRAGMA journal_mode=MEMORY; ") + begin);
            QVERIFY(!QFile::exists(path + QStringLiteral("-journal")));
            refused(path, "being written by another program");
        }
        const OtherProgram reader(path, "BEGIN; SELECT count(*) FROM t");
        QCOMPARE(rowsOf(path), 2);
    }
    void everyNameOfTheRowNumberIsAColumn()
    {
        const auto file = opened("CREATE TABLE t(RowId, _rowid_, oid, a); INSERT INTO t VALUES('x','y','z',5);");
        QVERIFY(file->rows("t", {"rowid", "a"}).damaged());
        QCOMPARE(file->count("t"), std::int64_t{1});
        SqliteRows rows = file->rows("t", {"a"});
        QVERIFY(rows.next());
        QCOMPARE(rows.integer(0), std::int64_t{5});
    }
    void nothingOfTheFileIsRun_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::newRow("computed column") << QString::fromStdString(
            "CREATE TABLE t(a); INSERT INTO t VALUES(1);" + withComputed("t", "a", "b"));
        QTest::newRow("computed and kept") << QStringLiteral(
            "CREATE TABLE t(a, b AS (abs(a)) STORED); INSERT INTO t(a) VALUES(1);");
        QTest::newRow("index over a function")
            << QStringLiteral("CREATE TABLE t(a, b); INSERT INTO t(a) VALUES(1); CREATE INDEX i ON t(abs(a)) WHERE a > 0;");
        QTest::newRow("view in its place")
            << QStringLiteral("CREATE TABLE u(a); CREATE VIEW t AS SELECT %1 AS b, 1 AS a;").arg(QLatin1String(kEndless));
        QTest::newRow("virtual table in its place") << QStringLiteral("CREATE VIRTUAL TABLE t USING rtree(a, b, c);");
    }
    void nothingOfTheFileIsRun()
    {
        QFETCH(QString, sql);
        const auto file = opened(sql.toStdString());
        for (SqliteRows rows = file->rows("t", {"a", "b"}); rows.next();) {
            QCOMPARE(rows.integer(0), std::int64_t{1});
            QVERIFY(rows.isNull(1));
        }
        QVERIFY(file->count("t") <= 1);
    }
    void computedColumnsAreReported()
    {
        const QString path =
            write("CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
                  "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start); INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(5);"
                + withComputed("CUPTI_ACTIVITY_KIND_KERNEL", "start", "\"end\""));
        const auto document = openTrace(path.toStdString(), {}, {});
        QVERIFY(document.has_value());
        QVERIFY((*document)->diagnostics.anyDataLoss());
        QVERIFY(reported(**document, "computed_column", "CUPTI_ACTIVITY_KIND_KERNEL.end"));
    }
    void viewsAreReported_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::newRow("view") << QStringLiteral(
            "CREATE TABLE k2(start); CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS SELECT * FROM k2;");
        QTest::newRow("virtual table") << QStringLiteral("CREATE VIRTUAL TABLE CUPTI_ACTIVITY_KIND_KERNEL USING rtree(a, b, c);");
    }
    void viewsAreReported()
    {
        QFETCH(QString, sql);
        const auto document = openTrace(
            write("CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);" + sql.toStdString()).toStdString(), {}, {});
        QVERIFY(document.has_value());
        QVERIFY(reported(**document, "view_not_read", "CUPTI_ACTIVITY_KIND_KERNEL"));
        QVERIFY((*document)->diagnostics.anyDataLoss());
    }
    void namesAreCaseInsensitive()
    {
        const auto file = opened("CREATE TABLE Kernel(START, \"End\"); INSERT INTO Kernel VALUES(5, 6);");
        QVERIFY(file->has("KERNEL"));
        QCOMPARE(file->count("kernel"), std::int64_t{1});
        SqliteRows rows = file->rows("KERNEL", {"start", "end"});
        QVERIFY(rows.next());
        QCOMPARE(rows.integer(0), std::int64_t{5});
        QCOMPARE(rows.integer(1), std::int64_t{6});
        SqliteRows row = file->row("KERNEL", "Start", 5, {"END"});
        QVERIFY(row.next());
        QCOMPARE(row.integer(0), std::int64_t{6});
    }
    // A kernel of 100 ns, and one whose start or end is no number: it must neither last since the zero of the clock nor vanish.
    void timesThatAreNoNumbers_data()
    {
        QTest::addColumn<QString>("times");
        QTest::addColumn<QByteArray>("diagnostic");
        for (const char *value : {"NULL", "'abc'", "x'00ff'"}) {
            QTest::addRow("start is %s", value)
                << QStringLiteral("%1, 1000300").arg(QLatin1String(value)) << QByteArray("bad_timestamp");
            QTest::addRow("end is %s", value)
                << QStringLiteral("1000200, %1").arg(QLatin1String(value)) << QByteArray("bad_duration");
        }
    }
    void timesThatAreNoNumbers()
    {
        QFETCH(QString, times);
        QFETCH(QByteArray, diagnostic);
        const std::string columns = "(start, \"end\", deviceId, contextId, streamId, correlationId, globalPid, demangledName)";
        const auto document = openTrace(write("CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT); INSERT INTO StringIds "
                                              "VALUES(1, 'k'); CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL"
                                            + columns
                                            + "; INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(1000000, 1000100, 0, 1, 7, 1, 1, "
                                              "1), ("
                                            + times.toStdString() + ", 0, 1, 7, 2, 1, 1);")
                                            .toStdString(),
            {}, {});
        QVERIFY(document.has_value());
        QVERIFY(reported(**document, diagnostic.toStdString(), "k"));
        QVERIFY((*document)->diagnostics.anyDataLoss());
        std::int64_t sum = 0;
        for (const std::int64_t duration : (*document)->kernels.duration)
            sum += std::max<std::int64_t>(duration, 0);
        QCOMPARE(sum, std::int64_t{100});
    }
    void tooManyTables()
    {
        const QString path =
            write("CREATE TABLE t(a); PRAGMA writable_schema=ON; WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 "
                  "FROM c WHERE x < 10001) INSERT INTO sqlite_master SELECT 'table', 't' || x, 't' || x, 2, "
                  "'CREATE TABLE t' || x || '(a)' FROM c;");
        const auto file = SqliteFile::open(path.toStdString(), m_control);
        QVERIFY(!file);
        QVERIFY(file.error().code == ErrorCode::Limit);
    }
    void aStoppedJobEndsTheReading()
    {
        const QString path =
            write("CREATE TABLE t(a INTEGER PRIMARY KEY) WITHOUT ROWID; WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL "
                  "SELECT x + 1 FROM c WHERE x < 200000) INSERT INTO t SELECT x FROM c;");
        std::stop_source stop;
        const JobControl control{stop.get_token(), {}};
        const auto file = SqliteFile::open(path.toStdString(), control);
        QVERIFY(file.has_value());
        int rows = 0;
        for (SqliteRows all = (*file)->rows("t", {"a"}); all.next();)
            if (++rows == 100)
                stop.request_stop();
        QVERIFY(rows >= 100 && rows < 10'000);
    }
    void changesInALogAreNotLeftOut()
    {
        const QString path = m_dir->filePath(QStringLiteral("live.sqlite"));
        const Database writer(path);
        writer.run("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE t(a); INSERT INTO t VALUES(1);"
                   "PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO t VALUES(2);");
        const QString copy = copied(path);
        refused(copy, "-wal");
        const QString link = m_dir->filePath(QStringLiteral("link.sqlite"));
        QVERIFY(QFile::link(copy, link));
        refused(link, "-wal");
        Database(copy).run("PRAGMA wal_checkpoint(TRUNCATE);");
        QCOMPARE(rowsOf(copy), 2);
        QVERIFY(QFile(copy + QStringLiteral("-wal")).open(QIODevice::WriteOnly)); // empty
        QCOMPARE(rowsOf(copy), 2);
    }
    void anUnfinishedTransactionIsNotShown()
    {
        const QString path = m_dir->filePath(QStringLiteral("live.sqlite"));
        const Database writer(path);
        writer.run("CREATE TABLE t(a, b); BEGIN;");
        for (int i = 0; i < 200; ++i)
            writer.run("INSERT INTO t VALUES(" + std::to_string(i) + ", zeroblob(2000));");
        writer.run("COMMIT; PRAGMA cache_size=1; BEGIN; UPDATE t SET a = -1; DELETE FROM t WHERE oid > 3;");
        const QString copy = copied(path);
        QVERIFY(QFile::exists(copy + QStringLiteral("-journal")));
        refused(copy, "-journal");
        {
            const Database repair(copy);
            repair.run("SELECT count(*) FROM t;");
        }
        QCOMPARE(rowsOf(copy), 200);
    }
    void aJournalThatIsOverDoesNotCount()
    {
        const QString path = m_dir->filePath(QStringLiteral("live.sqlite"));
        const Database writer(path);
        writer.run("PRAGMA journal_mode=PERSIST; CREATE TABLE t(a); INSERT INTO t VALUES(1);");
        const QString copy = copied(path);
        QVERIFY(QFile(copy + QStringLiteral("-journal")).size() > 0);
        QCOMPARE(rowsOf(copy), 1);
    }
    void knownAttacks_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("kernels"); // -1: rejected
        QTest::newRow("function under the name of the row number") << "HANG_instr_rowid.sqlite" << 10;
        QTest::newRow("write-ahead log") << "wal/wal2.sqlite" << -1;
        QTest::newRow("journal") << "journal/hot2.sqlite" << -1;
    }
    void knownAttacks()
    {
        QFETCH(QString, file);
        QFETCH(int, kernels);
        const QString path = QStringLiteral(LAMELLA_SHARED_TRACES "/hostile/") + file;
        LAMELLA_NEED_SHARED(path);
        const auto document = openTrace(path.toStdString(), {}, {});
        QCOMPARE(document ? static_cast<int>((*document)->kernels.size()) : -1, kernels);
    }

private:
    QString write(const std::string &sql)
    {
        const QString path = m_dir->filePath(QStringLiteral("t.sqlite"));
        Database(path).run(sql);
        return path;
    }
    std::unique_ptr<SqliteFile> opened(const std::string &sql)
    {
        auto file = SqliteFile::open(write(sql).toStdString(), m_control);
        if (!file)
            qFatal("%s", file.error().message().c_str());
        return std::move(*file);
    }
    // A copy with the files beside it, as while its writer is active.
    QString copied(const QString &path)
    {
        const QString folder = m_dir->filePath(QStringLiteral("copy"));
        QDir().mkpath(folder);
        for (const char *ending : {"", "-wal", "-journal"}) {
            const QString from = path + QLatin1String(ending);
            if (QFile::exists(from) && !QFile::copy(from, folder + QStringLiteral("/t.sqlite") + QLatin1String(ending)))
                qFatal("not copied");
        }
        return folder + QStringLiteral("/t.sqlite");
    }
    void refused(const QString &path, const char *why)
    {
        const auto file = SqliteFile::open(path.toStdString(), m_control);
        QVERIFY(!file);
        QVERIFY2(file.error().detail.english().find(why) != std::string::npos, file.error().detail.english().c_str());
    }
    int rowsOf(const QString &path)
    {
        const auto file = SqliteFile::open(path.toStdString(), m_control);
        if (!file)
            qFatal("%s", file.error().message().c_str());
        int count = 0;
        for (SqliteRows rows = (*file)->rows("t", {"a"}); rows.next();)
            ++count;
        return count;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    JobControl m_control;
};

LAMELLA_TEST(TestSqliteTable)
#include "tst_SqliteTable.moc"
