// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Format.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <clocale>
#include <cstdint>
#include <locale>

using namespace lamella::core;

class TestFormat : public QObject {
    Q_OBJECT
private slots:
    void duration_data();
    void duration();
    void time_data();
    void time();
    void count_data();
    void count();
    void share_data();
    void share();
    void wholePercents();
    void bytes_data();
    void bytes();
    void localeOfTheProcessChangesNothing();

private:
    // No-break and thin spaces as visible characters, for the table of expectations.
    static QString shown(const std::string &text)
    {
        return QString::fromStdString(text).replace(QChar(0x00A0), QLatin1Char('_')).replace(QChar(0x2009), QLatin1Char('\''));
    }
};

void TestFormat::duration_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("expected");
    QTest::newRow("zero") << qint64{0} << u"0_ns"_qs;
    QTest::newRow("whole ns below a µs") << qint64{812} << u"812_ns"_qs;
    QTest::newRow("last ns") << qint64{999} << u"999_ns"_qs;
    QTest::newRow("first µs") << qint64{1000} << u"1.000_µs"_qs;
    QTest::newRow("two decimals from ten") << qint64{55'324} << u"55.32_µs"_qs;
    QTest::newRow("one decimal from a hundred") << qint64{123'456} << u"123.5_µs"_qs;
    QTest::newRow("ms") << qint64{10'002'000} << u"10.00_ms"_qs;
    QTest::newRow("s") << qint64{1'569'000'000} << u"1.569_s"_qs;
    QTest::newRow("rounding carries into the next decade") << qint64{9'999'600} << u"10.00_ms"_qs;
    QTest::newRow("rounding carries into hundreds") << qint64{99'999} << u"100.0_µs"_qs;
    QTest::newRow("rounding carries into the next unit") << qint64{999'960} << u"1.000_ms"_qs;
    QTest::newRow("just below the carry") << qint64{999'940} << u"999.9_µs"_qs;
    QTest::newRow("many seconds have no unit above") << qint64{12'345'600'000'000} << u"12346_s"_qs;
    QTest::newRow("minus is U+2212") << qint64{-55'324} << u"\u221255.32_µs"_qs;
    QTest::newRow("smallest") << INT64_MIN + qint64{0} << u"\u22129223372037_s"_qs;
}

void TestFormat::duration()
{
    QFETCH(qint64, ns);
    QTEST(shown(formatDuration(ns)), "expected");
}

void TestFormat::time_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("expected");
    QTest::newRow("zero") << qint64{0} << u"0.000000000_s"_qs;
    QTest::newRow("nine decimals") << qint64{465'270'103} << u"0.465270103_s"_qs;
    QTest::newRow("seconds") << qint64{12'000'000'001} << u"12.000000001_s"_qs;
    QTest::newRow("before zero") << qint64{-1} << u"\u22120.000000001_s"_qs;
    QTest::newRow("smallest") << INT64_MIN + qint64{0} << u"\u22129223372036.854775808_s"_qs;
}

void TestFormat::time()
{
    QFETCH(qint64, ns);
    QTEST(shown(formatTime(ns)), "expected");
}

void TestFormat::count_data()
{
    QTest::addColumn<qint64>("value");
    QTest::addColumn<QString>("expected");
    QTest::newRow("zero") << qint64{0} << u"0"_qs;
    QTest::newRow("three digits") << qint64{999} << u"999"_qs;
    QTest::newRow("four digits") << qint64{1000} << u"1'000"_qs;
    QTest::newRow("seven digits") << qint64{1'465'204} << u"1'465'204"_qs;
    QTest::newRow("six digits have one space") << qint64{-465'204} << u"\u2212465'204"_qs;
    QTest::newRow("smallest") << INT64_MIN + qint64{0} << u"\u22129'223'372'036'854'775'808"_qs;
}

void TestFormat::count()
{
    QFETCH(qint64, value);
    QTEST(shown(formatCount(value)), "expected");
}

void TestFormat::share_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("expected");
    QTest::newRow("one decimal") << 0.249 << u"24.9_%"_qs;
    QTest::newRow("all") << 1.0 << u"100.0_%"_qs;
    QTest::newRow("minus") << -0.0525 << u"\u22125.2_%"_qs;
    QTest::newRow("rounds to nothing: no minus") << -0.0001 << u"0.0_%"_qs;
}

void TestFormat::share()
{
    QFETCH(double, value);
    QTEST(shown(formatShare(value)), "expected");
}

void TestFormat::wholePercents()
{
    QCOMPARE(wholePercent(0.249), std::string("25 %"));
    QCOMPARE(wholePercent(0.245), std::string("25 %")); // halves are rounded up
    QCOMPARE(wholePercent(-0.3), std::string("-30 %"));
    QCOMPARE(wholePercent(1.0), std::string("100 %"));
}

void TestFormat::bytes_data()
{
    QTest::addColumn<qint64>("value");
    QTest::addColumn<QString>("expected");
    QTest::newRow("bytes") << qint64{999} << u"999_B"_qs;
    QTest::newRow("decimal kilobytes") << qint64{1000} << u"1.00_kB"_qs;
    QTest::newRow("small") << qint64{4'600} << u"4.60_kB"_qs;
    QTest::newRow("megabytes") << qint64{76'400'000} << u"76.4_MB"_qs;
    QTest::newRow("hundreds of megabytes") << qint64{984'700'000} << u"985_MB"_qs;
    QTest::newRow("carry into another digit") << qint64{9'996'000} << u"10.0_MB"_qs;
    QTest::newRow("carry into hundreds") << qint64{99'960'000} << u"100_MB"_qs;
    QTest::newRow("carry into the next unit") << qint64{999'500} << u"1.00_MB"_qs;
    QTest::newRow("gigabytes") << qint64{1'284'000'000} << u"1.28_GB"_qs;
    QTest::newRow("negative") << qint64{-85'020'000'000} << QStringLiteral("%1").arg(QChar(0x2212)) + u"85.0_GB"_qs;
    QTest::newRow("terabytes") << qint64{4'000'000'000'000} << u"4.00_TB"_qs;
}

void TestFormat::bytes()
{
    QFETCH(qint64, value);
    QTEST(shown(formatBytes(value)), "expected");
}

void TestFormat::localeOfTheProcessChangesNothing()
{
    // printf follows the C locale, streams the C++ one. Not all machines have a locale with a decimal comma, so this makes one.
    struct Comma : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    const std::string oldC = std::setlocale(LC_ALL, nullptr);
    const std::locale old = std::locale::global(std::locale(std::locale::classic(), new Comma));
    for (const char *name : {"de_DE.UTF-8", "fr_FR.UTF-8"})
        if (std::setlocale(LC_ALL, name) != nullptr)
            break;
    const QString duration = shown(formatDuration(55'324));
    const QString count = shown(formatCount(1234));
    std::locale::global(old);
    std::setlocale(LC_ALL, oldC.c_str());
    QCOMPARE(duration, u"55.32_µs"_qs);
    QCOMPARE(count, u"1'234"_qs);
}

LAMELLA_TEST(TestFormat)
#include "tst_Format.moc"
