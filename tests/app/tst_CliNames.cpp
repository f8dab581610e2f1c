// SPDX-License-Identifier: GPL-3.0-or-later
// Names of files and kernels that would steer a terminal, turn around what is read or break a format: through every command, to
// every output.
#include "app/cli/CommandTable.h"
#include "core/session/AnalysisSession.h"
#include "core/session/extract/StrictJson.h"
#include "tests/app/CliRun.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <simdjson.h>

#include <QStringDecoder>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lamella::test;

namespace {

// A title of the terminal, a colour, a line, another direction of reading, a control character of eight bits, a separator of
// lines.
const QString kHostile = QStringLiteral("\u001b]0;t\u0007\u001b[31mx\ny\u202ez\u2066\u0085\u2028\u007f|`<b>");

QString badCharacter(const QByteArray &bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(bytes);
    if (decoder.hasError())
        return QStringLiteral("no UTF-8");
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t c = text[i].unicode();
        const bool control = (c < 0x20 && c != '\n') || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029;
        const bool direction =
            c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
        if (control || direction)
            return QStringLiteral("U+%1 in: %2")
                .arg(int(c), 4, 16, QLatin1Char('0'))
                .arg(text.mid(std::max<qsizetype>(0, i - 40), 80));
    }
    return {};
}

// Names come escaped and raw, as producers write them.
QByteArray hostileTrace(TraceKind kind)
{
    QByteArray json = bytesOf(generatedTrace(kind).json);
    json.replace("Kernel", "Kernel\\u001b[31m\\u202e\\u0085\x1b]0;\xff");
    json.replace("nn.Module: ", "nn.Module: \\u2066\\n");
    return json;
}

bool takesPass(const std::string &command)
{
    const auto options = lamella::cli::optionsOf(*lamella::cli::findCommand(command));
    return std::any_of(
        options.begin(), options.end(), [](const lamella::cli::OptionSpec *option) { return option->name == "--pass"; });
}

bool isJson(const QByteArray &bytes)
{
    simdjson::dom::parser parser;
    return parser.parse(bytes.constData(), static_cast<std::size_t>(bytes.size())).error() == simdjson::SUCCESS;
}

} // namespace

