// SPDX-License-Identifier: GPL-3.0-or-later
// What a long function of core gets from its caller: a way to be stopped and a way to say how far it is.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

namespace lamella::core {

struct JobControl {
    std::stop_token stop;
    // Called at most every 20 ms, from any worker but never from two at once. Units are the job's own (import: bytes of the file).
    std::function<void(std::uint64_t done, std::uint64_t total)> progress;

    [[nodiscard]] bool stopRequested() const { return stop.stop_requested(); }
    void report(std::uint64_t done, std::uint64_t total) const
    {
        if (progress)
            progress(done, total);
    }
};

} // namespace lamella::core
