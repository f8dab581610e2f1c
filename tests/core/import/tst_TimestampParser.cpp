// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/PerfettoTime.h"
#include "core/import/TimestampParser.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <cmath>
#include <optional>
#include <string>

using namespace lamella::core;

class tst_TimestampParser : public QObject {
    Q_OBJECT
private slots:
    void microseconds_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("status");
        QTest::addColumn<qint64>("ns");
        const auto ok = [](const char *rule, const char *text, qint64 ns) { QTest::newRow(rule) << QByteArray(text) << 0 << ns; };
        const auto not_a_number = [](const char *rule, const char *text) {
            QTest::newRow(rule) << QByteArray(text) << 1 << qint64(0);
        };
        const auto overflow = [](const char *rule, const char *text) {
            QTest::newRow(rule) << QByteArray(text) << 2 << qint64(0);
        };
        ok("zero", "0", 0);
        ok("whole microseconds", "12", 12000);
        ok("sixteen digits, within", "2305843009213692.999", 2305843009213692999);
        ok("three decimals at epoch are exact", "1712345678901234.567", 1712345678901234567);
        ok("one decimal", "1.5", 1500);
        ok("two decimals", "1.05", 1050);
        ok("blanks behind the token", "7.001 \n", 7001);
        ok("string number", "\"1736408883573887.920\"", 1736408883573887920);
        ok("negative", "-1.5", -1500);
        ok("negative string", "\"-3\"", -3000);
        ok("plus sign in a string", "\"+2\"", 2000);
        ok("no digit before the point", "\".25\"", 250);
        ok("no digit behind the point", "\"246.\"", 246000);
        ok("fourth decimal rounds down", "1.0004", 1000);
        ok("fourth decimal rounds up", "1.0005", 1001);
        ok("negative rounds away from zero", "-1.0005", -1001);
        ok("many decimals", "1.0004999999999999999999999999999999999999999999", 1000);
        ok("far behind the point", "0.0000000000000000000000000000000000000000000001", 0);
        ok("exponent", "1e3", 1000000);
        ok("negative exponent", "2500E-3", 2500);
        ok("signed exponent with fraction", "1.712345678901234567e+15", 1712345678901234567);
        ok("tiny exponent", "5e-99999999999", 0);
        ok("zero with a huge exponent", "0e999999", 0);
        ok("leading zeros", "0000000000000000000000000000000000000000000000012", 12000);
        ok("largest", "2305843009213693.951", INT64_MAX / 4);
        overflow("beyond the largest", "2305843009213693.952");
        overflow("beyond the largest, below zero", "-2305843009213693.952");
        overflow("twenty digits", "12345678901234567890");
        overflow("huge exponent", "1e300");
        overflow("negative overflow", "-1e300");
        not_a_number("empty", "");
        not_a_number("null", "null");
        not_a_number("NaN", "NaN");
        not_a_number("Infinity", "-Infinity");
        not_a_number("trailing characters", "\"100a\"");
        not_a_number("only a point", "\".\"");
        not_a_number("only a sign", "-");
        not_a_number("exponent without digits", "1e");
        not_a_number("two points", "1.2.3");
        not_a_number("an object", "{");
        not_a_number("half a string", "\"12");
    }
    void microseconds()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, status);
        QFETCH(qint64, ns);
        const ParsedNs parsed = parseMicroseconds(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
        QCOMPARE(static_cast<int>(parsed.status), status);
        QCOMPARE(qint64(parsed.ns), ns);
    }

    void picoseconds_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<int>("ps");
        QTest::newRow("nanoseconds") << QByteArray("1.234") << qint64(1234) << 0;
        QTest::newRow("six decimals") << QByteArray("1146328.996299") << qint64(1146328996) << 299;
        QTest::newRow("rounded up") << QByteArray("0.000501") << qint64(1) << -499;
        QTest::newRow("a half") << QByteArray("0.0005") << qint64(1) << -500;
        QTest::newRow("as a double is written") << QByteArray("1201483.8488650001") << qint64(1201483849) << -135;
        QTest::newRow("just below, as a double is written") << QByteArray("0.74299999999999999") << qint64(743) << 0;
        QTest::newRow("below a half by less than a picosecond") << QByteArray("0.0004999996") << qint64(0) << 500;
        QTest::newRow("negative") << QByteArray("-1.000299") << qint64(-1000) << -299;
        QTest::newRow("exponent") << QByteArray("1.000299e0") << qint64(1000) << 299;
        QTest::newRow("since 1970") << QByteArray("1712345678901234.567891") << qint64(1712345678901234568) << -109;
    }
    void picoseconds()
    {
        QFETCH(QByteArray, text);
        const ParsedNs parsed = parseMicroseconds(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
        QCOMPARE(parsed.status, NumberStatus::Ok);
        QTEST(qint64(parsed.ns), "ns");
        QTEST(int(parsed.ps), "ps");
    }

    void integers_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("valid");
        QTest::addColumn<qint64>("value");
        QTest::newRow("plain") << QByteArray("42 ") << true << qint64(42);
        QTest::newRow("negative") << QByteArray("-42") << true << qint64(-42);
        QTest::newRow("string") << QByteArray("\"936\"") << true << qint64(936);
        QTest::newRow("19 digits") << QByteArray("1736408883700059821") << true << qint64(1736408883700059821);
        QTest::newRow("unsigned 64 bits keep their pattern") << QByteArray("18446744073709551615") << true << qint64(-1);
        QTest::newRow("most negative") << QByteArray("-9223372036854775808") << true << std::numeric_limits<qint64>::min();
        QTest::newRow("too large") << QByteArray("18446744073709551616") << false << qint64(0);
        QTest::newRow("fraction") << QByteArray("1.5") << false << qint64(0);
        QTest::newRow("whole number of a table of floats") << QByteArray("512.0") << false << qint64(0);
        QTest::newRow("hexadecimal") << QByteArray("\"0x402\"") << false << qint64(0);
        QTest::newRow("more behind a blank") << QByteArray("3 44") << false << qint64(0);
        QTest::newRow("more behind a control character") << QByteArray("3\x01"
                                                                       "44")
                                                         << false << qint64(0);
        QTest::newRow("empty") << QByteArray() << false << qint64(0);
        QTest::newRow("null") << QByteArray("null") << false << qint64(0);
    }
    void integers()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, valid);
        QFETCH(qint64, value);
        const auto parsed = parseInteger(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
        QCOMPARE(parsed.has_value(), valid);
        QCOMPARE(qint64(parsed.value_or(0)), value);
    }

    void wholeNumbers_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("valid");
        QTest::addColumn<qint64>("value");
        QTest::newRow("plain") << QByteArray("42 ") << true << qint64(42);
        QTest::newRow("whole number of a table of floats") << QByteArray("512.0") << true << qint64(512);
        QTest::newRow("negative whole number with zeros behind the point") << QByteArray("\"-7.000\"") << true << qint64(-7);
        QTest::newRow("no digit behind the point") << QByteArray("512.") << false << qint64(0);
        QTest::newRow("no digit before the point") << QByteArray(".0") << false << qint64(0);
        QTest::newRow("two points") << QByteArray("1.0.0") << false << qint64(0);
        QTest::newRow("fraction") << QByteArray("1.50") << false << qint64(0);
        QTest::newRow("too large") << QByteArray("18446744073709551616.0") << false << qint64(0);
    }
    void wholeNumbers()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, valid);
        QFETCH(qint64, value);
        const auto parsed = parseWholeNumber(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
        QCOMPARE(parsed.has_value(), valid);
        QCOMPARE(qint64(parsed.value_or(0)), value);
    }

    // Values reported by Perfetto v58.2.
    void perfettoRounding()
    {
        QCOMPARE(qint64(perfettoNs(1712195495406752797)), qint64(1712195495406752768));
        QCOMPARE(qint64(perfettoNs(1736408883573887920)), qint64(1736408883573888000));
        // What v58.2 stores: the sum of µs and fraction is rounded to a double and then multiplied.
        QCOMPARE(qint64(perfettoNs(1736408883709199964)), qint64(1736408883709200000));
        QCOMPARE(qint64(perfettoNs(1736408883711620012)), qint64(1736408883711620000));
        QCOMPARE(qint64(perfettoNs(1661938466240491000)), qint64(1661938466240491000)); // whole microseconds are exact
        QCOMPARE(qint64(perfettoNs(4909914216204635)), qint64(4909914216204635));
        QCOMPARE(qint64(perfettoNs(-1500)), qint64(-1500));
    }

    // Durations of jax/tpu_inference_*.trace.json.gz that v58.2 stores: 10^20 and more do not fit its divisor.
    void perfettoParsesManyDecimals()
    {
        QCOMPARE(perfettoParsedNs("0.00022499999999999999"), std::optional<std::int64_t>(3));
        QCOMPARE(perfettoParsedNs("0.00022599999999999999"), std::optional<std::int64_t>(3));
        QCOMPARE(perfettoParsedNs("0.00097499999999999996"), std::optional<std::int64_t>(13));
        QCOMPARE(perfettoParsedNs("1157789.2789950001"), std::optional<std::int64_t>(1157789279));
        QCOMPARE(perfettoParsedNs("9.9999999999999995e-07"), std::optional<std::int64_t>(0));
        QCOMPARE(perfettoParsedNs("-1.5"), std::optional<std::int64_t>(-1500));
        QCOMPARE(perfettoParsedNs("2.5E+3"), std::optional<std::int64_t>(2500000));
        QCOMPARE(perfettoParsedNs("\"1736408883709199.964\""), std::optional<std::int64_t>(1736408883709200000));
        // 10^64 is 0 in 64 bits: a division by 0, and no number.
        QCOMPARE(perfettoParsedNs("1." + std::string(64, '1')), std::optional<std::int64_t>());
        QCOMPARE(perfettoParsedNs("1e300"), std::optional<std::int64_t>());
        for (const char *text : {"", "null", "NaN", "1.2.3", "1e", "."})
            QCOMPARE(perfettoParsedNs(text), std::optional<std::int64_t>());
    }

    // The same arithmetic by means that have nothing in common with it: integers of 128 bits, reduced to 64 at the end.
    void decimalsFromFifteenOn_data()
    {
        QTest::addColumn<int>("decimals");
        for (int decimals = 15; decimals <= 25; ++decimals)
            QTest::addRow("%d", decimals) << decimals;
    }
    void decimalsFromFifteenOn()
    {
        QFETCH(int, decimals);
        __extension__ typedef unsigned __int128 Wide;
        for (const QByteArray &digits : {QByteArray("1234567890123456789012345"), QByteArray("9999999999999999999999999"),
                 QByteArray("0000000000000000000000005"), QByteArray("5000000000000000000000001")}) {
            const QByteArray fraction = digits.left(decimals);
            Wide value = 0;
            Wide divisor = 1;
            for (const char c : fraction) {
                value = value * 10 + Wide(c - '0'); // 25 digits fit
                divisor *= 10;
            }
            const auto low = static_cast<std::uint64_t>(value);
            const double top = low >= (std::uint64_t{1} << 63) ? -static_cast<double>(~low + 1) : static_cast<double>(low);
            const double micros = 7654321.0 + top / static_cast<double>(static_cast<std::uint64_t>(divisor));
            const qint64 expected = std::llround(micros * 1000.0);
            const QByteArray text = "7654321." + fraction;
            QCOMPARE(qint64(perfettoParsedNs(text.toStdString()).value_or(-1)), expected);
            const ParsedNs exact = parseMicroseconds(text.toStdString());
            QVERIFY(exact.slow);
            if (decimals < 19) // all of it fits
                QCOMPARE(qint64(perfettoNs(exact.ns)), expected);
        }
    }
};

LAMELLA_TEST(tst_TimestampParser)
#include "tst_TimestampParser.moc"
