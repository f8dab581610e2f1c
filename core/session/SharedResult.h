// SPDX-License-Identifier: GPL-3.0-or-later
// A result that several threads request and one of them computes. The first caller computes on its own thread, without holding
// the lock; the others wait until it is done or their own stop token is set. The computation is stopped once all callers have
// requested a stop. Errors are returned to all callers and not stored, so the next call computes again. Thread-safe.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace lamella::core {

template <class Value> class SharedResult {
public:
    using Pointer = std::shared_ptr<const Value>;

    // compute(control) returns Result<Value>; its stop token is set when all callers have stopped. Errors: those of compute;
    // Cancelled if control.stop is set first. An exception of compute goes to the caller that ran it; another waiting caller
    // computes again.
    template <class Compute> [[nodiscard]] Result<Pointer> get(const JobControl &control, Compute &&compute)
    {
        for (;;) {
            std::unique_lock lock(m_mutex);
            if (m_value)
                return m_value;
            if (control.stopRequested())
                return cancelled();
            if (!m_run) {
                const auto run = m_run = std::make_shared<Run>();
                lock.unlock();
                return computeRun(run, control, compute);
            }
            const auto run = m_run;
            if (std::optional<Result<Pointer>> result = wait(lock, *run, control))
                return std::move(*result);
        }
    }

    // The result if it exists; never waits.
    [[nodiscard]] Pointer ready() const
    {
        const std::lock_guard lock(m_mutex);
        return m_value;
    }
    // Number of callers waiting for the current computation, including the one that runs it; 0 if there is none.
    [[nodiscard]] std::size_t askers() const
    {
        const std::lock_guard lock(m_mutex);
        return m_run ? m_run->askers.load() : 0;
    }

private:
    struct Run {
        std::atomic<std::size_t> askers = 1;
        std::stop_source stop;
        bool finished = false;
        std::optional<Error> error;

        // False if all callers have stopped: this run will have no result.
        bool join()
        {
            std::size_t count = askers.load();
            while (count > 0 && !askers.compare_exchange_weak(count, count + 1)) { }
            return count > 0;
        }
        void leave()
        {
            if (askers.fetch_sub(1) == 1)
                stop.request_stop();
        }
    };

    static Error cancelled() { return {ErrorCode::Cancelled, "stopped", {}, -1}; }

    template <class Compute>
    Result<Pointer> computeRun(const std::shared_ptr<Run> &run, const JobControl &control, Compute &compute)
    {
        struct Finish { // runs also if compute throws
            SharedResult &self;
            Run &run;
            Pointer value;
            ~Finish()
            {
                const std::lock_guard lock(self.m_mutex);
                run.finished = true;
                self.m_run.reset();
                self.m_value = std::move(value);
                self.m_changed.notify_all();
            }
        } finish{*this, *run, nullptr};
        const std::stop_callback stopped(control.stop, [&run] { run->leave(); });
        Result<Value> made = compute(JobControl{run->stop.get_token(), control.progress, control.waiting});
        if (run->stop.stop_requested()) // incomplete: not stored
            return cancelled();
        if (!made) {
            if (made.error().code != ErrorCode::Cancelled) // else one who waits has not stopped, and computes again
                run->error = made.error();
            return made.error();
        }
        return finish.value = std::make_shared<const Value>(std::move(*made));
    }

    // nullopt: the run ended without a result; try again.
    std::optional<Result<Pointer>> wait(std::unique_lock<std::mutex> &lock, Run &run, const JobControl &control)
    {
        const bool joined = run.join();
        bool inTime = false;
        if (control.waiting)
            control.waiting(true);
        {
            const std::stop_callback stopped(control.stop, [&run, joined] {
                if (joined)
                    run.leave();
            });
            inTime = m_changed.wait(lock, control.stop, [&run] { return run.finished; });
            lock.unlock(); // the destructor of the callback waits for a running callback
        }
        if (control.waiting)
            control.waiting(false);
        if (!inTime)
            return Result<Pointer>(cancelled());
        if (run.error)
            return Result<Pointer>(*run.error);
        return std::nullopt;
    }

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::shared_ptr<Run> m_run; // null if nothing is being computed
    Pointer m_value;
};

// A SharedResult per key. The most recently used results are stored up to a total cost of maxCost; a result that costs more than
// maxOne is returned but not stored.
template <class Key, class Value> class SharedResults {
public:
    using Cost = std::function<std::size_t(const Value &)>;
    using Pointer = std::shared_ptr<const Value>;

    SharedResults(std::size_t maxCost, std::size_t maxOne, Cost cost)
        : m_maxCost(maxCost)
        , m_maxOne(maxOne)
        , m_cost(std::move(cost))
    {
    }

    template <class Compute> [[nodiscard]] Result<Pointer> get(const Key &key, const JobControl &control, Compute &&compute)
    {
        const std::shared_ptr<SharedResult<Value>> shared = entry(key);
        const bool known = shared->ready() != nullptr;
        Result<Pointer> result = shared->get(control, std::forward<Compute>(compute));
        if (!known)
            settle(key, shared, result ? m_cost(**result) : 0, result.has_value());
        return result;
    }

private:
    struct Entry {
        std::shared_ptr<SharedResult<Value>> shared;
        std::size_t cost = 0;
        typename std::list<const Key *>::iterator use; // in m_uses
    };

    std::shared_ptr<SharedResult<Value>> entry(const Key &key)
    {
        const std::lock_guard lock(m_mutex);
        const auto [found, isNew] = m_entries.try_emplace(key);
        Entry &entry = found->second;
        if (isNew) {
            entry.shared = std::make_shared<SharedResult<Value>>();
            entry.use = m_uses.insert(m_uses.begin(), &found->first);
        } else {
            m_uses.splice(m_uses.begin(), m_uses, entry.use);
        }
        return entry.shared;
    }

    // Records the cost of a new result and evicts the least recently used ones.
    void settle(const Key &key, const std::shared_ptr<SharedResult<Value>> &shared, std::size_t cost, bool good)
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_entries.find(key); found != m_entries.end() && found->second.shared == shared) {
            if (good && cost <= m_maxOne) {
                m_sum += cost - found->second.cost;
                found->second.cost = cost;
            } else if (shared->askers() == 0) {
                erase(found);
            }
        }
        while (m_sum > m_maxCost && m_entries.size() > 1)
            erase(m_entries.find(*m_uses.back()));
    }

    void erase(typename std::map<Key, Entry>::iterator entry)
    {
        m_sum -= entry->second.cost;
        m_uses.erase(entry->second.use);
        m_entries.erase(entry);
    }

    std::size_t m_maxCost;
    std::size_t m_maxOne;
    Cost m_cost;
    std::mutex m_mutex;
    std::map<Key, Entry> m_entries;
    std::list<const Key *> m_uses; // of the entries, the most recent first
    std::size_t m_sum = 0;
};

} // namespace lamella::core
