// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/base/Time.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <memory>

using namespace lamella::core;

class TestResult : public QObject {
    Q_OBJECT
private slots:
    void holdsValueOrError();
    void movesWhatCannotBeCopied();
    void ofNothing();
    void message_data();
    void message();
    void rangesAreHalfOpen();
    void jobControlWithoutListener();
};

void TestResult::holdsValueOrError()
{
    const Result<int> good(7);
    QVERIFY(good.has_value());
    QVERIFY(good);
    QCOMPARE(*good, 7);
    const Result<int> bad(Error{ErrorCode::Limit, "too long", "a.json", 12});
    QVERIFY(!bad);
    QCOMPARE(bad.error().code, ErrorCode::Limit);
    QCOMPARE(bad.error().byteOffset, std::int64_t{12});
}

void TestResult::movesWhatCannotBeCopied()
{
    Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
    QCOMPARE(**result, 5);
    const std::unique_ptr<int> taken = *std::move(result);
    QCOMPARE(*taken, 5);
}

void TestResult::ofNothing()
{
    QVERIFY(Result<void>().has_value());
    const Result<void> bad(Error{ErrorCode::Io, "no space left", {}, -1});
    QVERIFY(!bad);
    QCOMPARE(bad.error().detail.english(), std::string("no space left"));
}

void TestResult::message_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<qint64>("offset");
    QTest::addColumn<QString>("expected");
    QTest::newRow("all parts") << u"a.json"_qs << qint64{7} << u"a.json: byte 7: bad comma"_qs;
    QTest::newRow("offset zero is a place") << u"a.json"_qs << qint64{0} << u"a.json: byte 0: bad comma"_qs;
    QTest::newRow("no offset") << u"a.json"_qs << qint64{-1} << u"a.json: bad comma"_qs;
    QTest::newRow("no source") << u""_qs << qint64{-1} << u"bad comma"_qs;
}

void TestResult::message()
{
    QFETCH(QString, source);
    QFETCH(qint64, offset);
    const Error error{ErrorCode::Syntax, "bad comma", source.toStdString(), offset};
    QTEST(QString::fromStdString(error.message()), "expected");
}

void TestResult::rangesAreHalfOpen()
{
    const TimeRange a{{10}, {20}};
    QVERIFY(a.contains({10}));
    QVERIFY(!a.contains({20}));
    QVERIFY(!a.overlaps({{20}, {30}}));
    QVERIFY(a.overlaps({{19}, {30}}));
    QCOMPARE(a.length().value, std::int64_t{10});
    QCOMPARE(a.united({{25}, {30}}).length().value, std::int64_t{20});
}

void TestResult::jobControlWithoutListener()
{
    JobControl control;
    QVERIFY(!control.stopRequested());
    control.report(1, 2); // without a callback nothing happens
    std::uint64_t seen = 0;
    control.progress = [&seen](std::uint64_t done, std::uint64_t) { seen = done; };
    control.report(3, 4);
    QCOMPARE(seen, std::uint64_t{3});
    std::stop_source source;
    control.stop = source.get_token();
    source.request_stop();
    QVERIFY(control.stopRequested());
}

LAMELLA_TEST(TestResult)
#include "tst_Result.moc"
