// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/WorkerThreads.h"

#include <QTest>

#include <atomic>
#include <condition_variable>
#include <set>
#include <string>

using namespace lamella::core;

class TestWorkerThreads : public QObject {
    Q_OBJECT
private slots:
    void everyWorkerRunsOnce()
    {
        std::mutex mutex;
        std::multiset<unsigned> seen;
        runOnThreads(4, [&](unsigned worker) {
            const std::lock_guard lock(mutex);
            seen.insert(worker);
        });
        QCOMPARE(seen, (std::multiset<unsigned>{0, 1, 2, 3}));
    }
    void theFirstWorkerRunsHere()
    {
        std::thread::id first;
        runOnThreads(2, [&](unsigned worker) {
            if (worker == 0)
                first = std::this_thread::get_id();
        });
        QVERIFY(first == std::this_thread::get_id());
    }
    void anExceptionReachesTheCaller_data()
    {
        QTest::addColumn<unsigned>("thrower");
        QTest::newRow("the caller's own thread") << 0u;
        QTest::newRow("another thread") << 2u;
    }
    void anExceptionReachesTheCaller()
    {
        QFETCH(unsigned, thrower);
        std::atomic<int> ended = 0;
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, runOnThreads(3, [&](unsigned worker) {
            if (worker == thrower)
                throw std::bad_alloc();
            ++ended;
        }));
        QCOMPARE(ended.load(), 2); // the others were waited for
    }
    void thoseThatWaitAreWokenOnce()
    {
        std::mutex mutex;
        std::condition_variable condition;
        bool woken = false;
        int wakes = 0;
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc,
            runOnThreads(
                4,
                [&](unsigned worker) {
                    if (worker % 2 == 1)
                        throw std::bad_alloc();
                    std::unique_lock lock(mutex);
                    condition.wait(lock, [&] { return woken; });
                },
                [&] {
                    const std::lock_guard lock(mutex);
                    woken = true;
                    ++wakes;
                    condition.notify_all();
                }));
        QCOMPARE(wakes, 1);
    }
};

QTEST_APPLESS_MAIN(TestWorkerThreads)
#include "tst_WorkerThreads.moc"
