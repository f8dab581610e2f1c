// SPDX-License-Identifier: GPL-3.0-or-later
// Hints to the kernel which part of the file is read next, so that the disk works while earlier bytes are inflated and parsed. No
// cost for files in the page cache. One per open file; not thread-safe.
#pragma once

#include "core/system/FileHandle.h"

#include <cstdint>

namespace lamella::core {

class ReadAhead {
public:
    static constexpr std::uint64_t kWindow = std::uint64_t{8} << 20;

    // `position`: start of the next read.
    void at(const FileHandle &file, std::uint64_t position)
    {
        if (position + kWindow < m_asked)
            return;
        const std::uint64_t from = m_asked > position ? m_asked : position;
        file.willNeed(from, 2 * kWindow);
        m_asked = from + 2 * kWindow;
    }

private:
    std::uint64_t m_asked = 0; // end of the part already requested
};

} // namespace lamella::core
