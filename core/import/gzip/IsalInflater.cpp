// SPDX-License-Identifier: GPL-3.0-or-later
#ifdef LAMELLA_HAVE_ISAL

#include "core/import/gzip/GzipTrailer.h"
#include "core/import/gzip/Inflater.h"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>

namespace lamella::core {

namespace {

class IsalInflater final : public Inflater {
public:
    IsalInflater()
    {
        isal_inflate_init(&m_state);
        m_state.crc_flag = ISAL_GZIP;
    }

    // ISA-L copies the window. False if it rejects it.
    bool startAt(const DeflatePosition &place)
    {
        m_state.crc_flag = ISAL_DEFLATE;
        // ISA-L does not write to it
        auto *const window = reinterpret_cast<std::uint8_t *>(const_cast<char *>(place.window.data()));
        if (!place.window.empty() && isal_inflate_set_dict(&m_state, window, clamp(place.window.size())) != COMP_OK)
            return false;
        m_state.read_in = place.begun;
        m_state.read_in_length = place.bits;
        return true;
    }

    InflateStatus step(const unsigned char *&input, std::size_t &inputBytes, char *&output, std::size_t &outputBytes) override
    {
        if (m_trailer.begun())
            return m_trailer.skip(input, inputBytes);
        const std::uint32_t in = clamp(inputBytes);
        const std::uint32_t out = clamp(outputBytes);
        m_state.next_in = const_cast<std::uint8_t *>(input); // ISA-L does not write to it
        m_state.avail_in = in;
        m_state.next_out = reinterpret_cast<std::uint8_t *>(output);
        m_state.avail_out = out;
        const int status = isal_inflate(&m_state);
        input = m_state.next_in;
        inputBytes -= in - m_state.avail_in;
        output += out - m_state.avail_out;
        outputBytes -= out - m_state.avail_out;
        if (status < 0)
            return InflateStatus::Damaged;
        if (m_state.block_state != ISAL_BLOCK_FINISH)
            return InflateStatus::More;
        if (m_state.crc_flag == ISAL_GZIP)
            return InflateStatus::MemberEnd;
        // whole bytes that ISA-L has read ahead
        m_trailer.begin(static_cast<std::size_t>(std::max(0, m_state.read_in_length)) / 8);
        return m_trailer.skip(input, inputBytes);
    }
    void nextMember() override
    {
        isal_inflate_reset(&m_state);
        // A damaged member may refer to text that does not exist. Clearing makes the result independent of earlier members
        // inflated with this object.
        std::fill(std::begin(m_state.tmp_out_buffer), std::end(m_state.tmp_out_buffer), std::uint8_t{0});
        m_state.crc_flag = ISAL_GZIP;
        m_trailer.forget();
    }
    // The state contains window and tables by value; every step() sets its two pointers.
    [[nodiscard]] std::unique_ptr<Inflater> copy() const override { return std::make_unique<IsalInflater>(*this); }

private:
    static std::uint32_t clamp(std::size_t bytes)
    {
        return static_cast<std::uint32_t>(std::min<std::size_t>(bytes, std::numeric_limits<std::uint32_t>::max()));
    }
    inflate_state m_state{};
    GzipTrailer m_trailer; // used when starting in the middle of a member
};

} // namespace

std::unique_ptr<Inflater> makeInflater()
{
    return std::make_unique<IsalInflater>();
}

std::unique_ptr<Inflater> makeInflaterAt(const DeflatePosition &place)
{
    auto made = std::make_unique<IsalInflater>();
    return made->startAt(place) ? std::move(made) : nullptr;
}

} // namespace lamella::core

#endif
