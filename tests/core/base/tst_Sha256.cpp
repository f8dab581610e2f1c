// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Sha256.h"
#include "tests/support/TestMain.h"

#include <QCryptographicHash>
#include <QTest>

#include <algorithm>

using namespace lamella::core;

class tst_Sha256 : public QObject {
    Q_OBJECT
private slots:
    void examplesOfTheStandard_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("nothing") << QByteArray()
                                 << QByteArray("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        QTest::newRow("one block") << QByteArray("abc")
                                   << QByteArray("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        QTest::newRow("two blocks") << QByteArray("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                                    << QByteArray("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    }
    void examplesOfTheStandard()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        for (const auto way : {Sha256::Way::Fastest, Sha256::Way::Portable}) {
            Sha256 hash(way);
            hash.add({text.constData(), static_cast<std::size_t>(text.size())});
            QCOMPARE(QByteArray::fromStdString(hash.hex()), expected);
        }
    }

    void everyLengthInAnyPieces()
    {
        QByteArray text;
        for (int length = 0; length < 300; ++length) {
            const QByteArray expected = QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex();
            for (const auto way : {Sha256::Way::Fastest, Sha256::Way::Portable}) {
                for (const qsizetype piece : {1, 7, 63, 64, 65, 1000}) {
                    Sha256 hash(way);
                    for (qsizetype at = 0; at < text.size(); at += piece)
                        hash.add({text.constData() + at, static_cast<std::size_t>(std::min(piece, text.size() - at))});
                    QCOMPARE(QByteArray::fromStdString(hash.hex()), expected);
                }
            }
            text += static_cast<char>(length * 37);
        }
    }
};

LAMELLA_TEST(tst_Sha256)
#include "tst_Sha256.moc"
