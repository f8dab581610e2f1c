// SPDX-License-Identifier: GPL-3.0-or-later
// Gzip files with several members: concatenated, as by `cat`, and BGZF, as written by bgzip.
#pragma once

#include "tests/support/Gzip.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace lamella::test {

inline std::string gzipMembers(std::string_view text, std::size_t each)
{
    std::string file;
    for (; !text.empty(); text.remove_prefix(std::min(text.size(), each)))
        file += gzipped(text.substr(0, each));
    return file;
}

inline std::string littleEndian(std::uint32_t number, int bytes)
{
    std::string text;
    for (int i = 0; i < bytes; ++i)
        text += static_cast<char>(number >> (8 * i) & 0xFF);
    return text;
}

// level 0: stored, not compressed.
inline std::string bgzfMember(std::string_view text, int level = Z_DEFAULT_COMPRESSION)
{
    z_stream stream{};
    deflateInit2(&stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
    std::string data(deflateBound(&stream, static_cast<uLong>(text.size())) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef *>(data.data());
    stream.avail_out = static_cast<uInt>(data.size());
    deflate(&stream, Z_FINISH);
    data.resize(stream.total_out);
    deflateEnd(&stream);
    constexpr std::uint32_t kAround = 18 + 8;
    const auto crc = crc32(0, reinterpret_cast<const Bytef *>(text.data()), static_cast<uInt>(text.size()));
    return std::string("\x1F\x8B\x08\x04\0\0\0\0\0\xFF\x06\0BC\x02\0", 16)
        + littleEndian(static_cast<std::uint32_t>(data.size()) + kAround - 1, 2) + data
        + littleEndian(static_cast<std::uint32_t>(crc), 4) + littleEndian(static_cast<std::uint32_t>(text.size()), 4);
}

// Includes the empty member at the end.
inline std::string bgzf(std::string_view text, std::size_t each = 65'280)
{
    std::string file;
    for (; !text.empty(); text.remove_prefix(std::min(text.size(), each)))
        file += bgzfMember(text.substr(0, each));
    return file + bgzfMember({});
}

} // namespace lamella::test
