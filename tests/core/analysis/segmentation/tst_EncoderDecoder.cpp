// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers of a pass are those of an encoder, and which passes run the decoder alone.
#include "core/analysis/segmentation/OtherModel.h"
#include "tests/core/analysis/segmentation/LetterSequence.h"
#include "tests/support/TestMain.h"

#include <QRegularExpression>
#include <QTest>

using namespace lamella;
using namespace lamella::core;

class TestEncoderDecoder : public QObject {
    Q_OBJECT
private slots:
    void parts_data();
    void parts();
    void cutEncoder();
};

namespace {

// "Enaf|naf Ena..": a space begins a pass, a bar a layer; what stands before the first bar of a pass is its head.
std::vector<PassLayout> layoutsOf(const QString &text)
{
    std::vector<PassLayout> layouts;
    std::uint32_t at = 0;
    for (const QString &pass : text.split(QLatin1Char(' '))) {
        PassLayout layout;
        layout.span.begin = at;
        const QStringList parts = pass.split(QLatin1Char('|'));
        at += static_cast<std::uint32_t>(parts.front().size());
        for (qsizetype p = 1; p < parts.size(); ++p) {
            LayerLayout layer;
            layer.span = {at, at + static_cast<std::uint32_t>(parts[p].size())};
            const auto core = at + static_cast<std::uint32_t>(parts[p].lastIndexOf(QRegularExpression(QStringLiteral("[AB]"))));
            at = layer.span.end;
            layer.core = {core, core + 1};
            layout.layers.push_back(layer);
        }
        layout.span.end = at;
        layouts.push_back(layout);
    }
    return layouts;
}

} // namespace

void TestEncoderDecoder::parts_data()
{
    QTest::addColumn<QString>("passes");
    QTest::addColumn<int>("encoder");
    QTest::addColumn<int>("decoder");
    QTest::addColumn<QString>("decoderOnly"); // "0 1 1"
    QTest::newRow("an encoder, then steps of the decoder")
        << "E|nA|nA|EnBB|nBB|nBB E|nBB|nBB|nBB E|nBB|nBB|nBB" << 2 << 3 << "0 1 1";
    QTest::newRow("a decoder alone") << "E|nA|nA|nA E|nA|nA|nA" << 0 << 0 << "0 0";
    QTest::newRow("every layer looks something up") << "x|EnA|EnA|EnA|EnA" << 0 << 0 << "0";
    QTest::newRow("annotated layers reach to the next one") << "E|nA|nAnE|nBB|nBB E|nBB|nBB" << 2 << 2 << "0 1";
    QTest::newRow("the encoder alone, once") << "E|nA|nA|EnBB|nBB E|nA|nA E|nBB|nBB" << 2 << 2 << "0 0 1";
}

void TestEncoderDecoder::parts()
{
    QFETCH(QString, passes);
    QFETCH(int, encoder);
    QFETCH(int, decoder);
    QFETCH(QString, decoderOnly);
    QString letters = passes;
    letters.remove(QLatin1Char(' ')).remove(QLatin1Char('|'));
    const test::LetterSequence trace(letters.toStdString());
    const EncoderDecoder found = encoderDecoder(trace.sequence, layoutsOf(passes), false, 0);
    QCOMPARE(found.encoder, encoder);
    QCOMPARE(found.decoder, decoder);
    QStringList only;
    for (const char flag : found.decoderOnly)
        only << QString::number(flag);
    QCOMPARE(only.join(QLatin1Char(' ')), decoderOnly);
    for (std::size_t p = 0; p < found.decoderOnly.size(); ++p)
        QCOMPARE(found.first(p), found.decoderOnly[p] != 0 ? encoder : 0);
}

void TestEncoderDecoder::cutEncoder()
{
    const QString passes = QStringLiteral("|nA|EnBB|nBB E|nBB|nBB");
    const test::LetterSequence trace("nAEnBBnBBEnBBnBB");
    const EncoderDecoder seen = encoderDecoder(trace.sequence, layoutsOf(passes), true, 0);
    QCOMPARE(seen.encoder, 1);
    QVERIFY(!seen.wholeEncoder);
    const EncoderDecoder told = encoderDecoder(trace.sequence, layoutsOf(passes), true, 6);
    QCOMPARE(told.encoder, 6);
    QCOMPARE(told.ofEncoder.front(), 1);
    QCOMPARE(told.first(1), 6);
    QVERIFY(encoderDecoder(trace.sequence, layoutsOf(passes), false, 0).wholeEncoder);
    // Another pass shows the whole encoder: then neither the cut one nor the config counts.
    const test::LetterSequence both("nAEnBBnBBEnAnAEnBBnBB");
    const QString again = QStringLiteral("|nA|EnBB|nBB E|nA|nA|EnBB|nBB");
    QCOMPARE(encoderDecoder(both.sequence, layoutsOf(again), true, 6).encoder, 2);
}

LAMELLA_TEST(TestEncoderDecoder)
#include "tst_EncoderDecoder.moc"
