// SPDX-License-Identifier: GPL-3.0-or-later
// Several threads on one piece of work, as many as the budget of the process has free. Memory can run out in any of them, and an
// exception that leaves a thread ends the program: here it reaches the one who asked for the work.
#pragma once

#include "core/base/ThreadStart.h"
#include "core/base/WorkerBudget.h"

#include <functional>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace lamella::core {

class WorkerTeam;

// One of the threads that share a piece of work, as the work sees it.
class Worker {
public:
    // 0 is the thread of the caller; others below WorkersWanted::most. No two of one piece of work have the same.
    [[nodiscard]] unsigned number() const { return m_number; }
    // Between two steps, while there is more to do: begins threads for places that have come free since. Only the caller's thread
    // does, so that a loop may just call it.
    void spawnMoreWorkers();

private:
    friend class WorkerTeam;
    Worker(unsigned number, WorkerTeam *crew)
        : m_number(number)
        , m_team(crew)
    {
    }
    unsigned m_number;
    WorkerTeam *m_team; // null on all but the caller's thread
};

// work() here, and on threads of their own as far as there are free ones; comes back when all have ended. It must take what is
// left rather than a share of its own: how many there are is known to nobody, and shows in no result. The first exception is
// thrown again here; before that, `wake` is called once, from the thread that failed, to let those leave that wait for others.
void runOnThreads(WorkersWanted wanted, const std::function<void(Worker &)> &work, const std::function<void()> &wake = {});

// Work that somebody will need soon, begun on a thread of its own. Whatever goes wrong in it is dropped: who needs it does it
// again, and meets the error where it can be said. Where no thread is free, nothing is begun.
template <class Work> [[nodiscard]] std::jthread beginBeside(Work &&work)
{
    std::optional<WorkerPlace> place = WorkerPlace::takeFree();
    if (!place)
        return {};
    auto quiet = [work = std::forward<Work>(work), place = std::move(*place)]() mutable noexcept {
        const CountedThread counted(std::move(place));
        try {
            startThread();
            work();
        } catch (...) {
        }
    };
    try {
        return std::jthread(std::move(quiet));
    } catch (const std::system_error &) {
    } catch (const std::bad_alloc &) {
    }
    return {};
}

} // namespace lamella::core
