// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/ColumnVector.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <array>
#include <cstdint>
#include <vector>

using namespace lamella::core;

using Numbers = ColumnVector<std::int64_t>;

class TestColumnVector : public QObject {
    Q_OBJECT
private slots:
    void emptyColumn()
    {
        const Numbers none;
        QVERIFY(none.empty() && !none.borrowed());
        QVERIFY(none.begin() == none.end());
        QVERIFY(Numbers(none) == none);
    }

    void growsAsAVector()
    {
        Numbers column;
        for (std::int64_t i = 0; i < 1000; ++i)
            column.push_back(i * i);
        QCOMPARE(column.size(), std::size_t{1000});
        for (std::size_t i = 0; i < 1000; ++i)
            QCOMPARE(column[i], static_cast<std::int64_t>(i * i));
        column.resize(1002);
        QCOMPARE(column.back(), std::int64_t{0});
        column.resize(3);
        QVERIFY((column == Numbers{0, 1, 4}));
    }

    void assignReplaces_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("nothing") << 0;
        QTest::newRow("fewer") << 2;
        QTest::newRow("more") << 100;
    }
    void assignReplaces()
    {
        QFETCH(int, count);
        const std::vector<std::int64_t> values(static_cast<std::size_t>(count), 7);
        Numbers column{1, 2, 3, 4};
        column.assign(values.begin(), values.end());
        QCOMPARE(column.size(), values.size());
        QVERIFY(std::equal(column.begin(), column.end(), values.begin(), values.end()));
    }

    void borrowsWithoutACopy()
    {
        std::array<std::int64_t, 3> memory{5, 6, 7};
        Numbers column{1, 2};
        column.borrow(memory.data(), memory.size());
        QVERIFY(column.borrowed());
        QVERIFY(column.data() == memory.data());
        const Numbers moved = std::move(column);
        QVERIFY(moved.data() == memory.data());
        const Numbers copy = moved;
        QVERIFY(!copy.borrowed() && copy.data() != memory.data() && copy == moved);
    }

    void addingToABorrowedColumnLeavesTheLender_data()
    {
        QTest::addColumn<int>("how");
        QTest::newRow("push_back") << 0;
        QTest::newRow("resize") << 1;
        QTest::newRow("assign") << 2;
        QTest::newRow("clear and push_back") << 3;
    }
    void addingToABorrowedColumnLeavesTheLender()
    {
        QFETCH(int, how);
        std::array<std::int64_t, 3> memory{5, 6, 7};
        const std::array<std::int64_t, 2> other{8, 9};
        Numbers column;
        column.borrow(memory.data(), memory.size());
        if (how == 0)
            column.push_back(8);
        else if (how == 1)
            column.resize(4);
        else if (how == 2)
            column.assign(other.begin(), other.end());
        else
            column.clear();
        if (how == 3)
            column.push_back(1);
        const std::array<Numbers, 4> expected{Numbers{5, 6, 7, 8}, Numbers{5, 6, 7, 0}, Numbers{8, 9}, Numbers{1}};
        QVERIFY(column == expected[static_cast<std::size_t>(how)]);
        QVERIFY(!column.borrowed());
        QVERIFY((memory == std::array<std::int64_t, 3>{5, 6, 7}));
    }
};

LAMELLA_TEST(TestColumnVector)
#include "tst_ColumnVector.moc"
