// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ParallelFor.h"
#include "core/base/ThreadStart.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <latch>
#include <mutex>
#include <new>
#include <set>
#include <thread>
#include <vector>

using namespace lamella::core;

class TestWorkerThreads : public QObject {
    Q_OBJECT
private slots:
    void init() { WorkerBudget::ofProcess().resize(4); }
    void cleanup() { QCOMPARE(WorkerBudget::ofProcess().free(), 4); } // all workers were returned

    void everyWorkerRunsOnce_data()
    {
        QTest::addColumn<unsigned>("named");
        QTest::addColumn<unsigned>("workers");
        QTest::newRow("as many as are free") << 0u << 4u;
        QTest::newRow("as many as were named, though fewer are free") << 7u << 7u;
        QTest::newRow("one") << 1u << 1u;
    }
    void everyWorkerRunsOnce()
    {
        QFETCH(unsigned, named);
        QFETCH(unsigned, workers);
        std::mutex mutex;
        std::multiset<unsigned> seen;
        runOnThreads(workersWanted(named), [&](Worker &worker) {
            const std::lock_guard lock(mutex);
            seen.insert(worker.number());
        });
        std::multiset<unsigned> expected;
        for (unsigned i = 0; i < workers; ++i)
            expected.insert(i);
        QCOMPARE(seen, expected);
    }
    void theFirstWorkerRunsHere()
    {
        std::thread::id first;
        runOnThreads(workersWanted(2), [&](Worker &worker) {
            if (worker.number() == 0)
                first = std::this_thread::get_id();
        });
        QVERIFY(first == std::this_thread::get_id());
    }
    void nestedWorkTakesWhatIsLeft()
    {
        std::latch inside(2);
        std::latch all(4); // none ends before all have begun, so that no worker is used twice
        std::mutex mutex;
        std::vector<unsigned> inner(2, 0);
        runOnThreads(workersWanted(0, 2), [&](Worker &outer) {
            inside.arrive_and_wait();
            const unsigned number = outer.number();
            runOnThreads(workersWanted(), [&](Worker &) {
                {
                    const std::lock_guard lock(mutex);
                    ++inner[number];
                }
                all.arrive_and_wait();
            });
        });
        // Each on its own thread, sharing the two remaining workers.
        QVERIFY(inner[0] >= 1 && inner[1] >= 1);
        QCOMPARE(inner[0] + inner[1], 4u);
    }
    void whereNoneIsFreeTheCallerWorksAlone()
    {
        std::vector<WorkerSlot> taken;
        while (auto place = WorkerSlot::takeFree())
            taken.push_back(std::move(*place));
        unsigned workers = 0;
        runOnThreads(workersWanted(), [&](Worker &) { ++workers; });
        QCOMPARE(workers, 1u);
        bool begun = false;
        const std::jthread beside = startInBackground([&] { begun = true; });
        QVERIFY(!beside.joinable() && !begun);
    }
    void placesThatComeFreeAreUsed()
    {
        std::vector<WorkerSlot> taken;
        while (auto place = WorkerSlot::takeFree())
            taken.push_back(std::move(*place));
        std::atomic<unsigned> workers = 0;
        runOnThreads(workersWanted(), [&](Worker &worker) {
            ++workers;
            if (worker.number() != 0)
                return;
            worker.spawnMoreWorkers();
            QCOMPARE(workers.load(), 1u);
            taken.clear();
            worker.spawnMoreWorkers();
            worker.spawnMoreWorkers(); // no more than requested
        });
        QCOMPARE(workers.load(), 4u);
    }
    void neverMoreThanMeant()
    {
        constexpr int kCallers = 8;
        std::atomic<int> computing = 0;
        std::atomic<int> max = 0;
        const std::function<void(int)> work = [&](int depth) {
            parallelFor(workersWanted(), 20, {}, [&](std::size_t, unsigned) {
                if (depth > 0)
                    return work(depth - 1);
                const int now = ++computing;
                int before = max;
                while (before < now && !max.compare_exchange_weak(before, now)) { }
                --computing;
            });
        };
        std::vector<std::jthread> callers;
        for (int i = 0; i < kCallers; ++i)
            callers.emplace_back([&] { work(2); });
        callers.clear();
        // Each caller has its own thread; more are started only if workers are free.
        QVERIFY(max >= 1);
        QVERIFY2(max <= kCallers + 3, qPrintable(QString::number(max)));
    }
    void piecesAreAllDone()
    {
        std::vector<std::atomic<int>> done(10'000);
        parallelFor(workersWanted(), done.size(), {}, [&](std::size_t index, unsigned) { ++done[index]; });
        QVERIFY(std::all_of(done.begin(), done.end(), [](const auto &times) { return times == 1; }));
        parallelFor(workersWanted(), 0, {}, [&](std::size_t, unsigned) { QFAIL("there is nothing to do"); });
    }
    void aStopLeavesPieces()
    {
        std::stop_source stop;
        std::atomic<int> done = 0;
        parallelFor(workersWanted(), 1'000'000, stop.get_token(), [&](std::size_t, unsigned) {
            ++done;
            stop.request_stop();
        });
        QVERIFY(done >= 1 && done <= 4);
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
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, runOnThreads(workersWanted(3), [&](Worker &worker) {
            if (worker.number() == thrower)
                throw std::bad_alloc();
            ++ended;
        }));
        QCOMPARE(ended.load(), 2); // waited for the others
    }
    void thoseThatWaitAreWokenOnce()
    {
        std::mutex mutex;
        std::condition_variable condition;
        bool woken = false;
        int wakes = 0;
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc,
            runOnThreads(
                workersWanted(4),
                [&](Worker &worker) {
                    if (worker.number() % 2 == 1)
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
    void memoryThatRunsOutWhileAThreadStartsIsSaid()
    {
        setThreadStart([] { throw std::bad_alloc(); });
        std::atomic<bool> worked = false;
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, runOnThreads(workersWanted(2), [&worked](Worker &) { worked = true; }));
        if (std::jthread beside = startInBackground([&worked] { worked = true; }); beside.joinable())
            beside.join();
        setThreadStart(nullptr);
        QVERIFY(!worked);
    }
    void workBesideHasAPlace()
    {
        std::latch begun(1);
        std::latch goOn(1);
        std::jthread beside = startInBackground([&] {
            begun.count_down();
            goOn.wait();
            throw std::bad_alloc(); // nobody waits for the result
        });
        begun.wait();
        QCOMPARE(WorkerBudget::ofProcess().free(), 3);
        goOn.count_down();
    }
};

LAMELLA_TEST(TestWorkerThreads)
#include "tst_WorkerThreads.moc"
