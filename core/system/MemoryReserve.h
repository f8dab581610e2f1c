// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for libraries that are not exception-safe, such as RE2: std::bad_alloc in the middle of one of its functions leaves objects
// behind that crash when they are destroyed.
#pragma once

#include <mutex>

namespace lamella::core {

// While it lives, operator new of this thread that finds no memory is given blocks of a reserve (8 MB for the process) and tries again.
// The constructor fills the reserve, and ends in std::bad_alloc if it cannot: at a place where that is safe. Where the address space is
// limited (ulimit -v), only one thread has one at a time: Abseil's mutex, with which RE2 of 2023 and newer locks, maps memory when
// threads contend for it, and aborts where it cannot. Reentrant; any thread.
class MemoryReserve {
public:
    MemoryReserve();
    ~MemoryReserve();
    MemoryReserve(const MemoryReserve &) = delete;
    MemoryReserve &operator=(const MemoryReserve &) = delete;

private:
    std::unique_lock<std::recursive_mutex> m_alone; // held where the address space is limited
};

} // namespace lamella::core
