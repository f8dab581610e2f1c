// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/gzip/Inflater.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

namespace lamella::core {

namespace {

constexpr int kGzipWindow = 15 + 16; // zlib: largest window, with gzip header

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

    InflateStatus step(const unsigned char *&input, std::size_t &inputBytes, char *&output, std::size_t &outputBytes) override
    {
        if (!m_ready)
            return InflateStatus::Damaged;
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
        if (status == Z_STREAM_END)
            return InflateStatus::MemberEnd;
        return status == Z_OK || status == Z_BUF_ERROR ? InflateStatus::More : InflateStatus::Damaged;
    }
    void nextMember() override { m_ready = inflateReset(&m_stream) == Z_OK; }
    [[nodiscard]] std::unique_ptr<Inflater> copy() const override
    {
        auto made = std::make_unique<ZlibInflater>(NotReady{});
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
};

} // namespace

std::unique_ptr<Inflater> makeZlibInflater()
{
    return std::make_unique<ZlibInflater>();
}

#ifndef LAMELLA_HAVE_ISAL
std::unique_ptr<Inflater> makeInflater()
{
    return makeZlibInflater();
}
#endif

} // namespace lamella::core
