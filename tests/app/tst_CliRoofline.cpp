// SPDX-License-Identifier: GPL-3.0-or-later
// `lamella-cli roofline` on public traces, against figures that other tools published for them.
#include "tests/app/CliRun.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella::test;

namespace {

const QString kTraces = QStringLiteral(LAMELLA_SHARED_TRACES);
const QString kConfigs = QStringLiteral(LAMELLA_SHARED_CONFIGS);

// Rows as column id -> cell; no cell of these columns holds a comma or a quote, those behind them may.
QList<QMap<QByteArray, QByteArray>> rowsOf(const QByteArray &csv)
{
    QList<QMap<QByteArray, QByteArray>> rows;
    QList<QByteArray> lines = csv.split('\n');
    const QList<QByteArray> ids = lines.takeFirst().split(',');
    for (const QByteArray &line : lines) {
        if (line.isEmpty())
            continue;
        QByteArrayList cells(1);
        bool quoted = false;
        for (const char letter : line) {
            if (letter == '"')
                quoted = !quoted;
            else if (letter == ',' && !quoted)
                cells.append(QByteArray());
            else
                cells.last() += letter;
        }
        QMap<QByteArray, QByteArray> row;
        for (qsizetype i = 0; i < ids.size() && i < cells.size(); ++i)
            row[ids[i]] = cells[i];
        rows.append(row);
    }
    return rows;
}

QList<QMap<QByteArray, QByteArray>> rowsOfTable(const QStringList &arguments)
{
    const CliResult run =
        runCli(arguments + QStringList{QStringLiteral("--format"), QStringLiteral("csv"), QStringLiteral("--quiet")});
    return run.code == 0 ? rowsOf(run.out) : QList<QMap<QByteArray, QByteArray>>();
}

} // namespace

class tst_CliRoofline : public QObject {
    Q_OBJECT

private slots:
    void everyGroupingAddsUpToTheSameTime()
    {
        const QString trace = QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz");
        const QString config = QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/config.json");
        QList<qint64> sums;
        for (const char *by : {"op", "kernel", "layer", "category", "pass"}) {
            const CliResult run =
                runCli({QStringLiteral("roofline"), trace, QStringLiteral("--config"), config, QStringLiteral("--by"),
                    QString::fromLatin1(by), QStringLiteral("--format"), QStringLiteral("csv"), QStringLiteral("--quiet")});
            QCOMPARE(run.code, 0);
            qint64 sum = 0;
            for (const auto &row : rowsOf(run.out))
                sum += row["dur_ns"].toLongLong();
            QVERIFY(sum > 0);
            sums.append(sum);
        }
        QCOMPARE(sums.count(sums.front()), sums.size());
    }

    // Also rows of kernels and categories, where each of several works may have a reason of its own.
    void unknownWorkHasAReason()
    {
        const QString trace = QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz");
        for (const char *by : {"op", "kernel", "category"}) {
            int unknown = 0;
            for (const auto &row :
                rowsOfTable({QStringLiteral("roofline"), trace, QStringLiteral("--by"), QString::fromLatin1(by)})) {
                if (!row["flops"].isEmpty() || !row["bytes"].isEmpty())
                    continue;
                ++unknown;
                QVERIFY2(!row["why"].isEmpty(), by);
            }
            QVERIFY2(unknown > 0, by);
        }
    }

    void wrongUse()
    {
        const QString trace = QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz");
        QCOMPARE(runCli({QStringLiteral("roofline"), trace, QStringLiteral("--by"), QStringLiteral("colour")}).code, 2);
        const CliResult peaks = runCli({QStringLiteral("roofline"), trace, QStringLiteral("--peaks"), QStringLiteral("H9000")});
        QCOMPARE(peaks.code, 2);
        QVERIFY(peaks.err.contains("NVIDIA H200"));
        QCOMPARE(runCli({QStringLiteral("roofline"), trace, QStringLiteral("--tokens"), QStringLiteral("0")}).code, 2);
    }

