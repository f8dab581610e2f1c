// SPDX-License-Identifier: GPL-3.0-or-later
// A result that several threads request is computed once, and one caller's stop or error does not affect the others.
#include "core/session/SharedResult.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <atomic>
#include <latch>
#include <new>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

using namespace lamella::core;

namespace {

using Shared = SharedResult<std::string>;
using Text = Result<Shared::Pointer>;

Error badRequest()
{
    return {ErrorCode::BadRequest, "no such pass", {}, -1};
}

SharedResults<int, std::string> byLength(std::size_t maxCost, std::size_t maxOne)
{
    return {maxCost, maxOne, [](const std::string &text) { return text.size(); }};
}

} // namespace

class tst_SharedResult : public QObject {
    Q_OBJECT
private slots:
    void manyAskersShareOneComputation()
    {
        Shared shared;
        std::atomic<int> computed = 0;
        std::latch asked(8);
        std::vector<Shared::Pointer> results(8);
        {
            std::vector<std::jthread> threads;
            for (std::size_t t = 0; t < results.size(); ++t)
                threads.emplace_back([&, t] {
                    asked.arrive_and_wait();
                    const Text text = shared.get({}, [&](const JobControl &) -> Result<std::string> {
                        ++computed;
                        return std::string("once");
                    });
                    results[t] = text ? *text : nullptr;
                });
        }
        QCOMPARE(computed.load(), 1);
        for (const Shared::Pointer &result : results)
            QCOMPARE(result.get(), results.front().get());
        QCOMPARE(*results.front(), std::string("once"));
    }

    // A computation may ask for another result with its own caller's stop token; that stop is nobody else's.
    void aComputationThatWasStoppedIsDoneAgainForThoseWhoWait()
    {
        Shared shared;
        std::binary_semaphore begun(0), goOn(0);
        Text ofFirst = badRequest();
        std::jthread computing([&] {
            ofFirst = shared.get({}, [&](const JobControl &) -> Result<std::string> {
                begun.release();
                goOn.acquire();
                return Error{ErrorCode::Cancelled, "stopped", {}, -1};
            });
        });
        begun.acquire();
        Text ofWaiter = badRequest();
        std::jthread waiter([&] {
            ofWaiter = shared.get({}, [](const JobControl &) -> Result<std::string> { return std::string("computed again"); });
        });
        while (shared.askers() < 2)
            std::this_thread::yield();
        goOn.release();
        computing.join();
        waiter.join();
        QCOMPARE(ofFirst.error().code, ErrorCode::Cancelled);
        QVERIFY(ofWaiter.has_value());
        QCOMPARE(**ofWaiter, std::string("computed again"));
    }

    void oneWhoStopsLeavesTheComputationToTheOthers()
    {
        Shared shared;
        std::binary_semaphore begun(0), goOn(0);
        std::stop_source first, second;
        bool stoppedInside = true;
        Text ofFirst = badRequest(), ofThird = badRequest();
        std::jthread computing([&] {
            ofFirst = shared.get({first.get_token(), {}}, [&](const JobControl &control) -> Result<std::string> {
                begun.release();
                goOn.acquire();
                stoppedInside = control.stopRequested();
                return std::string("kept");
            });
        });
        begun.acquire();
        std::latch waiting(1);
        const auto notAgain = [](const JobControl &) -> Result<std::string> { return std::string("computed twice"); };
        std::jthread waiter([&] {
            waiting.count_down();
            ofThird = shared.get({}, notAgain);
        });
        waiting.wait();
        second.request_stop();
        const Text ofSecond = shared.get({second.get_token(), {}}, notAgain);
        QVERIFY(!ofSecond);
        QCOMPARE(ofSecond.error().code, ErrorCode::Cancelled);
        while (shared.askers() < 2)
            std::this_thread::yield();
        first.request_stop();
        goOn.release();
        computing.join();
        waiter.join();
        QVERIFY(!stoppedInside);
        QCOMPARE(**ofThird, std::string("kept"));
    }

    void whenAllStopTheComputationStopsAndNothingIsStored()
    {
        Shared shared;
        std::stop_source stop;
        const Text stopped = shared.get({stop.get_token(), {}}, [&](const JobControl &control) -> Result<std::string> {
            stop.request_stop();
            return control.stopRequested() ? std::string("half") : std::string("whole");
        });
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
        QVERIFY(!shared.ready());
        const Text again = shared.get({}, [](const JobControl &) -> Result<std::string> { return std::string("whole"); });
        QCOMPARE(**again, std::string("whole"));
    }

    void anErrorIsNotStored()
    {
        Shared shared;
        const Text failed = shared.get({}, [](const JobControl &) -> Result<std::string> { return badRequest(); });
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::BadRequest);
        QCOMPARE(shared.askers(), std::size_t{0});
        const Text again = shared.get({}, [](const JobControl &) -> Result<std::string> { return std::string("now"); });
        QCOMPARE(**again, std::string("now"));
    }

    void memoryThatRunsOutLeavesItToTheNext()
    {
        Shared shared;
        bool thrown = false;
        try {
            (void)shared.get({}, [](const JobControl &) -> Result<std::string> { throw std::bad_alloc(); });
        } catch (const std::bad_alloc &) {
            thrown = true;
        }
        QVERIFY(thrown);
        QCOMPARE(shared.askers(), std::size_t{0});
        const Text again = shared.get({}, [](const JobControl &) -> Result<std::string> { return std::string("now"); });
        QCOMPARE(**again, std::string("now"));
    }

    void thoseAskedForLastStay()
    {
        auto shared = byLength(6, 6);
        int computed = 0;
        const auto ask = [&](int key) {
            const auto text = shared.get(key, {}, [&](const JobControl &) -> Result<std::string> {
                ++computed;
                return std::string(3, 'a');
            });
            QVERIFY(text.has_value());
        };
        for (const int key : {1, 2, 1, 3, 1}) // 3 evicts 2
            ask(key);
        QCOMPARE(computed, 3);
        ask(2);
        QCOMPARE(computed, 4);
    }

    void whatIsTooLargeIsNotStored()
    {
        auto shared = byLength(100, 4);
        int computed = 0;
        for (int i = 0; i < 2; ++i) {
            const auto text = shared.get(1, {}, [&](const JobControl &) -> Result<std::string> {
                ++computed;
                return std::string("12345");
            });
            QCOMPARE(**text, std::string("12345"));
        }
        QCOMPARE(computed, 2);
    }
};

LAMELLA_TEST(tst_SharedResult)
#include "tst_SharedResult.moc"
