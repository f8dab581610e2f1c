// SPDX-License-Identifier: GPL-3.0-or-later
// The command sql, export into a database as Python reads it, and an agent's session over the Model Context Protocol.
#include "tests/app/CliRun.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::test;

namespace {

const QString kFolder = QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample");
const QString kSample = kFolder + QStringLiteral("/lamella-sample.trace.json.gz");

// An agent that writes a line and waits for the answer.
class Agent {
public:
    explicit Agent(const QStringList &arguments = {QStringLiteral("serve"), QStringLiteral("--mcp"), QStringLiteral("--no-cache"),
                       QStringLiteral("--folder"), kFolder})
    {
        m_process.start(QStringLiteral(LAMELLA_CLI), arguments);
        m_process.waitForStarted();
    }
    QJsonObject line(const QByteArray &text)
    {
        m_process.write(text + '\n');
        while (!m_process.canReadLine() && m_process.waitForReadyRead(60000)) { }
        return QJsonDocument::fromJson(m_process.readLine()).object();
    }
    QJsonObject request(const QString &method, const QJsonObject &params = {})
    {
        QJsonObject message{{QStringLiteral("jsonrpc"), QStringLiteral("2.0")}, {QStringLiteral("id"), ++m_id},
            {QStringLiteral("method"), method}};
        if (!params.isEmpty())
            message[QStringLiteral("params")] = params;
        return line(QJsonDocument(message).toJson(QJsonDocument::Compact));
    }
    // The text of a tool's answer; "error: ..." where the call is refused, "failed: ..." where the command fails.
    QString call(const QString &tool, const QJsonObject &arguments)
    {
        const QJsonObject answer =
            request(QStringLiteral("tools/call"), {{QStringLiteral("name"), tool}, {QStringLiteral("arguments"), arguments}});
        if (answer[QStringLiteral("id")].toInt() != m_id)
            return QStringLiteral("another id");
        if (answer.contains(QStringLiteral("error")))
            return QStringLiteral("error: ") + answer[QStringLiteral("error")][QStringLiteral("message")].toString();
        const QJsonObject result = answer[QStringLiteral("result")].toObject();
        const QString text = result[QStringLiteral("content")][0][QStringLiteral("text")].toString();
        return (result[QStringLiteral("isError")].toBool() ? QStringLiteral("failed: ") : QString()) + text;
    }
    int finish()
    {
        m_process.closeWriteChannel();
        m_process.waitForFinished(60000);
        return m_process.exitCode();
    }
    QProcess &process() { return m_process; }

private:
    QProcess m_process;
    int m_id = 0;
};

int codeOf(const QJsonObject &answer)
{
    return answer[QStringLiteral("error")][QStringLiteral("code")].toInt();
}

} // namespace

class tst_CliSql : public QObject {
    Q_OBJECT
private slots:
    void prints()
    {
        const CliResult csv = runCli(
            {QStringLiteral("sql"), kSample, QStringLiteral("SELECT pass, count(*) AS kernels FROM kernels WHERE pass = 3"),
                QStringLiteral("--format"), QStringLiteral("csv")});
        QCOMPARE(csv.err, QByteArray());
        QCOMPARE(csv.code, 0);
        QVERIFY(csv.out.startsWith("pass,kernels\n3,"));
        const CliResult json = runCli({QStringLiteral("sql"), kSample, QStringLiteral("SELECT 1 AS one"),
            QStringLiteral("--format"), QStringLiteral("json")});
        const QJsonObject object = QJsonDocument::fromJson(json.out).object();
        QCOMPARE(object[QStringLiteral("schema")].toString(), QStringLiteral("lamella.sql.v1"));
        QCOMPARE(object[QStringLiteral("provenance")][QStringLiteral("query")].toString(), QStringLiteral("SELECT 1 AS one"));
    }
    void fitsTheTerminal()
    {
        const CliResult text = runCli(
            {QStringLiteral("sql"), kSample, QStringLiteral("SELECT * FROM kernels LIMIT 3")}, {QStringLiteral("COLUMNS=80")});
        QCOMPARE(text.code, 0);
        for (const QByteArray &line : text.out.split('\n'))
            QVERIFY2(QString::fromUtf8(line).size() <= 80, line.constData());
    }
    void saysWhatIsWrong()
    {
        const CliResult typo = runCli({QStringLiteral("sql"), kSample, QStringLiteral("SELECT nam FROM kernels")});
        QCOMPARE(typo.code, 2);
        QCOMPARE(typo.err, QByteArray("lamella-cli: there is no column nam (did you mean name?)\n"));
        const CliResult endless = runCli({QStringLiteral("sql"), kSample,
            QStringLiteral("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c"),
            QStringLiteral("--max-rows"), QStringLiteral("10")});
        QCOMPARE(endless.code, 1);
        QCOMPARE(endless.err.count('\n'), 1);
        QVERIFY(endless.err.contains("more than 10 rows"));
    }