    // Figures: reports of TraceLens beside these traces (GFLOPS_first, Data Moved).
    void publicTraces_data()
    {
        QTest::addColumn<QString>("trace");
        QTest::addColumn<QString>("config");
        QTest::addColumn<QByteArray>("n");
        QTest::addColumn<QByteArray>("k");
        QTest::addColumn<double>("flops");
        QTest::addColumn<double>("mib");
        QTest::addColumn<double>("us"); // of all calls
        const QString qwen = QStringLiteral("roofline/h100/Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz");
        const QString bert = QStringLiteral("roofline/mi300/gaunernst_bert-small-uncased__1016001.json.gz");
        const QString replay = QStringLiteral("roofline/inference/sglang_decode/sglang_Qwen3-8B_decode.json.gz");
        const QString config = QStringLiteral("Qwen--Qwen3-8B_config.json");
        QTest::newRow("product") << qwen << QString() << QByteArray("2816") << QByteArray("1024") << 51581550592.0 << 71.0078125
                                 << 4055.252;
        QTest::newRow("with bias") << qwen << QString() << QByteArray("1024") << QByteArray("1024") << 18766086144.0
                                   << 36.939453125 << 2329.076;
        QTest::newRow("BERT") << bert << QString() << QByteArray("512") << QByteArray("2048") << 295770624.0 << 2.689453125
                              << 0.0;
        QTest::newRow("replay, qkv") << replay << config << QByteArray("6144") << QByteArray("4096") << 1610612736.0 << 48.625
                                     << 903.518;
        QTest::newRow("replay, gate_up") << replay << config << QByteArray("24576") << QByteArray("4096") << 6442450944.0
                                         << 193.75 << 2417.659;
        QTest::newRow("replay, down") << replay << config << QByteArray("4096") << QByteArray("12288") << 3221225472.0 << 97.0
                                      << 1461.903;
        QTest::newRow("replay, lm_head") << replay << config << QByteArray("151936") << QByteArray("4096") << 39829110784.0
                                         << 1196.5234375 << 396.832;
        QTest::newRow("replay, attention") << replay << config << QByteArray() << QByteArray() << 537149440.0 << 128.56640625
                                           << 2127.863;
        QTest::newRow("attention") << qwen << QString() << QByteArray() << QByteArray() << 10239377408.0 << 69.875 << 2722.704;
    }
    void publicTraces()
    {
        QFETCH(QString, trace);
        QFETCH(QString, config);
        QFETCH(QByteArray, n);
        QFETCH(QByteArray, k);
        QFETCH(double, flops);
        QFETCH(double, mib);
        QFETCH(double, us);
        const QString path = kTraces + QLatin1Char('/') + trace;
        LAMELLA_NEED_SHARED(path);
        QStringList arguments{QStringLiteral("roofline"), path, QStringLiteral("--pass"), QStringLiteral("trace"),
            QStringLiteral("--format"), QStringLiteral("csv")};
        if (!config.isEmpty())
            arguments << QStringLiteral("--config") << kConfigs + QLatin1Char('/') + config;
        const CliResult run = runCli(arguments);
        QCOMPARE(run.code, 0);
        bool found = false;
        double durationUs = 0;
        QByteArray op;
        QByteArray source;
        for (const auto &row : rowsOf(run.out)) {
            if (row["n"] != n || row["k"] != k || row["flops"].toDouble() != flops)
                continue;
            if (found && (row["op"] != op || row["source"] != source))
                break; // what follows is inferred from the same kernels
            found = true;
            op = row["op"];
            source = row["source"];
            QCOMPARE(row["bytes"].toDouble(), mib * 1048576);
            durationUs += row["dur_ns"].toDouble() / 1e3; // of each role
        }
        QVERIFY(found);
        if (us > 0)
            QVERIFY2(qAbs(durationUs - us) <= 1e-3 * us, qPrintable(QString::number(durationUs)));
    }

    // One operator of the capture computes gate_up and down of gpt-oss: 8192 tokens, 4 experts each, 2880 x 2880, 24 layers.
    void aCaptureDoesNotHideWhatTheConfigKnows()
    {
        const QString folder = kTraces + QStringLiteral("/roofline/inference/vllm_prefilldecode_piecewise");
        LAMELLA_NEED_SHARED(folder);
        const QStringList arguments{QStringLiteral("roofline"), folder + QStringLiteral("/graph_execution.json.gz"),
            QStringLiteral("--config"), kConfigs + QStringLiteral("/openai--gpt-oss-20b_config.json"),
            QStringLiteral("--capture"), folder + QStringLiteral("/capture_traces")};
        QMap<QByteArray, QMap<QByteArray, QByteArray>> roles;
        for (const auto &row : rowsOfTable(arguments))
            roles.insert(row["op"], row);
        QCOMPARE(roles["experts gate_up"]["flops"].toDouble(), 2.0 * 8192 * 4 * 2 * 2880 * 2880);
        QCOMPARE(roles["experts down"]["flops"].toDouble(), 2.0 * 8192 * 4 * 2880 * 2880);
        QCOMPARE(roles["experts down"]["count"].toInt(), 24);
        // Layers alternate between a window of 128 keys and all of them.
        double window = 0;
        double all = 0;
        for (int layer = 0; layer < 2; ++layer)
            for (const auto &row : rowsOfTable(arguments + QStringList{QStringLiteral("--layer"), QString::number(layer)}))
                if (row["category"] == "attention")
                    (layer == 0 ? window : all) = row["flops"].toDouble();
        QCOMPARE(all, 65010180096.0);
        QVERIFY2(window > 0 && window <= 2.0 * 64 * 128 * (8155 + 37) * 128, QByteArray::number(window).constData());
    }

