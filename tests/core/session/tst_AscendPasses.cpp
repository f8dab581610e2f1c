// SPDX-License-Identifier: GPL-3.0-or-later
// Passes of Ascend kernel tables: stages by the tokens of recorded shapes, and ranks of a pipeline.
#include "core/import/ImporterRegistry.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lamella::core;
using lamella::test::writeFile;

namespace {

constexpr int kLayers = 14;
constexpr const char *kHeader = "Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim,Input Shapes,"
                                "Input Data Types,Input Formats,Output Shapes,Output Data Types,Output Formats,Stream ID\n";

class Rows {
public:
    void add(const char *type, double duration, const QByteArray &shape, const char *core = "AI_CORE", const char *stream = "2")
    {
        text += QByteArray(type) + ',' + type + ',' + core + ',' + QByteArray::number(m_at, 'f', 3) + ','
            + QByteArray::number(duration, 'f', 3) + ",0,24,\"" + shape + "\",DT_BF16,ND,\"1,1\",DT_BF16,ND," + stream + '\n';
        m_at += duration + 1;
    }
    void rest(double us) { m_at += us; }
    QByteArray text = kHeader;

private:
    double m_at = 1000;
};

// A prefill of 2048 tokens and five steps of 16, with receives from the previous and sends to the next pipeline stage.
QByteArray kernelTable()
{
    Rows rows;
    for (int pass = 0; pass < 6; ++pass) {
        const double factor = pass == 0 ? 40 : 1;
        const QByteArray tokens = pass == 0 ? "2048" : "16";
        rows.add("hcom_receive_", 30, tokens + ",5120", "HCCL", "N/A");
        for (int layer = 0; layer < kLayers; ++layer) {
            const QByteArray hidden = tokens + ",5120;";
            rows.add("AddRmsNorm", 5 * factor, hidden + hidden + "5120", "AI_VECTOR_CORE");
            rows.add("MatMulV2", 20 * factor, hidden + "5120,2560");
            rows.add("RotaryPositionEmbedding", 4 * factor, tokens + ",40,128", "AI_VECTOR_CORE");
            rows.add("FusedInferAttentionScore", 30 * factor, tokens + ",40,128", "MIX_AIC");
            rows.add("MatMulV2", 15 * factor, tokens + ",2560;2560,5120");
            rows.add("AddRmsNorm", 5 * factor, hidden + hidden + "5120", "AI_VECTOR_CORE");
            rows.add("MatMulV2", 40 * factor, hidden + "5120,9000");
            rows.add("SwiGlu", 6 * factor, tokens + ",9000", "AI_VECTOR_CORE");
            rows.add("MatMulV2", 22 * factor, tokens + ",4500;4500,5120");
        }
        rows.add("hcom_send_", 30, tokens + ",5120", "HCCL", "N/A");
        rows.rest(300);
    }
    return rows.text;
}

} // namespace

class tst_AscendPasses : public QObject {
    Q_OBJECT
private slots:
    void sliceOfAPipeline()
    {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        writeFile(folder.filePath(QStringLiteral("kernel_details.csv")), kernelTable());
        writeFile(folder.filePath(QStringLiteral("config.json")),
            R"({"model_type":"qwen3","num_hidden_layers":28,"hidden_size":5120,"num_attention_heads":40,"num_key_value_heads":8})");
        SessionOptions options;
        options.configPath = folder.filePath(QStringLiteral("config.json")).toStdString();
        const auto document = openTrace(folder.filePath(QStringLiteral("kernel_details.csv")).toStdString(), {}, {});
        QVERIFY2(document.has_value(), document ? "" : document.error().message().c_str());
        const auto session = AnalysisSession::create(*document, options).value();
        const auto segmentation = session->segmentation().value();
        const DeviceSegmentation &device = segmentation->devices[segmentation->mainDevice.value];
        QCOMPARE(device.passes.size(), std::size_t{6});
        for (const Pass &pass : device.passes) {
            QCOMPARE(pass.layers, kLayers);
            QVERIFY(pass.complete);
            QCOMPARE(pass.stage, pass.number == 0 ? Stage::Prefill : Stage::Decode);
            QCOMPARE(pass.tokens, std::int64_t{pass.number == 0 ? 2048 : 16});
        }
        bool slice = false;
        for (const SegmentationCheck &check : segmentation->checks) {
            QVERIFY2(check.ok, check.sentence.english().c_str());
            slice = slice || check.sentence.english().find("holds 14 of the 28 layers") != std::string::npos;
        }
        QVERIFY(slice);
    }
};

LAMELLA_TEST(tst_AscendPasses)
#include "tst_AscendPasses.moc"
