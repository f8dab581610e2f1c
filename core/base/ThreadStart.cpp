// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ThreadStart.h"

#include <atomic>
#include <new>

namespace lamella::core {

namespace {

std::atomic<ThreadStart> threadStart = nullptr;

// Qt's per-thread data take less than 2 KB; the rest allows for other threads that allocate at the same moment. Stays below 128
// KB, from where glibc returns freed memory to the system at once.
constexpr std::size_t kRoom = std::size_t{96} << 10;

} // namespace

void setThreadStart(ThreadStart start) noexcept
{
    threadStart = start;
}

void startThread()
{
    const ThreadStart start = threadStart;
    if (start == nullptr)
        return;
    ::operator delete(::operator new(kRoom)); // throws here instead of crashing in start()
    start();
}

} // namespace lamella::core