    void pythonReadsTheDatabase()
    {
        const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
        if (python.isEmpty())
            QSKIP("skipped: no python3 here");
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("all.sqlite"));
        const CliResult made = runCli({QStringLiteral("export"), kSample, QStringLiteral("--format"), QStringLiteral("sqlite"),
            QStringLiteral("--output"), file});
        QCOMPARE(made.err, QByteArray());
        QCOMPARE(made.code, 0);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{QStringLiteral("all.sqlite")});
        QProcess process;
        process.start(python,
            {QStringLiteral("-c"), QStringLiteral(R"(
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
one = lambda sql: db.execute(sql).fetchone()
assert one("PRAGMA integrity_check") == ("ok",)
tables = {name for name, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
assert {"events", "args", "kernels", "passes", "layers", "gaps", "launches", "ranks", "tables", "columns", "about", "kernels_by_name"} <= tables, tables
listed = {name for name, in db.execute("SELECT name FROM tables")}
assert listed == tables - {"tables", "columns", "about"}, listed ^ tables
for name in listed:
    have = [row[1] for row in db.execute(f'PRAGMA table_info("{name}")')]
    told = [row[0] for row in db.execute("SELECT name FROM columns WHERE table_name = ?", (name,))]
    assert have == told, (name, have, told)
assert one("SELECT count(*) FROM columns WHERE meaning IS NULL") == (0,)
assert one("SELECT count(*) FROM launches JOIN kernels USING (kernel) ") == one("SELECT count(*) FROM launches")
assert one("SELECT count(*) FROM kernels WHERE typeof(dur_ns) <> 'integer'") == (0,)
assert one("SELECT count(*) FROM kernels WHERE pass IS NULL AND layer IS NOT NULL") == (0,)
print(one("SELECT count(*) || ',' || sum(dur_ns) FROM kernels")[0])
print(one("SELECT count(*) || ',' || sum(dur_ns) FROM events")[0])
print(one("SELECT count(*) || ',' || sum(typeof(value) = 'integer') || ',' || sum(length(value)) FROM args")[0])
)"),
                file});
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.readAllStandardError(), QByteArray());
        QByteArray same;
        for (const char *query : {"SELECT count(*), sum(dur_ns) FROM kernels", "SELECT count(*), sum(dur_ns) FROM events",
                 "SELECT count(*), sum(typeof(value) = 'integer'), sum(length(value)) FROM args"}) {
            const CliResult one = runCli(
                {QStringLiteral("sql"), kSample, QString::fromLatin1(query), QStringLiteral("--format"), QStringLiteral("csv")});
            same += one.out.mid(one.out.indexOf('\n') + 1);
        }
        QVERIFY(same.count('\n') == 3 && !same.contains(",,"));
        QCOMPARE(process.readAllStandardOutput(), same);
    }

    // Fifty calls: each answer is what the command line prints.
    void agent()
    {
        Agent agent;
        const QJsonObject hello =
            agent
                .request(QStringLiteral("initialize"),
                    {{QStringLiteral("protocolVersion"), QStringLiteral("2024-11-05")}})[QStringLiteral("result")]
                .toObject();
        QCOMPARE(hello[QStringLiteral("protocolVersion")].toString(), QStringLiteral("2024-11-05"));
        QVERIFY(hello[QStringLiteral("capabilities")].toObject().contains(QStringLiteral("tools")));
        QCOMPARE(agent
                     .request(QStringLiteral("initialize"),
                         {{QStringLiteral("protocolVersion"),
                             QStringLiteral("1999-01-01")}})[QStringLiteral("result")][QStringLiteral("protocolVersion")]
                     .toString(),
            QStringLiteral("2025-06-18"));
        agent.process().write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"); // no answer
        QVERIFY(agent.request(QStringLiteral("ping")).contains(QStringLiteral("result")));
        QStringList tools;
        for (const QJsonValue tool :
            agent.request(QStringLiteral("tools/list"))[QStringLiteral("result")][QStringLiteral("tools")].toArray())
            tools << tool[QStringLiteral("name")].toString();
        for (const char *name : {"open", "tables", "table", "diff", "sql", "advice", "report"})
            QVERIFY2(tools.contains(QLatin1String(name)), name);

        const QJsonObject file{{QStringLiteral("file"), QStringLiteral("lamella-sample.trace.json.gz")}};
        QCOMPARE(agent.call(QStringLiteral("advice"), file).toUtf8(), runCli({QStringLiteral("advice"), kSample}).out);
        QCOMPARE(agent.call(QStringLiteral("open"), file).toUtf8(), runCli({QStringLiteral("info"), kSample}).out);
        const auto openFiles = [&agent] {
            return QDir(QStringLiteral("/proc/%1/fd").arg(agent.process().processId()))
                .entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System)
                .size();
        };
        const auto before = openFiles();
        QVERIFY(before > 0);
        for (int i = 0; i < 40; ++i) {
            QJsonObject arguments = file;
            const char *const tables[] = {"passes", "layers", "gaps", "overlap", "findings", "kernels", "clusters", "roofline"};
            arguments[QStringLiteral("table")] = QLatin1String(tables[i % 8]);
            arguments[QStringLiteral("format")] = i % 2 == 0 ? QStringLiteral("csv") : QStringLiteral("text");
            arguments[QStringLiteral("top")] = 5;
            const QString answer = agent.call(QStringLiteral("table"), arguments);
            if (i < 8)
                QCOMPARE(answer.toUtf8(),
                    runCli({QLatin1String(tables[i % 8]), kSample, QStringLiteral("--top"), QStringLiteral("5"),
                               QStringLiteral("--format"), arguments[QStringLiteral("format")].toString()})
                        .out);
            QVERIFY2(
                !answer.startsWith(QLatin1String("error")) && !answer.startsWith(QLatin1String("failed")), qPrintable(answer));
        }
        const QJsonArray files{QStringLiteral("lamella-sample.trace.json.gz")};
        QCOMPARE(agent.call(QStringLiteral("sql"),
                     {{QStringLiteral("files"), files}, {QStringLiteral("query"), QStringLiteral("SELECT 7 AS n")},
                         {QStringLiteral("format"), QStringLiteral("csv")}}),
            QStringLiteral("n\n7\n"));
        QVERIFY(agent
                    .call(QStringLiteral("sql"),
                        {{QStringLiteral("files"), files}, {QStringLiteral("query"), QStringLiteral("DROP TABLE kernels")}})
                    .startsWith(QLatin1String("failed: ")));
        QCOMPARE(agent
                     .call(QStringLiteral("diff"),
                         {{QStringLiteral("file"), file[QStringLiteral("file")]}, {QStringLiteral("pass"), 2},
                             {QStringLiteral("with_pass"), 3}})
                     .toUtf8(),
            runCli({QStringLiteral("diff"), kSample, QStringLiteral("--pass"), QStringLiteral("2"), QStringLiteral("--with-pass"),
                       QStringLiteral("3")})
                .out);
        QVERIFY(agent.call(QStringLiteral("tables"), {{QStringLiteral("table"), QStringLiteral("gaps")}})
                    .contains(QLatin1String("--min-gap")));
        QCOMPARE(openFiles(), before); // memory that is lost, the sanitizers of this test's build tell
        QCOMPARE(agent.finish(), 0);
    }
    void foldersAreTheOnlyOnes()
    {
        QTemporaryDir folder;
        QVERIFY(QFile::copy(kSample, folder.filePath(QStringLiteral("other.json.gz"))));
        QFile::link(folder.filePath(QStringLiteral("other.json.gz")), folder.filePath(QStringLiteral("link.json.gz")));
        QDir(folder.path()).mkpath(QStringLiteral("inside"));
        QFile::link(folder.filePath(QStringLiteral("other.json.gz")), folder.filePath(QStringLiteral("inside/out.json.gz")));
        Agent agent({QStringLiteral("serve"), QStringLiteral("--mcp"), QStringLiteral("--folder"),
            folder.filePath(QStringLiteral("inside"))});
        for (const QString &path : {kSample, QStringLiteral("../other.json.gz"), QStringLiteral("/etc/passwd"),
                 QStringLiteral("out.json.gz"), folder.filePath(QStringLiteral("inside/../other.json.gz"))})
            QVERIFY2(agent.call(QStringLiteral("open"), {{QStringLiteral("file"), path}}).contains(QLatin1String("--folder")),
                qPrintable(path));
        QVERIFY(agent // a link in a folder that is named as a whole
                    .call(QStringLiteral("sql"),
                        {{QStringLiteral("files"), QJsonArray{QStringLiteral(".")}},
                            {QStringLiteral("query"), QStringLiteral("SELECT count(*) FROM kernels")}})
                    .contains(QLatin1String("--folder")));
        QVERIFY(agent.call(QStringLiteral("open"), {{QStringLiteral("file"), QStringLiteral("nothing.json")}})
                    .startsWith(QLatin1String("failed: ")));
        QVERIFY(agent
                    .call(QStringLiteral("table"),
                        {{QStringLiteral("table"), QStringLiteral("passes")}, {QStringLiteral("file"), QStringLiteral("a")},
                            {QStringLiteral("output"), QStringLiteral("/tmp/x")}})
                    .startsWith(QLatin1String("error: ")));
    }
    void hostileInput()
    {
        Agent agent;
        QCOMPARE(codeOf(agent.line("{")), -32700);
        QCOMPARE(codeOf(agent.line("\xff\xfe")), -32700);
        QCOMPARE(codeOf(agent.line("[1,2]")), -32600);
        QCOMPARE(codeOf(agent.line("7")), -32600);
        QCOMPARE(codeOf(agent.line("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}")), -32600);
        QCOMPARE(codeOf(agent.line("{\"id\":1,\"method\":\"ping\"}")), -32600);
        for (const char *id : {"01", "1.", "Infinity", "NaN", "-", "1e", "+1", "{}"}) { // nothing that is no JSON is echoed
            const QJsonObject answer = agent.line("{\"jsonrpc\":\"2.0\",\"id\":" + QByteArray(id) + ",\"method\":\"ping\"}");
            QVERIFY2(codeOf(answer) == -32600 || codeOf(answer) == -32700, id);
        }
        QCOMPARE(codeOf(agent.line(QByteArray(5 << 20, 'x'))), -32700);
        QCOMPARE(codeOf(agent.line(QByteArray(100000, '['))), -32700);
        QCOMPARE(codeOf(agent.request(QStringLiteral("resources/list"))), -32601);
        QCOMPARE(codeOf(agent.request(QStringLiteral("tools/call"))), -32602);
        QCOMPARE(codeOf(agent.request(QStringLiteral("tools/call"), {{QStringLiteral("name"), QStringLiteral("rm")}})), -32602);
        QVERIFY(agent.call(QStringLiteral("open"), {{QStringLiteral("file"), 7}}).startsWith(QLatin1String("error: ")));
        QVERIFY(agent.call(QStringLiteral("open"), {}).startsWith(QLatin1String("error: ")));
        QVERIFY(agent
                    .call(QStringLiteral("sql"),
                        {{QStringLiteral("files"), QJsonArray()}, {QStringLiteral("query"), QStringLiteral("SELECT 1")}})
                    .startsWith(QLatin1String("error: ")));
        QVERIFY(agent.request(QStringLiteral("ping")).contains(QStringLiteral("result"))); // it still answers
        QCOMPARE(agent.finish(), 0);
    }
    // One that waits for its turn is not begun when it is cancelled before.
    void cancelledBeforeItsTurn()
    {
        Agent agent;
        const auto question = [](const char *id) -> QByteArray {
            return "{\"jsonrpc\":\"2.0\",\"id\":\"" + QByteArray(id)
                + "\",\"method\":\"tools/"
                  "call\",\"params\":{\"name\":\"sql\",\"arguments\":{\"files\":[\"lamella-sample.trace.json.gz\"],"
                  "\"query\":\"SELECT count(*) FROM kernels a, kernels b, kernels c\"}}}\n";
        };
        const auto cancel = [](const char *id) -> QByteArray {
            return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"" + QByteArray(id)
                + "\"}}\n";
        };
        agent.process().write(question("first") + question("second") + cancel("second"));
        QStringList ended;
        for (int i = 0; i < 600 && ended.size() < 2; ++i) {
            agent.process().write(cancel("first")); // until it has begun
            agent.process().waitForReadyRead(100);
            while (agent.process().canReadLine()) {
                const QJsonObject answer = QJsonDocument::fromJson(agent.process().readLine()).object();
                QCOMPARE(answer[QStringLiteral("result")][QStringLiteral("content")][0][QStringLiteral("text")].toString(),
                    QStringLiteral("cancelled"));
                ended << answer[QStringLiteral("id")].toString();
            }
        }
        QCOMPARE(ended, (QStringList{QStringLiteral("first"), QStringLiteral("second")}));
        QCOMPARE(agent.finish(), 0);
    }
    // A request that is being answered ends when the agent says so.
    void cancelled()
    {
        Agent agent;
        agent.process().write(
            "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"tools/call\",\"params\":{\"name\":\"sql\",\"arguments\":{"
            "\"files\":[\"lamella-sample.trace.json.gz\"],\"query\":\"SELECT count(*) FROM kernels a, kernels b, kernels "
            "c\"}}}\n");
        QJsonObject answer;
        for (int i = 0; i < 600 && answer.isEmpty(); ++i) { // until the request has begun
            agent.process().write(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"q\"}}\n");
            agent.process().waitForReadyRead(100);
            if (agent.process().canReadLine())
                answer = QJsonDocument::fromJson(agent.process().readLine()).object();
        }
        QCOMPARE(answer[QStringLiteral("id")].toString(), QStringLiteral("q"));
        QVERIFY(answer[QStringLiteral("result")][QStringLiteral("isError")].toBool());
        QCOMPARE(answer[QStringLiteral("result")][QStringLiteral("content")][0][QStringLiteral("text")].toString(),
            QStringLiteral("cancelled"));
        QCOMPARE(agent.finish(), 0);
    }
};

LAMELLA_CORE_APPLICATION_TEST(tst_CliSql)
#include "tst_CliSql.moc"
