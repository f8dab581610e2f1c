// SPDX-License-Identifier: GPL-3.0-or-later
// The trace generator: the written trace matches the stated truth, and the truth is consistent.
#include "tests/support/Sanitizers.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceGenerator.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace lamella;
using namespace lamella::test;

namespace {

constexpr std::uint64_t kSeeds = 3;
constexpr std::uint64_t kSampleSeed = 1; // as in resources/sample/README.md

struct PassFacts {
    std::vector<int> mainParts; // parts in the order of their start on the main stream
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    core::Stage stage = core::Stage::Unknown;
};

std::map<std::pair<int, int>, PassFacts> passFacts(const GeneratedTrace &trace)
{
    std::map<std::pair<int, int>, PassFacts> passes;
    for (const TruthRow &row : trace.truth) {
        if (row.pass == core::kNoPass || row.side)
            continue;
        PassFacts &facts = passes[{row.device, row.pass}];
        if (facts.mainParts.empty())
            facts.beginNs = row.startNs;
        if (facts.mainParts.empty() || facts.mainParts.back() != row.layer)
            facts.mainParts.push_back(row.layer);
        facts.endNs = row.startNs;
        facts.stage = row.stage;
    }
    return passes;
}

GeneratedTrace generated(int kind, std::uint64_t seed)
{
    TraceOptions options;
    options.seed = seed;
    return generateTrace(static_cast<TraceKind>(kind), options);
}

// Engines that serve decoders name kernels by their function, and run every layer of the config in every pass.
bool servesDecoder(int kind)
{
    return static_cast<TraceKind>(kind) < TraceKind::Sample;
}

// Order: head, layers (in reverse for backward), tail; an optimizer has no layers.
bool inOrder(const std::vector<int> &parts, core::Stage stage)
{
    std::vector<int> layers = parts;
    const bool optimizer = stage == core::Stage::Optimizer;
    if (!layers.empty() && layers.front() == core::kHeadLayer)
        layers.erase(layers.begin());
    if (!layers.empty() && layers.back() == core::kTailLayer)
        layers.pop_back();
    if (stage == core::Stage::Backward)
        std::reverse(layers.begin(), layers.end());
    // The steps of a decoder start after the layers of its encoder.
    for (std::size_t i = 1; i < layers.size(); ++i)
        if (layers[i] != layers[i - 1] + 1)
            return false;
    return layers.empty() == optimizer;
}

void addKindRows(bool (*wanted)(int kind) = nullptr)
{
    QTest::addColumn<int>("kind");
    for (const TraceKind kind : kTruthKinds)
        if (wanted == nullptr || wanted(static_cast<int>(kind)))
            QTest::newRow(std::string(traceKindName(kind)).c_str()) << static_cast<int>(kind);
}

int configLayers(const GeneratedTrace &trace)
{
    const QJsonDocument config = QJsonDocument::fromJson(QByteArray::fromStdString(trace.config));
    return config.object().value(QStringLiteral("num_hidden_layers")).toInt();
}

struct WrittenEvent {
    qint64 startNs = 0;
    QString name;
    int device = 0;
    int stream = 0;
};

// The writer puts each event on its own line. Times are read as text: a double would lose their last digit.
std::vector<WrittenEvent> writtenEvents(const QByteArray &json)
{
    static const QSet<QString> kGpu = {QStringLiteral("kernel"), QStringLiteral("gpu_memcpy"), QStringLiteral("gpu_memset")};
    std::vector<WrittenEvent> written;
    for (QByteArray line : json.split('\n')) {
        if (!line.contains("kernel") && !line.contains("gpu_mem")) // the most are of the host
            continue;
        line = line.trimmed();
        if (line.endsWith(','))
            line.chop(1);
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        if (!kGpu.contains(event.value(QStringLiteral("cat")).toString()))
            continue;
        const QJsonObject args = event.value(QStringLiteral("args")).toObject();
        const qsizetype begin = line.indexOf("\"ts\": ") + 6;
        written.push_back({line.mid(begin, line.indexOf(',', begin) - begin).replace(".", "").toLongLong(),
            event.value(QStringLiteral("name")).toString(), args.value(QStringLiteral("device")).toInt(),
            args.value(QStringLiteral("stream")).toInt()});
    }
    std::stable_sort(
        written.begin(), written.end(), [](const WrittenEvent &a, const WrittenEvent &b) { return a.startNs < b.startNs; });
    return written;
}

} // namespace

