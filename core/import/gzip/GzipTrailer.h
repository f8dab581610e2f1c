// SPDX-License-Identifier: GPL-3.0-or-later
// Skips the eight bytes after the deflate data of a gzip member when inflating from its middle: checksum and length cover its
// whole text and cannot be verified for a part. They were verified when the file was imported.
#pragma once

#include "core/import/gzip/Inflater.h"

#include <algorithm>

namespace lamella::core {

class GzipTrailer {
public:
    // taken: trailer bytes that were read already.
    void begin(std::size_t taken) { m_left = kBytes - std::min(taken, kBytes); }
    [[nodiscard]] bool begun() const { return m_left != kNotYet; }
    void forget() { m_left = kNotYet; }
    InflateStatus skip(const unsigned char *&input, std::size_t &inputBytes)
    {
        const std::size_t skipped = std::min(m_left, inputBytes);
        input += skipped;
        inputBytes -= skipped;
        m_left -= skipped;
        return m_left == 0 ? InflateStatus::MemberEnd : InflateStatus::More;
    }

private:
    static constexpr std::size_t kBytes = 8;
    static constexpr std::size_t kNotYet = kBytes + 1;
    std::size_t m_left = kNotYet;
};

} // namespace lamella::core
