// SPDX-License-Identifier: GPL-3.0-or-later
// Passes and layers of diffusion models and encoders: layers that begin with the modulation of their norms, steps that begin with
// the sinusoids of their time, towers that begin with a convolution. Letters as in NamedKernels.h.
#include "tests/core/analysis/segmentation/NamedKernels.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <cstdint>

using namespace lamella::core;
using namespace lamella::test;

class TestDiffusionPasses : public QObject {
    Q_OBJECT
private slots:
    void passes_data();
    void passes();
};

namespace {

constexpr const char *kEncoderLayer = "Lg F ga Lg Gga";
constexpr const char *kDiffusionLayer = "sg Lma g F gma Lma g G gma";
constexpr const char *kSingleBlock = "sg Lma g G ggg LL m F k gma";
constexpr const char *kTail = "sg Lma g";

// "0h3 0.12x6 0t1 1h2 …": pass, then head, tail or kernels of each of so many equal layers, in the order of the kernels; "-":
// none.
QString parts(const Segmentation &found)
{
    QStringList words;
    const std::size_t all = found.passOf.size();
    const auto kernelsFrom = [&](std::size_t i) {
        std::size_t end = i;
        while (end < all && found.passOf[end] == found.passOf[i] && found.layerOf[end] == found.layerOf[i])
            ++end;
        return end - i;
    };
    for (std::size_t i = 0; i < all;) {
        const std::size_t kernels = kernelsFrom(i);
        const std::int32_t layer = found.layerOf[i];
        const QString pass = found.passOf[i] < 0 ? QString() : QString::number(found.passOf[i]);
        if (pass.isEmpty() || layer < 0) {
            const QLatin1Char what(pass.isEmpty() ? '-' : layer == kHeadLayer ? 'h' : 't');
            words << pass + what + QString::number(kernels);
            i += kernels;
            continue;
        }
        int layers = 0;
        for (const std::int32_t ofPass = found.passOf[i];
             i < all && found.passOf[i] == ofPass && found.layerOf[i] >= 0 && kernelsFrom(i) == kernels; ++layers)
            i += kernels;
        words << QStringLiteral("%1.%2x%3").arg(pass).arg(kernels).arg(layers);
    }
    return words.join(QLatin1Char(' '));
}

} // namespace

