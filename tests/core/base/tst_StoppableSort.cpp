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
