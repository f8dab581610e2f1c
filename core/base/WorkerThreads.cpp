// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/WorkerThreads.h"

#include "core/base/ThreadStart.h"

#include <exception>
#include <mutex>
#include <vector>

namespace lamella::core {

class WorkerTeam {
public:
    WorkerTeam(WorkersWanted wanted, const std::function<void(Worker &)> &work, const std::function<void()> &wake)
        : m_wanted(wanted)
        , m_work(work)
        , m_wake(wake)
    {
    }
    void run()
    {
        {
            const CountedThread counted;
            grow();
            guarded(Worker(0, this));
            m_threads.clear(); // joins
        }
        if (m_failure)
            std::rethrow_exception(m_failure);
    }
    void grow() noexcept
    {
        while (m_begun < m_wanted.max) {
            std::optional<WorkerSlot> place = m_wanted.exactly ? std::optional(WorkerSlot::takeAnyway()) : WorkerSlot::takeFree();
            if (!place)
                return;
            if (!begin(std::move(*place)))
                m_wanted.max = m_begun;
        }
    }

private:
    // False if no more threads can be created.
    bool begin(WorkerSlot place) noexcept
    {
        try {
            m_threads.emplace_back([this, number = m_begun, place = std::move(place)]() mutable noexcept {
                const CountedThread counted(std::move(place));
                guarded(Worker(number, nullptr));
            });
        } catch (const std::system_error &) {
            return false;
        } catch (const std::bad_alloc &) {
            return false;
        }
        ++m_begun;
        return true;
    }
    void guarded(Worker worker) noexcept
    {
        try {
            startThread();
            m_work(worker);
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            if (m_failure)
                return;
            m_failure = std::current_exception();
            if (m_wake)
                m_wake();
        }
    }

    WorkersWanted m_wanted;
    const std::function<void(Worker &)> &m_work;
    const std::function<void()> &m_wake;
    unsigned m_begun = 1; // including the caller's thread
    std::mutex m_mutex;
    std::exception_ptr m_failure;
    std::vector<std::jthread> m_threads; // last: joined before the other members are destroyed
};

void Worker::spawnMoreWorkers()
{
    if (m_team != nullptr)
        m_team->grow();
}

void runOnThreads(WorkersWanted wanted, const std::function<void(Worker &)> &work, const std::function<void()> &wake)
{
    WorkerTeam(wanted, work, wake).run();
}

} // namespace lamella::core
