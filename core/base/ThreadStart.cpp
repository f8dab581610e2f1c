// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ThreadStart.h"

#include <atomic>
#include <new>

namespace lamella::core {

namespace {

std::atomic<ThreadStart> threadStart = nullptr;

// What Qt makes takes less than 2 KB. The rest is for other threads that ask in the same moment. It stays below the size from
// which glibc gives freed memory back to the system at once (128 KB).
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
    ::operator delete(::operator new(kRoom)); // throws here what would crash inside
    start();
}

} // namespace lamella::core
