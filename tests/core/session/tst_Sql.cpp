// SPDX-License-Identifier: GPL-3.0-or-later
// SQL over traces: its sums and counts are those of the tables, a look-up by value finds what a scan finds, and a hostile query
// does nothing but end.
#include "core/import/ImporterRegistry.h"
#include "core/session/sql/SqlQuery.h"
#include "core/session/sql/SqlSchema.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QDir>
#include <QTest>

#include <map>

using namespace lamella::core;
using namespace lamella::test;

namespace {

std::shared_ptr<AnalysisSession> sessionOf(const std::string &path)
{
    const auto document = openTrace(path);
    return document ? AnalysisSession::create(*document, {}).value() : nullptr;
}

std::shared_ptr<AnalysisSession> sampleSession()
{
    static const auto session = sessionOf(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz");
    return session;
}

Result<ReportTable> ask(const std::shared_ptr<AnalysisSession> &session, std::string_view query, const SqlOptions &options = {},
    const JobControl &control = {})
{
    return runSql({{"trace", 0, session}}, query, options, control);
}

// The rows as text, one a line.
std::string rowsOf(const std::shared_ptr<AnalysisSession> &session, std::string_view query)
{
    const auto table = ask(session, query);
    if (!table)
        return "error: " + table.error().message();
    std::string text;
    for (std::size_t row = 0; row < table->rowCount(); ++row) {
        for (std::size_t c = 0; c < table->columns().size(); ++c) {
            const CellKind kind = table->columns()[c].kind;
            text += c == 0 ? "" : "|";
            if (table->isMissing(row, c))
                text += "-";
            else if (kind == CellKind::Text)
                text += table->text(row, c);
            else if (kind == CellKind::Real || kind == CellKind::Share)
                text += QByteArray::number(table->real(row, c), 'g', 12).toStdString();
            else
                text += std::to_string(table->integer(row, c));
        }
        text += "\n";
    }
    return text;
}

std::string sum(const ReportTable &table, std::string_view column)
{
    std::int64_t total = 0;
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        if (!table.isMissing(row, table.columnIndex(column)))
            total += table.integer(row, table.columnIndex(column));
    return std::to_string(total);
}

ReportTable tableOf(const std::shared_ptr<AnalysisSession> &session, const char *name, const char *pass, bool each = false)
{
    TableRequest request;
    request.table = name;
    request.pass = pass;
    request.device = "all";
    request.each = each;
    const auto table = session->table(request);
    return table ? ReportTable(**table) : ReportTable("none", "none", {});
}

void compareWithTables(const std::shared_ptr<AnalysisSession> &session)
{
    const ReportTable each = tableOf(session, "kernels", "trace", true);
    if (each.id() == "none")
        return; // a file without a timeline
    QCOMPARE(rowsOf(session, "SELECT count(*), total(dur_ns), coalesce(sum(start_ns), 0) FROM kernels"),
        std::to_string(each.rowCount()) + "|" + QByteArray::number(std::stod(sum(each, "dur_ns")), 'g', 12).toStdString() + "|"
            + sum(each, "start_ns") + "\n");
    // By name, against the table of names, which adds up by its own route.
    const ReportTable byName = tableOf(session, "kernels", "trace");
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> names;
    for (std::size_t row = 0; row < byName.rowCount() && byName.columnIndex("count") != ReportTable::npos; ++row) {
        auto &[count, ns] = names[std::string(byName.text(row, byName.columnIndex("name")))];
        count += byName.integer(row, byName.columnIndex("count"));
        ns += byName.integer(row, byName.columnIndex("sum_ns"));
    }
    const auto found = ask(session, "SELECT name, count(*), sum(dur_ns) FROM kernels GROUP BY name");
    QVERIFY2(found, found ? "" : found.error().message().c_str());
    QCOMPARE(found->rowCount(), names.size());
    for (std::size_t row = 0; row < found->rowCount(); ++row) {
        const auto &[count, ns] = names[std::string(found->text(row, 0))];
        QCOMPARE(found->integer(row, 1), count);
        QCOMPARE(found->integer(row, 2), ns);
    }
    // Layers and passes against kernels.
    QCOMPARE(
        rowsOf(session,
            "SELECT count(*) FROM (SELECT pass, layer, sum(sum_ns) AS a, sum(kernels) AS n FROM layers GROUP BY 1, 2) t JOIN "
            "(SELECT pass, layer, sum(dur_ns) AS b, count(*) AS m FROM kernels WHERE pass IS NOT NULL GROUP BY 1, 2) k "
            "ON t.pass = k.pass AND t.layer = k.layer WHERE a <> b OR n <> m"),
        std::string("0\n"));
    QCOMPARE(rowsOf(session, "SELECT sum(sum_ns), sum(kernels) FROM passes"),
        rowsOf(session, "SELECT sum(dur_ns), nullif(count(*), 0) FROM kernels WHERE pass IS NOT NULL"));
    // Events that are GPU work, joined by their number.
    QCOMPARE(
        rowsOf(session,
            "SELECT count(*) FROM kernels k JOIN events e USING(event) WHERE e.start_ns = k.start_ns AND e.name IS NOT NULL"),
        std::to_string(each.rowCount()) + "\n");
    QCOMPARE(rowsOf(session, "SELECT count(*) FROM launches"),
        rowsOf(session, "SELECT count(*) FROM kernels WHERE launch_event IS NOT NULL"));
    QCOMPARE(rowsOf(session, "SELECT sum(delay_ns) FROM launches"), rowsOf(session, "SELECT sum(delay_ns) FROM kernels"));
}

} // namespace

class tst_Sql : public QObject {
    Q_OBJECT
private slots:
    void sumsOfGenerated_data()
    {
        QTest::addColumn<int>("kind");
        for (const TraceKind kind : {TraceKind::Moe, TraceKind::TwoDevices, TraceKind::Training, TraceKind::CudaGraph,
                 TraceKind::EagerFrames, TraceKind::Opaque})
            QTest::newRow(traceKindName(kind)) << static_cast<int>(kind);
    }
    void sumsOfGenerated()
    {
        QFETCH(int, kind);
        const GeneratedTrace made = generatedTrace(static_cast<TraceKind>(kind));
        const TraceText file(made.json);
        compareWithTables(sessionOf(file.path()));
    }
    void sumsOfShared_data()
    {
        QTest::addColumn<QString>("path");
        for (const char *folder : {"chrome", "jax", "nsys"}) {
            const QDir dir(QStringLiteral(LAMELLA_SHARED_TRACES "/") + QLatin1String(folder));
            for (const QString &name : dir.entryList(QDir::Files))
                if (!name.endsWith(QLatin1String("nsys-rep")) && dir.entryInfoList({name}).first().size() < 8'000'000)
                    QTest::newRow(qPrintable(name)) << dir.filePath(name);
        }
        QTest::newRow("none") << QString();
    }
    void sumsOfShared()
    {
        QFETCH(QString, path);
        LAMELLA_NEED_SHARED(path.isEmpty() ? QStringLiteral(LAMELLA_SHARED_TRACES) : path);
        if (path.isEmpty())
            return;
        if (const auto session = sessionOf(path.toStdString()))
            compareWithTables(session);
    }

