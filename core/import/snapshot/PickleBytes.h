// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a pickle, read forward through a buffer. Not thread-safe.
#pragma once

#include "core/base/JobControl.h"
#include "core/import/ByteSource.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace lamella::core {

class PickleBytes {
public:
    // After a stop request the bytes end, with the error Cancelled.
    PickleBytes(ByteSource &source, const JobControl &control)
        : m_source(source)
        , m_control(control)
    {
    }
    // The next `count` bytes; valid until the next call. Fewer only at the end of the file or on an error().
    [[nodiscard]] std::string_view take(std::size_t count)
    {
        if (m_end - m_at < count)
            fill(count);
        const std::size_t got = count < m_end - m_at ? count : m_end - m_at;
        const std::string_view bytes(m_buffer.data() + m_at, got);
        m_at += got;
        return bytes;
    }
    // False if the file ends before.
    bool skip(std::uint64_t count);
    // Little-endian; sets ended() if the file ends before.
    template <class Number> Number number()
    {
        static_assert(std::endian::native == std::endian::little);
        if (m_end - m_at < sizeof(Number))
            fill(sizeof(Number));
        if (m_end - m_at < sizeof(Number)) {
            m_at = m_end;
            m_ended = true;
            return 0;
        }
        Number value = 0;
        std::memcpy(&value, m_buffer.data() + m_at, sizeof(Number));
        m_at += sizeof(Number);
        return value;
    }
    // Of a text that follows an opcode up to a line end, at most `max` bytes of it; for messages.
    [[nodiscard]] std::string line(std::size_t max);

    [[nodiscard]] std::uint64_t offset() const { return m_bufferOffset + m_at; }
    [[nodiscard]] bool ended() const { return m_ended; }
    [[nodiscard]] const Result<void> &error() const { return m_error; }

private:
    void fill(std::size_t count);

    ByteSource &m_source;
    const JobControl &m_control;
    std::string m_buffer;
    std::size_t m_at = 0;
    std::size_t m_end = 0;
    std::uint64_t m_bufferOffset = 0; // of the buffer's first byte in the file
    bool m_sourceDone = false;
    bool m_ended = false;
    Result<void> m_error;
};

} // namespace lamella::core
