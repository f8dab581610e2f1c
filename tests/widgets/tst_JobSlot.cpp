// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/SharedResult.h"
#include "tests/support/TestMain.h"
#include "widgets/session/JobSlot.h"

#include <QSemaphore>
#include <QTest>

#include <new>
#include <optional>

using namespace lamella;

namespace {

// Something that tells on which thread it was freed.
std::shared_ptr<const int> telling(std::atomic<QThread *> &freedBy)
{
    return {new int(1), [&freedBy](const int *value) {
                freedBy = QThread::currentThread();
                delete value;
            }};
}

} // namespace

// Jobs wait for semaphores, never for time: the order of events is the test's, not the machine's.
class tst_JobSlot : public QObject {
    Q_OBJECT
private slots:
    void init() { m_pool.setMaxThreadCount(2); }
    void deliversTheAnswer();
    void newerJobSupersedesTheOlder();
    void cancelledJobIsNotDelivered();
    void errorCancelledIsNotDelivered();
    void ownerMayGoWhileTheJobRuns();
    void awaitedCountsEveryOpenJob();
    void whatIsDroppedIsFreedOnAWorker();
    void answersThatComeTooLateAreFreedOnAWorker();
    void memoryThatRunsOutIsAnAnswer();
    void waitingForAnotherJobLeavesThePoolToOthers();

private:
    QThreadPool m_pool;
};

void tst_JobSlot::deliversTheAnswer()
{
    ui::JobSlot slot(m_pool);
    int answer = 0;
    slot.start<int>(
        [](const core::JobControl &) -> core::Result<int> { return 42; }, [&](core::Result<int> result) { answer = *result; });
    QVERIFY(slot.running());
    QTRY_COMPARE(answer, 42);
    QVERIFY(!slot.running());
}

void tst_JobSlot::newerJobSupersedesTheOlder()
{
    ui::JobSlot slot(m_pool);
    QSemaphore release;
    std::atomic<bool> olderSawStop = false;
    QList<int> answers;
    const auto done = [&](core::Result<int> result) { answers << *result; };
    slot.start<int>(
        [&](const core::JobControl &control) -> core::Result<int> {
            release.acquire();
            olderSawStop = control.stopRequested();
            return 1;
        },
        done);
    slot.start<int>([](const core::JobControl &) -> core::Result<int> { return 2; }, done);
    release.release();
    QTRY_COMPARE(answers.size(), 1);
    m_pool.waitForDone();
    QCoreApplication::processEvents();
    QCOMPARE(answers, QList<int>{2});
    QVERIFY(olderSawStop);
}

void tst_JobSlot::cancelledJobIsNotDelivered()
{
    ui::JobSlot slot(m_pool);
    QSemaphore release;
    bool delivered = false;
    slot.start<int>(
        [&](const core::JobControl &) -> core::Result<int> {
            release.acquire();
            return 1;
        },
        [&](const core::Result<int> &) { delivered = true; });
    slot.cancel();
    QVERIFY(!slot.running());
    release.release();
    m_pool.waitForDone();
    QCoreApplication::processEvents();
    QVERIFY(!delivered);
}

void tst_JobSlot::errorCancelledIsNotDelivered()
{
    ui::JobSlot slot(m_pool);
    QList<core::ErrorCode> errors;
    const auto fail = [&](core::ErrorCode code) {
        slot.start<int>(
            [code](const core::JobControl &) -> core::Result<int> {
                return core::Error{code, "x", {}, -1};
            },
            [&](const core::Result<int> &result) { errors << result.error().code; });
    };
    fail(core::ErrorCode::Cancelled);
    QTRY_VERIFY(!slot.running());
    fail(core::ErrorCode::Io);
    QTRY_VERIFY(!slot.running());
    QCOMPARE(errors, QList<core::ErrorCode>{core::ErrorCode::Io});
}

void tst_JobSlot::ownerMayGoWhileTheJobRuns()
{
    QSemaphore release;
    std::atomic<bool> stopped = false;
    bool delivered = false;
    {
        ui::JobSlot slot(m_pool);
        slot.start<int>(
            [&](const core::JobControl &control) -> core::Result<int> {
                release.acquire();
                stopped = control.stopRequested();
                return 1;
            },
            [&](const core::Result<int> &) { delivered = true; });
    }
    release.release();
    m_pool.waitForDone();
    QCoreApplication::processEvents();
    QVERIFY(stopped);
    QVERIFY(!delivered);
}

