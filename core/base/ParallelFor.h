// SPDX-License-Identifier: GPL-3.0-or-later
// A loop over independent pieces on several threads. Results go to places given by the index, so that the number of threads never
// shows.
#pragma once

#include "core/base/WorkerThreads.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <stop_token>
#include <thread>

namespace lamella::core {

// Threads for work that nobody asked a number for.
[[nodiscard]] inline unsigned usualWorkers()
{
    constexpr unsigned kMost = 16;
    return std::clamp(std::thread::hardware_concurrency(), 1u, kMost);
}

// work(index, worker) for every index below count; leaves early, with pieces undone, when stop is requested.
// Throws what work() throws: std::bad_alloc where memory runs out.
template <class Work> void parallelFor(unsigned workers, std::size_t count, const std::stop_token &stop, Work &&work)
{
    std::atomic<std::size_t> next{0};
    const auto loop = [&](unsigned worker) {
        for (std::size_t index = next++; index < count && !stop.stop_requested(); index = next++)
            work(index, worker);
    };
    const auto extra = static_cast<unsigned>(count < workers ? (count == 0 ? 0 : count - 1) : workers - 1);
    runOnThreads(extra + 1, loop);
}

} // namespace lamella::core