class tst_TraceGenerator : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (kSanitized)
            QSKIP("skipped: looks at what the tests write, not at the product; the build without sanitizers does");
    }
    void sameSeedSameBytes_data() { addKindRows(); }
    void sameSeedSameBytes();
    void fileHoldsTheTruth_data() { addKindRows(); }
    void fileHoldsTheTruth();
    void passesAreHeadLayersTail_data() { addKindRows(); }
    void passesAreHeadLayersTail();
    void layersBeginWithANorm_data() { addKindRows(servesDecoder); }
    void layersBeginWithANorm();
    void launchesComeFirst_data() { addKindRows(); }
    void launchesComeFirst();
    void kindsShowWhatTheyAreFor();
    void samplesAreThoseThatAreBundled();
};

void tst_TraceGenerator::sameSeedSameBytes()
{
    QFETCH(int, kind);
    const GeneratedTrace first = generated(kind, 3);
    const GeneratedTrace again = generated(kind, 3);
    QVERIFY(first.json == again.json);
    QVERIFY(truthCsv(first) == truthCsv(again));
    QVERIFY(first.json != generated(kind, 4).json);
}

void tst_TraceGenerator::fileHoldsTheTruth()
{
    QFETCH(int, kind);
    const GeneratedTrace trace = generated(kind, 1);
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(trace.json), &error);
    QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(error.errorString()));
    const std::vector<WrittenEvent> written = writtenEvents(QByteArray::fromStdString(trace.json));
    QCOMPARE(written.size(), trace.truth.size());
    for (std::size_t i = 0; i < written.size(); ++i) {
        QCOMPARE(written[i].startNs, trace.truth[i].startNs);
        QCOMPARE(written[i].name, QString::fromStdString(trace.truth[i].name));
        QCOMPARE(written[i].device, trace.truth[i].device);
        QCOMPARE(written[i].stream, trace.truth[i].stream);
    }
}

void tst_TraceGenerator::passesAreHeadLayersTail()
{
    QFETCH(int, kind);
    const bool truncated = static_cast<TraceKind>(kind) == TraceKind::Truncated;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        const GeneratedTrace trace = generated(kind, seed);
        const auto passes = passFacts(trace);
        std::map<int, int> nextNumber;
        std::map<int, std::int64_t> lastEnd;
        for (const auto &[key, facts] : passes) {
            const auto [device, number] = key;
            QCOMPARE(number, nextNumber[device]++);
            QVERIFY(facts.beginNs > lastEnd[device]);
            lastEnd[device] = facts.endNs;
            if (!servesDecoder(kind)) {
                QVERIFY2(inOrder(facts.mainParts, facts.stage), trace.description.c_str());
                continue;
            }
            std::vector<int> expected = {core::kHeadLayer};
            const int layers = facts.stage == core::Stage::Draft ? 1 : configLayers(trace);
            for (int layer = 0; layer < layers; ++layer)
                expected.push_back(layer);
            expected.push_back(core::kTailLayer);
            if (truncated && number == 0) // starts in the middle
                expected.erase(expected.begin(), std::find(expected.begin(), expected.end(), facts.mainParts.front()));
            if (truncated && number == static_cast<int>(passes.size()) - 1)
                expected.erase(std::find(expected.begin(), expected.end(), facts.mainParts.back()) + 1, expected.end());
            QVERIFY2(facts.mainParts == expected, trace.description.c_str());
        }
    }
}

void tst_TraceGenerator::layersBeginWithANorm()
{
    QFETCH(int, kind);
    static const QRegularExpression kNorm(
        QStringLiteral("norm|rsqrt|allreduce_fusion|mhc_pre_gemm|hc_mix_stats|residual_ln|_rms_|scale_kernel"),
        QRegularExpression::CaseInsensitiveOption);
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        const GeneratedTrace trace = generated(kind, seed);
        std::map<int, std::pair<int, int>> last; // by device: last pass and layer on the main stream
        for (const TruthRow &row : trace.truth) {
            if (row.side || row.pass == core::kNoPass)
                continue;
            const std::pair<int, int> place{row.pass, row.layer};
            const bool cutIn = static_cast<TraceKind>(kind) == TraceKind::Truncated && !last.contains(row.device);
            const bool begins = (!last.contains(row.device) || last[row.device] != place) && row.layer >= 0 && !cutIn;
            last[row.device] = place;
            QVERIFY2(!begins || kNorm.match(QString::fromStdString(row.name)).hasMatch(), row.name.c_str());
        }
    }
}

