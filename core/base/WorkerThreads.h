// SPDX-License-Identifier: GPL-3.0-or-later
// Several threads on one piece of work. Memory can run out in any of them, and an exception that leaves a thread ends the
// program: here it reaches the one who asked for the work.
#pragma once

#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace lamella::core {

// work(0) here, work(1) to work(workers - 1) on threads of their own; comes back when all have ended. A thread that cannot be
// started is done without, so work() must take what is left rather than a share of its own. The first exception is thrown again
// here; before that, `wake` is called once, from the thread that failed, to let those leave that wait for others.
template <class Work, class Wake> void runOnThreads(unsigned workers, Work &&work, Wake &&wake)
{
    std::exception_ptr failure;
    std::mutex mutex;
    const auto guarded = [&](unsigned worker) noexcept {
        try {
            work(worker);
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!failure) {
                failure = std::current_exception();
                wake();
            }
        }
    };
    {
        std::vector<std::jthread> threads;
        try {
            threads.reserve(workers);
            for (unsigned i = 1; i < workers; ++i)
                threads.emplace_back(guarded, i);
        } catch (const std::system_error &) { // no more threads to be had
        } catch (const std::bad_alloc &) {
        }
        guarded(0);
    }
    if (failure)
        std::rethrow_exception(failure);
}

template <class Work> void runOnThreads(unsigned workers, Work &&work)
{
    runOnThreads(workers, std::forward<Work>(work), [] {});
}

// Work that somebody will need soon, begun on a thread of its own. Whatever goes wrong in it is dropped: who needs it does it
// again, and meets the error where it can be said. Where no thread can be started, nothing is begun.
template <class Work> [[nodiscard]] std::jthread beginBeside(Work &&work)
{
    const auto quiet = [work = std::forward<Work>(work)]() noexcept {
        try {
            work();
        } catch (...) {
        }
    };
    try {
        return std::jthread(quiet);
    } catch (const std::system_error &) {
    } catch (const std::bad_alloc &) {
    }
    return {};
}

} // namespace lamella::core
