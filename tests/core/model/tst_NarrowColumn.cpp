// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/NarrowColumn.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <array>
#include <cstdint>
#include <limits>
#include <thread>
#include <utility>
#include <vector>

using namespace lamella::core;

using Numbers = NarrowColumn<std::int64_t>;
using Streams = NarrowColumn<StreamId>;

namespace {

constexpr std::int64_t kByte = 0xFF;
constexpr std::int64_t kTwo = 0xFFFF;
constexpr std::int64_t kFour = 0xFFFF'FFFF;
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

} // namespace

class tst_NarrowColumn : public QObject {
    Q_OBJECT
private slots:
    void emptyColumn()
    {
        const Numbers none;
        QVERIFY(none.empty());
        QCOMPARE(none.size(), std::size_t{0});
        QCOMPARE(none.memoryBytes(), std::size_t{0});
        QVERIFY(none == Numbers());
    }

    void widthOfNumbers_data()
    {
        QTest::addColumn<qint64>("value");
        QTest::addColumn<int>("bytes");
        const std::pair<qint64, int> rows[] = {{0, 1}, {1, 1}, {kByte, 1}, {kByte + 1, 2}, {kTwo, 2}, {kTwo + 1, 4}, {kFour, 4},
            {kFour + 1, 8}, {kMax, 8}, {-1, 8}, {kMin, 8}};
        for (const auto &[value, bytes] : rows)
            QTest::addRow("%lld", static_cast<long long>(value)) << value << bytes;
    }
    void widthOfNumbers()
    {
        QFETCH(qint64, value);
        QFETCH(int, bytes);
        Numbers column{3, 0};
        QCOMPARE(column.width(), std::size_t{1});
        column.push_back(value);
        column.push_back(7);
        QCOMPARE(column.width(), static_cast<std::size_t>(bytes));
        QCOMPARE(column.memoryBytes(), static_cast<std::size_t>(bytes) * 4);
        QVERIFY((column == Numbers{3, 0, value, 7}));
        for (const auto &[row, expected] : {std::pair(0, std::int64_t{3}), {1, 0}, {2, value}, {3, 7}})
            QCOMPARE(column[static_cast<std::size_t>(row)], expected);
    }

