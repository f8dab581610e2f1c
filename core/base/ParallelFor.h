// SPDX-License-Identifier: GPL-3.0-or-later
// A loop over independent items on several threads. Results are stored by index, so they do not depend on the number of threads.
#pragma once

#include "core/base/WorkerThreads.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <stop_token>

namespace lamella::core {

// Calls work(index, worker) for every index below count, worker < wanted.most. Returns early, with items left undone, when a stop
// is requested. Rethrows exceptions of work(), such as std::bad_alloc.
template <class Work> void parallelFor(WorkersWanted wanted, std::size_t count, const std::stop_token &stop, Work &&work)
{
    wanted.max = static_cast<unsigned>(std::clamp<std::size_t>(count, 1, wanted.max));
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
