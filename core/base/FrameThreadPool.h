// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that stay, for work that comes again and again and takes a few milliseconds: the lanes of each frame. A run allocates
// nothing and waits for no thread that has not begun. Its threads are not of the WorkerBudget: a picture is not to wait until
// what is computed behind it leaves a place free. run() is for one thread at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace lamella::core {

class FrameThreadPool {
public:
    // At most as many workers as there are cores, the caller counted. Helpers are started by the first run that has work for
    // them; those that cannot be started are done without.
    explicit FrameThreadPool(unsigned mostWorkers);
    ~FrameThreadPool();
    FrameThreadPool(const FrameThreadPool &) = delete;
    FrameThreadPool &operator=(const FrameThreadPool &) = delete;

    [[nodiscard]] unsigned workers() const { return m_workers; }
    // work(index, worker) for every index below count, worker < workers(), here and on the helpers; comes back when all is done.
    // Throws the first thing that work() threw; what was not begun by then is left out.
    template <class Work> void run(std::size_t count, const Work &work)
    {
        runAll(count, &work,
            [](const void *what, std::size_t index, unsigned worker) { (*static_cast<const Work *>(what))(index, worker); });
    }

private:
    using Call = void (*)(const void *what, std::size_t index, unsigned worker);

    void runAll(std::size_t count, const void *what, Call call);
    void begin();
    void help(unsigned worker);
    void takeWork(unsigned worker) noexcept;

    const unsigned m_workers;
    std::mutex m_mutex; // of what follows; the work itself is written before a helper begins, and by the caller alone
    std::condition_variable m_called;
    std::condition_variable m_left;
    std::uint64_t m_run = 0; // number of the run
    bool m_isOpen = false; // a helper may still join the run
    bool m_isOver = false;
    unsigned m_busy = 0; // helpers at work
    std::exception_ptr m_failure;
    const void *m_what = nullptr;
    Call m_call = nullptr;
    std::size_t m_count = 0;
    std::atomic<std::size_t> m_next{0};
    std::vector<std::jthread> m_threads; // last: they end before what they use
};

} // namespace lamella::core