    // Every table: as many rows as the command prints, each whole number with the same sum.
    void everyTable()
    {
        const auto session = sampleSession();
        SqlOptions options;
        const std::vector<SqlTrace> traces{{"trace", 0, session}};
        SqlRun run{traces, options, {}};
        int compared = 0;
        for (const SqlTableInfo &info : sqlTables()) {
            if (!info.report)
                continue;
            const auto report = info.report(traces.front(), {}, run);
            if (!report) {
                QCOMPARE(report.error().code, ErrorCode::BadRequest);
                continue;
            }
            std::string select = "SELECT count(*)";
            std::string expected = std::to_string((*report)->rowCount());
            for (const ReportColumn &column : (*report)->columns())
                // Sums of absolute times leave the range of int64, in SQL an error.
                if (!info.name.starts_with("perfetto")
                    && (column.kind == CellKind::Integer || column.kind == CellKind::DurationNs || column.kind == CellKind::TimeNs)) {
                    select += ", coalesce(sum(\"" + column.id + "\"), 0)";
                    expected += "|" + sum(**report, column.id);
                }
            const std::string found = rowsOf(session, select + " FROM " + info.name);
            QVERIFY2(found == expected + "\n", (info.name + ": " + found + " instead of " + expected).c_str());
            ++compared;
        }
        QVERIFY(compared > 30);
    }
    // The schema that the manual and completion show is the one that queries see.
    void schemaIsTrue()
    {
        for (const SqlTableInfo &info : sqlTables()) {
            if (info.name.starts_with("whatif"))
                continue; // needs --scale
            const auto table = ask(sampleSession(), "SELECT * FROM " + info.name + " LIMIT 1");
            QVERIFY2(table, (info.name + ": " + (table ? "" : table.error().message())).c_str());
            std::size_t at = 0; // others may stand between them, such as those of categories
            for (const SqlColumnInfo &column : info.columns) {
                if (info.name == "kernels" && column.name == "kernel")
                    continue; // hidden
                while (at < table->columns().size() && table->columns()[at].id != column.name)
                    ++at;
                QVERIFY2(at < table->columns().size(), (info.name + ": " + column.name).c_str());
            }
            QVERIFY2(info.report || at + 1 == table->columns().size(), info.name.c_str());
        }
    }

