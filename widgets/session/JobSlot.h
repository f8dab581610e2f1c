// SPDX-License-Identifier: GPL-3.0-or-later
// Runs at most one job: start() stops the running one, and only the result of the newest job is delivered, on the thread of the
// slot. All worker jobs of the window go through this class.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "widgets/session/WorkerPriority.h"

#include <QFutureWatcher>
#include <QObject>
#include <QThreadPool>
#include <QtConcurrent>

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <stop_token>
#include <utility>

namespace lamella::ui {

class JobSlot : public QObject {
    Q_OBJECT
public:
    explicit JobSlot(QThreadPool &pool, QObject *parent = nullptr)
        : QObject(parent)
        , m_pool(pool)
    {
    }
    ~JobSlot() override { cancel(); }

    // work runs on the pool; done runs on this thread unless a newer job or cancel() came first. Errors with code Cancelled are
    // never delivered.
    template <class T>
    void start(std::function<core::Result<T>(const core::JobControl &)> work, std::function<void(core::Result<T>)> done,
        std::function<void(std::uint64_t, std::uint64_t)> progress = {});
    void cancel();
    // Releases the last reference on a worker: freeing a table of a million texts or a large trace takes longer than a frame.
    void drop(std::shared_ptr<const void> last);
    [[nodiscard]] bool running() const { return m_running; }
    // Number of jobs of all slots with a pending result (GUI thread): 0 = every view has its data.
    [[nodiscard]] static int awaited() { return s_awaited; }

private:
    void setRunning(bool running)
    {
        s_awaited += static_cast<int>(running) - static_cast<int>(m_running);
        m_running = running;
    }
    static inline int s_awaited = 0;

    QThreadPool &m_pool;
    std::stop_source m_stop;
    std::uint64_t m_generation = 0;
    bool m_running = false;
};

inline void JobSlot::cancel()
{
    m_stop.request_stop();
    ++m_generation;
    setRunning(false);
}

inline void JobSlot::drop(std::shared_ptr<const void> last)
{
    if (last)
        m_pool.start([last = std::move(last)]() mutable { last.reset(); });
}

template <class T>
void JobSlot::start(std::function<core::Result<T>(const core::JobControl &)> work, std::function<void(core::Result<T>)> done,
    std::function<void(std::uint64_t, std::uint64_t)> progress)
{
    cancel();
    m_stop = std::stop_source{};
    setRunning(true);
    const std::uint64_t generation = m_generation;
    core::JobControl control{m_stop.get_token(), std::move(progress), [pool = &m_pool](bool waits) {
                                 if (waits)
                                     pool->releaseThread(); // one more job may run
                                 else
                                     pool->reserveThread();
                             }};
    auto *watcher = new QFutureWatcher<std::shared_ptr<core::Result<T>>>(this);
    QObject::connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, generation, done = std::move(done)] {
        watcher->deleteLater();
        std::shared_ptr<core::Result<T>> result =
            watcher->future().resultCount() == 0 ? nullptr : std::shared_ptr<core::Result<T>>(watcher->result());
        if (generation != m_generation) {
            if (result) // moved out, because the watcher has a reference too
                drop(std::make_shared<core::Result<T>>(std::move(*result)));
            return;
        }
        setRunning(false);
        if (!result)
            return;
        if (!*result && result->error().code == core::ErrorCode::Cancelled)
            return;
        done(std::move(*result));
    });
    watcher->setFuture(QtConcurrent::run(&m_pool, [work = std::move(work), control = std::move(control)] {
        lowerPriorityOfThisThread();
        try {
            return std::make_shared<core::Result<T>>(work(control));
        } catch (const std::bad_alloc &) {
            return std::make_shared<core::Result<T>>(
                core::Error{core::ErrorCode::Limit, "not enough memory; close other traces or open a smaller one", {}, -1});
        }
    }));
}

} // namespace lamella::ui
