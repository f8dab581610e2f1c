// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/MemoryReserve.h"

#include "core/system/ProcessLimits.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <exception>
#include <new>

namespace lamella::core {

namespace {

constexpr std::size_t kBlocks = 8;
constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

std::array<std::atomic<void *>, kBlocks> &blocks()
{
    static std::array<std::atomic<void *>, kBlocks> all{};
    return all;
}

thread_local int alive = 0; // reserves of this thread

std::recursive_mutex &oneThread()
{
    static std::recursive_mutex mutex;
    return mutex;
}

// Called by operator new where it finds no memory; on return it tries again.
void giveBlock()
{
    if (alive > 0)
        for (std::atomic<void *> &block : blocks())
            if (void *const given = block.exchange(nullptr)) {
                ::operator delete(given);
                return;
            }
    std::rethrow_exception(std::make_exception_ptr(std::bad_alloc()));
}

void fill()
{
    for (std::atomic<void *> &block : blocks()) {
        if (block.load(std::memory_order_relaxed) != nullptr)
            continue;
        void *const made = ::operator new(kBlockBytes);
        void *none = nullptr;
        if (!block.compare_exchange_strong(none, made))
            ::operator delete(made); // another thread was faster
    }
}

} // namespace

MemoryReserve::MemoryReserve()
{
    static const std::new_handler before = std::set_new_handler(&giveBlock);
    static_cast<void>(before);
    if (addressSpaceIsLimited())
        m_alone = std::unique_lock(oneThread());
    if (alive == 0)
        fill();
    ++alive;
}

MemoryReserve::~MemoryReserve()
{
    --alive;
}

} // namespace lamella::core
