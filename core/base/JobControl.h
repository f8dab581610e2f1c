// SPDX-License-Identifier: GPL-3.0-or-later
// Cancellation and progress of a long-running function, passed by its caller.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

namespace lamella::core {

struct JobControl {
    std::stop_token stop;
    // Called at most every 20 ms, from any worker but never concurrently. The job defines the unit (import: bytes of the file).
    std::function<void(std::uint64_t done, std::uint64_t total)> progress;
    // Called on the thread of the job: with true before it waits for a result that another job computes, with false afterwards. A
    // thread pool runs other jobs during that time.
    std::function<void(bool waits)> waiting = {};

    [[nodiscard]] bool stopRequested() const { return stop.stop_requested(); }
    void report(std::uint64_t done, std::uint64_t total) const
    {
        if (progress)
            progress(done, total);
    }
};

} // namespace lamella::core