    // "+column" keeps SQLite from passing a condition on, so that it scans.
    void lookUpsFindWhatScansFind_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("condition"); // % is replaced by + or nothing
        const auto add = [](const char *from, const char *condition) {
            QTest::newRow(condition) << QString::fromLatin1(from) << QString::fromLatin1(condition);
        };
        add("kernels", "%pass = 3");
        add("kernels", "%pass = 3 AND %layer = 0");
        add("kernels", "%pass = 3.0");
        add("kernels", "%pass = 3.5");
        add("kernels", "%pass < 2.5");
        add("kernels", "%pass = NULL");
        add("kernels", "%pass = 'x'");
        add("kernels", "%pass < 'x'");
        add("kernels", "%start_ns >= 2e7 AND %start_ns < 40000000");
        add("kernels", "%start_ns BETWEEN 20000000 AND 20000000 + 1000000");
        add("kernels", "%start_ns > 9e99");
        add("kernels", "%start_ns < 9e99");
        add("kernels", "%name = 'fused_moe_kernel'");
        add("kernels", "%name = 'FUSED_moe_kernel' COLLATE NOCASE");
        add("kernels", "%name = 'no such kernel'");
        add("kernels", "%name > 'n'");
        add("kernels", "%category IN ('moe', 'gemm') AND %pass IN (1, 2, 5)");
        add("kernels", "%kernel = 100");
        add("kernels", "%kernel IN (5, 3, 4, 5)");
        add("kernels", "%layer = -1");
        add("kernels", "%layer IS NULL");
        add("kernels", "%pass <> 3");
        add("kernels", "%dur_ns > 1000000");
        add("events", "%event BETWEEN 10 AND 20");
        add("events", "%category = 'cuda_runtime' AND %start_ns < 3e7");
        add("events", "%phase = 'X'");
        add("events", "%correlation = 40");
        add("layers", "%pass = 3 AND %layer >= 0");
        add("kernels", "EXISTS (SELECT 1 FROM passes p WHERE p.pass = %kernels.pass AND p.pass > 2)");
    }
    void lookUpsFindWhatScansFind()
    {
        QFETCH(QString, from);
        QFETCH(QString, condition);
        const auto query = [&](const char *plus) {
            QString where = condition;
            return QStringLiteral("SELECT count(*), sum(start_ns), min(start_ns), max(start_ns) FROM %1 WHERE %2")
                .arg(from, where.replace(QLatin1Char('%'), QLatin1String(plus)))
                .toStdString();
        };
        QCOMPARE(rowsOf(sampleSession(), query("")), rowsOf(sampleSession(), query("+")));
    }
    void joins()
    {
        const auto s = sampleSession();
        const char *const query = "SELECT p.pass, count(*), sum(k.dur_ns) FROM passes p JOIN kernels k ON %1k.pass = p.pass "
                                  "GROUP BY p.pass ORDER BY p.pass";
        const std::string fast = rowsOf(s, QString::fromLatin1(query).replace(QStringLiteral("%1"), QString()).toStdString());
        const std::string slow =
            rowsOf(s, QString::fromLatin1(query).replace(QStringLiteral("%1"), QStringLiteral("+")).toStdString());
        QCOMPARE(fast, slow);
        QVERIFY(fast.find("error") == std::string::npos && !fast.empty());
        QCOMPARE(rowsOf(s, "SELECT count(*) FROM kernels a JOIN kernels b ON a.name = b.name AND a.pass = 1 AND b.pass = 2"),
            rowsOf(s, "SELECT count(*) FROM kernels a JOIN kernels b ON +a.name = +b.name AND +a.pass = 1 AND +b.pass = 2"));
    }
    void groupsAndOrders()
    {
        const auto s = sampleSession();
        for (const char *key :
            {"name", "short_name", "category", "pass", "layer", "device, pass, layer", "pass DESC, name", "start_ns"}) {
            const std::string list = std::string(key).substr(0, std::string(key).find(" DESC"));
            std::string plain;
            std::string sorted;
            std::string between;
            for (const QString &part : QString::fromLatin1(key).split(QStringLiteral(", "))) {
                const std::string name = part.section(QLatin1Char(' '), 0, 0).toStdString();
                plain += between + name;
                sorted += between + "+" + name;
                between = ", ";
            }
            const std::string what = ", count(*), sum(dur_ns) FROM kernels GROUP BY ";
            const std::string order = " ORDER BY " + plain;
            QCOMPARE(rowsOf(s, "SELECT " + plain + what + plain + order), rowsOf(s, "SELECT " + plain + what + sorted + order));
            QCOMPARE(rowsOf(s, "SELECT kernel FROM kernels ORDER BY " + std::string(key) + " LIMIT 50"),
                rowsOf(s, "SELECT kernel FROM kernels ORDER BY +" + std::string(key) + ", kernel LIMIT 50"));
            QCOMPARE(rowsOf(s, "SELECT count(*) FROM (SELECT DISTINCT " + plain + " FROM kernels)"),
                rowsOf(s, "SELECT count(*) FROM (SELECT DISTINCT " + sorted + " FROM kernels)"));
        }
    }

