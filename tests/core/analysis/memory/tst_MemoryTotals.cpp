// SPDX-License-Identifier: GPL-3.0-or-later
// Totals by differences give back what was put in: of one device, of devices that alternate, of totals that are not known, and of
// the largest numbers.
#include "core/analysis/memory/MemoryTotals.h"
#include "tests/support/TestMain.h"

#include <QtTest>

#include <random>
#include <vector>

using namespace lamella::core;

class tst_MemoryTotals : public QObject {
    Q_OBJECT

private slots:
    void givesBack_data();
    void givesBack();
};

void tst_MemoryTotals::givesBack_data()
{
    QTest::addColumn<std::vector<std::int64_t>>("steps");
    QTest::newRow("one device") << std::vector<std::int64_t>{512, -512, 4096, -4096, 1 << 30, -(1 << 30)};
    QTest::newRow("devices that alternate") << std::vector<std::int64_t>{80'000'000'000, -80'000'000'000};
    QTest::newRow("about two gigabytes") << std::vector<std::int64_t>{INT32_MAX, INT32_MIN, 1, -1};
    QTest::newRow("the largest") << std::vector<std::int64_t>{INT64_MAX, INT64_MIN + 1, 0};
}

void tst_MemoryTotals::givesBack()
{
    QFETCH(std::vector<std::int64_t>, steps);
    std::mt19937 random(7);
    std::vector<MemoryTotals> all;
    TotalsColumn column;
    std::int64_t now = 0;
    for (int row = 0; row < 1000; ++row) {
        now = addSaturated(now, steps[random() % steps.size()]);
        const auto value = [&] {
            return random() % 16 == 0 ? MemoryLog::kNone : addSaturated(now, static_cast<std::int64_t>(random() % 64));
        };
        all.push_back({value(), value(), value()});
        column.push_back(all.back());
    }
    QCOMPARE(column.size(), all.size());
    for (std::size_t row = 0; row < all.size(); ++row)
        QVERIFY(column[row] == all[row]);
    column.fill(1010);
    QCOMPARE(column.size(), std::size_t{1010});
    QVERIFY(column[1009] == MemoryTotals());
}

LAMELLA_TEST(tst_MemoryTotals)
#include "tst_MemoryTotals.moc"
