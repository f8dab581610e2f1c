// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/snapshot/PickleBytes.h"

#include <algorithm>
#include <cstring>

namespace lamella::core {

namespace {
constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
}

void PickleBytes::fill(std::size_t count)
{
    const std::size_t left = m_end - m_at;
    if (m_buffer.size() < std::max(count, kBufferBytes))
        m_buffer.resize(std::max(count, kBufferBytes));
    std::memmove(m_buffer.data(), m_buffer.data() + m_at, left);
    m_bufferOffset += m_at;
    m_at = 0;
    m_end = left;
    if (m_sourceDone)
        return;
    if (m_control.stopRequested()) {
        m_error = Error{ErrorCode::Cancelled, "cancelled", {}};
        m_sourceDone = true;
        return;
    }
    const std::size_t room = m_buffer.size() - m_end;
    const Result<std::size_t> got = m_source.read(m_buffer.data() + m_end, room);
    if (!got) {
        m_error = got.error();
        m_sourceDone = true;
        return;
    }
    m_end += *got;
    m_sourceDone = *got < room;
}

bool PickleBytes::skip(std::uint64_t count)
{
    while (count > 0) {
        const std::size_t part = static_cast<std::size_t>(std::min<std::uint64_t>(count, kBufferBytes));
        const std::size_t got = take(part).size();
        count -= got;
        if (got < part) {
            m_ended = true;
            return false;
        }
    }
    return true;
}

std::string PickleBytes::line(std::size_t max)
{
    std::string text;
    while (text.size() < max) {
        const std::string_view next = take(1);
        if (next.empty() || next.front() == '\n')
            break;
        text += next.front();
    }
    return text;
}

} // namespace lamella::core
