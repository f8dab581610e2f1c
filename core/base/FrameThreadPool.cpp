// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/FrameThreadPool.h"

#include "core/base/ThreadStart.h"

#include <new>
#include <system_error>
#include <utility>

namespace lamella::core {

FrameThreadPool::FrameThreadPool(unsigned maxWorkers)
    : m_workers(std::clamp(std::thread::hardware_concurrency(), 1u, std::max(1u, maxWorkers)))
{
}

FrameThreadPool::~FrameThreadPool()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
    }
    m_called.notify_all();
}

void FrameThreadPool::begin()
{
    try {
        m_threads.reserve(m_workers - 1);
        for (unsigned worker = 1; worker < m_workers; ++worker)
            m_threads.emplace_back([this, worker] { help(worker); });
    } catch (const std::system_error &) { // no more threads available
    } catch (const std::bad_alloc &) {
    }
}

void FrameThreadPool::runAll(std::size_t count, const void *what, Call call)
{
    if (m_threads.empty() && m_workers > 1 && count > 1)
        begin();
    {
        const std::lock_guard lock(m_mutex);
        m_what = what;
        m_call = call;
        m_count = count;
        m_next = 0;
        m_isOpen = count > 1;
        ++m_run;
    }
    if (count > 1)
        m_called.notify_all();
    takeWork(0);
    std::unique_lock lock(m_mutex);
    m_isOpen = false;
    m_left.wait(lock, [this] { return m_busy == 0; });
    if (m_failure)
        std::rethrow_exception(std::exchange(m_failure, nullptr));
}

void FrameThreadPool::help(unsigned worker)
{
    std::uint64_t seen = 0;
    std::unique_lock lock(m_mutex);
    while (true) {
        m_called.wait(lock, [&] { return m_isOver || (m_isOpen && m_run != seen); });
        if (m_isOver)
            return;
        seen = m_run;
        ++m_busy;
        lock.unlock();
        takeWork(worker);
        lock.lock();
        if (--m_busy == 0)
            m_left.notify_one();
    }
}

void FrameThreadPool::takeWork(unsigned worker) noexcept
{
    try {
        startThread();
        for (std::size_t index = m_next++; index < m_count; index = m_next++)
            m_call(m_what, index, worker);
    } catch (...) {
        m_next = m_count; // the other threads stop too
        const std::lock_guard lock(m_mutex);
        if (!m_failure)
            m_failure = std::current_exception();
    }
}

} // namespace lamella::core
