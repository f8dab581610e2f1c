// SPDX-License-Identifier: GPL-3.0-or-later
// report, summary and compare of summaries as scripts see them.
#include "tests/app/CliRun.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <simdjson.h>

#include <QCryptographicHash>
#include <QDir>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace lamella::test;

namespace {

// Steps of one program, one operation each; `factor` is how long they take, the first `slow` of them four times as long.
QByteArray steps(int count, int factor, int slow = 0)
{
    QByteArray text("{\"traceEvents\":[");
    const auto named = [&](const char *what, int tid, const char *name) {
        text += "{\"ph\":\"M\",\"pid\":3,\"tid\":" + QByteArray::number(tid) + ",\"name\":\"" + what + "\",\"args\":{\"name\":\""
            + name + "\"}},";
    };
    named("process_name", 0, "/device:TPU:0");
    named("thread_name", 2, "XLA Modules");
    named("thread_name", 3, "XLA Ops");
    for (int i = 0; i < count; ++i) {
        const auto span = [&](int tid, const QByteArray &name, const QByteArray &args) {
            text += "{\"ph\":\"X\",\"pid\":3,\"tid\":" + QByteArray::number(tid) + ",\"ts\":" + QByteArray::number(i * 1000)
                + ",\"dur\":" + QByteArray::number(100 * factor * (i < slow ? 4 : 1)) + ",\"name\":\"" + name + "\",\"args\":{"
                + args + "}},";
        };
        span(2, "jit_train(" + QByteArray::number(10 + factor) + ")", "\"run_id\":\"" + QByteArray::number(563 + i) + "\"");
        span(3, "fusion." + QByteArray::number(factor),
            "\"tf_op\":\"jit(train)/<b>&mul:\",\"hlo_category\":\"loop fusion\",\"long_name\":\"%f = f32[8,2]{1,0} fusion()\"");
    }
    return text + "{}]}";
}

// Seven passes of four layers; the kernels of the first stand 300 us apart, of the others 1 us.
QByteArray coldThenSteady()
{
    QByteArray text("{\"traceEvents\":[");
    int at = 0;
    const auto kernel = [&](const char *name, int lasts, int pause) {
        text += "{\"ph\":\"X\",\"cat\":\"kernel\",\"pid\":0,\"tid\":7,\"ts\":" + QByteArray::number(at)
            + ",\"dur\":" + QByteArray::number(lasts) + ",\"name\":\"" + name + "\",\"args\":{\"device\":0,\"stream\":7}},";
        at += lasts + pause;
    };
    for (int pass = 0; pass < 7; ++pass) {
        const int pause = pass == 0 ? 300 : 1;
        kernel("vectorized_gather_kernel_embedding", 5, pause);
        for (int layer = 0; layer < 4; ++layer) {
            kernel("rms_norm_kernel", 4, pause);
            kernel("nvjet_qkv", 20, pause);
            kernel("flash_fwd_splitkv_kernel", 30, pause);
            kernel("nvjet_o", 15, pause);
        }
        kernel("nvjet_lm_head", 40, pause);
        kernel("reduce_kernel_argmax", 6, 2000);
    }
    return text + "{}]}";
}

} // namespace

