// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the kernel for what is read next, so that a disk works while the bytes before are inflated and parsed. Costs nothing where
// the file is in memory. One for each open file; not thread-safe.
#pragma once

#include <cstdint>
#include <fcntl.h>

namespace lamella::core {

class ReadAhead {
public:
    static constexpr std::uint64_t kWindow = std::uint64_t{8} << 20;

    // `position`: where the next read begins.
    void at(int fd, std::uint64_t position)
    {
        if (position + kWindow < m_asked)
            return;
        const std::uint64_t from = m_asked > position ? m_asked : position;
        // A hint: where it cannot be taken, the file is read as before.
        (void)::posix_fadvise(fd, static_cast<off_t>(from), static_cast<off_t>(2 * kWindow), POSIX_FADV_WILLNEED);
        m_asked = from + 2 * kWindow;
    }

private:
    std::uint64_t m_asked = 0; // all before it was asked for
};

} // namespace lamella::core
