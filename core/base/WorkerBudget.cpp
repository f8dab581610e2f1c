// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/WorkerBudget.h"

#include <algorithm>
#include <thread>

namespace lamella::core {

namespace {

thread_local bool t_counted = false;

} // namespace

WorkerBudget::WorkerBudget(unsigned threads) noexcept
    : m_size(std::max(1u, threads))
    , m_free(static_cast<int>(std::max(1u, threads)))
{
}

WorkerBudget &WorkerBudget::ofProcess()
{
    static WorkerBudget budget(std::thread::hardware_concurrency());
    return budget;
}

void WorkerBudget::resize(unsigned threads) noexcept
{
    const unsigned now = std::max(1u, threads);
    const unsigned before = m_size.exchange(now);
    m_free.fetch_add(static_cast<int>(now) - static_cast<int>(before));
}

std::optional<WorkerPlace> WorkerPlace::takeFree() noexcept
{
    std::atomic<int> &free = WorkerBudget::ofProcess().m_free;
    int seen = free.load(std::memory_order_relaxed);
    while (seen > 0)
        if (free.compare_exchange_weak(seen, seen - 1, std::memory_order_relaxed))
            return WorkerPlace();
    return std::nullopt;
}

WorkerPlace WorkerPlace::takeAnyway() noexcept
{
    WorkerBudget::ofProcess().m_free.fetch_sub(1, std::memory_order_relaxed);
    return {};
}

WorkerPlace::~WorkerPlace()
{
    if (m_held)
        WorkerBudget::ofProcess().m_free.fetch_add(1, std::memory_order_relaxed);
}

CountedThread::CountedThread() noexcept
{
    if (!std::exchange(t_counted, true))
        m_place.emplace(WorkerPlace::takeAnyway());
}

CountedThread::CountedThread(WorkerPlace place) noexcept
    : m_place(std::move(place))
{
    t_counted = true;
}

CountedThread::~CountedThread()
{
    if (m_place)
        t_counted = false;
}

WorkersWanted workersWanted(unsigned named, unsigned most) noexcept
{
    if (named != 0)
        return {named, true};
    return {std::clamp(WorkerBudget::ofProcess().size(), 1u, std::max(1u, most)), false};
}

} // namespace lamella::core
