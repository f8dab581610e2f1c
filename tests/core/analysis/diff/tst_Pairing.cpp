// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/Pairing.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella::core;

namespace {

// "d0+ d1 p2+": stage (d decode, p prefill, m mixed), number, complete; state after it: "s" steady, "c" cold.
std::vector<Pass> passesOf(const QString &text)
{
    std::vector<Pass> passes;
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString &word : words) {
        Pass pass;
        pass.stage = word[0] == QLatin1Char('d') ? Stage::Decode : word[0] == QLatin1Char('p') ? Stage::Prefill : Stage::Mixed;
        pass.number = word.mid(1, 1).toInt();
        pass.complete = word.contains(QLatin1Char('+'));
        pass.state = word.endsWith(QLatin1Char('s')) ? PassState::Steady
            : word.endsWith(QLatin1Char('c'))        ? PassState::Cold
                                                     : PassState::Unknown;
        passes.push_back(pass);
    }
    return passes;
}

std::vector<PassRef> refs(const std::vector<Pass> &passes)
{
    std::vector<PassRef> all;
    for (const Pass &pass : passes)
        all.push_back({DeviceId(0), &pass});
    return all;
}

QString shown(const PassPairing &pairing)
{
    QStringList words;
    for (const PassPair &pair : pairing.pairs)
        words << QStringLiteral("%1-%2").arg(pair.a.pass->number).arg(pair.b.pass->number);
    for (const PassRef &ref : pairing.onlyA)
        words << QStringLiteral("A%1").arg(ref.pass->number);
    for (const PassRef &ref : pairing.onlyB)
        words << QStringLiteral("B%1").arg(ref.pass->number);
    return words.join(QLatin1Char(' '));
}

// "h 0A 1B 2B t": head, layer 0 of type A...
LayerList layersOf(const QString &text, int modelLayers)
{
    LayerList list;
    list.modelLayers = modelLayers;
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString &word : words) {
        const bool head = word == QLatin1String("h");
        const bool tail = word == QLatin1String("t");
        list.numbers.push_back(head ? kHeadLayer
                : tail              ? kTailLayer
                       : word.left(word.size() > 1 && !word.back().isDigit() ? word.size() - 1 : word.size()).toInt());
        list.types.push_back(!head && !tail && !word.back().isDigit() ? word.right(1).toStdString() : std::string());
    }
    return list;
}

QString shown(const std::vector<LayerPair> &pairs)
{
    QStringList words;
    const auto number = [](int layer) {
        return layer == kHeadLayer    ? QStringLiteral("h")
            : layer == kTailLayer     ? QStringLiteral("t")
            : layer == kNoCounterpart ? QStringLiteral(".")
                                      : QString::number(layer);
    };
    for (const LayerPair &pair : pairs)
        words << number(pair.a) + number(pair.b);
    return words.join(QLatin1Char(' '));
}

} // namespace

class TestPairing : public QObject {
    Q_OBJECT
private slots:
    void passes_data()
    {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<QString>("pairs");
        QTest::newRow("one against one, whatever they are")
            << QStringLiteral("d3+s") << QStringLiteral("p5") << QStringLiteral("3-5");
        QTest::newRow("stage by stage in order")
            << QStringLiteral("p0+ d1+s d2+s") << QStringLiteral("d0+s p1+ d2+s") << QStringLiteral("0-1 1-0 2-2");
        QTest::newRow("state before order") << QStringLiteral("d0+c d1+s d2+s") << QStringLiteral("d0+s d1+s d2+c")
                                            << QStringLiteral("0-2 1-0 2-1");
        QTest::newRow("a partial pass does not shift the others")
            << QStringLiteral("d0 d1+s d2+s") << QStringLiteral("d0+s d1+s") << QStringLiteral("1-0 2-1 A0");
        QTest::newRow("what is left of a stage is paired in order")
            << QStringLiteral("d0+c d1+s d2+s") << QStringLiteral("d0+s d1+s d2+s") << QStringLiteral("0-2 1-0 2-1");
        QTest::newRow("other stages stay alone")
            << QStringLiteral("d0+s m1+") << QStringLiteral("p0+ d1+s") << QStringLiteral("0-1 A1 B0");
        QTest::newRow("more on one side") << QStringLiteral("d0+s") << QStringLiteral("d0+s d1+s d2+s")
                                          << QStringLiteral("0-0 B1 B2");
    }
    void passes()
    {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(QString, pairs);
        const std::vector<Pass> passesA = passesOf(a);
        const std::vector<Pass> passesB = passesOf(b);
        QCOMPARE(shown(pairPasses(refs(passesA), refs(passesB))), pairs);
        PassPairing mirrored = pairPasses(refs(passesB), refs(passesA));
        for (PassPair &pair : mirrored.pairs)
            std::swap(pair.a, pair.b);
        std::swap(mirrored.onlyA, mirrored.onlyB);
        std::sort(mirrored.pairs.begin(), mirrored.pairs.end(),
            [](const PassPair &x, const PassPair &y) { return x.a.pass->number < y.a.pass->number; });
        QCOMPARE(shown(mirrored), pairs);
    }

    void layers_data()
    {
        QTest::addColumn<QString>("a");
        QTest::addColumn<int>("layersA");
        QTest::addColumn<QString>("b");
        QTest::addColumn<int>("layersB");
        QTest::addColumn<QString>("pairs");
        QTest::newRow("by number") << QStringLiteral("h 0A 1B 2B t") << 3 << QStringLiteral("h 0A 1B 2B t") << 3
                                   << QStringLiteral("hh 00 11 22 tt");
        QTest::newRow("by number although types differ")
            << QStringLiteral("h 0A 1B t") << 2 << QStringLiteral("h 0B 1A t") << 2 << QStringLiteral("hh 00 11 tt");
        QTest::newRow("partial pass keeps its numbers")
            << QStringLiteral("h 0 1 2 3 t") << 4 << QStringLiteral("h 2 3 t") << 4 << QStringLiteral("hh 0. 1. 22 33 tt");
        QTest::newRow("no types: from the front")
            << QStringLiteral("h 0 1 2 t") << 3 << QStringLiteral("h 0 1 t") << 2 << QStringLiteral("hh 00 11 2. tt");
        QTest::newRow("by type: dense first, a mixture more")
            << QStringLiteral("h 0D 1M 2M t") << 3 << QStringLiteral("h 0D 1D 2M 3M t") << 4
            << QStringLiteral("hh .0 01 12 23 tt");
        QTest::newRow("by type: the last stays the last")
            << QStringLiteral("h 0A 1B 2F t") << 3 << QStringLiteral("h 0A 1B 2B 3F t") << 4
            << QStringLiteral("hh 00 .1 12 23 tt");
        QTest::newRow("head of one side only")
            << QStringLiteral("h 0 1 t") << 2 << QStringLiteral("0 1") << 2 << QStringLiteral("h. 00 11 t.");
    }
    void layers()
    {
        QFETCH(QString, a);
        QFETCH(int, layersA);
        QFETCH(QString, b);
        QFETCH(int, layersB);
        QFETCH(QString, pairs);
        const LayerList listA = layersOf(a, layersA);
        const LayerList listB = layersOf(b, layersB);
        const std::vector<LayerPair> found = pairLayers(listA, listB);
        QCOMPARE(shown(found), pairs);
        std::vector<LayerPair> mirrored = pairLayers(listB, listA);
        for (LayerPair &pair : mirrored)
            std::swap(pair.a, pair.b);
        QVERIFY(mirrored == found);
    }
};

LAMELLA_CORE_APPLICATION_TEST(TestPairing)
#include "tst_Pairing.moc"
