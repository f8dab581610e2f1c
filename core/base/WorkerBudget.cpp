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

std::optional<WorkerSlot> WorkerSlot::takeFree() noexcept
{
    std::atomic<int> &free = WorkerBudget::ofProcess().m_free;
    int seen = free.load(std::memory_order_relaxed);
    while (seen > 0)
        if (free.compare_exchange_weak(seen, seen - 1, std::memory_order_relaxed))
            return WorkerSlot();
    return std::nullopt;
}

WorkerSlot WorkerSlot::takeAnyway() noexcept
{
    WorkerBudget::ofProcess().m_free.fetch_sub(1, std::memory_order_relaxed);
    return {};
}

WorkerSlot::~WorkerSlot()
{
    if (m_held)
        WorkerBudget::ofProcess().m_free.fetch_add(1, std::memory_order_relaxed);
}

CountedThread::CountedThread() noexcept
{
    if (!std::exchange(t_counted, true))
        m_slot.emplace(WorkerSlot::takeAnyway());
}

CountedThread::CountedThread(WorkerSlot slot) noexcept
    : m_slot(std::move(slot))
{
    t_counted = true;
}

CountedThread::~CountedThread()
{
    if (m_slot)
        t_counted = false;
}

WorkersWanted workersWanted(unsigned named, unsigned max) noexcept
{
    if (named != 0)
        return {named, true};
    return {std::clamp(WorkerBudget::ofProcess().size(), 1u, std::max(1u, max)), false};
}

} // namespace lamella::core
