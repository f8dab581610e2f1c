// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of layers and stages of passes whose layout is known.
#include "core/analysis/segmentation/PassNumbering.h"
#include "tests/core/analysis/segmentation/LetterSequence.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

using namespace lamella;
using namespace lamella::core;

Q_DECLARE_METATYPE(lamella::core::Stage)

class TestPassNumbering : public QObject {
    Q_OBJECT
private slots:
    void layers_data();
    void layers();
    void stages_data();
    void stages();
};

namespace {

// Words are passes; every A (attention that only prefill runs), B (that reads the pages of a cache, too) and L (that only decode
// runs) is a layer.
DeviceSegmentation numbered(const QString &words, int modelLayers)
{
    test::LetterSequence trace(QString(words).remove(u' ').toStdString());
    TraceDocument &document = trace.document;
    for (std::uint32_t i = 0; i < trace.sequence.size(); ++i) {
        const char letter = static_cast<char>(trace.sequence.symbol[i].value);
        const std::string name = letter == 'A' ? "flash_fwd_kernel"
            : letter == 'B'                    ? "batch_prefill_with_paged_kv_cache_kernel"
            : letter == 'L'                    ? "paged_attention_kernel"
                                               : "";
        trace.sequence.symbol[i] = document.strings.intern(name.empty() ? std::string("kernel_") + letter : name);
        trace.sequence.token[i] |= name.empty() ? TokenSet{0} : tokensOfName(name, Category::Attention);
        document.kernels.name[i] = trace.sequence.symbol[i];
    }
    std::vector<PassLayout> layouts;
    std::uint32_t at = 0;
    for (const QString &word : words.split(u' ')) {
        PassLayout &layout = layouts.emplace_back();
        layout.span = {at, at + static_cast<std::uint32_t>(word.size())};
        for (const QChar letter : word) {
            if (letter == u'A' || letter == u'B' || letter == u'L') {
                LayerLayout &layer = layout.layers.emplace_back();
                layer.span = {at, at + 1};
                layer.core = layer.span;
            }
            ++at;
        }
    }
    const KernelNames names(document, test::testProfiles(), nullptr);
    const StepAnnotations steps;
    DeviceSegmentation device;
    Segmentation cut;
    cut.passOf.assign(document.kernels.size(), kNoPass);
    cut.layerOf.assign(document.kernels.size(), kNoLayer);
    numberPasses({document, names, trace.sequence, layouts, steps, modelLayers}, device, cut);
    return device;
}

} // namespace

void TestPassNumbering::layers_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("numbers"); // of the layers of each pass
    QTest::newRow("whole passes") << "EAAAAGS EAAAAGS"
                                  << "0123 0123";
    QTest::newRow("the capture begins inside a pass") << "AAGS EAAAAGS"
                                                      << "23 0123";
    QTest::newRow("it begins in the last layer") << "AGS EAAAAGS EAAAAGS"
                                                 << "3 0123 0123";
    QTest::newRow("a draft of one layer comes first") << "EAGS EAAAAGS EAAAAGS"
                                                      << "0 0123 0123";
    QTest::newRow("and ends inside one") << "EAAAAGS EAA"
                                         << "0123 01";
    QTest::newRow("one that begins and ends inside") << "AA"
                                                     << "01";
    QTest::newRow("a later pass without a head began where it begins") << "EAAAAGS AAAGS EAAAAGS"
                                                                       << "0123 012 0123";
    QTest::newRow("the last one too") << "EAAAAGS AAAGS"
                                      << "0123 012";
}

void TestPassNumbering::layers()
{
    QFETCH(QString, words);
    const DeviceSegmentation device = numbered(words, 4);
    QStringList numbers;
    for (const Pass &pass : device.passes) {
        numbers << QString();
        for (int l = 0; l < pass.layers; ++l)
            numbers.last() += QString::number(device.layers[pass.firstLayer + static_cast<std::uint32_t>(l)].layer);
    }
    QTEST(numbers.join(u' '), "numbers");
}

void TestPassNumbering::stages_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<Stage>("stage");
    QTest::newRow("prefill alone") << "EAAAAAGS" << Stage::Prefill;
    QTest::newRow("the same kernels in an encoder, which samples nothing") << "EAAAAAG" << Stage::Unknown;
    QTest::newRow("prefill that reads the pages of a cache, in a capture that shows nothing else of a decoder")
        << "NBGNBGNBG" << Stage::Prefill;
    QTest::newRow("decode alone") << "ELLLLLGS" << Stage::Decode;
    QTest::newRow("as much of both") << "EALALGS" << Stage::Mixed;
    QTest::newRow("a quarter of the other") << "EAAAALGS" << Stage::Mixed;
    QTest::newRow("less than a quarter of decode") << "EAAAAALGS" << Stage::Prefill;
    QTest::newRow("less than a quarter of prefill") << "ELLLLLAGS" << Stage::Decode;
}

void TestPassNumbering::stages()
{
    QFETCH(QString, word);
    const DeviceSegmentation device = numbered(word, 0);
    QCOMPARE(device.passes.size(), std::size_t{1});
    QTEST(device.passes[0].stage, "stage");
}

LAMELLA_TEST(TestPassNumbering)
#include "tst_PassNumbering.moc"