class TestCliNames : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        m_trace = m_dir.filePath(kHostile.left(8) + QStringLiteral("\u202e\n.json"));
        m_other = m_dir.filePath(QStringLiteral("b\u001b[2J.json"));
        writeFile(m_trace, hostileTrace(TraceKind::Annotated));
        writeFile(m_other, hostileTrace(TraceKind::Dense));
    }
    void tables_data()
    {
        QTest::addColumn<QStringList>("arguments");
        for (const std::string &table : lamella::core::AnalysisSession::tableNames())
            QTest::newRow(table.c_str()) << QStringList{QString::fromStdString(table), m_trace, QStringLiteral("--top"),
                                                QStringLiteral("40")}
                    + (takesPass(table) ? QStringList{QStringLiteral("--pass"), QStringLiteral("trace")} : QStringList());
        QTest::newRow("kernels --each") << QStringList{QStringLiteral("kernels"), QStringLiteral("--each"), m_trace};
        QTest::newRow("report") << QStringList{QStringLiteral("report"), m_trace};
        QTest::newRow("summary") << QStringList{QStringLiteral("summary"), m_trace};
        QTest::newRow("diff") << QStringList{QStringLiteral("diff"), m_trace, QStringLiteral("--with"), m_other};
        QTest::newRow("compare") << QStringList{QStringLiteral("compare"), m_trace, m_other};
        QTest::newRow("ranks") << QStringList{QStringLiteral("ranks"), m_trace, m_other};
        QTest::newRow("search") << QStringList{
            QStringLiteral("search"), m_trace, QStringLiteral("--args"), QStringLiteral("stream")};
    }
    void tables()
    {
        QFETCH(QStringList, arguments);
        for (const char *format : {"text", "markdown", "html"}) {
            const CliResult result = runCli(arguments + QStringList{QStringLiteral("--format"), QString::fromLatin1(format)});
            QVERIFY2(badCharacter(result.out).isEmpty(), qPrintable(badCharacter(result.out)));
            QVERIFY2(badCharacter(result.err).isEmpty(), qPrintable(badCharacter(result.err)));
        }
        if (arguments.front() == QStringLiteral("report"))
            return;
        const CliResult json = runCli(arguments + QStringList{QStringLiteral("--format"), QStringLiteral("json")});
        QVERIFY2(json.code == 0 || json.code == 3, json.err.constData());
        QVERIFY(isJson(json.out));
        QVERIFY2(badCharacter(json.out).isEmpty(), qPrintable(badCharacter(json.out)));
    }
    void errors()
    {
        const QString missing = m_dir.filePath(QStringLiteral("none") + kHostile);
        for (const QStringList &arguments : {QStringList{QStringLiteral("info"), missing}, QStringList{kHostile, m_trace},
                 QStringList{QStringLiteral("info"), m_trace, QStringLiteral("--") + kHostile},
                 QStringList{QStringLiteral("info"), m_trace, QStringLiteral("--config"), missing},
                 QStringList{QStringLiteral("kernels"), m_trace, QStringLiteral("--sort"), kHostile},
                 QStringList{QStringLiteral("info"), m_trace, QStringLiteral("--profile"), kHostile}}) {
            const CliResult result = runCli(arguments);
            QVERIFY(result.code != 0);
            QVERIFY2(badCharacter(result.err).isEmpty(), qPrintable(badCharacter(result.err)));
            QCOMPARE(result.err.count('\n'), 1);
        }
    }
    void extractedEventsAreJson()
    {
        const QString output = m_dir.filePath(QStringLiteral("piece"));
        const CliResult result = runCli({QStringLiteral("extract"), m_trace, QStringLiteral("--pass"), QStringLiteral("1"),
            QStringLiteral("--window"), QStringLiteral("pass"), QStringLiteral("--output"), output});
        QCOMPARE(result.err, QByteArray());
        QVERIFY(isJson(readFile(output)));
        QVERIFY(isJson(readFile(output + QStringLiteral(".json"))));
    }
    void extractReplacesOnlyItsOwn()
    {
        const QString output = m_dir.filePath(QStringLiteral("other"));
        const QStringList arguments{QStringLiteral("extract"), m_trace, QStringLiteral("--pass"), QStringLiteral("1"),
            QStringLiteral("--window"), QStringLiteral("pass"), QStringLiteral("--output"), output};
        writeFile(output + QStringLiteral(".json"), "{\"mine\": 1}");
        const CliResult refused = runCli(arguments);
        QCOMPARE(refused.code, 2);
        QCOMPARE(readFile(output + QStringLiteral(".json")), QByteArray("{\"mine\": 1}"));
        QVERIFY(!QFile::exists(output));
        QVERIFY(QFile::remove(output + QStringLiteral(".json")));
        QCOMPARE(runCli(arguments).code, 0);
        QCOMPARE(runCli(arguments).code, 0); // its own facts
    }
    void strictJsonMends_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("mended"); // "-": no JSON
        QTest::newRow("nothing to mend") << QByteArray(R"({"a":[1.5e-7,true,null,"\u00e9\ud83d\ude00"]})")
                                         << QByteArray(R"({"a":[1.5e-7,true,null,"\u00e9\ud83d\ude00"]})");
        QTest::newRow("number of any length")
            << QByteArray("{\"a\":123456789012345678901234567890}") << QByteArray("{\"a\":123456789012345678901234567890}");
        QTest::newRow("no numbers") << QByteArray("{\"a\":NaN,\"b\":-Infinity}") << QByteArray("{\"a\":null,\"b\":null}");
        QTest::newRow("control character") << QByteArray("{\"a\":\"x\x01y\"}") << QByteArray("{\"a\":\"x y\"}");
        QTest::newRow("bad UTF-8") << QByteArray("{\"a\":\"x\xff\"}") << QByteArray("{\"a\":\"x\xef\xbf\xbd\"}");
        QTest::newRow("bad escapes") << QByteArray(R"({"a":"\q\u12\ud800\x"})")
                                     << QByteArray(R"({"a":"\ufffdq\ufffdu12\ufffd\ufffdx"})");
        QTest::newRow("last comma") << QByteArray("{\"a\":[1,],}") << QByteArray("{\"a\":[1 ] }");
        QTest::newRow("cut off") << QByteArray("{\"a\":") << QByteArray("-");
        QTest::newRow("leading zeros") << QByteArray("{\"a\":[-007.50,00,0.5e+07]}") << QByteArray("{\"a\":[-7.50,0,0.5e+07]}");
        QTest::newRow("numbers of other languages") << QByteArray("{\"a\":.5}") << QByteArray("-");
        QTest::newRow("no end of a number") << QByteArray("{\"a\":5.}") << QByteArray("-");
        QTest::newRow("two values") << QByteArray("{} {\"a\":01}") << QByteArray("-");
        QTest::newRow("no value") << QByteArray("{\"a\":+1}") << QByteArray("-");
    }
    void strictJsonMends()
    {
        QFETCH(QByteArray, text);
        QTEST(QByteArray::fromStdString(lamella::core::strictJson(text.toStdString()).value_or("-")), "mended");
    }

private:
    static QByteArray readFile(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QTemporaryDir m_dir;
    QString m_trace;
    QString m_other;
};

LAMELLA_TEST(TestCliNames)
#include "tst_CliNames.moc"