void tst_TraceGenerator::launchesComeFirst()
{
    QFETCH(int, kind);
    const GeneratedTrace trace = generated(kind, 2);
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(trace.json));
    std::map<qint64, double> launchEnd;
    std::map<int, double> threadEnd;
    int joined = 0;
    const QJsonArray events = document.object().value(QStringLiteral("traceEvents")).toArray();
    for (const QJsonValue &value : events) {
        const QJsonObject event = value.toObject();
        const double start = event.value(QStringLiteral("ts")).toDouble();
        const qint64 correlation =
            event.value(QStringLiteral("args")).toObject().value(QStringLiteral("correlation")).toInteger();
        const QString category = event.value(QStringLiteral("cat")).toString();
        if (category == QLatin1String("cuda_runtime")) {
            QVERIFY(!launchEnd.contains(correlation));
            launchEnd[correlation] = start + event.value(QStringLiteral("dur")).toDouble();
        } else if (correlation != 0 && !launchEnd.empty()) {
            QVERIFY(launchEnd.contains(correlation));
            QVERIFY(launchEnd[correlation] <= start);
            ++joined;
        }
    }
    const bool hostless = static_cast<TraceKind>(kind) == TraceKind::KernelsOnly;
    QCOMPARE(joined, hostless ? 0 : static_cast<int>(trace.truth.size()));
}

void tst_TraceGenerator::kindsShowWhatTheyAreFor()
{
    std::set<core::Stage> dense;
    std::set<std::string> descriptions;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)
        for (const TruthRow &row : generated(static_cast<int>(TraceKind::Dense), seed).truth)
            dense.insert(row.stage);
    QVERIFY(dense.contains(core::Stage::Prefill) && dense.contains(core::Stage::Decode) && dense.contains(core::Stage::Mixed));

    bool late = false; // side work that starts after its layer has ended
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        int mainLayer = core::kNoLayer;
        for (const TruthRow &row : generated(static_cast<int>(TraceKind::Moe), seed).truth) {
            if (!row.side)
                mainLayer = row.layer;
            late = late || (row.side && row.layer != mainLayer);
        }
    }
    QVERIFY(late);

    const auto mla = generated(static_cast<int>(TraceKind::Mla), 1);
    QVERIFY(std::any_of(mla.truth.begin(), mla.truth.end(), [](const TruthRow &row) { return row.stage == core::Stage::Draft; }));
    const auto graph = generated(static_cast<int>(TraceKind::CudaGraph), 1);
    QVERIFY(graph.json.find("GraphLaunch") != std::string::npos);
    const auto pair = generated(static_cast<int>(TraceKind::TwoDevices), 1);
    QVERIFY(std::any_of(pair.truth.begin(), pair.truth.end(), [](const TruthRow &row) { return row.device == 1; }));
    const auto bare = generated(static_cast<int>(TraceKind::KernelsOnly), 1);
    QVERIFY(bare.json.find("cuda_runtime\"") == std::string::npos && bare.json.find("cpu_op") == std::string::npos);
}

// Other versions of zlib may compress differently; only the text must be the same.
void tst_TraceGenerator::samplesAreThoseThatAreBundled()
{
    TraceOptions options;
    options.seed = kSampleSeed;
    const GeneratedTrace trace = generateTrace(TraceKind::Sample, options);
    const QString folder = QStringLiteral(LAMELLA_SOURCE_DIR) + QStringLiteral("/resources/sample/");
    QFile config(folder + QStringLiteral("config.json"));
    QVERIFY(config.open(QIODevice::ReadOnly));
    QVERIFY(config.readAll() == QByteArray::fromStdString(trace.config));
    QFile sample(folder + QStringLiteral("lamella-sample.trace.json.gz"));
    QVERIFY(sample.open(QIODevice::ReadOnly));
    QVERIFY(sample.size() < 1'000'000);
    QVERIFY(gunzipped(sample.readAll().toStdString()) == trace.json);

    options.cpuEvents = false;
    options.passes = 5;
    options.changedKernel = "fused_moe_kernel";
    options.changedPercent = 80;
    QFile after(folder + QStringLiteral("lamella-sample-after.trace.json.gz"));
    QVERIFY(after.open(QIODevice::ReadOnly));
    QVERIFY(after.size() < 65'536);
    QVERIFY(gunzipped(after.readAll().toStdString()) == generateTrace(TraceKind::Sample, options).json);
}

LAMELLA_TEST(tst_TraceGenerator)
#include "tst_TraceGenerator.moc"
