// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/gzip/GzipTrailer.h"
#include "core/import/gzip/Inflater.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

namespace lamella::core {

namespace {

constexpr int kRawWindow = -15; // zlib: largest window, raw deflate data
constexpr int kGzipWindow = 15 + 16; // with gzip header

class ZlibInflater final : public Inflater {
    struct NotReady { };

public:
    explicit ZlibInflater(NotReady) { }
    ZlibInflater() { m_ready = inflateInit2(&m_stream, kGzipWindow) == Z_OK; }
    ~ZlibInflater() override
    {
        if (m_ready)
            inflateEnd(&m_stream);
    }
    ZlibInflater(const ZlibInflater &) = delete;
    ZlibInflater &operator=(const ZlibInflater &) = delete;

    // zlib copies the window. False if out of memory.
    bool startAt(const DeflatePosition &place)
    {
        m_inMember = true;
        const auto *const window = reinterpret_cast<const Bytef *>(place.window.data());
        return m_ready && inflateReset2(&m_stream, kRawWindow) == Z_OK && inflatePrime(&m_stream, place.bits, place.begun) == Z_OK
            && inflateSetDictionary(&m_stream, window, clamp(place.window.size())) == Z_OK;
    }

    InflateStatus step(const unsigned char *&input, std::size_t &inputBytes, char *&output, std::size_t &outputBytes) override
    {
        if (!m_ready)
            return InflateStatus::Damaged;
        if (m_trailer.begun())
            return m_trailer.skip(input, inputBytes);
        const uInt in = clamp(inputBytes);
        const uInt out = clamp(outputBytes);
        m_stream.next_in = const_cast<Bytef *>(input); // zlib's interface lacks const
        m_stream.avail_in = in;
        m_stream.next_out = reinterpret_cast<Bytef *>(output);
        m_stream.avail_out = out;
        const int status = inflate(&m_stream, Z_NO_FLUSH);
        input = m_stream.next_in;
        inputBytes -= in - m_stream.avail_in;
        output += out - m_stream.avail_out;
        outputBytes -= out - m_stream.avail_out;
        if (status == Z_STREAM_END && m_inMember) {
            m_trailer.begin(0);
            return m_trailer.skip(input, inputBytes);
        }
        if (status == Z_STREAM_END)
            return InflateStatus::MemberEnd;
        return status == Z_OK || status == Z_BUF_ERROR ? InflateStatus::More : InflateStatus::Damaged;
    }
    void nextMember() override
    {
        m_ready = inflateReset2(&m_stream, kGzipWindow) == Z_OK;
        m_inMember = false;
        m_trailer.forget();
    }
    [[nodiscard]] std::unique_ptr<Inflater> copy() const override
    {
        auto made = std::make_unique<ZlibInflater>(NotReady{});
        made->m_inMember = m_inMember;
        made->m_trailer = m_trailer;
        made->m_ready = m_ready && inflateCopy(&made->m_stream, const_cast<z_stream *>(&m_stream)) == Z_OK;
        return made->m_ready ? std::move(made) : nullptr;
    }

private:
    static uInt clamp(std::size_t bytes)
    {
        return static_cast<uInt>(std::min<std::size_t>(bytes, std::numeric_limits<uInt>::max()));
    }
    z_stream m_stream{};
    bool m_ready = false;
    bool m_inMember = false; // started in the middle of a member
    GzipTrailer m_trailer; // skipped in that case
};

} // namespace

std::unique_ptr<Inflater> makeZlibInflater()
{
    return std::make_unique<ZlibInflater>();
}

std::unique_ptr<Inflater> makeZlibInflaterAt(const DeflatePosition &place)
{
    auto made = std::make_unique<ZlibInflater>();
    return made->startAt(place) ? std::move(made) : nullptr;
}

#ifndef LAMELLA_HAVE_ISAL
std::unique_ptr<Inflater> makeInflater()
{
    return makeZlibInflater();
}

std::unique_ptr<Inflater> makeInflaterAt(const DeflatePosition &place)
{
    return makeZlibInflaterAt(place);
}
#endif

} // namespace lamella::core
