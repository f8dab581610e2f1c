// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes in memory as a source.
#pragma once

#include "core/import/ByteSource.h"

#include <string>
#include <utility>

namespace lamella::test {

class BytesSource : public core::ByteSource {
public:
    explicit BytesSource(std::string bytes)
        : m_bytes(std::move(bytes))
    {
        m_stamp.bytes = m_bytes.size();
    }
    [[nodiscard]] core::Result<std::size_t> read(char *to, std::size_t bytes) override
    {
        const std::size_t some = m_bytes.copy(to, bytes, m_at);
        m_at += some;
        return some;
    }
    [[nodiscard]] bool compressed() const override { return false; }

private:
    std::string m_bytes;
    std::size_t m_at = 0;
};

} // namespace lamella::test