void tst_JobSlot::awaitedCountsEveryOpenJob()
{
    QCOMPARE(ui::JobSlot::awaited(), 0);
    QSemaphore release;
    const auto wait = [&](const core::JobControl &) -> core::Result<int> {
        release.acquire();
        return 1;
    };
    ui::JobSlot first(m_pool);
    first.start<int>(wait, [](const core::Result<int> &) {});
    {
        ui::JobSlot second(m_pool);
        second.start<int>(wait, [](const core::Result<int> &) {});
        QCOMPARE(ui::JobSlot::awaited(), 2);
    }
    QCOMPARE(ui::JobSlot::awaited(), 1);
    release.release(2);
    QTRY_COMPARE(ui::JobSlot::awaited(), 0);
    m_pool.waitForDone();
}

void tst_JobSlot::whatIsDroppedIsFreedOnAWorker()
{
    ui::JobSlot slot(m_pool);
    std::atomic<QThread *> freedBy = nullptr;
    slot.drop(telling(freedBy));
    m_pool.waitForDone();
    QVERIFY(freedBy != nullptr && freedBy != QThread::currentThread());
    freedBy = nullptr;
    const auto held = telling(freedBy);
    slot.drop(held);
    slot.drop(nullptr);
    m_pool.waitForDone();
    QVERIFY(freedBy == nullptr); // somebody else needs it
}

void tst_JobSlot::answersThatComeTooLateAreFreedOnAWorker()
{
    using Answer = std::shared_ptr<const int>;
    std::atomic<QThread *> freedBy = nullptr;
    {
        ui::JobSlot slot(m_pool);
        slot.start<Answer>([&](const core::JobControl &) -> core::Result<Answer> { return telling(freedBy); },
            [](const core::Result<Answer> &) { QFAIL("nobody asks any more"); });
        slot.cancel();
        m_pool.waitForDone();
        QVERIFY(freedBy == nullptr); // it waits for the thread of the slot
        QCoreApplication::processEvents();
        m_pool.waitForDone();
    }
    QVERIFY(freedBy != nullptr && freedBy != QThread::currentThread());
}

void tst_JobSlot::memoryThatRunsOutIsAnAnswer()
{
    ui::JobSlot slot(m_pool);
    std::optional<core::Error> told;
    slot.start<int>([](const core::JobControl &) -> core::Result<int> { throw std::bad_alloc(); },
        [&](const core::Result<int> &result) { told = result.error(); });
    QTRY_VERIFY(told.has_value());
    QCOMPARE(told->code, core::ErrorCode::Limit);
    QVERIFY2(told->message().find("not enough memory") != std::string::npos, told->message().c_str());
    QVERIFY(!slot.running());
    QCOMPARE(ui::JobSlot::awaited(), 0);
    // Superseded, it is nobody's business any more.
    QSemaphore release;
    int answer = 0;
    slot.start<int>(
        [&](const core::JobControl &) -> core::Result<int> {
            release.acquire();
            throw std::bad_alloc();
        },
        [](const core::Result<int> &) { QFAIL("nobody asks any more"); });
    slot.start<int>(
        [](const core::JobControl &) -> core::Result<int> { return 42; }, [&](core::Result<int> result) { answer = *result; });
    release.release();
    QTRY_COMPARE(answer, 42);
    m_pool.waitForDone();
    QCoreApplication::processEvents();
}

// Two threads: one job computes what another waits for, and does not end before a third has run.
void tst_JobSlot::waitingForAnotherJobLeavesThePoolToOthers()
{
    core::SharedResult<int> shared;
    QSemaphore computing;
    QSemaphore thirdHasRun;
    const auto get = [&](const core::JobControl &control) -> core::Result<int> {
        const auto value = shared.get(control, [&](const core::JobControl &) -> core::Result<int> {
            computing.release();
            thirdHasRun.acquire();
            return 42;
        });
        return value ? core::Result<int>(**value) : core::Result<int>(value.error());
    };
    ui::JobSlot first(m_pool);
    ui::JobSlot second(m_pool);
    ui::JobSlot third(m_pool);
    int answers = 0;
    const auto count = [&answers](core::Result<int> result) { answers += *result == 42 ? 1 : 0; };
    first.start<int>(get, count);
    computing.acquire();
    second.start<int>(get, count);
    QTRY_COMPARE(shared.askers(), std::size_t{2});
    third.start<int>(
        [&](const core::JobControl &) -> core::Result<int> {
            thirdHasRun.release();
            return 42;
        },
        count);
    QTRY_COMPARE(answers, 3);
}

LAMELLA_WIDGET_TEST(tst_JobSlot)
#include "tst_JobSlot.moc"
