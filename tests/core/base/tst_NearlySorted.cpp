// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/NearlySorted.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <functional>
#include <random>
#include <vector>

using namespace lamella::core;

class tst_NearlySorted : public QObject {
    Q_OBJECT
private slots:
    void sorts_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("distance"); // maximum distance of an item from its sorted position
        QTest::newRow("nothing") << 0 << 0;
        QTest::newRow("one item") << 1 << 0;
        QTest::newRow("in order") << 1000 << 0;
        QTest::newRow("neighbours changed places") << 1000 << 1;
        QTest::newRow("two streams take turns") << 1000 << 6;
        QTest::newRow("at the edge of what is shifted") << 1000 << 12;
        QTest::newRow("no order at all") << 1000 << 1000;
    }
    void sorts()
    {
        QFETCH(int, count);
        QFETCH(int, distance);
        std::mt19937 random(7);
        std::vector<int> items;
        for (int i = 0; i < count; ++i)
            items.push_back(2 * i + static_cast<int>(random() % static_cast<unsigned>(2 * distance + 1)));
        std::vector<int> expected = items;
        std::sort(expected.begin(), expected.end());
        sortNearlySorted(std::span(items), std::less<>());
        QCOMPARE(items, expected);
    }
    void sortsWhatIsReversed()
    {
        std::vector<int> items;
        for (int i = 0; i < 500; ++i)
            items.push_back(500 - i);
        sortNearlySorted(std::span(items), std::less<>());
        QVERIFY(std::is_sorted(items.begin(), items.end()));
        QCOMPARE(items.front(), 1);
        QCOMPARE(items.back(), 500);
    }
};

LAMELLA_TEST(tst_NearlySorted)
#include "tst_NearlySorted.moc"
