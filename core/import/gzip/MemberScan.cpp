// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/gzip/MemberScan.h"

#include <algorithm>
#include <cstring>

namespace lamella::core {

namespace {

constexpr std::size_t kWindowBytes = std::size_t{256} << 10;
constexpr std::size_t kHeaderBytes = 10; // without optional parts: extra field, name, comment
constexpr std::size_t kTrailerBytes = 8;
constexpr std::size_t kSmallestMember = kHeaderBytes + 2 + kTrailerBytes;
constexpr std::size_t kGuessesAtOnce = 100;

std::size_t number16(const unsigned char *bytes)
{
    return static_cast<std::size_t>(bytes[0] | bytes[1] << 8);
}

// Checks the values that gzip writers use: deflate, no reserved flags, known values for speed and operating system. The two magic
// bytes alone occur by chance every hundred kilobytes.
bool looksLikeHeader(const unsigned char *bytes, std::size_t size)
{
    constexpr unsigned char kReservedFlags = 0xE0;
    constexpr unsigned char kLastSystem = 13;
    return size >= kHeaderBytes && bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8 && (bytes[3] & kReservedFlags) == 0
        && (bytes[8] == 0 || bytes[8] == 2 || bytes[8] == 4) && (bytes[9] <= kLastSystem || bytes[9] == 255);
}

} // namespace

void MemberScan::restartAt(std::uint64_t begin)
{
    m_begin = begin;
    m_at = 0;
    m_ended = false;
}

MemberScan::View MemberScan::view(std::uint64_t offset, std::size_t bytes)
{
    if (offset < m_windowAt || offset + bytes > m_windowAt + m_windowBytes) {
        m_window.resize(kWindowBytes + kTrailerBytes);
        m_windowAt = offset;
        m_windowBytes = m_file.readAt(offset, reinterpret_cast<char *>(m_window.data()), m_window.size()).bytes;
    }
    const std::size_t before = static_cast<std::size_t>(offset - m_windowAt);
    return {m_window.data() + before, std::min(bytes, m_windowBytes - before)};
}

// End of the BGZF member at m_begin; 0 if it is none, or if no possible member follows.
std::uint64_t MemberScan::blockEnd()
{
    constexpr unsigned char kExtraField = 4;
    const View header = view(m_begin, kHeaderBytes + 2);
    if (header.size < kHeaderBytes + 2 || (header.bytes[3] & kExtraField) == 0)
        return 0;
    const std::size_t extra = number16(header.bytes + kHeaderBytes);
    const View fields = view(m_begin + kHeaderBytes + 2, extra);
    for (std::size_t at = 0; at + 4 <= fields.size; at += 4 + number16(fields.bytes + at + 2)) {
        const unsigned char *const field = fields.bytes + at;
        if (field[0] != 'B' || field[1] != 'C' || number16(field + 2) != 2 || at + 6 > fields.size)
            continue;
        const std::uint64_t end = m_begin + number16(field + 4) + 1;
        if (end < m_begin + kSmallestMember + 2 + extra || end > m_fileBytes)
            return 0;
        const View next = view(end - 4, 4 + kHeaderBytes); // includes the length field that add() reads
        return end == m_fileBytes || (next.size > 4 && looksLikeHeader(next.bytes + 4, next.size - 4)) ? end : 0;
    }
    return 0;
}

void MemberScan::add(std::uint64_t end, std::vector<MemberGuess> &found)
{
    const View length = view(end - 4, 4);
    if (length.size < 4) {
        m_ended = true;
        return;
    }
    const std::size_t raw = number16(length.bytes) | number16(length.bytes + 2) << 16;
    found.push_back({m_begin, end, static_cast<std::uint32_t>(raw)});
    m_begin = end;
    m_at = 0;
}

void MemberScan::search(std::vector<MemberGuess> &found)
{
    const View window = view(m_at - 4, kWindowBytes); // includes the length field before a header
    for (std::size_t at = 4; at < window.size; ++at) {
        const auto *const hit = static_cast<const unsigned char *>(std::memchr(window.bytes + at, 0x1F, window.size - at));
        if (hit == nullptr)
            break;
        at = static_cast<std::size_t>(hit - window.bytes);
        if (looksLikeHeader(hit, window.size - at))
            return add(m_at - 4 + at, found);
    }
    if (m_at - 4 + window.size >= m_fileBytes)
        return add(m_fileBytes, found);
    m_at += kWindowBytes - 4 - (kHeaderBytes - 1);
    // A short read: the file has shrunk, or the disk failed.
    m_ended = window.size < kWindowBytes || m_at - m_begin > kReach;
}

void MemberScan::step(std::vector<MemberGuess> &found)
{
    const std::size_t max = found.size() + kGuessesAtOnce;
    while (!m_ended && found.size() < max) {
        if (m_at > 0)
            return search(found);
        const View header = view(m_begin, kHeaderBytes);
        if (m_begin + kSmallestMember > m_fileBytes || !looksLikeHeader(header.bytes, header.size)) {
            m_ended = true;
        } else if (const std::uint64_t end = blockEnd(); end != 0) {
            add(end, found);
        } else {
            m_at = m_begin + kSmallestMember;
        }
    }
}

} // namespace lamella::core
