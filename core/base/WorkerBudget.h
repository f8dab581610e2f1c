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
    friend class WorkerSlot;
    explicit WorkerBudget(unsigned threads) noexcept;

    std::atomic<unsigned> m_size;
    std::atomic<int> m_free;
};

// One thread's share of the budget, returned on destruction.
class WorkerSlot {
public:
    [[nodiscard]] static std::optional<WorkerSlot> takeFree() noexcept;
    [[nodiscard]] static WorkerSlot takeAnyway() noexcept;
    WorkerSlot(WorkerSlot &&other) noexcept
        : m_held(std::exchange(other.m_held, false))
    {
    }
    WorkerSlot &operator=(WorkerSlot &&) = delete;
    WorkerSlot(const WorkerSlot &) = delete;
    WorkerSlot &operator=(const WorkerSlot &) = delete;
    ~WorkerSlot();

private:
    WorkerSlot() noexcept = default;
    bool m_held = true;
};

// Counts the current thread as computing while it exists; nested instances on one thread count once. Only on the stack.
class CountedThread {
public:
    CountedThread() noexcept; // takes a slot even if none is free, because this thread computes anyway
    explicit CountedThread(WorkerSlot slot) noexcept;
    CountedThread(const CountedThread &) = delete;
    CountedThread &operator=(const CountedThread &) = delete;
    ~CountedThread();

private:
    std::optional<WorkerSlot> m_slot; // empty if an outer instance holds the slot
};

// How many threads parallel work may use.
struct WorkersWanted {
    unsigned max = 1;
    bool exactly = true; // the number was requested explicitly: use it even if fewer are free
};
inline constexpr unsigned kMaxWorkers = 16;
// named: explicit number of threads; 0 = as many as are free, at most `max`.
[[nodiscard]] WorkersWanted workersWanted(unsigned named = 0, unsigned max = kMaxWorkers) noexcept;

} // namespace lamella::core
