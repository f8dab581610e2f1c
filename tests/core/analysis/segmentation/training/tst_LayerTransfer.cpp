// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/LayerTransfer.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella::core;

namespace {

// One letter a kernel, one digit a layer.
std::vector<StringId> symbolsOf(const QString &text)
{
    std::vector<StringId> symbols;
    for (const QChar c : text)
        symbols.push_back(StringId{c.unicode()});
    return symbols;
}

} // namespace

class tst_LayerTransfer : public QObject {
    Q_OBJECT
private slots:
    void transfers_data()
    {
        QTest::addColumn<QString>("known");
        QTest::addColumn<QString>("layers");
        QTest::addColumn<QString>("other");
        QTest::addColumn<QString>("expected"); // empty = too different
        const QString twenty = QStringLiteral("abcdefghabcdefghabcdefgh");
        const QString numbers = QStringLiteral("000000001111111122222222");
        QTest::newRow("the same") << twenty << numbers << twenty << numbers;
        QTest::newRow("a kernel more") << twenty << numbers << "abcdefghabcXdefghabcdefgh"
                                       << "0000000011111111122222222";
        QTest::newRow("a kernel less") << twenty << numbers << "abcdefghabcdfghabcdefgh"
                                       << "00000000111111122222222";
        QTest::newRow("another kernel") << twenty << numbers << "abcdefghabcdXfghabcdefgh" << numbers;
        QTest::newRow("half of it") << twenty << numbers << "abcdefghabcd"
                                    << "";
        QTest::newRow("nothing in common") << twenty << numbers << "ZZZZZZZZZZZZZZZZZZZZZZZZ"
                                           << "";
        QTest::newRow("empty") << twenty << numbers << ""
                               << "";
    }
    void transfers()
    {
        QFETCH(QString, known);
        QFETCH(QString, layers);
        QFETCH(QString, other);
        QFETCH(QString, expected);
        std::vector<std::int32_t> numbers;
        for (const QChar c : layers)
            numbers.push_back(c.digitValue());
        const auto found = transferredLayers(symbolsOf(other), symbolsOf(known), numbers);
        QCOMPARE(found.has_value(), !expected.isEmpty());
        QString text;
        for (const std::int32_t layer : found.value_or(std::vector<std::int32_t>{}))
            text += QString::number(layer);
        QCOMPARE(text, expected);
    }
};

LAMELLA_TEST(tst_LayerTransfer)
#include "tst_LayerTransfer.moc"
