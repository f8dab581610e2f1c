// SPDX-License-Identifier: GPL-3.0-or-later
// The eight bytes behind the deflate data of a gzip member, for who inflates from its middle on: checksum and length are of all
// its text and cannot be compared with a part of it. They were when the file was read.
#pragma once

#include "core/import/gzip/Inflater.h"

#include <algorithm>

namespace lamella::core {

class GzipTrailer {
public:
    // taken: bytes of it that were read already.
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
