// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of the machine, for code that must stop before it is used up: Linux overcommits memory and kills the process when it
// touches pages that do not exist.
#pragma once

#include <cstdint>
#include <string>

namespace lamella::core {

struct MachineMemory {
    std::uint64_t total = 0; // bytes of the machine, or of the smallest control group that contains this process; 0 = unknown
    std::uint64_t available = 0; // bytes that can be allocated now without swapping

    // True if one consumer with `own` allocated bytes takes more than its share, given that all such consumers have allocated
    // `all` bytes: it has allocated more than is left for the rest of the system, and all consumers together have allocated more
    // than an eighth of the total.
    [[nodiscard]] bool exceededBy(std::uint64_t own, std::uint64_t all) const
    {
        return total != 0 && own > available && all > total / 8;
    }
};

// The current values; takes some tens of microseconds. `root` is prepended to /proc and /sys, for tests. Unknown values are 0.
[[nodiscard]] MachineMemory machineMemory(const std::string &root = {});

} // namespace lamella::core
