// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/Gzip.h"

#include <zlib.h>

namespace lamella::test {

std::string gzipped(std::string_view text)
{
    z_stream stream{};
    std::string result;
    // 15 + 16: gzip wrapper; without deflateSetHeader zlib writes no time and no name.
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return result;
    result.resize(deflateBound(&stream, static_cast<uLong>(text.size())) + 64);
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef *>(result.data());
    stream.avail_out = static_cast<uInt>(result.size());
    const bool done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    result.resize(done ? stream.total_out : 0);
    deflateEnd(&stream);
    return result;
}

std::string gunzipped(std::string_view bytes)
{
    z_stream stream{};
    if (inflateInit2(&stream, 15 + 16) != Z_OK)
        return {};
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    std::string result;
    int state = Z_OK;
    while (state == Z_OK) {
        char part[1 << 16];
        stream.next_out = reinterpret_cast<Bytef *>(part);
        stream.avail_out = sizeof part;
        state = inflate(&stream, Z_NO_FLUSH);
        result.append(part, sizeof part - stream.avail_out);
    }
    inflateEnd(&stream);
    return state == Z_STREAM_END ? result : std::string();
}

} // namespace lamella::test
