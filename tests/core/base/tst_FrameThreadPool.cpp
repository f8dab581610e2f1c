// SPDX-License-Identifier: GPL-3.0-or-later
// Each part of a run is executed once, by an existing worker; its exception reaches the caller, and the pool remains usable.
#include "core/base/FrameThreadPool.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <vector>

using lamella::core::FrameThreadPool;

class tst_FrameThreadPool : public QObject {
    Q_OBJECT
private slots:
    void everyPieceIsDoneOnce_data()
    {
        QTest::addColumn<unsigned>("max");
        QTest::addColumn<std::size_t>("count");
        for (const unsigned max : {0U, 1U, 2U, 8U})
            for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{500}})
                QTest::addRow("%u workers, %zu pieces", max, count) << max << count;
    }
    void everyPieceIsDoneOnce()
    {
        QFETCH(unsigned, max);
        QFETCH(std::size_t, count);
        FrameThreadPool crew(max);
        QVERIFY(crew.workers() >= 1);
        QVERIFY(crew.workers() <= std::max(1U, max));
        std::vector<int> done(count, 0); // not atomic: run() synchronises with the helpers
        bool isWorker = true;
        for (int round = 1; round <= 200; ++round) {
            std::vector<std::size_t> byWorker(crew.workers(), 0);
            crew.run(count, [&](std::size_t index, unsigned worker) {
                done[index] += round;
                if (worker < crew.workers())
                    ++byWorker[worker];
            });
            std::size_t all = 0;
            for (const std::size_t some : byWorker)
                all += some;
            isWorker = isWorker && all == count;
        }
        QVERIFY(isWorker);
        for (const int sum : done)
            QCOMPARE(sum, 200 * 201 / 2);
    }

    void failuresReachTheCaller()
    {
        FrameThreadPool crew(4);
        for (int round = 0; round < 50; ++round) {
            bool isTold = false;
            try {
                crew.run(100, [](std::size_t index, unsigned) {
                    if (index % 10 == 3)
                        throw std::runtime_error("piece");
                });
            } catch (const std::runtime_error &) {
                isTold = true;
            }
            QVERIFY(isTold);
            std::atomic<int> done{0};
            crew.run(100, [&](std::size_t, unsigned) { ++done; });
            QCOMPARE(done.load(), 100);
        }
    }
};

LAMELLA_TEST(tst_FrameThreadPool)
#include "tst_FrameThreadPool.moc"
