// SPDX-License-Identifier: GPL-3.0-or-later
// Limits the number of threads of this process that compute at once to the number of cores. Parallel work asks here before it
// starts a thread, so that concurrent imports and analyses do not oversubscribe the CPU. Nothing ever waits for the budget: work
// that gets no extra thread runs on the one it has, so nested work cannot deadlock. Thread-safe.
#pragma once

#include <atomic>
#include <optional>
#include <utility>

namespace lamella::core {

class WorkerBudget {
public:
    [[nodiscard]] static WorkerBudget &ofProcess();

    // Target number of computing threads; at least one.
    [[nodiscard]] unsigned size() const noexcept { return m_size.load(std::memory_order_relaxed); }
    void resize(unsigned threads) noexcept;
    // Negative if more threads compute than the target: calling threads always count, and so do threads requested by number.
    [[nodiscard]] int free() const noexcept { return m_free.load(std::memory_order_relaxed); }

private:
    friend class WorkerPlace;
    explicit WorkerBudget(unsigned threads) noexcept;

    std::atomic<unsigned> m_size;
    std::atomic<int> m_free;
};

// One thread's share of the budget, returned on destruction.
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

// Counts the current thread as computing while it exists; nested instances on one thread count once. Only on the stack.
class CountedThread {
public:
    CountedThread() noexcept; // takes a place even if none is free, because this thread computes anyway
    explicit CountedThread(WorkerPlace place) noexcept;
    CountedThread(const CountedThread &) = delete;
    CountedThread &operator=(const CountedThread &) = delete;
    ~CountedThread();

private:
    std::optional<WorkerPlace> m_place; // empty if an outer instance holds the place
};

// How many threads parallel work may use.
struct WorkersWanted {
    unsigned most = 1;
    bool exactly = true; // the number was requested explicitly: use it even if fewer are free
};
inline constexpr unsigned kMaxWorkers = 16;
// named: explicit number of threads; 0 = as many as are free, at most `most`.
[[nodiscard]] WorkersWanted workersWanted(unsigned named = 0, unsigned most = kMaxWorkers) noexcept;

} // namespace lamella::core