class tst_CliReports : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        writeFile(QString::fromUtf8(path("a.json")), steps(4, 1));
        writeFile(QString::fromUtf8(path("b.json")), steps(8, 2));
        const auto trace = generatedTrace(TraceKind::Moe);
        writeFile(QString::fromUtf8(path("moe.json")), QByteArray(trace.json.data(), static_cast<qsizetype>(trace.json.size())));
    }

    void reportHasEverySection()
    {
        for (const char *format : {"text", "markdown", "html"}) {
            const CliResult result = run({"report", path("a.json"), "--format", format});
            QVERIFY2(result.code == 0, result.err);
            for (const char *section : {"Provenance", "Step time", "Programs", "Regions", "Operations", "Families of operations",
                     "Collectives and copies", "Idle time before operations", "Idle time by region", "Findings"})
                QVERIFY2(result.out.contains(section), section);
            const QByteArray hash = QCryptographicHash::hash(steps(4, 1), QCryptographicHash::Sha256).toHex();
            QVERIFY(result.out.contains(hash));
        }
    }
    // What the checklist of an analysis of layers asks for, in one document.
    void briefReportFitsAPullRequest()
    {
        for (const char *file : {"a.json", "moe.json"}) {
            for (const char *format : {"text", "markdown"}) {
                const CliResult result = run({"report", path(file), "--brief", "--format", format, "--meta", "git_sha=1a2b3c",
                    "--note", "after | the fusion"});
                QVERIFY2(result.code == 0, result.err);
                const QString text = QString::fromUtf8(result.out);
                QVERIFY(text.size() > 400);
                QVERIFY2(text.toUcs4().size() <= 6000, qPrintable(text));
                QVERIFY(text.contains(QStringLiteral("git_sha: 1a2b3c")));
                QVERIFY(text.contains(QStringLiteral("lamella-cli report ") + QString::fromUtf8(file)));
                QCOMPARE(text.count(QStringLiteral("<details>")), text.count(QStringLiteral("</details>")));
            }
        }
        // On a terminal its sentences are broken, and hold what they hold without one.
        const QStringList words{QStringLiteral("report"), QString::fromUtf8(path("moe.json")), QStringLiteral("--brief")};
        const QString narrow = QString::fromUtf8(runCli(words, {QStringLiteral("COLUMNS=80")}).out);
        const QString wide = QString::fromUtf8(runCli(words).out);
        const qsizetype tables = narrow.indexOf(QStringLiteral("\n\n"), narrow.indexOf(QStringLiteral("* ")));
        QVERIFY(tables > 0);
        for (const QString &line : narrow.left(tables).split(u'\n'))
            QVERIFY2(line.size() <= 80, qPrintable(line));
        QVERIFY(narrow.size() > wide.size());
        QCOMPARE(narrow.simplified(), wide.simplified());
        const CliResult html = run({"report", path("a.json"), "--brief", "--format", "html"});
        QCOMPARE(html.code, 2);
        QVERIFY(html.err.contains("text or markdown"));
        const QByteArray whole = run({"report", path("a.json"), "--format", "markdown", "--meta", "engine=x"}).out;
        QVERIFY(whole.contains("meta.engine"));
    }

    // A cold pass that waits a hundred times longer between its kernels does not make the others look idle: the share is that of
    // the passes whose median wall stands beside it.
    void briefStagesAreAboutTheSteadyPasses()
    {
        writeFile(QString::fromUtf8(path("cold.json")), coldThenSteady());
        QList<QByteArray> lines =
            run({"passes", path("cold.json"), "--pass", "all", "--format", "csv", "--columns", "state,wall_ns,busy_ns"})
                .out.trimmed()
                .split('\n');
        lines.removeFirst();
        QCOMPARE(lines.size(), 7);
        double wall = 0;
        double busy = 0;
        double allWall = 0;
        double allBusy = 0;
        for (const QByteArray &line : lines) {
            const QList<QByteArray> cells = line.split(',');
            const bool steady = cells[0] == "steady";
            wall += steady ? cells[1].toDouble() : 0;
            busy += steady ? cells[2].toDouble() : 0;
            allWall += cells[1].toDouble();
            allBusy += cells[2].toDouble();
        }
        QVERIFY(busy / wall > 0.8);
        QVERIFY(allBusy / allWall < 0.5);
        const QByteArray brief = run({"report", path("cold.json"), "--brief", "--format", "text"}).out;
        const QByteArray stages = brief.mid(brief.indexOf("Passes by stage")).left(400);
        const QByteArray share = QByteArray::number(100 * busy / wall, 'f', 1) + " %";
        QVERIFY2(stages.contains(share), stages);
    }

    // Of the same passes as their median wall.
    void briefStagesAgainstTheRoofline()
    {
        const QString sample = QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/");
        const auto told = [&sample](const QStringList &words) {
            return runCli(QStringList{words.front(), sample + QStringLiteral("lamella-sample.trace.json.gz"), QStringLiteral("--config"),
                              sample + QStringLiteral("config.json")}
                + words.mid(1));
        };
        QList<QByteArray> lines = told({QStringLiteral("passes"), QStringLiteral("--pass"), QStringLiteral("all"),
            QStringLiteral("--format"), QStringLiteral("csv"), QStringLiteral("--columns"), QStringLiteral("stage,state,wall_ns,floor_ns")})
                                      .out.trimmed()
                                      .split('\n');
        double wall = 0;
        double floor = 0;
        for (const QByteArray &line : lines)
            if (const QList<QByteArray> cells = line.split(','); cells[0] == "decode" && cells[1] == "steady") {
                wall += cells[2].toDouble();
                floor += cells[3].toDouble();
            }
        QVERIFY(floor > 0);
        const QByteArray brief =
            told({QStringLiteral("report"), QStringLiteral("--brief"), QStringLiteral("--format"), QStringLiteral("text")}).out;
        const QByteArray stages = brief.mid(brief.indexOf("Passes by stage")).left(400);
        const QByteArray share = QByteArray::number(100 * floor / wall, 'f', 1) + " %";
        QVERIFY2(stages.contains(share), stages);
    }

    void briefStagesSayWhatIsPartial()
    {
        const auto trace = generatedTrace(TraceKind::Truncated);
        writeFile(QString::fromUtf8(path("cut.json")), QByteArray(trace.json.data(), static_cast<qsizetype>(trace.json.size())));
        QMap<QByteArray, QPair<int, int>> counts; // complete and partial, by stage
        QList<QByteArray> lines =
            run({"passes", path("cut.json"), "--pass", "all", "--format", "csv", "--columns", "stage,complete"})
                .out.trimmed()
                .split('\n');
        lines.removeFirst();
        for (const QByteArray &line : lines) {
            auto &[complete, partial] = counts[line.split(',')[0]];
            ++(line.endsWith(",yes") ? complete : partial);
        }
        int partial = 0;
        const QByteArray brief = run({"report", path("cut.json"), "--brief", "--format", "markdown"}).out;
        for (auto stage = counts.cbegin(); stage != counts.cend(); ++stage) {
            const QByteArray row = "|" + stage.key() + "|" + QByteArray::number(stage->first) + "|"
                + QByteArray::number(stage->second) + "|";
            QVERIFY2(brief.contains(row), brief);
            partial += stage->second;
        }
        QVERIFY(partial > 0);
    }

    // A box of each layer, a row of each stream, all inside of the picture.
    void pictureOfAPass()
    {
        const QString file = m_folder.filePath(QStringLiteral("a&<b>.json"));
        QVERIFY(QFile::copy(QString::fromUtf8(path("moe.json")), file));
        const auto told = [&file](const QStringList &words) { return runCli(QStringList{words.front(), file} + words.mid(1)); };
        const CliResult picture =
            told({QStringLiteral("report"), QStringLiteral("--picture"), QStringLiteral("--pass"), QStringLiteral("1")});
        QVERIFY2(picture.code == 0, picture.err);
        QStringList texts;
        int layerBoxes = 0;
        QXmlStreamReader xml(picture.out);
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement)
                continue;
            const QXmlStreamAttributes attributes = xml.attributes();
            if (xml.name() == QStringLiteral("text"))
                texts << xml.readElementText();
            if (xml.name() != QStringLiteral("rect"))
                continue;
            QVERIFY(attributes.value(QStringLiteral("x")).toDouble() >= 0);
            QVERIFY(
                attributes.value(QStringLiteral("x")).toDouble() + attributes.value(QStringLiteral("width")).toDouble() <= 1200);
            const QString fill = attributes.value(QStringLiteral("fill")).toString();
            layerBoxes += fill == QStringLiteral("#C3D2E6") || fill == QStringLiteral("#9DB7D8") ? 1 : 0;
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(texts.contains(QStringLiteral("a&<b>.json, pass 1")));
        const QByteArray layers = told({QStringLiteral("layers"), QStringLiteral("--pass"), QStringLiteral("1"),
                                           QStringLiteral("--format"), QStringLiteral("csv")})
                                      .out;
        QCOMPARE(layerBoxes, static_cast<int>(layers.count('\n')) - 1);
        const QByteArray kernels =
            told({QStringLiteral("kernels"), QStringLiteral("--each"), QStringLiteral("--pass"), QStringLiteral("1"),
                     QStringLiteral("--columns"), QStringLiteral("stream"), QStringLiteral("--format"), QStringLiteral("csv")})
                .out;
        QSet<QString> streams;
        for (const QByteArray &stream : kernels.split('\n').mid(1))
            if (!stream.isEmpty())
                streams.insert(QStringLiteral("stream ") + QString::fromLatin1(stream.trimmed()));
        QCOMPARE(QSet<QString>(texts.cbegin(), texts.cend()) & streams, streams);
        QCOMPARE(
            told({QStringLiteral("report"), QStringLiteral("--picture"), QStringLiteral("--pass"), QStringLiteral("all")}).code,
            2);
    }

    void metadataBesideTheTrace()
    {
        writeFile(QString::fromUtf8(path("named.json")), steps(4, 1));
        writeFile(QString::fromUtf8(path("named.json.meta.json")), R"({"engine": "vllm", "tp": 8, "fused": true})");
        const QByteArray text = run({"report", path("named.json"), "--brief", "--format", "text", "--meta", "engine=sglang"}).out;
        QVERIFY2(text.contains("engine: sglang; tp: 8; fused: true"), text);
        for (const char *bad : {"[1]", R"({"a": {"b": 1}})", "{"}) {
            writeFile(QString::fromUtf8(path("named.json.meta.json")), bad);
            const CliResult result = run({"report", path("named.json"), "--brief", "--format", "text"});
            QCOMPARE(result.code, 1);
            QVERIFY2(result.err.contains("named.json.meta.json"), result.err);
        }
    }

    void reportOfLayersHasTheChecklist()
    {
        for (const char *format : {"text", "markdown", "html"}) {
            const CliResult result = run({"report", path("moe.json"), "--format", format});
            QVERIFY2(result.code == 0, result.err);
            for (const char *part : {"Bottleneck: the ", "Likely next target: ", "exposed communication", "Median pass: P",
                     "Model architecture", "found.layers", "found.ffn", "Passes", "Layers of the chosen pass", "Types of layers",
                     "Where the wall goes", "Compute flow of layer ", "Input dims", "Kernels of the chosen pass",
                     "What is hidden in the chosen pass", "Time ranges for Perfetto", "serving_mode", "Findings"})
                QVERIFY2(result.out.contains(part), part);
            QVERIFY(result.out.indexOf("Bottleneck: the ") < result.out.indexOf("Provenance")); // the answer comes first
        }
        // Another pass: said, and everything about it.
        const CliResult other = run({"report", path("moe.json"), "--format", "text", "--pass", "0"});
        QVERIFY2(other.code == 0, other.err);
        QVERIFY(other.out.contains("Pass: 0, as requested."));
        QVERIFY(other.out.contains("of the wall of pass 0 ("));
    }
    // Findings about each of two devices are told apart.
    void findingsNameTheirDevice()
    {
        QByteArray events;
        for (int device = 0; device < 2; ++device)
            for (int i = 0; i < 4; ++i)
                events += R"({"ph":"X","cat":"kernel","name":"gemm","pid":)" + QByteArray::number(device) + R"(,"tid":7,"ts":)"
                    + QByteArray::number(i * 100) + R"(,"dur":50,"args":{"stream":7,"device":)" + QByteArray::number(device)
                    + "}},";
        writeFile(QString::fromUtf8(path("two.json")), R"({"traceEvents":[)" + events + "{}]}");
        const CliResult result = run({"report", path("two.json"), "--format", "markdown"});
        QVERIFY2(result.code == 0, result.err);
        for (const char *device : {"0", "1"})
            QCOMPARE(result.out.count(QByteArray(device).prepend("Device ").append(": The device idles")), 1);
        const CliResult one = run({"report", path("a.json"), "--format", "markdown"});
        QVERIFY(!one.out.contains("Device 0: "));
    }
    void htmlIsEscaped()
    {
        QVERIFY(run({"report", path("a.json"), "--output", path("r.html")}).code == 0);
        QFile file(QString::fromUtf8(path("r.html")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray page = file.readAll();
        QVERIFY(page.startsWith("<!DOCTYPE html>"));
        QVERIFY(page.endsWith("</html>\n"));
        QVERIFY(!page.contains("<b>"));
        QCOMPARE(page.count("<body "), 1);
    }
    void aReportIsNoTable()
    {
        const CliResult result = run({"report", path("a.json"), "--format", "csv"});
        QCOMPARE(result.code, 2);
        QVERIFY(result.err.contains("summary --format json"));
    }
    void aDamagedNewestRunFailsTheGate()
    {
        const QByteArray begin = R"({"schema":"lamella.summary.v1","tables":{"steps":{"rows":[)";
        for (const char *name : {"run1.json", "run2.json"})
            writeFile(QString::fromUtf8(path(name)), begin + R"({"program":"decode","wall_ns":1000000}]}}})");
        writeFile(QString::fromUtf8(path("run3.json")), begin);
        const CliResult result =
            run({"history", path("run1.json"), path("run2.json"), path("run3.json"), "--fail-above", "5%", "--format", "csv"});
        QCOMPARE(result.code, 3);
        QVERIFY2(result.err.contains("run3.json is left out"), result.err.constData());
        QCOMPARE(run({"history", path("run1.json"), path("run2.json"), "--fail-above", "5%"}).code, 0);
    }
    void summaryIsVersionedJson()
    {
        const CliResult result = run({"summary", path("a.json"), "--format", "json"});
        QVERIFY2(result.code == 0, result.err);
        simdjson::dom::parser parser;
        simdjson::dom::element document;
        QVERIFY(parser.parse(result.out.toStdString()).get(document) == simdjson::SUCCESS);
        QCOMPARE(std::string(document["schema"].get_string().value()), std::string("lamella.summary.v1"));
        QCOMPARE(document["tables"]["steps"]["rows"].get_array().value().size(), std::size_t{4});
        QVERIFY(std::string(document["provenance"]["run_ids"].get_string().value()).starts_with("563 (1 time)"));
    }
    // What has nothing to judge has not passed; numbers of any size are compared.
    void gateNeedsSomethingToJudge()
    {
        const auto summary = [&](const char *name, const QByteArray &tables) {
            writeFile(QString::fromUtf8(path(name)), R"({"schema":"lamella.summary.v1","tables":{)" + tables + "}}");
        };
        const QByteArray compute = R"("breakdown":{"rows":[{"device":"0","part":"compute","time_ns":)";
        summary("s-none.json", {});
        summary("s-ten.json", compute + "10}]}");
        summary("s-huge.json",
            compute + R"(1e308},{"device":"0","part":"compute","time_ns":1e308},)"
                + R"({"device":"0","part":"copy","time_ns":-1e308}]})");
        using Names = std::pair<const char *, const char *>;
        for (const auto &[a, b] : {Names{"s-none.json", "s-ten.json"}, Names{"s-ten.json", "s-none.json"}}) {
            const CliResult judged = run({"compare", path(a), path(b), "--fail-above", "5%"});
            QCOMPARE(judged.code, 1);
            QVERIFY2(judged.err.contains("the gate cannot be judged: no compute time in "), judged.err);
            QCOMPARE(run({"compare", path(a), path(b)}).code, 0);
        }
        QCOMPARE(run({"compare", path("s-ten.json"), path("s-huge.json"), "--fail-above", "5%"}).code, 3);
        const CliResult huge = run({"compare", path("s-ten.json"), path("s-huge.json"), "--format", "csv"});
        QVERIFY2(huge.out.contains("part,compute,10,9000000000000000000,8999999999999999990,"), huge.out);
        QVERIFY2(huge.out.contains("part,copy,0,-9000000000000000000,-9000000000000000000,"), huge.out);
    }
    // Twice as many steps of twice the length: per step, not per capture; names with other numbers are the same operation.
    void summariesAreCompared()
    {
        for (const char *name : {"a", "b"})
            QVERIFY(run({"summary", path(QByteArray(name + QByteArray(".json"))), "--output",
                            path(QByteArray(QByteArray("s-") + name + ".json"))})
                        .code
                == 0);
        const CliResult result = run({"compare", path("s-a.json"), path("s-b.json"), "--format", "csv"});
        QVERIFY2(result.code == 0, result.err);
        QVERIFY2(result.out.contains("step,median,100000,200000,100000,1"), result.out);
        QVERIFY2(result.out.contains("family,fusion,100000,200000,100000,1"), result.out);
        QCOMPARE(result.out.count("\nop,"), 1);
        QCOMPARE(run({"compare", path("s-a.json"), path("s-b.json"), "--fail-above", "50%"}).code, 3);
        QCOMPARE(run({"compare", path("s-b.json"), path("s-a.json"), "--fail-above", "50%"}).code, 0);
        QVERIFY(run({"compare", path("s-a.json"), path("s-a.json")}).out.contains("same file"));
        QCOMPARE(run({"compare", path("s-a.json"), path("a.json")}).code, 2);
        writeFile(QString::fromUtf8(path("s-old.json")), "{\"schema\":\"lamella.summary.v9\"}");
        const CliResult old = run({"compare", path("s-a.json"), path("s-old.json")});
        QCOMPARE(old.code, 1);
        QVERIFY(old.err.contains("lamella.summary.v9"));
    }
    // 2 of 22 steps slow against 3: the median is the same.
    void summariesAreGatedOnMeanAndP90()
    {
        for (const int slow : {2, 3}) {
            const QByteArray name("tail" + QByteArray::number(slow));
            writeFile(QString::fromUtf8(path(name + ".json")), steps(22, 1, slow));
            QVERIFY(run({"summary", path(name + ".json"), "--output", path("s-" + name + ".json")}).code == 0);
        }
        const CliResult result =
            run({"compare", path("s-tail2.json"), path("s-tail3.json"), "--fail-above", "5%", "--format", "csv"});
        QCOMPARE(result.code, 3);
        QVERIFY2(result.out.contains("step,median,100000,100000,0,0.000000,unchanged,pass,"), result.out);
        QVERIFY2(result.out.contains("step,mean,127273,140909,13636,0.107140,slower,fail,"), result.out);
        QVERIFY2(result.out.contains("step,p90,100000,370000,270000,2.700000,slower,fail,"), result.out);
        QCOMPARE(run({"compare", path("s-tail2.json"), path("s-tail2.json"), "--fail-above", "0"}).code, 0);
    }
    void summariesOfOtherJobsFail_data()
    {
        QTest::addColumn<QByteArray>("a"); // rows of `info`, and steps
        QTest::addColumn<int>("stepsA");
        QTest::addColumn<QByteArray>("b");
        QTest::addColumn<int>("stepsB");
        QTest::addColumn<QByteArray>("says"); // empty = passes
        QTest::newRow("the same") << QByteArray("gpu=H100") << 8 << QByteArray("gpu=H100") << 8 << QByteArray();
        QTest::newRow("not known") << QByteArray("gpu=H100") << 8 << QByteArray() << 8 << QByteArray();
        QTest::newRow("GPU") << QByteArray("gpu=H100") << 8 << QByteArray("gpu=A100") << 8
                             << QByteArray("job,gpu,,,,,other_device,fail,A: H100; B: A100");
        QTest::newRow("model") << QByteArray("model=a layers=4") << 8 << QByteArray("model=b layers=4") << 8
                               << QByteArray("job,model,,,,,other_model,fail,");
        QTest::newRow("layers") << QByteArray("layers=4") << 8 << QByteArray("layers=6") << 8
                                << QByteArray("job,layers,,,,,other_model,fail,");
        QTest::newRow("devices") << QByteArray("devices=1") << 8 << QByteArray("devices=8") << 8
                                 << QByteArray("job,devices,,,,,other_count,fail,");
        QTest::newRow("stage gone") << QByteArray("serving_mode=prefill+decode") << 8 << QByteArray("serving_mode=prefill") << 8
                                    << QByteArray("job,decode,,,,,only_a,fail,B has no pass of this stage");
        QTest::newRow("steps gone") << QByteArray() << 8 << QByteArray() << 0 << QByteArray("job,steps,,,,,only_a,fail,");
        QTest::newRow("fewer than half of the steps")
            << QByteArray() << 8 << QByteArray() << 3 << QByteArray("job,steps,,,,,fewer_passes,fail,\"A has 8 steps, B has 3\"");
    }
    void summariesOfOtherJobsFail()
    {
        QFETCH(QByteArray, says);
        for (const char *side : {"a", "b"}) {
            QFETCH(QByteArray, a);
            QFETCH(QByteArray, b);
            QFETCH(int, stepsA);
            QFETCH(int, stepsB);
            const bool first = *side == 'a';
            QByteArray info;
            for (const QByteArray &fact : (first ? a : b).split(' '))
                if (const qsizetype equals = fact.indexOf('='); equals > 0)
                    info += (info.isEmpty() ? "" : ",") + QByteArray("{\"key\":\"") + fact.left(equals) + "\",\"value\":\""
                        + fact.mid(equals + 1) + "\"}";
            const QByteArray count = QByteArray::number(first ? stepsA : stepsB);
            const QByteArray classes = count == "0" ? QByteArray()
                                                    : "{\"class\":\"all\",\"steps\":" + count
                    + "},{\"class\":\"steady\",\"steps\":" + count + ",\"mean_ns\":10,\"median_ns\":10,\"p90_ns\":10}";
            writeFile(QString::fromUtf8(path(QByteArray("j-") + side + ".json")),
                R"({"schema":"lamella.summary.v1","tables":{"info":{"rows":[)" + info + R"(]},"step-classes":{"rows":[)" + classes
                    + R"(]},"breakdown":{"rows":[{"device":"0","part":"compute","time_ns":10}]}}})");
        }
        const CliResult result = run({"compare", path("j-a.json"), path("j-b.json"), "--fail-above", "5%", "--format", "csv"});
        QCOMPARE(result.code, says.isEmpty() ? 0 : 3);
        QVERIFY2(result.out.contains(says), result.out);
        QCOMPARE(run({"compare", path("j-a.json"), path("j-b.json"), "--fail-above", "5%", "--allow-missing"}).code, 0);
    }
    // Prefill and decode: the gate of two summaries judges the passes of each stage, as that of the traces does.
    void summariesAreGatedByStage()
    {
        const QString folder = QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/");
        const QByteArray before = QFile::encodeName(folder + QStringLiteral("lamella-sample.trace.json.gz"));
        const QByteArray after = QFile::encodeName(folder + QStringLiteral("lamella-sample-after.trace.json.gz"));
        QVERIFY(run({"summary", before, "--output", path("stages-a.json")}).code == 0);
        QVERIFY(run({"summary", after, "--output", path("stages-b.json")}).code == 0);
        for (const bool forward : {true, false}) {
            const QByteArray a = path(forward ? "stages-a.json" : "stages-b.json");
            const QByteArray b = path(forward ? "stages-b.json" : "stages-a.json");
            const CliResult traces = run({"compare", forward ? before : after, forward ? after : before, "--fail-above", "1%"});
            const CliResult result = run({"compare", a, b, "--fail-above", "1%", "--format", "csv"});
            QCOMPARE(result.code, traces.code);
            QVERIFY2(result.out.contains("\npass,decode median,") && result.out.contains("\npass,prefill median,"), result.out);
            QVERIFY2(!result.out.contains("\nstep,"), result.out); // steps of one stage may be compared with those of another
        }
    }
    // Several stages, and no passes of them in the summary: nothing to judge is no pass.
    void severalStagesWithoutPassesFail()
    {
        for (const char *name : {"old-a.json", "old-b.json"})
            writeFile(QString::fromUtf8(path(name)),
                R"({"schema":"lamella.summary.v1","tables":{"info":{"rows":[{"key":"serving_mode","value":"prefill + decode"}]},)"
                R"("step-classes":{"rows":[{"class":"all","steps":8},{"class":"steady","steps":8,"median_ns":10}]}}})");
        const CliResult result =
            run({"compare", path("old-a.json"), path("old-b.json"), "--fail-above", "5%", "--format", "csv"});
        QCOMPARE(result.code, 3);
        QVERIFY2(result.out.contains("job,passes,,,,,incomplete,fail,"), result.out);
    }
    // An older summary may hold fewer figures: that is no pass.
    void aFigureThatASummaryLacksFails()
    {
        const auto write = [&](const char *name, const QByteArray &figures) {
            writeFile(QString::fromUtf8(path(name)),
                R"({"schema":"lamella.summary.v1","tables":{"step-classes":{"rows":[{"class":"all","steps":8},{"class":"steady","steps":8,)"
                    + figures + R"(}]}}})");
        };
        write("whole.json", R"("mean_ns":10,"median_ns":10,"p90_ns":10)");
        write("old.json", R"("median_ns":10)");
        const CliResult result = run({"compare", path("old.json"), path("whole.json"), "--fail-above", "5%", "--format", "csv"});
        QCOMPARE(result.code, 3);
        QVERIFY2(result.out.contains("step,median,10,10,0,0.000000,unchanged,pass,"), result.out);
        QVERIFY2(result.out.contains("job,p90,,,,,only_b,fail,"), result.out);
        QCOMPARE(run({"compare", path("old.json"), path("whole.json"), "--fail-above", "5%", "--allow-missing"}).code, 0);
    }
    void publicTracesHaveReports_data()
    {
        QTest::addColumn<QString>("file");
        for (const char *file : {"/jax/tpu_inference_20260112_002620.trace.json.gz", "/jax/xprof_tpu_inference_2.xplane.pb"})
            QTest::newRow(file) << QStringLiteral(LAMELLA_SHARED_TRACES) + QString::fromLatin1(file);
    }
    void publicTracesHaveReports()
    {
        QFETCH(QString, file);
        LAMELLA_NEED_SHARED(file);
        const CliResult result = run({"report", file.toUtf8(), "--format", "markdown"});
        QVERIFY2(result.code == 0, result.err);
        QVERIFY(result.out.count("\n## ") >= 11);
        const CliResult again = run({"report", file.toUtf8(), "--format", "markdown"});
        QCOMPARE(result.out, again.out);
    }

private:
    [[nodiscard]] QByteArray path(const QByteArray &name) const { return m_folder.filePath(QString::fromLatin1(name)).toUtf8(); }
    static CliResult run(const QList<QByteArray> &arguments)
    {
        QStringList words;
        for (const QByteArray &argument : arguments)
            words << QString::fromUtf8(argument);
        return runCli(words);
    }
    QTemporaryDir m_folder;
};

LAMELLA_CORE_APPLICATION_TEST(tst_CliReports)
#include "tst_CliReports.moc"
