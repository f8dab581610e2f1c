// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/StoppableSort.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <random>
#include <vector>

using namespace lamella::core;

class tst_StoppableSort : public QObject {
    Q_OBJECT
private slots:
    void sortsAndKeepsTheOrderOfEqualElements_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {0, 1, 2, 1000, 32768, 32769, 100'000, 200'001})
            QTest::addRow("%d", size) << size;
    }
    void sortsAndKeepsTheOrderOfEqualElements()
    {
        QFETCH(int, size);
        std::mt19937 random(static_cast<unsigned>(size));
        std::vector<std::pair<int, int>> elements;
        for (int i = 0; i < size; ++i)
            elements.emplace_back(static_cast<int>(random() % 977), i);
        auto expected = elements;
        std::sort(expected.begin(), expected.end()); // the second member is the original index
        const auto less = [](const auto &a, const auto &b) { return a.first < b.first; };
        QVERIFY(stoppableSort(elements.begin(), elements.end(), less, {}));
        QVERIFY(elements == expected);
    }

    // Counts comparisons until it stops, not time: the work between two checks is bounded for any input size.
    void givesUpWithinOneStretch()
    {
        std::vector<int> elements(400'000);
        std::mt19937 random(1);
        for (int &element : elements)
            element = static_cast<int>(random());
        std::stop_source stop;
        std::size_t comparisons = 0;
        std::size_t afterStop = 0;
        const auto less = [&](int a, int b) {
            ++comparisons;
            if (comparisons == 100'000)
                stop.request_stop();
            afterStop += comparisons > 100'000 ? 1 : 0;
            return a < b;
        };
        QVERIFY(!stoppableSort(elements.begin(), elements.end(), less, stop.get_token()));
        QVERIFY2(afterStop < 20 * kSortedAtOnce, qPrintable(QString::number(afterStop)));
    }
    void selectsTheNth_data()
    {
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("values"); // how many different ones
        for (const int size : {1, 1000, 32769, 200'001})
            for (const int values : {1, 3, 1 << 30})
                QTest::addRow("%d of %d", size, values) << size << values;
    }
    void selectsTheNth()
    {
        QFETCH(int, size);
        QFETCH(int, values);
        std::mt19937 random(static_cast<unsigned>(size));
        std::vector<int> given(static_cast<std::size_t>(size));
        for (int &element : given)
            element = static_cast<int>(random() % static_cast<unsigned>(values));
        std::vector<int> sorted = given;
        std::sort(sorted.begin(), sorted.end());
        for (const int place : {0, size / 2, size - 1}) {
            std::vector<int> elements = given;
            const auto nth = elements.begin() + place;
            QVERIFY(stoppableNth(elements.begin(), nth, elements.end(), std::less<>(), {}));
            QCOMPARE(*nth, sorted[static_cast<std::size_t>(place)]);
            QVERIFY(std::all_of(elements.begin(), nth, [&](int element) { return element <= *nth; }));
            QVERIFY(std::all_of(nth, elements.end(), [&](int element) { return element >= *nth; }));
        }
    }
    // One pass over the elements is the longest stretch.
    void selectionGivesUp()
    {
        std::vector<int> elements(400'000);
        std::mt19937 random(1);
        for (int &element : elements)
            element = static_cast<int>(random());
        std::stop_source stop;
        std::size_t comparisons = 0;
        const auto less = [&](int a, int b) {
            if (++comparisons == 1000)
                stop.request_stop();
            return a < b;
        };
        QVERIFY(!stoppableNth(elements.begin(), elements.begin() + 200'000, elements.end(), less, stop.get_token()));
        QVERIFY2(comparisons <= 2 * elements.size(), qPrintable(QString::number(comparisons)));
    }
    void neverBeginsWhenStopped()
    {
        std::stop_source stop;
        stop.request_stop();
        std::vector<int> elements{3, 1, 2};
        QVERIFY(!stoppableSort(elements.begin(), elements.end(), std::less<>(), stop.get_token()));
        QCOMPARE(elements, (std::vector<int>{3, 1, 2}));
    }
};

LAMELLA_TEST(tst_StoppableSort)
#include "tst_StoppableSort.moc"
