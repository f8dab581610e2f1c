// SPDX-License-Identifier: GPL-3.0-or-later
// A pool of long-lived threads for short, frequent work of a few milliseconds, such as the lanes of each frame. A run allocates
// nothing and does not wait for threads that have not started. The threads are not part of the WorkerBudget, so that drawing
// never waits for background analyses. Only one thread may call run() at a time.
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
    // Uses at most as many workers as there are cores, including the caller. The first run that needs helpers starts them; if
    // some cannot be started, the pool works with fewer.
    explicit FrameThreadPool(unsigned maxWorkers);
    ~FrameThreadPool();
    FrameThreadPool(const FrameThreadPool &) = delete;
    FrameThreadPool &operator=(const FrameThreadPool &) = delete;

    [[nodiscard]] unsigned workers() const { return m_workers; }
    // Calls work(index, worker) for every index below count, worker < workers(), on this thread and the helpers, and returns when
    // all calls are done. Rethrows the first exception of work(); calls not started by then are skipped.
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
    std::mutex m_mutex; // guards the members below; the caller alone sets the work, before a helper starts
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
    std::vector<std::jthread> m_threads; // last: joined before the members they use are destroyed
};

} // namespace lamella::core