    void widthOfIds_data()
    {
        QTest::addColumn<quint32>("value");
        QTest::addColumn<int>("bytes");
        // Each width reserves one value for "none".
        const std::pair<quint32, int> rows[] = {
            {0, 1}, {0xFE, 1}, {0xFF, 2}, {0xFFFE, 2}, {0xFFFF, 4}, {0xFFFF'FFFE, 4}, {StreamId::kNone, 1}};
        for (const auto &[value, bytes] : rows)
            QTest::addRow("%u", value) << value << bytes;
    }
    void widthOfIds()
    {
        QFETCH(quint32, value);
        QFETCH(int, bytes);
        Streams column{StreamId(), StreamId{0}};
        column.push_back(StreamId{value});
        column.push_back({});
        QCOMPARE(column.width(), static_cast<std::size_t>(bytes));
        QCOMPARE(column.size(), std::size_t{4});
        QVERIFY(!column[0].valid() && !column[3].valid());
        QCOMPARE(column[1], StreamId{0});
        QCOMPARE(column[2], StreamId{value});
    }

    void transformFits_data()
    {
        QTest::addColumn<qint64>("factor");
        QTest::addColumn<int>("bytes");
        QTest::newRow("narrower") << qint64{0} << 1;
        QTest::newRow("as wide") << qint64{1} << 2;
        QTest::newRow("wider") << qint64{300} << 4;
        QTest::newRow("below zero") << qint64{-1} << 8;
    }
    void transformFits()
    {
        QFETCH(qint64, factor);
        QFETCH(int, bytes);
        Numbers column{kByte + 1, 0, 7};
        column.transform([factor](std::int64_t value) { return value * factor; });
        QVERIFY((column == Numbers{(kByte + 1) * factor, 0, 7 * factor}));
        QCOMPARE(column.width(), static_cast<std::size_t>(bytes));
    }

    void transformedIds()
    {
        Streams column{StreamId{3}, StreamId(), StreamId{0}};
        column.transform([](StreamId id) { return id.valid() ? StreamId{id.value + 0xFF} : id; });
        QVERIFY((column == Streams{StreamId{0x102}, StreamId(), StreamId{0xFF}}));
        QCOMPARE(column.width(), std::size_t{2});
        Streams none;
        none.transform([](StreamId id) { return id; });
        QVERIFY(none.empty());
    }

    void wideOneWidensAll()
    {
        Numbers column;
        std::vector<std::int64_t> values;
        for (std::int64_t i = 0; i < 300; ++i)
            values.push_back(i);
        column.assign(values.begin(), values.end());
        QCOMPARE(column.width(), std::size_t{2});
        for (const auto &[row, value, width] :
            {std::tuple(0, kTwo, 2), {1, kTwo + 1, 4}, {299, kMin, 8}, {2, std::int64_t{0}, 8}}) {
            column.set(static_cast<std::size_t>(row), value);
            values[static_cast<std::size_t>(row)] = value;
            QCOMPARE(column.width(), static_cast<std::size_t>(width)); // widths never decrease
            for (std::size_t i = 0; i < values.size(); ++i)
                QCOMPARE(column[i], values[i]);
        }
    }

    void resetIsWideEnough()
    {
        Streams column{StreamId{1}};
        column.reset(1000, StreamId{0xFF});
        QCOMPARE(column.memoryBytes(), std::size_t{2000});
        for (std::size_t row = 0; row < column.size(); ++row)
            QVERIFY(!column[row].valid());
        {
            std::vector<std::jthread> threads;
            for (std::uint32_t t = 0; t < 4; ++t)
                threads.emplace_back([&column, t] {
                    for (std::uint32_t row = t; row < 1000; row += 4)
                        column.set(row, StreamId{row % 0x100});
                });
        }
        for (std::uint32_t row = 0; row < 1000; ++row)
            QCOMPARE(column[row], StreamId{row % 0x100});
        column.reset(3, StreamId());
        QCOMPARE(column.memoryBytes(), std::size_t{3});
        QVERIFY((column == Streams{{}, {}, {}}));
    }

    void widerOfTwo()
    {
        QCOMPARE(Numbers::wider(3, 70'000), std::int64_t{70'000});
        QCOMPARE(Numbers::wider(kMax, 1), kMax);
        QCOMPARE(Numbers::wider(kMax, -1), std::int64_t{-1});
        QCOMPARE(Streams::wider(StreamId(), StreamId{0}), StreamId{0});
    }

    void widthsOfAKind()
    {
        for (const std::size_t bytes : {1u, 2u, 4u, 8u})
            QVERIFY(Numbers::isWidth(bytes));
        for (const std::size_t bytes : {0u, 3u, 5u, 6u, 7u, 9u, 16u}) {
            QVERIFY(!Numbers::isWidth(bytes));
            QVERIFY(!Streams::isWidth(bytes));
        }
        QVERIFY(Streams::isWidth(4) && !Streams::isWidth(8));
    }

    void borrowsWithoutACopy()
    {
        std::array<std::uint16_t, 3> memory{0, 1, 0xFFFF};
        Streams column{StreamId{5}};
        column.borrow(memory.data(), memory.size(), sizeof memory[0]);
        QVERIFY((column == Streams{{}, StreamId{0}, StreamId{0xFFFE}}));
        memory[0] = 9;
        QCOMPARE(column[0], StreamId{8});
        Streams copy(column); // the copy owns its data
        copy.push_back(StreamId{0xFFFF}); // wider
        memory[1] = 40;
        QCOMPARE(copy[1], StreamId{0});
        QCOMPARE(copy[3], StreamId{0xFFFF});
        const Streams moved(std::move(column));
        QCOMPARE(moved[1], StreamId{39});
    }

    void equalWhateverTheWidth()
    {
        Numbers wide{1, 2, kMax};
        wide.set(2, 3);
        QCOMPARE(wide.width(), std::size_t{8});
        QVERIFY((wide == Numbers{1, 2, 3}));
        QVERIFY(!(wide == Numbers{1, 2}));
        QVERIFY(!(wide == Numbers{1, 2, 4}));
    }
};

LAMELLA_TEST(tst_NarrowColumn)
#include "tst_NarrowColumn.moc"
