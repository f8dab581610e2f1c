// SPDX-License-Identifier: GPL-3.0-or-later
// A result that several threads ask for and one computes. Whoever asks first computes it on its own thread, without a lock; who
// asks meanwhile waits for that, until its own stop token says otherwise. The computation is stopped only when everybody who
// asked has stopped; an error goes to all who waited and is not stored, so that the next one asks anew. Safe from any thread.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace lamella::core {

template <class Value> class SharedResult {
public:
    using Pointer = std::shared_ptr<const Value>;

    // compute(control) returns Result<Value>; its stop token is that of the computation. Errors: those of compute; Cancelled
    // where control.stop was requested before there was a result. What compute throws goes to the caller that ran it; another one
    // computes.
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

    // The result if it is there; never waits for a computation.
    [[nodiscard]] Pointer ready() const
    {
        const std::lock_guard lock(m_mutex);
        return m_value;
    }
    // How many ask for what is being computed now; 0 while nobody computes.
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

        // False when everybody has stopped: the run ends without a result.
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
        struct Finish { // also when compute throws
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
        Result<Value> made = compute(JobControl{run->stop.get_token(), control.progress});
        if (run->stop.stop_requested()) // what was stopped half-way is not stored
            return cancelled();
        if (!made) {
            run->error = made.error();
            return made.error();
        }
        return finish.value = std::make_shared<const Value>(std::move(*made));
    }

    // Nothing: the run ended without a result; ask again.
    std::optional<Result<Pointer>> wait(std::unique_lock<std::mutex> &lock, Run &run, const JobControl &control)
    {
        const bool joined = run.join();
        bool inTime = false;
        {
            const std::stop_callback stopped(control.stop, [&run, joined] {
                if (joined)
                    run.leave();
            });
            inTime = m_changed.wait(lock, control.stop, [&run] { return run.finished; });
            lock.unlock(); // the destructor of the callback waits for one that runs
        }
        if (!inTime)
            return Result<Pointer>(cancelled());
        if (run.error)
            return Result<Pointer>(*run.error);
        return std::nullopt;
    }

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::shared_ptr<Run> m_run; // null while nobody computes
    Pointer m_value;
};

// The same for each key. Results that were asked for last are stored until their costs exceed maxCost in sum; one that costs more
// than maxOne is given to those who asked, and not stored.
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
        Key key;
        std::shared_ptr<SharedResult<Value>> shared;
        std::size_t cost = 0;
    };

    std::shared_ptr<SharedResult<Value>> entry(const Key &key)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&key](const Entry &e) { return e.key == key; });
        if (found != m_entries.end())
            m_entries.splice(m_entries.begin(), m_entries, found);
        else
            m_entries.push_front({key, std::make_shared<SharedResult<Value>>(), 0});
        return m_entries.front().shared;
    }

    // Says what a new result costs, and removes those that were not asked for lately.
    void settle(const Key &key, const std::shared_ptr<SharedResult<Value>> &shared, std::size_t cost, bool good)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry &e) { return e.shared == shared; });
        if (found != m_entries.end() && found->key == key) {
            if (good && cost <= m_maxOne) {
                m_sum += cost - found->cost;
                found->cost = cost;
            } else if (shared->askers() == 0) {
                m_sum -= found->cost;
                m_entries.erase(found);
            }
        }
        while (m_sum > m_maxCost && m_entries.size() > 1) {
            m_sum -= m_entries.back().cost;
            m_entries.pop_back();
        }
    }

    std::size_t m_maxCost;
    std::size_t m_maxOne;
    Cost m_cost;
    std::mutex m_mutex;
    std::list<Entry> m_entries; // asked for last first
    std::size_t m_sum = 0;
};

} // namespace lamella::core
