// SPDX-License-Identifier: GPL-3.0-or-later
// How many threads of this process compute at once, whoever began them: as many as there are cores. Work that can be shared asks
// here before it begins a thread, so that several files and analyses at a time do not crowd one another. Nobody ever waits for a
// place: who gets none does the work on the thread it has, so nested work cannot lock itself out. All of it safe from any thread.
#pragma once

#include <atomic>
#include <optional>
#include <utility>

namespace lamella::core {

class WorkerBudget {
public:
    [[nodiscard]] static WorkerBudget &ofProcess();

    // Threads that are meant to compute at once; at least one.
    [[nodiscard]] unsigned size() const noexcept { return m_size.load(std::memory_order_relaxed); }
    void resize(unsigned threads) noexcept;
    // Negative where more threads compute than are meant to: callers, and those whose number somebody has named.
    [[nodiscard]] int free() const noexcept { return m_free.load(std::memory_order_relaxed); }

private:
    friend class WorkerPlace;
    explicit WorkerBudget(unsigned threads) noexcept;

    std::atomic<unsigned> m_size;
    std::atomic<int> m_free;
};

// One thread's place in the budget, given back when it goes.
class WorkerPlace {
public:
    [[nodiscard]] static std::optional<WorkerPlace> takeFree() noexcept;
    [[nodiscard]] static WorkerPlace takeAnyway() noexcept;
    WorkerPlace(WorkerPlace &&other) noexcept
        : m_held(std::exchange(other.m_held, false))
    {
    }
    WorkerPlace &operator=(WorkerPlace &&) = delete;
    WorkerPlace(const WorkerPlace &) = delete;
    WorkerPlace &operator=(const WorkerPlace &) = delete;
    ~WorkerPlace();

private:
    WorkerPlace() noexcept = default;
    bool m_held = true;
};

// While it lives, the thread it was made on is counted: once, however deep shared work is nested. On the stack only.
class CountedThread {
public:
    CountedThread() noexcept; // takes a place whether one is free or not: this thread computes in any case
    explicit CountedThread(WorkerPlace place) noexcept;
    CountedThread(const CountedThread &) = delete;
    CountedThread &operator=(const CountedThread &) = delete;
    ~CountedThread();

private:
    std::optional<WorkerPlace> m_place; // none: an outer one holds it
};

// How many threads shared work may use.
struct WorkersWanted {
    unsigned most = 1;
    bool exactly = true; // somebody has named the number: so many, free or not
};
inline constexpr unsigned kMaxWorkers = 16;
// named: 0 = as many as are free, at most `most`.
[[nodiscard]] WorkersWanted workersWanted(unsigned named = 0, unsigned most = kMaxWorkers) noexcept;

} // namespace lamella::core
