// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for libraries that are not exception-safe, such as RE2: std::bad_alloc in the middle of one of its functions leaves objects
// behind that crash when they are destroyed.
#pragma once

namespace lamella::core {

// While it lives, operator new of this thread that finds no memory is given blocks of a reserve (8 MB for the process) and tries again.
// The constructor fills the reserve, and ends in std::bad_alloc if it cannot or if no memory can be mapped beside it: at a place where
// that is safe. Reentrant; any thread.
class MemoryReserve {
public:
    MemoryReserve();
    ~MemoryReserve();
    MemoryReserve(const MemoryReserve &) = delete;
    MemoryReserve &operator=(const MemoryReserve &) = delete;
};

} // namespace lamella::core
