// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/MemoryBudget.h"

#include "core/base/Message.h"
#include "core/import/UserLimits.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace lamella::core {

namespace {
constexpr std::uint64_t kLookStep = std::uint64_t{64} << 20;
constexpr std::uint64_t kMegabyte = 1'000'000;
constexpr std::uint64_t kAnyFile = 1000 * kMegabyte;
constexpr std::uint64_t kTimesTheFile = 64;
constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 50; // so that the product cannot overflow
std::atomic<std::uint64_t> g_heldByAll{0}; // by all imports of the process
} // namespace

MemoryBudget::MemoryBudget(const ImportLimits &limits, Machine machine)
    : m_machine(std::move(machine))
    , m_max(withUserLimits(limits).maxMemoryBytes)
    , m_nextLook(kLookStep)
{
}

MemoryBudget::~MemoryBudget()
{
    g_heldByAll.fetch_sub(held(), std::memory_order_relaxed);
}

void MemoryBudget::boundByFile(std::uint64_t bytes)
{
    if (!m_max && bytes != 0)
        m_maxOfFile = kAnyFile + kTimesTheFile * std::min(bytes, kLargestFile);
}

void MemoryBudget::hold(std::uint64_t bytes)
{
    const std::uint64_t now = m_held.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    const std::uint64_t all = g_heldByAll.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    if (m_max) {
        if (*m_max != 0 && now > *m_max)
            m_exceeded = true;
    } else if (m_maxOfFile != 0 && now > m_maxOfFile && !exceeded()) {
        m_beyondFile = true;
        m_exceeded = true;
    } else if (now >= m_nextLook.load(std::memory_order_relaxed)) {
        look(all);
    }
}

void MemoryBudget::look(std::uint64_t all)
{
    const std::lock_guard lock(m_looking);
    if (held() < m_nextLook.load(std::memory_order_relaxed) || exceeded())
        return;
    m_nextLook = held() + kLookStep;
    const MachineMemory machine = m_machine();
    m_left = machine.available;
    if (machine.exceededBy(held(), all))
        m_exceeded = true; // not cleared otherwise: another thread may have set it meanwhile
}

void MemoryBudget::release(std::uint64_t bytes)
{
    std::uint64_t before = held();
    while (!m_held.compare_exchange_weak(before, before - std::min(bytes, before), std::memory_order_relaxed)) { }
    g_heldByAll.fetch_sub(std::min(bytes, before), std::memory_order_relaxed);
}

Error MemoryBudget::limitError(const std::string &path) const
{
    if (m_max || m_beyondFile)
        return Error{ErrorCode::Limit,
            msg("takes more than %1 MB of memory to read; record a shorter trace, cut out one pass where there is more memory "
                "(lamella-cli extract), or set LAMELLA_MAX_MEMORY_MEGABYTES (0 = no limit)",
                m_max.value_or(m_maxOfFile) / kMegabyte),
            path};
    return Error{ErrorCode::Limit,
        msg("takes more memory to read than this machine can spare (%1 MB so far, %2 MB are left); record a shorter trace, cut "
            "out "
            "one pass where there is more memory (lamella-cli extract), or set LAMELLA_MAX_MEMORY_MEGABYTES (0 = no limit)",
            held() / kMegabyte, m_left.load() / kMegabyte),
        path};
}

} // namespace lamella::core
