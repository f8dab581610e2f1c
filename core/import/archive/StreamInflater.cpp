// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/archive/StreamInflater.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <zstd.h>

namespace lamella::core {

namespace {
constexpr std::size_t kInputBytes = std::size_t{256} << 10;
constexpr std::uint64_t kRatioGrace = std::uint64_t{64} << 20;
constexpr int kRawDeflate = -15; // window bits of zlib
constexpr int kGzip = 15 + 16;
} // namespace

struct StreamInflater::Coders {
    explicit Coders(Kind kind)
    {
        if (kind == Kind::Deflate || kind == Kind::Gzip)
            ready = inflateInit2(&zlib, kind == Kind::Gzip ? kGzip : kRawDeflate) == Z_OK;
        else if (kind == Kind::Zstd)
            zstd.reset(ZSTD_createDStream());
    }
    Coders(const Coders &) = delete;
    Coders &operator=(const Coders &) = delete;
    ~Coders()
    {
        if (ready)
            inflateEnd(&zlib);
    }
    z_stream zlib{};
    bool ready = false;
    std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream *)> zstd{nullptr, ZSTD_freeDStream};
};

StreamInflater::StreamInflater(Kind kind)
    : m_kind(kind)
    , m_coders(std::make_unique<Coders>(kind))
    , m_input(kInputBytes, '\0')
{
}

StreamInflater::StreamInflater(StreamInflater &&) noexcept = default;
StreamInflater::~StreamInflater() = default;

StreamInflater::Step StreamInflater::inflateZlib(char *to, std::size_t bytes, std::size_t &written)
{
    if (!m_coders->ready)
        return Step::Damage;
    z_stream &stream = m_coders->zlib;
    const auto most = static_cast<std::size_t>(std::numeric_limits<uInt>::max());
    stream.next_in = reinterpret_cast<Bytef *>(m_input.data() + m_from);
    stream.avail_in = static_cast<uInt>(m_filled - m_from);
    stream.next_out = reinterpret_cast<Bytef *>(to);
    stream.avail_out = static_cast<uInt>(std::min(bytes, most));
    const uInt room = stream.avail_out;
    const int state = ::inflate(&stream, Z_NO_FLUSH);
    m_from = m_filled - stream.avail_in;
    written = room - stream.avail_out;
    if (state == Z_STREAM_END) {
        m_between = true;
        if (m_kind == Kind::Deflate)
            return Step::End;
        return inflateReset(&stream) == Z_OK ? Step::Output : Step::Damage;
    }
    if (state != Z_OK && state != Z_BUF_ERROR)
        return Step::Damage;
    m_between = false;
    return written > 0 || m_from < m_filled ? Step::Output : Step::NeedsInput;
}

StreamInflater::Step StreamInflater::inflateZstd(char *to, std::size_t bytes, std::size_t &written)
{
    ZSTD_outBuffer output{to, bytes, 0};
    ZSTD_inBuffer input{m_input.data(), m_filled, m_from};
    const std::size_t state = ZSTD_decompressStream(m_coders->zstd.get(), &output, &input);
    const bool moved = input.pos > m_from || output.pos > 0;
    m_from = input.pos;
    written = output.pos;
    if (ZSTD_isError(state) != 0)
        return Step::Damage;
    m_between = state == 0;
    return moved ? Step::Output : Step::NeedsInput;
}

StreamInflater::Step StreamInflater::inflate(char *to, std::size_t bytes, std::size_t &written)
{
    if (m_from == m_filled && m_between && m_kind != Kind::Deflate)
        return Step::NeedsInput;
    if (m_kind == Kind::Zstd)
        return inflateZstd(to, bytes, written);
    if (m_kind != Kind::Stored)
        return inflateZlib(to, bytes, written);
    written = std::min(bytes, m_filled - m_from);
    std::memcpy(to, m_input.data() + m_from, written);
    m_from += written;
    return written > 0 ? Step::Output : Step::NeedsInput;
}

Result<std::size_t> StreamInflater::read(char *to, std::size_t bytes, const Fill &fill)
{
    std::size_t done = 0;
    while (done < bytes && !m_finished) {
        std::size_t written = 0;
        const Step step = inflate(to + done, bytes - done, written);
        done += written;
        m_any = m_any || written > 0;
        if (step == Step::End || step == Step::Damage) {
            // Bytes behind a whole member of gzip are padding or a signature.
            m_damaged = step == Step::Damage && !(m_between && m_any);
            m_finished = true;
        } else if (step == Step::NeedsInput && m_inputEnd) {
            m_truncated = !m_between && m_kind != Kind::Stored;
            m_finished = true;
        } else if (step == Step::NeedsInput || (m_from == m_filled && !m_inputEnd)) {
            const Result<std::size_t> got = fill(m_input.data(), m_input.size());
            if (!got)
                return got.error();
            m_from = 0;
            m_filled = *got;
            m_inputEnd = *got < m_input.size();
        }
    }
    return done;
}

bool exceedsRatio(std::uint64_t produced, std::uint64_t consumed, std::uint32_t ratio)
{
    return ratio != 0 && produced > kRatioGrace && produced / ratio > consumed;
}

} // namespace lamella::core