    void argsAreThoseOfTheFile()
    {
        const TraceText file(traceObject(quoted(
            "{'ph':'X','cat':'cpu_op','name':'a','pid':1,'tid':2,'ts':10,'dur':1.5,'args':{'Shape':[4096, 2],'s':'x\\'y','n':7}},"
            "{'ph':'i','cat':'note','name':'b','pid':1,'tid':2,'ts':12},"
            "{'ph':'X','cat':'cpu_op','name':'c','pid':1,'tid':2,'ts':20,'dur':1,'args':{'f':1.5,'none':null,'t':true,"
            "'id':18446744073709551615,'low':-9223372036854775808}}")));
        std::string text = file.path();
        const auto session = sessionOf(text);
        QVERIFY(session);
        QCOMPARE(rowsOf(session, "SELECT event, key, value, typeof(value) FROM args"),
            std::string("0|Shape|[4096, 2]|text\n0|s|x\"y|text\n0|n|7|integer\n2|f|1.5|real\n2|none|-|null\n2|t|true|text\n"
                        "2|id|18446744073709551615|text\n2|low|-9223372036854775808|integer\n"));
    }

    void functions()
    {
        const auto s = sampleSession();
        QCOMPARE(rowsOf(s,
                     "SELECT median(column1), percentile(column1, 0), percentile(column1, 100) FROM (VALUES (5), (1), (9), (3))"),
            std::string("4|1|9\n"));
        QCOMPARE(rowsOf(s, "SELECT sum(value) FROM json_each('[1,20,300]')"), std::string("321\n"));
        QCOMPARE(rowsOf(s, "SELECT count(*) FROM json_tree('{\"a\":[1,2]}')"), std::string("4\n"));
        QCOMPARE(rowsOf(s, "SELECT percentile(column1, 25) FROM (VALUES (0), (10), (NULL))"), std::string("2.5\n"));
        QCOMPARE(rowsOf(s, "SELECT median(column1) FROM (VALUES (NULL))"), std::string("-\n"));
        // [0, 10) and [5, 15) overlap, [20, 21) stands alone.
        QCOMPARE(rowsOf(s, "SELECT busy_ns(column1, column2) FROM (VALUES (5, 10), (0, 10), (20, 1), (NULL, 3), (40, 0))"),
            std::string("16\n"));
        QCOMPARE(rowsOf(s, "SELECT 'fused_moe' REGEXP 'MOE$', 'x' REGEXP '^y', NULL REGEXP 'a'"), std::string("1|0|-\n"));
        QVERIFY(rowsOf(s, "SELECT 'a' REGEXP '('").find("')'") != std::string::npos);
        QCOMPARE(rowsOf(s,
                     "SELECT count(*) FROM passes p WHERE busy_ns <> (SELECT busy_ns(start_ns, dur_ns) FROM kernels k WHERE "
                     "k.pass = p.pass)"),
            std::string("0\n"));
    }

