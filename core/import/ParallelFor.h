// SPDX-License-Identifier: GPL-3.0-or-later
// The finish stage's loop over independent pieces. Results go to places given by the index, so that the number of
// threads never shows.
#pragma once

#include <atomic>
#include <cstddef>
#include <stop_token>
#include <thread>
#include <vector>

namespace lamella::core {

// work(index, worker) for every index below count; leaves early, with pieces undone, when stop is requested.
template <class Work> void parallelFor(unsigned workers, std::size_t count, const std::stop_token &stop, Work &&work)
{
    std::atomic<std::size_t> next{0};
    const auto loop = [&](unsigned worker) {
        for (std::size_t index = next++; index < count && !stop.stop_requested(); index = next++)
            work(index, worker);
    };
    const auto extra = static_cast<unsigned>(count < workers ? (count == 0 ? 0 : count - 1) : workers - 1);
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < extra; ++i)
        threads.emplace_back(loop, i + 1);
    loop(0);
}

} // namespace lamella::core
