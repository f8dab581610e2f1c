// SPDX-License-Identifier: GPL-3.0-or-later
// How much memory the machine has, for those who must stop before it is all taken: Linux gives memory that it does not have, and
// ends the program when it is touched, without a word.
#pragma once

#include <cstdint>
#include <string>

namespace lamella::core {

struct MachineMemory {
    std::uint64_t total = 0; // bytes of the machine, or of the smallest control group around this process; 0 = not known
    std::uint64_t available = 0; // bytes that can be taken now without swapping

    // Whether `own` bytes, already taken, are more than one user of memory should have, where such users hold `all` bytes
    // together: more than it leaves to everybody else, unless all of them together have no more than an eighth of the machine.
    [[nodiscard]] bool overtaxedBy(std::uint64_t own, std::uint64_t all) const
    {
        return total != 0 && own > available && all > total / 8;
    }
};

// As it is now; takes some tens of microseconds. root stands in front of /proc and /sys, for tests. Zeros where nothing tells.
[[nodiscard]] MachineMemory machineMemory(const std::string &root = {});

} // namespace lamella::core