    void severalTraces()
    {
        const TraceText other(generatedTrace(TraceKind::Dense).json);
        const std::vector<SqlTrace> both{{"a.json", 0, sampleSession()}, {"b.json", 7, sessionOf(other.path())}};
        const auto one = [&](std::string_view query) {
            const auto table = runSql(both, query, {});
            return table ? table->integer(0, 0) : -1;
        };
        const std::int64_t a = one("SELECT count(*) FROM kernels WHERE trace_file = 'a.json'");
        const std::int64_t b = one("SELECT count(*) FROM kernels WHERE trace_rank = 7");
        QCOMPARE(a, static_cast<std::int64_t>(sampleSession()->document().kernels.size()));
        QCOMPARE(b, static_cast<std::int64_t>(both[1].session->document().kernels.size()));
        QCOMPARE(one("SELECT count(*) FROM kernels"), a + b);
        QCOMPARE(one("SELECT count(*) FROM kernels WHERE trace_rank > 0 AND trace_rank < 7"), 0);
        QCOMPARE(one("SELECT count(DISTINCT trace_rank) FROM passes"), 2);
        // A row leads to its kernel only in the trace that is shown, the first one.
        const auto rows = runSql(both, "SELECT kernel, trace_rank FROM kernels WHERE kernel = 1 ORDER BY trace_rank", {});
        QVERIFY(rows && rows->rowCount() == 2);
        QVERIFY(std::holds_alternative<KernelSelection>(rows->target(0)));
        QVERIFY(!std::holds_alternative<KernelSelection>(rows->target(1)));
        const auto unnamed = runSql(both, "SELECT kernel FROM kernels WHERE kernel = 1", {});
        QVERIFY(unnamed && !std::holds_alternative<KernelSelection>(unnamed->target(0)));
        QCOMPARE(one("SELECT count(*) FROM (SELECT name FROM kernels GROUP BY name)"),
            one("SELECT count(*) FROM (SELECT name FROM kernels GROUP BY +name)"));
    }
    void scopes()
    {
        const auto s = sampleSession();
        TableRequest request;
        request.table = "overlap";
        request.pass = "2";
        const auto expected = s->table(request);
        QVERIFY(expected);
        QCOMPARE(rowsOf(s, "SELECT sum(exposed_ns) FROM overlap('2')"), sum(**expected, "exposed_ns") + "\n");
        QCOMPARE(rowsOf(s, "SELECT sum(exposed_ns) FROM overlap WHERE pass_scope = '2'"), sum(**expected, "exposed_ns") + "\n");
        QVERIFY(rowsOf(s, "SELECT * FROM overlap('9999')").find("9999") != std::string::npos);
    }
    void targets()
    {
        const auto table = ask(sampleSession(), "SELECT kernel, name FROM kernels WHERE kernel = 12");
        QVERIFY(table);
        QCOMPARE(std::get<KernelSelection>(table->target(0)).kernel.value, 12u);
        const auto layer =
            ask(sampleSession(), "SELECT pass, layer, sum(dur_ns) AS sum_ns FROM kernels WHERE pass = 3 AND layer = 4");
        QVERIFY(layer);
        QCOMPARE(std::get<LayerSelection>(layer->target(0)).layer, 4);
        QCOMPARE(std::get<LayerSelection>(layer->target(0)).pass, 3);
        QCOMPARE(layer->columns()[2].kind, CellKind::DurationNs);
        // A gap, with the work around it.
        const auto gap = ask(sampleSession(), "SELECT start_ns, dur_ns, cause FROM gaps ORDER BY dur_ns DESC LIMIT 1");
        QVERIFY(gap && std::holds_alternative<GapSelection>(gap->target(0)));
        const auto chosen = std::get<GapSelection>(gap->target(0));
        QCOMPARE(chosen.range.length().value, gap->integer(0, 1));
        QVERIFY(chosen.before.valid() && chosen.after.valid());
        // A column without a value has the kind of the others.
        const auto empty =
            ask(sampleSession(), "SELECT module, delay_ns FROM kernels WHERE module IS NULL AND delay_ns IS NULL LIMIT 1");
        QVERIFY(empty);
        QCOMPARE(empty->columns()[0].kind, CellKind::Text);
        QCOMPARE(empty->columns()[1].kind, CellKind::DurationNs);
    }