void TestDiffusionPasses::passes_data()
{
    QTest::addColumn<Kernels>("kernels");
    QTest::addColumn<QString>("parts");
    // What opens the layers of the diffusion model opens none of the encoder, whose head ends with the positions that it adds.
    Kernels withText;
    withText.letters(QStringLiteral("eea")).letters(QLatin1String(kEncoderLayer), 6).letters(QStringLiteral("L"));
    for (int step = 0; step < 2; ++step)
        withText.letters(QStringLiteral("C ack gsg")).letters(QLatin1String(kDiffusionLayer), 8).letters(QLatin1String(kTail));
    QTest::newRow("a text encoder before it") << withText << QStringLiteral("0h3 0.10x6 0t1 1h7 1.18x8 1t6 2h7 2.18x8 2t6");
    QTest::newRow("a part of its single blocks") << Kernels()
                                                        .letters(QStringLiteral("k gma"))
                                                        .letters(QLatin1String(kSingleBlock), 8)
                                                        .letters(QLatin1String(kTail))
                                                        .letters(QStringLiteral("ma"))
                                                 << QStringLiteral("0.4x1 0.18x8 0t8");
    Kernels labelled; // both the head and the layers end with an addition
    for (int step = 0; step < 4; ++step)
        labelled.letters(QStringLiteral("C a ck gsg ea"))
            .letters(QLatin1String(kDiffusionLayer), 8)
            .letters(QLatin1String(kTail));
    QTest::newRow("a label is looked up behind the time")
        << labelled << QStringLiteral("0h9 0.18x8 0t6 1h9 1.18x8 1t6 2h9 2.18x8 2t6 3h9 3.18x8 3t6");
    Kernels cutOnce; // one boundary between two parts of steps, without a pause
    cutOnce.letters(QLatin1String(kDiffusionLayer), 9)
        .letters(QLatin1String(kTail))
        .letters(QStringLiteral("C a ck gsg"))
        .letters(QLatin1String(kDiffusionLayer), 12);
    QTest::newRow("parts of two steps") << cutOnce << QStringLiteral("0.18x9 0t6 1h7 1.18x12");
    Kernels images;
    for (int image = 0; image < 2; ++image)
        images.letters(QStringLiteral("Ca")).letters(QLatin1String(kEncoderLayer), 12).letters(QStringLiteral("Lg"));
    images.letters(QStringLiteral("e")).letters(QStringLiteral("Lg F ga Lg sgma"), 12).letters(QStringLiteral("Lg"));
    QTest::newRow("a vision tower, once an image") << images << QStringLiteral("0h2 0.10x12 0t2 1h2 1.10x12 1t2 2h1 2.11x12 2t2");
    Kernels rotary;
    for (int pass = 0; pass < 3; ++pass)
        rotary.letters(QStringLiteral("e mm g kc mm")).letters(QStringLiteral("Lg F ga Lg sgma"), 8).letters(QStringLiteral("L"));
    QTest::newRow("a product makes the angles of positions behind the lookup")
        << rotary << QStringLiteral("0h8 0.11x8 0t1 1h8 1.11x8 1t1 2h8 2.11x8 2t1");
    QTest::newRow("Conformer blocks end with a norm") << Kernels()
                                                             .letters(QStringLiteral("CkCg"))
                                                             .letters(QStringLiteral("Lgsga Lg F ga LgsCsga Lgsga L"), 8)
                                                             .letters(QStringLiteral("g"))
                                                      << QStringLiteral("0h4 0.23x8 0t1");
    // The last block has no second half for the text, and the norm of the output begins as blocks do.
    Kernels halves;
    for (int step = 0; step < 2; ++step)
        halves.letters(QStringLiteral("C a ck gsg"))
            .letters(QStringLiteral("sg Lma sg Lma ggg F gma Lma gGgma ma Lma gGgma"), 7)
            .letters(QStringLiteral("sg Lma sg Lma ggg F gma Lma gGgma sgLma g k ma"));
    QTest::newRow("a last block without its second half")
        << halves << QStringLiteral("0h7 0.35x7 0.25x1 0t9 1h7 1.35x7 1.25x1 1t9");
    Kernels lost; // a product of the first layer that the capture shows whole
    lost.letters(QStringLiteral("Lma g F gma Lma gGgma sgLma F gma Lma gGgma")).letters(QLatin1String(kDiffusionLayer), 6);
    for (int step = 0; step < 2; ++step)
        lost.letters(QLatin1String(kTail)).letters(QStringLiteral("C a ck gsg")).letters(QLatin1String(kDiffusionLayer), 8);
    QTest::newRow("a lost event in the first step that is cut")
        << lost << QStringLiteral("0.16x1 0.17x1 0.18x6 0t6 1h7 1.18x8 1t6 2h7 2.18x8");
    Kernels streams; // the first blocks transform the text, too
    for (int step = 0; step < 3; ++step)
        streams.letters(QStringLiteral("C ck gsg g"))
            .letters(QStringLiteral("sg Lma g LL sg Lma g LL m F gma Lma gGgma gma Lma gGgma"), 6)
            .letters(QStringLiteral("sg Lma g LL m F G k gma"), 12)
            .letters(QLatin1String(kTail));
    QTest::newRow("blocks of two streams before those of one")
        << streams << QStringLiteral("0h7 0.40x6 0.15x12 0t6 1h7 1.40x6 1.15x12 1t6 2h7 2.40x6 2.15x12 2t6");
    Kernels written; // attention of the text encoder
    written.letters(QStringLiteral("h e")).letters(QStringLiteral("Lggg gaxg ga LgGga"), 6).letters(QStringLiteral("L"));
    for (int step = 0; step < 2; ++step)
        written.letters(QStringLiteral("C ck gsg")).letters(QLatin1String(kDiffusionLayer), 8).letters(QLatin1String(kTail));
    QTest::newRow("a text encoder with attention in single kernels")
        << written << QStringLiteral("0h2 0.15x6 0t1 1h6 1.18x8 1t6 2h6 2.18x8 2t6");
    Kernels pooled;
    for (int image = 0; image < 2; ++image)
        pooled.letters(QStringLiteral("Ca")).letters(QLatin1String(kEncoderLayer), 8).letters(QStringLiteral("Lgg F g L gGga d"));
    QTest::newRow("attention that pools the result") << pooled << QStringLiteral("0h2 0.10x8 0t11 1h2 1.10x8 1t11");
    Kernels closing; // nothing is looked up
    for (int pass = 0; pass < 3; ++pass)
        closing.letters(QStringLiteral("h ga")).letters(QStringLiteral("g F ga L gGga L"), 6).letters(QStringLiteral("g"));
    Kernels ended; // the head ends with a sum, as blocks do; what blocks end with shows at the end of the first part alone
    ended.letters(QLatin1String(kDiffusionLayer), 9)
        .letters(QLatin1String(kTail))
        .letters(QStringLiteral("C a ck gsg a"))
        .letters(QLatin1String(kDiffusionLayer), 6)
        .letters(QStringLiteral("sg Lma g F gma"));
    QTest::newRow("parts of two steps whose head ends with a sum") << ended << QStringLiteral("0.18x9 0t6 1h8 1.18x6 1.10x1");
    QTest::newRow("norms close layers of numbers") << closing << QStringLiteral("0h3 0.10x6 0t1 1h3 1.10x6 1t1 2h3 2.10x6 2t1");
}

void TestDiffusionPasses::passes()
{
    QFETCH(Kernels, kernels);
    QFETCH(QString, parts);
    QCOMPARE(::parts(kernels.segmented()), parts);
}

LAMELLA_TEST(TestDiffusionPasses)
#include "tst_DiffusionPasses.moc"
