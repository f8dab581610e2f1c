// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded training steps: the stage of every kernel against the thread and the calls that launched it, the layer against the
// module frame around its launch. Both are worked out here anew, without the product's code.
#include "core/session/AnalysisSession.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <map>

using namespace lamella::core;
using namespace lamella::test;

namespace {

struct CallSpan {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    int number = 0;
};

// What launched what, by thread.
struct HostRecord {
    std::map<TrackId, std::vector<CallSpan>> backward; // autograd's calls, and what its caller says itself
    std::map<TrackId, std::vector<CallSpan>> optimizer;
    std::map<TrackId, std::vector<CallSpan>> blocks; // module frames
    std::map<TrackId, int> autogradCalls;
};

HostRecord recordOf(const TraceDocument &document, const std::string &module)
{
    HostRecord record;
    for (std::uint32_t e = 0; e < document.events.size(); ++e) {
        const EventRow row = document.events.row(EventId{e});
        const std::string_view name = document.text(row.name);
        const std::string_view category = document.text(row.category);
        if (row.duration < 0)
            continue;
        const CallSpan span{row.start, row.start + row.duration, 0};
        if (category == "cpu_op" && name.starts_with("autograd::engine::evaluate_function")) {
            record.backward[row.track].push_back(span);
            ++record.autogradCalls[row.track];
        } else if (category == "user_annotation" && name == "## backward ##") {
            record.backward[row.track].push_back(span);
        } else if (category == "python_function" && name.starts_with("torch/_tensor.py") && name.ends_with(": backward")) {
            record.backward[row.track].push_back(span);
        } else if (category == "user_annotation" && name.starts_with("Optimizer.step#")) {
            record.optimizer[row.track].push_back(span);
        } else if (!module.empty() && category == "python_function" && name.starts_with(module)) {
            const QByteArray number(name.data() + module.size(), static_cast<qsizetype>(name.size() - module.size()));
            record.blocks[row.track].push_back({span.begin, span.end, number.toInt()});
        }
    }
    return record;
}

const CallSpan *spanAt(const std::map<TrackId, std::vector<CallSpan>> &spans, TrackId track, std::int64_t time)
{
    const auto found = spans.find(track);
    if (found == spans.end())
        return nullptr;
    for (const CallSpan &span : found->second) {
        if (span.begin <= time && time <= span.end)
            return &span;
    }
    return nullptr;
}

} // namespace

class tst_TrainingTraces : public QObject {
    Q_OBJECT
private slots:
    void kernelsStandWhereTheyWereLaunched_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("module");
        QTest::addColumn<int>("launched"); // GPU work whose launch is recorded
        QTest::addColumn<int>("inBlocks");
        QTest::addColumn<int>("layers");
        QTest::addColumn<bool>("asked"); // for so many layers
        QTest::newRow("recommender without layers") << "hta_trace_diff_test.json.gz"
                                                    << "" << 15018 << 0 << 0 << false;
        QTest::newRow("convolutions without layers") << "tl_mi300_resnet_act_checkpoint.json.gz"
                                                     << "" << 2685 << 0 << 0 << false;
        QTest::newRow("blocks of convolutions as layers, activations recomputed")
            << "tl_mi300_resnet_act_checkpoint.json.gz"
            << "nn.Module: BasicBlock_" << 2685 << 1230 << 8 << true;
    }
    void kernelsStandWhereTheyWereLaunched()
    {
        QFETCH(QString, file);
        QFETCH(QString, module);
        QFETCH(int, launched);
        QFETCH(int, inBlocks);
        QFETCH(int, layers);
        QFETCH(bool, asked);
        const QString path = QStringLiteral(LAMELLA_SHARED_TRACES "/chrome/") + file;
        LAMELLA_NEED_SHARED(path);
        const auto opened = openTrace(path.toStdString());
        QVERIFY(opened);
        const TraceDocument &document = **opened;
        SessionOptions options;
        if (asked)
            options.layers = layers;
        const auto session = AnalysisSession::create(*opened, options);
        QVERIFY(session);
        const auto found = (*session)->segmentation();
        QVERIFY(found);
        const Segmentation &s = **found;
        QCOMPARE(s.devices[s.mainDevice.value].modelLayers, layers);

        const HostRecord record = recordOf(document, module.toStdString());
        int checked = 0;
        int blocks = 0;
        for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
            const EventId launch = document.kernels.launch[k];
            if (!launch.valid())
                continue;
            const EventRow call = document.events.row(launch);
            const auto autograd = record.autogradCalls.find(call.track);
            const bool backward = (autograd != record.autogradCalls.end() && autograd->second > 100)
                || spanAt(record.backward, call.track, call.start) != nullptr;
            const bool optimizer = spanAt(record.optimizer, call.track, call.start) != nullptr;
            const Stage expected = backward ? Stage::Backward : optimizer ? Stage::Optimizer : Stage::Forward;
            const Pass *pass = s.pass(document.deviceOf(KernelId{k}), s.passOf[k]);
            QVERIFY2(pass != nullptr && pass->stage == expected, qPrintable(QStringLiteral("kernel %1").arg(k)));
            ++checked;
            if (const CallSpan *block = spanAt(record.blocks, call.track, call.start)) {
                QCOMPARE(s.layerOf[k], block->number);
                ++blocks;
            }
        }
        QCOMPARE(checked, launched);
        QCOMPARE(blocks, inBlocks);
        QVERIFY2(s.confidence > 0.3 && s.confidence < 0.7, qPrintable(QString::number(s.confidence)));
    }
};

LAMELLA_CORE_APPLICATION_TEST(tst_TrainingTraces)
#include "tst_TrainingTraces.moc"