    // Two devices with idle time at the same moment: each row leads to its own.
    void gapsOfTwoDevices()
    {
        std::string events;
        for (const int device : {0, 1})
            for (const int at : {100, 400})
                events += (events.empty() ? "" : ",") + std::string(R"({"ph":"X","cat":"kernel","name":"k","pid":)")
                    + std::to_string(device) + R"(,"tid":7,"ts":)" + std::to_string(at) + R"(,"dur":10,"args":{"device":)"
                    + std::to_string(device) + R"(,"stream":7}})";
        const TraceText file(R"({"traceEvents":[)" + events + "]}");
        const auto session = sessionOf(file.path());
        const auto gaps = ask(session, "SELECT device, start_ns, dur_ns, cause FROM gaps ORDER BY device");
        QVERIFY(gaps);
        QCOMPARE(gaps->rowCount(), std::size_t{2});
        for (std::size_t row = 0; row < 2; ++row) {
            QCOMPARE(gaps->integer(row, 0), static_cast<std::int64_t>(row));
            const Selection target = gaps->target(row);
            const auto *gap = std::get_if<GapSelection>(&target);
            QVERIFY(gap != nullptr);
            QCOMPARE(session->document().devices[session->document().deviceOf(gap->after).value].number, static_cast<int>(row));
        }
    }

