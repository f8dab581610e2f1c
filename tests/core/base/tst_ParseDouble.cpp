// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ParseDouble.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <bit>
#include <charconv>
#include <cstdint>
#include <random>
#include <string>
#include <system_error>

using namespace lamella::core;

class tst_ParseDouble : public QObject {
    Q_OBJECT
private slots:
    // As std::from_chars of the standard library does: value, end and error.
    void asTheStandardLibrary_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text :
            {"", "-", "0", "-0", "1.", ".5", ".", "-.5e3", "1e5", "1e", "1e+", "1E-3x", "12abc", " 1", "+1", "1e400", "-1e400",
                "1e-400", "4.9e-324", "0e999", "0.000", "17976931348623157e292", "inf", "-Infinity", "infinite", "NaN", "-nan",
                "0x10", "1,5", "123456789012345678901234567890", "3.14159265358979323846", "2.2250738585072011e-308"})
            QTest::newRow(text) << QByteArray(text);
    }
    void asTheStandardLibrary()
    {
        QFETCH(QByteArray, text);
        const std::string bytes = text.toStdString();
        double expected = 7;
        const auto known = std::from_chars(bytes.data(), bytes.data() + bytes.size(), expected);
        for (const auto parse : {parseDouble, parseDoublePortably}) {
            double value = 7;
            const auto parsed = parse(bytes, value);
            QCOMPARE(parsed.ptr - bytes.data(), known.ptr - bytes.data());
            QCOMPARE(static_cast<int>(parsed.ec), static_cast<int>(known.ec));
            QCOMPARE(std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(expected));
        }
    }

    void everyWrittenNumberIsReadBack()
    {
        std::mt19937_64 random(1);
        for (int i = 0; i < 20'000; ++i) {
            const auto number = std::bit_cast<double>(random());
            if (number != number || number - number != 0)
                continue;
            char text[64];
            const std::string written(text, std::to_chars(text, text + sizeof text, number).ptr);
            double value = 0;
            QVERIFY2(parseDoublePortably(written, value).ec == std::errc(), written.c_str());
            QVERIFY2(value == number, written.c_str());
        }
    }

    void whole()
    {
        QCOMPARE(wholeDouble("2.5").value_or(0), 2.5);
        for (const char *text : {"", "2.5 ", "2.5x", "x", "1e400"})
            QVERIFY2(!wholeDouble(text), text);
    }
};

LAMELLA_TEST(tst_ParseDouble)
#include "tst_ParseDouble.moc"