    // (16 x 5120) (5120 x 6400) in bf16, as the kernel table records; configs of other models change nothing.
    void typesOfAscend()
    {
        const QString trace = kTraces + QStringLiteral("/ascend/profiler-qwen3-input4096-output1536-rank0_ascend_pt");
        LAMELLA_NEED_SHARED(trace);
        for (const char *config : {"", "Qwen--Qwen3-30B-A3B_config.json"}) {
            QStringList arguments{QStringLiteral("roofline"), trace};
            if (*config != 0)
                arguments << QStringLiteral("--config") << kConfigs + QLatin1Char('/') + QLatin1String(config);
            bool found = false;
            for (const auto &row : rowsOfTable(arguments)) {
                if (row["n"] != "6400" || row["k"] != "5120")
                    continue;
                found = true;
                QCOMPARE(row["dtype_in"], QByteArray("bf16"));
                QCOMPARE(row["bytes"].toDouble(), 2.0 * (16 * 5120 + 5120 * 6400 + 16 * 6400));
                QCOMPARE(row["why"], QByteArray());
            }
            QVERIFY(found);
        }
    }

    // Convolutions of ResNet are products, though their calls begin with other kernels.
    void categoriesAddUpToTheirKernels()
    {
        const QString trace = kTraces + QStringLiteral("/chrome/tl_mi300_resnet_act_checkpoint.json.gz");
        LAMELLA_NEED_SHARED(trace);
        const QStringList whole{trace, QStringLiteral("--pass"), QStringLiteral("trace")};
        QMap<QByteArray, qint64> ofKernels;
        for (const auto &row : rowsOfTable(
                 QStringList{QStringLiteral("roofline")} + whole + QStringList{QStringLiteral("--by"), QStringLiteral("kernel")}))
            ofKernels[row["category"]] += row["dur_ns"].toLongLong();
        QVERIFY(ofKernels.size() > 2);
        for (const auto &row : rowsOfTable(QStringList{QStringLiteral("roofline")} + whole
                 + QStringList{QStringLiteral("--by"), QStringLiteral("category")})) {
            QCOMPARE(row["dur_ns"].toLongLong(), ofKernels.value(row["category"]));
            if (row["category"] == "gemm")
                QVERIFY2(row["flops"].toDouble() > 4e11, row["flops"].constData());
        }
        // A kernel's work is that of its calls in both tables, over the same time.
        QMap<QByteArray, QByteArray> rates;
        for (const auto &row : rowsOfTable(QStringList{QStringLiteral("ops")} + QStringList{trace}))
            rates.insert(row["op"], row["tflop_per_s"]);
        int compared = 0;
        for (const auto &row : rowsOfTable(QStringList{QStringLiteral("roofline")} + whole
                 + QStringList{QStringLiteral("--by"), QStringLiteral("kernel")})) {
            if (row["category"] != "gemm" || row["tflop_per_s"].isEmpty())
                continue;
            ++compared;
            QCOMPARE(rates.value(row["op"]), row["tflop_per_s"]);
        }
        QVERIFY(compared > 2);
    }

    void mostOfTheTimeIsModelled_data()
    {
        QTest::addColumn<QString>("trace");
        QTest::addColumn<QString>("config");
        QTest::addColumn<double>("least");
        QTest::newRow("eager") << QStringLiteral("roofline/h100/Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz") << QString() << 0.9;
        QTest::newRow("eager, BERT") << QStringLiteral("roofline/h100/gaunernst_bert-small-uncased__1016001.json.gz") << QString()
                                     << 0.9;
        QTest::newRow("replay, dense") << QStringLiteral("roofline/inference/sglang_decode/sglang_Qwen3-8B_decode.json.gz")
                                       << QStringLiteral("Qwen--Qwen3-8B_config.json") << 0.8;
        QTest::newRow("replay, experts") << QStringLiteral(
            "roofline/inference/vllm_prefilldecode_piecewise/graph_execution.json.gz")
                                         << QStringLiteral("openai--gpt-oss-20b_config.json") << 0.8;
        QTest::newRow("XLA") << QStringLiteral("jax/tpu_inference_20260111_212641.trace.json.gz") << QString() << 0.8;
    }
    void mostOfTheTimeIsModelled()
    {
        QFETCH(QString, trace);
        QFETCH(QString, config);
        QFETCH(double, least);
        const QString path = kTraces + QLatin1Char('/') + trace;
        LAMELLA_NEED_SHARED(path);
        QStringList arguments{QStringLiteral("roofline"), path, QStringLiteral("--by"), QStringLiteral("pass"),
            QStringLiteral("--pass"), QStringLiteral("trace"), QStringLiteral("--format"), QStringLiteral("csv")};
        if (!config.isEmpty())
            arguments << QStringLiteral("--config") << kConfigs + QLatin1Char('/') + config;
        const CliResult run = runCli(arguments);
        QCOMPARE(run.code, 0);
        double all = 0;
        double modelled = 0;
        for (const auto &row : rowsOf(run.out)) {
            all += row["dur_ns"].toDouble();
            modelled += row["dur_ns"].toDouble() * row["modelled_share"].toDouble();
        }
        QVERIFY2(modelled >= least * all, QByteArray::number(modelled / all).constData());
    }
};

LAMELLA_CORE_APPLICATION_TEST(tst_CliRoofline)
#include "tst_CliRoofline.moc"
