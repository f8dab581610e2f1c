// SPDX-License-Identifier: GPL-3.0-or-later
// What goes wrong is said in one line, with what and where, and with the right exit code.
#include "tests/app/CliRun.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/Gzip.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::test;

class TestCliErrors : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString file(const QString &name) const { return m_dir.filePath(name); }

private slots:
    void initTestCase()
    {
        const GeneratedTrace trace = generatedTrace(TraceKind::Dense, {.passes = 3});
        const std::string gz = gzipped(trace.json);
        writeFile(file(QStringLiteral("good.json")), bytesOf(trace.json));
        writeFile(file(QStringLiteral("cut.json")), bytesOf(trace.json.substr(0, trace.json.size() * 2 / 3)));
        writeFile(file(QStringLiteral("cut.json.gz")), bytesOf(gz.substr(0, gz.size() * 2 / 3)));
        std::string garbage = trace.json;
        garbage.replace(garbage.size() / 2, 3, "\x01\xFF}");
        writeFile(file(QStringLiteral("garbage.json")), bytesOf(garbage));
        writeFile(file(QStringLiteral("empty.json")), QByteArray());
        writeFile(file(QStringLiteral("letter.json")), "Dear reader, this is a letter and not a trace.\n");
        writeFile(file(QStringLiteral("notgzip.json.gz")), "This only pretends to be compressed.");
        writeFile(file(QStringLiteral("config-not-json.json")), "{\"num_hidden_layers\": ");
        writeFile(file(QStringLiteral("nogpu.json")), "{\"traceEvents\":[]}");
        QVERIFY(QFile::link(file(QStringLiteral("good.json")), file(QStringLiteral("link.json"))));
        QVERIFY(QDir().mkpath(file(QStringLiteral("tables"))));
        QVERIFY(QDir().mkpath(file(QStringLiteral("runs"))));
        writeFile(file(QStringLiteral("runs/benchmark__base__7B__FWD__seq128.json")), bytesOf(trace.json));
        writeFile(file(QStringLiteral("tables/kernels.json")), bytesOf(trace.json));
    }

    void oneLine_data()
    {
        QTest::addColumn<QStringList>("arguments"); // @x = file x of the temporary folder
        QTest::addColumn<int>("code");
        QTest::addColumn<QStringList>("says");
        const auto row = [](const char *name, const char *arguments, int code, const QStringList &says) {
            QTest::newRow(name) << QString::fromUtf8(arguments).split(QLatin1Char(' '), Qt::SkipEmptyParts) << code << says;
        };
        row("no arguments", "", 2, {QStringLiteral("--help")});
        row("no file", "passes", 2, {QStringLiteral("no file given")});
        row("two files", "passes @good.json @cut.json", 2, {QStringLiteral("choose a rank with --rank")});
        row("unknown table", "pases @good.json", 2, {QStringLiteral("did you mean passes?")});
        row("unknown option", "passes @good.json --formt csv", 2,
            {QStringLiteral("--formt"), QStringLiteral("did you mean --format?")});
        row("option without its value", "passes @good.json --pass", 2, {QStringLiteral("--pass needs a value")});
        row("switch with a value", "passes @good.json --quiet=yes", 2, {QStringLiteral("takes no value")});
        row("value that is not one of the list", "passes @good.json --format xml", 2,
            {QStringLiteral("xml"), QStringLiteral("csv")});
        row("top that is no number", "passes @good.json --top many", 2, {QStringLiteral("--top"), QStringLiteral("many")});
        row("--each with another table", "passes @good.json --each", 2, {QStringLiteral("--each")});
        row("missing file", "info @missing.json", 1, {QStringLiteral("missing.json"), QStringLiteral("check the path")});
        row("anchor that is no pattern", "info @good.json --anchor /(/", 2,
            {QStringLiteral("anchor"), QStringLiteral("TEXT or /REGEX/")});
        row("directory", "info @", 2, {QStringLiteral("files were given"), QStringLiteral("--rank")});
        row("empty file", "info @empty.json", 1, {QStringLiteral("empty.json")});
        row("not a trace", "info @letter.json", 1, {QStringLiteral("letter.json"), QStringLiteral("; open the .json")});
        row("not gzip but .gz", "info @notgzip.json.gz", 1, {QStringLiteral("notgzip.json.gz")});
        row("config that is not JSON", "info @good.json --config @config-not-json.json", 1,
            {QStringLiteral("config-not-json.json")});
        row("config that is missing", "info @good.json --config @no-config.json", 1, {QStringLiteral("no-config.json")});
        row("unknown profile", "info @good.json --profile nonsense", 2, {QStringLiteral("nonsense"), QStringLiteral("generic")});
        row("profile file that is not JSON", "info @good.json --profile @letter.json", 1,
            {QStringLiteral("letter.json: not a model profile but text that is not JSON")});
        row("profile file that is missing", "info @good.json --profile @p.json", 1, {QStringLiteral("p.json")});
        row("pass out of range", "layers @good.json --pass 99", 2,
            {QStringLiteral("pass 99"), QStringLiteral("passes 0 to 2"), QStringLiteral("good.json")});
        row("negative pass", "layers @good.json --pass -1", 2, {QStringLiteral("pass -1")});
        row("layer out of range", "layers @good.json --layer 9999", 2, {QStringLiteral("layer 9999")});
        row("negative layer", "layers @good.json --layer -4", 2, {QStringLiteral("layer -4")});
        row("unknown device of memory", "memory @good.json --device 77", 2, {QStringLiteral("device 77 is not in this trace")});
        row("unknown rank", "kernels @good.json --rank 5", 2, {QStringLiteral("there is no rank 5; the only one is 0")});
        row("unknown rank of sql", "sql @good.json VALUES(1) --rank 5", 2, {QStringLiteral("there is no rank 5")});
        row("companion that is missing", "sql @good.json VALUES(1) --capture @none.json", 1, {QStringLiteral("none.json")});
        row("companion of an offer that is missing", "perfetto @good.json --serve --eager @none.json", 1,
            {QStringLiteral("none.json")});
        row("anchor of diagnostics", "diagnostics @good.json --anchor nonsense", 2, {QStringLiteral("no kernel name matches")});
        row("anchor of diagnostics that is no pattern", "diagnostics @good.json --anchor /(/", 2,
            {QStringLiteral("TEXT or /REGEX/")});
        row("anchor of memory", "memory @good.json --anchor nonsense", 2, {QStringLiteral("no kernel name matches")});
        row("duration without a unit", "kernels @good.json --filter dur>5", 2, {QStringLiteral("with its unit")});
        row("config of runs", "matrix @runs --config @none.json", 1, {QStringLiteral("none.json: cannot be opened")});
        row("statuses of runs", "matrix @runs --status @none.md", 1, {QStringLiteral("none.md: cannot be opened")});
        row("run that is missing", "matrix @none.json", 1, {QStringLiteral("none.json: cannot be opened")});
        row("runs that are missing", "history @none.json @good.json", 1, {QStringLiteral("none.json: cannot be opened")});
        row("profile of runs", "history @good.json @link.json --profile nonsense", 2,
            {QStringLiteral("profile nonsense is not known")});
        row("anchor of runs", "history @good.json @link.json --anchor nonsense", 2,
            {QStringLiteral("0 of 2 files are such runs: "), QStringLiteral("no kernel name matches")});
        row("unknown device", "layers @good.json --device 77", 2, {QStringLiteral("device 77")});
        row("unknown sort column", "layers @good.json --sort width", 2, {QStringLiteral("width"), QStringLiteral("wall_ns")});
        row("unknown metric", "heatmap @good.json --metric joy", 2, {QStringLiteral("joy"), QStringLiteral("busy")});
        row("output below a file", "info @good.json --output @letter.json/where.csv", 1, {QStringLiteral("letter.json")});
        row("output is a folder", "info @good.json --output @", 1, {QStringLiteral("directory")});
        row("export without a folder", "export @good.json", 2, {QStringLiteral("--output")});
        row("export in an order", "export @good.json --output @tables --sort sum_ns", 2, {QStringLiteral("--sort")});
        row("export onto a file", "export @good.json --output @letter.json", 2, {QStringLiteral("use --output tables")});
        row("profiles with nonsense", "profiles dance", 2, {QStringLiteral("profiles list")});
        row("unknown profile to show", "profiles show nonsense", 2, {QStringLiteral("nonsense")});
        row("profile file that is not JSON", "profiles check @letter.json", 1, {QStringLiteral("letter.json")});
        row("output over the trace", "info @good.json --output @good.json", 2,
            {QStringLiteral("good.json"), QStringLiteral("would be lost")});
        row("output over the trace by another name", "extract @good.json --pass 1 --output @link.json", 2,
            {QStringLiteral("good.json"), QStringLiteral("would be lost")});
        row("output over the other trace", "compare @good.json @cut.json --output @cut.json", 2,
            {QStringLiteral("cut.json"), QStringLiteral("would be lost")});
        row("output over a trace of the folder", "ranks @tables --output @tables/kernels.json", 2,
            {QStringLiteral("kernels.json"), QStringLiteral("would be lost")});
        row("export over the trace", "export @tables/kernels.json --output @tables", 2,
            {QStringLiteral("kernels.json"), QStringLiteral("another folder")});
        row("compare with a trace without GPU work", "compare @good.json @nogpu.json", 1,
            {QStringLiteral("nogpu.json"), QStringLiteral("has no GPU work")});
        row("strict with a cut file", "info @cut.json --strict", 1, {QStringLiteral("cut.json"), QStringLiteral("byte ")});
    }
    void oneLine()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QStringList, says);
        for (QString &argument : arguments)
            if (argument.startsWith(QLatin1Char('@')))
                argument = file(argument.mid(1));
        const CliResult result = runCli(arguments);
        QVERIFY2(result.code == code, QByteArray(result.err + "(exit " + QByteArray::number(result.code) + ")"));
        QCOMPARE(result.out, QByteArray());
        QCOMPARE(result.err.count('\n'), 1);
        QVERIFY(result.err.startsWith("lamella-cli: "));
        for (const QString &words : says)
            QVERIFY2(result.err.contains(words.toUtf8()), result.err);
    }

    void aReaderThatGoesIsNoError()
    {
        const QString command =
            QStringLiteral("'%1' kernels --each --pass trace --format csv '%2' | head -n 1; exit ${PIPESTATUS[0]}");
        QProcess process;
        process.start(QStringLiteral("bash"),
            {QStringLiteral("-c"), command.arg(QStringLiteral(LAMELLA_CLI), file(QStringLiteral("good.json")))});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(process.readAllStandardError(), QByteArray());
        QCOMPARE(process.readAllStandardOutput().count('\n'), 1);
    }

    void folderOfTheOutputIsMade()
    {
        for (const QString &words : {QStringLiteral("passes @ --output #/t.csv"), QStringLiteral("report @ --output #/r.html"),
                 QStringLiteral("extract @ --pass 1 --output #/p.json"),
                 QStringLiteral("profiles show generic --output #/g.json")}) {
            const QString folder = file(QStringLiteral("made/") + words.left(6));
            QVERIFY(!QDir(folder).exists());
            QString line = words;
            line.replace(QLatin1Char('@'), file(QStringLiteral("good.json"))).replace(QLatin1Char('#'), folder);
            const CliResult result = runCli(line.split(QLatin1Char(' ')));
            QVERIFY2(result.code == 0, result.err);
            QVERIFY(!QDir(folder).isEmpty());
        }
    }

    void fileAloneIsInfo()
    {
        const CliResult alone = runCli({file(QStringLiteral("good.json"))});
        QCOMPARE(alone.code, 0);
        QCOMPARE(alone.out, runCli({QStringLiteral("info"), file(QStringLiteral("good.json"))}).out);
    }

    void damagedFileIsReadInPart_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("truncated JSON") << QStringLiteral("cut.json");
        QTest::newRow("truncated gzip") << QStringLiteral("cut.json.gz");
        QTest::newRow("garbage inside") << QStringLiteral("garbage.json");
    }
    void damagedFileIsReadInPart()
    {
        QFETCH(QString, name);
        const CliResult result = runCli({QStringLiteral("info"), file(name)});
        QVERIFY2(result.code == 0, result.err);
        QVERIFY(result.out.contains("gpu_events"));
        QCOMPARE(result.err.count('\n'), 1);
        QVERIFY2(result.err.startsWith("lamella-cli: warning: ") && result.err.contains(name.toUtf8()), result.err);
        const CliResult quiet = runCli({QStringLiteral("info"), file(name), QStringLiteral("--quiet")});
        QCOMPARE(quiet.err, QByteArray());
        QCOMPARE(quiet.out, result.out);
    }

    void writeErrorOfStandardOutput()
    {
        if (!QFile::exists(QStringLiteral("/dev/full")))
            QSKIP("skipped: no /dev/full here");
        QProcess process;
        process.setStandardOutputFile(QStringLiteral("/dev/full"));
        process.start(QStringLiteral(LAMELLA_CLI), {QStringLiteral("--help")});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().startsWith("lamella-cli: standard output: cannot be written"));
    }
};

LAMELLA_TEST(TestCliErrors)
#include "tst_CliErrors.moc"
