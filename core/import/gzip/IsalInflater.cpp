// SPDX-License-Identifier: GPL-3.0-or-later
#ifdef LAMELLA_HAVE_ISAL

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

    InflateStatus step(const unsigned char *&input, std::size_t &inputBytes, char *&output, std::size_t &outputBytes) override
    {
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
        return m_state.block_state == ISAL_BLOCK_FINISH ? InflateStatus::MemberEnd : InflateStatus::More;
    }
    void nextMember() override
    {
        isal_inflate_reset(&m_state);
        // A damaged member may refer to text that does not exist. Clearing makes the result independent of earlier members
        // inflated with this object.
        std::fill(std::begin(m_state.tmp_out_buffer), std::end(m_state.tmp_out_buffer), std::uint8_t{0});
        m_state.crc_flag = ISAL_GZIP;
    }
    // The state contains window and tables by value; every step() sets its two pointers.
    [[nodiscard]] std::unique_ptr<Inflater> copy() const override { return std::make_unique<IsalInflater>(*this); }

private:
    static std::uint32_t clamp(std::size_t bytes)
    {
        return static_cast<std::uint32_t>(std::min<std::size_t>(bytes, std::numeric_limits<std::uint32_t>::max()));
    }
    inflate_state m_state{};
};

} // namespace

std::unique_ptr<Inflater> makeInflater()
{
    return std::make_unique<IsalInflater>();
}

} // namespace lamella::core

#endif
