// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one piece of work on several threads, as many as the process's WorkerBudget allows. An exception in a worker, such as
// std::bad_alloc, is rethrown on the caller's thread instead of terminating the program.
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

// A thread taking part in the work.
class Worker {
public:
    // 0 for the caller's thread, 1 to WorkersWanted::most - 1 for the others; unique within one piece of work.
    [[nodiscard]] unsigned number() const { return m_number; }
    // Starts more threads if the budget has become free since. Call it between two steps while work is left; it has no effect on
    // threads other than the caller's.
    void spawnMoreWorkers();

private:
    friend class WorkerTeam;
    Worker(unsigned number, WorkerTeam *crew)
        : m_number(number)
        , m_team(crew)
    {
    }
    unsigned m_number;
    WorkerTeam *m_team; // null except on the caller's thread
};

// Runs work() here and on further threads as the budget allows; returns when all have finished. The number of threads is unknown
// in advance and must not affect results, so each call of work() must take items until none are left. The first exception is
// rethrown here; before that, the failing thread calls `wake` once, so that it can release threads that wait for others.
void runOnThreads(WorkersWanted wanted, const std::function<void(Worker &)> &work, const std::function<void()> &wake = {});

// Starts work whose result will be needed soon on its own thread, if one is free; otherwise nothing starts. Exceptions are
// dropped: the code that needs the result computes it again and reports the error.
template <class Work> [[nodiscard]] std::jthread startInBackground(Work &&work)
{
    std::optional<WorkerSlot> place = WorkerSlot::takeFree();
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
