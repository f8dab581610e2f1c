// SPDX-License-Identifier: GPL-3.0-or-later
// Reasons why two traces are not runs of the same job; missing facts are not differences.
#include "core/session/DiffNotes.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

using namespace lamella;
using namespace lamella::core;

namespace {

struct Job {
    std::string kernels = "0/7: gemm@0+1";
    std::string gpu;
    std::string model; // model_type of a config; empty = no config
    int layers = 0;
    int ranks = 0;
};

struct Side {
    explicit Side(const Job &job)
        : document(test::documentFromText(job.kernels))
    {
        for (Device &device : document->devices)
            device.name = job.gpu;
        if (job.ranks > 0)
            document->metadata.worldSize = job.ranks;
        config.modelType = job.model;
        segmentation.modelLayers = job.layers;
    }
    [[nodiscard]] JobSide side() const { return {*document, config.modelType.empty() ? nullptr : &config, &segmentation}; }

    std::shared_ptr<TraceDocument> document;
    ModelConfig config;
    DeviceSegmentation segmentation;
};

} // namespace

Q_DECLARE_METATYPE(Job)

class TestJobDifferences : public QObject {
    Q_OBJECT
private slots:
    void differences_data()
    {
        QTest::addColumn<Job>("a");
        QTest::addColumn<Job>("b");
        QTest::addColumn<QString>("expected");
        const Job plain{"0/7: gemm@0+1", "H100", "qwen3", 36, 8};
        const auto with = [&plain](auto change) {
            Job job = plain;
            change(job);
            return job;
        };
        QTest::newRow("the same") << plain << plain << "";
        QTest::newRow("nothing known of one") << plain << Job{} << "";
        QTest::newRow("type of the model") << plain << with([](Job &j) { j.model = "llama"; }) << "other_model A qwen3 B llama";
        QTest::newRow("layers") << plain << with([](Job &j) { j.layers = 35; }) << "other_model A 36 layers B 35 layers";
        QTest::newRow("layers without a config") << with([](Job &j) { j.model.clear(); }) << with([](Job &j) {
            j.model.clear();
            j.layers = 48;
        }) << "other_model A 36 layers B 48 layers";
        QTest::newRow("GPU") << plain << with([](Job &j) { j.gpu = "A100"; }) << "other_device A H100 B A100";
        QTest::newRow("devices") << plain << with([](Job &j) { j.kernels = "0/7: gemm@0+1; 1/7: gemm@0+1"; })
                                 << "other_count A 1 device B 2 devices";
        QTest::newRow("ranks") << plain << with([](Job &j) { j.ranks = 16; }) << "other_count A 8 ranks B 16 ranks";
    }
    void differences()
    {
        QFETCH(Job, a);
        QFETCH(Job, b);
        const Side sideA(a);
        const Side sideB(b);
        QStringList found;
        for (const JobDifference &difference : jobDifferences(sideA.side(), sideB.side()))
            found << QString::fromStdString(
                std::string(verdictName(difference.verdict)) + " A " + difference.a.english() + " B " + difference.b.english());
        QTEST(found.join(QStringLiteral("; ")), "expected");
    }
};

LAMELLA_TEST(TestJobDifferences)
#include "tst_JobDifferences.moc"