    void refused_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("says");
        const auto add = [](const char *query, const char *says) {
            QTest::newRow(query) << QString::fromUtf8(query) << QString::fromUtf8(says);
        };
        add("", "empty");
        add(" ; -- nothing", "empty");
        add("SELEC 1", "character 1");
        add("SELECT * FROM kernel", "did you mean kernels?");
        add("SELECT durns FROM kernels", "did you mean dur_ns?");
        add("SELECT 1; SELECT 2", "one query");
        for (const char *query :
            {"DELETE FROM kernels", "CREATE TABLE a(b)", "CREATE TEMP TABLE a AS SELECT 1", "ATTACH 'x' AS y",
                "PRAGMA user_version = 1", "PRAGMA table_info(kernels)", "VACUUM INTO 'x'", "BEGIN", "DROP TABLE kernels",
                "CREATE VIRTUAL TABLE t USING kernels", "INSERT INTO kernels(name) VALUES ('x')", "DETACH main", "REINDEX"})
            add(query, "sql only reads");
        add("SELECT load_extension('x')", "not authorized");
        add("SELECT readfile('/etc/passwd')", "no such function");
        add("SELECT 'a", "unrecognized token");
        add("SELECT median(name) FROM kernels", "x is a number");
    }
    void refused()
    {
        QFETCH(QString, query);
        QFETCH(QString, says);
        const auto table = ask(sampleSession(), query.toStdString());
        QVERIFY(!table);
        QCOMPARE(table.error().code, ErrorCode::BadRequest);
        QVERIFY2(QString::fromStdString(table.error().message()).contains(says), table.error().message().c_str());
    }

    void hostile_data()
    {
        QTest::addColumn<QString>("query");
        for (const char *query : {"WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c",
                 "SELECT count(*) FROM kernels a, kernels b, kernels c, kernels d",
                 "SELECT max(a.name || b.name) FROM events a, events b, events c",
                 "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c",
                 "WITH RECURSIVE c(x) AS (SELECT randomblob(4000000) UNION ALL SELECT randomblob(4000000) FROM c) SELECT "
                 "length(x) FROM c ORDER BY x",
                 "SELECT group_concat(a.name) FROM events a, events b, events c", "SELECT zeroblob(1000000000)",
                 "SELECT median(a.dur_ns) FROM kernels a, kernels b, kernels c",
                 "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 19000000) SELECT busy_ns(x, 1), busy_ns(x "
                 "+ 1, 1), "
                 "busy_ns(x + 2, 1), busy_ns(x + 3, 1), busy_ns(x + 4, 1), busy_ns(x + 5, 1) FROM c"})
            QTest::newRow(query) << QString::fromLatin1(query);
    }
    void hostile()
    {
        QFETCH(QString, query);
        SqlOptions options;
        options.timeLimit = std::chrono::milliseconds(300);
        options.maxRows = 1000;
        options.maxBytes = 64 << 20;
        const auto table = ask(sampleSession(), query.toStdString(), options);
        QVERIFY(!table);
        QCOMPARE(table.error().code, ErrorCode::Limit);
        QVERIFY(!table.error().message().empty());
    }
    // Calls that take minutes in SQLite's own functions, which no time limit ends.
    void longTexts()
    {
        SqlOptions options;
        options.timeLimit = std::chrono::seconds(30);
        for (const auto &[query, rows] :
            {std::pair{"SELECT length(trim(printf('%.4000000c', 'a'), printf('%.4000000c', 'b') || 'a'))", "0\n"},
                {"SELECT instr(printf('%.4000000c', 'a'), printf('%.2000000c', 'a') || 'b')", "0\n"},
                {"SELECT length(replace(printf('%.4000000c', 'a'), printf('%.2000000c', 'a') || 'b', 'c'))", "4000000\n"}}) {
            const auto table = ask(sampleSession(), query, options);
            QVERIFY2(table, table ? "" : table.error().message().c_str());
            QCOMPARE(rowsOf(sampleSession(), query), std::string(rows));
        }
    }
    // As SQLite's documentation of core functions says, and its own functions answer.
    void textFunctions_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("value");
        const auto row = [](const char *expression, const char *value) {
            QTest::newRow(expression) << QString::fromUtf8(expression) << QString::fromUtf8(value);
        };
        row("trim('  a b ')", "a b");
        row("ltrim('xxabx', 'x')", "abx");
        row("rtrim('xxabx', 'bx')", "xxa");
        row("trim('äöaöä', 'öä')", "a");
        row("trim('aaa', 'a')", "");
        row("trim('abc', '')", "abc");
        row("typeof(trim(NULL))", "null");
        row("trim(120, '0')", "12");
        row("instr('aäbc', 'bc')", "3");
        row("instr('abab', 'ba')", "2");
        row("instr('abc', 'x')", "0");
        row("instr('abc', '')", "1");
        row("instr(x'0001FF', x'FF')", "3");
        row("typeof(instr('a', NULL))", "null");
        row("replace('aaaa', 'aa', 'b')", "bb");
        row("replace('abcabc', 'b', '')", "acac");
        row("replace('abc', '', 'x')", "abc");
        row("replace(1232, 2, 'x')", "1x3x");
        row("replace('aabaabaaab', 'aab', '-')", "--a-");
        row("typeof(replace('a', 'b', NULL))", "null");
    }
    void textFunctions()
    {
        QFETCH(QString, expression);
        QFETCH(QString, value);
        QCOMPARE(rowsOf(sampleSession(), "SELECT (" + expression.toStdString() + ") || ''"), value.toStdString() + "\n");
    }
    void forbiddenFunctions()
    {
        for (const char *query : {"SELECT hex(fts3_tokenizer('simple'))", "SELECT load_extension('x')"})
            QVERIFY2(!ask(sampleSession(), query), query);
    }
    void stopped()
    {
        std::stop_source source;
        source.request_stop();
        JobControl control;
        control.stop = source.get_token();
        const auto table = ask(sampleSession(), "SELECT count(*) FROM kernels a, kernels b, kernels c", {}, control);
        QVERIFY(!table);
        QCOMPARE(table.error().code, ErrorCode::Cancelled);
    }
    void emptyTrace()
    {
        const TraceText file(traceObject({}));
        const auto session = sessionOf(file.path());
        QVERIFY(session);
        QCOMPARE(rowsOf(session, "SELECT count(*) FROM kernels"), std::string("0\n"));
        QCOMPARE(rowsOf(session, "SELECT count(*) FROM events WHERE name = 'x' AND start_ns > 0"), std::string("0\n"));
        QCOMPARE(rowsOf(session, "SELECT count(*) FROM args"), std::string("0\n"));
        QCOMPARE(rowsOf(session, "SELECT count(*) FROM layers"), std::string("0\n"));
    }
};

LAMELLA_TEST(tst_Sql)
#include "tst_Sql.moc"
