// SPDX-License-Identifier: GPL-3.0-or-later
// A loop over independent pieces on several threads. Results go to places given by the index, so that the number of threads never
// shows.
#pragma once

#include "core/base/WorkerThreads.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <stop_token>

namespace lamella::core {

// work(index, worker) for every index below count; leaves early, with pieces undone, when stop is requested. worker is below
// wanted.most. Throws what work() throws: std::bad_alloc where memory runs out.
template <class Work> void parallelFor(WorkersWanted wanted, std::size_t count, const std::stop_token &stop, Work &&work)
{
    wanted.most = static_cast<unsigned>(std::clamp<std::size_t>(count, 1, wanted.most));
    std::atomic<std::size_t> next{0};
    runOnThreads(wanted, [&](Worker &worker) {
        for (std::size_t index = next++; index < count && !stop.stop_requested(); index = next++) {
            work(index, worker.number());
            if (next.load(std::memory_order_relaxed) < count)
                worker.spawnMoreWorkers();
        }
    });
}

} // namespace lamella::core
