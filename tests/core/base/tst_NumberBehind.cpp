// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/NumberBehind.h"

#include <QTest>

using namespace lamella::core;

class TestNumberBehind : public QObject {
    Q_OBJECT
private slots:
    void numbers_data();
    void numbers();
};

void TestNumberBehind::numbers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("inAWord");
    QTest::addColumn<int>("number"); // -1: none
    QTest::newRow("nothing between") << QByteArray("a_rank12.json") << true << 12;
    QTest::newRow("a sign between") << QByteArray("RANK-7") << true << 7;
    QTest::newRow("leading zeros") << QByteArray("rank_007.json") << true << 7;
    QTest::newRow("not at the start of a word") << QByteArray("frank3") << true << -1;
    QTest::newRow("the first may have none") << QByteArray("ranks/rank=5") << true << 5;
    QTest::newRow("behind a digit") << QByteArray("dp2rank8") << true << 8;
    QTest::newRow("a letter follows, taken") << QByteArray("rank8b") << true << 8;
    QTest::newRow("a letter follows, not taken") << QByteArray("rank8b") << false << -1;
    QTest::newRow("a letter follows, the next one counts") << QByteArray("rank8b_rank4") << false << 4;
    QTest::newRow("six digits") << QByteArray("rank999999") << true << 999999;
    QTest::newRow("a date is none") << QByteArray("rank20260101") << true << -1;
    QTest::newRow("word at the end") << QByteArray("rank") << true << -1;
    QTest::newRow("sign at the end") << QByteArray("rank_") << true << -1;
    QTest::newRow("empty") << QByteArray() << true << -1;
}

void TestNumberBehind::numbers()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, inAWord);
    QFETCH(int, number);
    QCOMPARE(numberBehindWord(text.toStdString(), "rank", inAWord ? NumberEnds::Anywhere : NumberEnds::NotInAWord).value_or(-1),
        number);
}

QTEST_APPLESS_MAIN(TestNumberBehind)
#include "tst_NumberBehind.moc"
