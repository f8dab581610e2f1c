// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceExpand.h"

#include "core/import/ByteSource.h"
#include "core/import/WholeSource.h"
#include "core/import/pftrace/FieldReader.h"
#include "core/import/pftrace/PftraceFields.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <zstd.h>

namespace lamella::core::pftrace {

namespace {

constexpr std::size_t kStep = std::size_t{256} << 10;
constexpr std::uint64_t kRatioGrace = std::uint64_t{64} << 20; // the ratio of smaller traces is not limited

struct Bundle {
    std::string_view data;
    bool zstd = false;
};

// data() is null if the packet is no bundle, or damaged: PacketStates counts those.
Bundle bundleOf(std::string_view packet)
{
    try {
        FieldReader fields(packet);
        while (fields.next()) {
            const Tag tag = fields.tag();
            if (tag == kCompressedPackets || tag == kZstdPackets) {
                const std::string_view data = fields.get_view();
                return {data, tag == kZstdPackets};
            }
            fields.skip();
        }
    } catch (const protozero::exception &) {
        return {};
    }
    return {};
}

class Expander {
public:
    Expander(std::uint64_t fileBytes, MemoryBudget &memory, const ImportLimits &limits, const JobControl &control)
        : m_fileBytes(fileBytes)
        , m_memory(memory)
        , m_limits(limits)
        , m_control(control)
        , m_zstd(ZSTD_createDCtx(), ZSTD_freeDCtx)
    {
    }
    std::string out;
    // False if the bundle is damaged; what was inflated of it before is dropped. Also if it has more than one stream, of which
    // the first is kept, as in Perfetto.
    bool append(const Bundle &bundle)
    {
        const std::size_t before = out.size();
        m_left = 0;
        const bool good = bundle.zstd ? inflateZstd(bundle.data) : inflateZlib(bundle.data);
        if (!good)
            out.resize(before);
        return good && m_left == 0;
    }
    // Too large to go on.
    [[nodiscard]] bool full() const
    {
        const std::uint64_t bytes = out.size();
        return m_memory.exceeded() || m_control.stopRequested() || (m_limits.maxRawBytes != 0 && bytes > m_limits.maxRawBytes)
            || tooDense();
    }
    [[nodiscard]] bool tooDense() const
    {
        return m_limits.maxRatio != 0 && out.size() > kRatioGrace && out.size() / m_limits.maxRatio > m_fileBytes;
    }

private:
    void grow()
    {
        const std::size_t before = out.capacity();
        out.resize(out.size() + kStep);
        if (out.capacity() > before)
            m_memory.hold(out.capacity() - before);
    }
    bool inflateZlib(std::string_view data)
    {
        z_stream stream{};
        if (inflateInit(&stream) != Z_OK)
            return false;
        const std::unique_ptr<z_stream, int (*)(z_stream *)> owner(&stream, inflateEnd);
        stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(data.data())); // zlib does not write to its input
        stream.avail_in = static_cast<uInt>(data.size());
        int state = Z_OK;
        while (state == Z_OK && !full()) {
            const std::size_t filled = out.size();
            grow();
            stream.next_out = reinterpret_cast<Bytef *>(out.data() + filled);
            stream.avail_out = static_cast<uInt>(kStep);
            state = inflate(&stream, Z_NO_FLUSH);
            out.resize(out.size() - stream.avail_out);
            if (state == Z_OK && stream.avail_in == 0 && stream.avail_out != 0)
                return false; // truncated
        }
        m_left = stream.avail_in;
        return state == Z_STREAM_END || full();
    }
    bool inflateZstd(std::string_view data)
    {
        ZSTD_DCtx_reset(m_zstd.get(), ZSTD_reset_session_only);
        ZSTD_inBuffer input{data.data(), data.size(), 0};
        std::size_t state = 1;
        while (state != 0 && !full()) {
            const std::size_t filled = out.size();
            grow();
            ZSTD_outBuffer output{out.data() + filled, kStep, 0};
            state = ZSTD_decompressStream(m_zstd.get(), &output, &input);
            out.resize(filled + output.pos);
            if (ZSTD_isError(state) != 0 || (state != 0 && input.pos == input.size && output.pos < kStep))
                return false;
        }
        m_left = input.size - input.pos;
        return true;
    }

    std::uint64_t m_fileBytes;
    std::size_t m_left = 0; // bytes of the bundle behind its stream
    MemoryBudget &m_memory;
    ImportLimits m_limits;
    const JobControl &m_control;
    std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx *)> m_zstd;
};

} // namespace

Result<void> expandPackets(std::string &bytes, std::uint64_t &damaged, MemoryBudget &memory, const ImportLimits &limits,
    const std::string &path, const JobControl &control)
{
    const ImportLimits bounds = wholeSourceLimits(limits);
    Expander expander(bytes.size(), memory, bounds, control);
    std::size_t copied = 0; // bytes of the input that are in the output
    FieldReader trace(bytes.data(), bytes.size());
    try {
        while (!expander.full()) {
            const std::size_t begin = bytes.size() - trace.length(); // of the field, with its tag
            if (!trace.next())
                break;
            if (trace.tag_and_type() != protozero::tag_and_type(kTracePacket, protozero::pbf_wire_type::length_delimited)) {
                trace.skip();
                continue;
            }
            const std::string_view packet = trace.get_view();
            const Bundle bundle = bundleOf(packet);
            if (bundle.data.data() == nullptr)
                continue;
            expander.out.append(bytes, copied, begin - copied);
            copied = bytes.size() - trace.length();
            damaged += expander.append(bundle) ? 0 : 1;
        }
    } catch (const protozero::exception &) {
        copied = std::min(copied, bytes.size()); // the rest is copied, with its damage
    }
    if (control.stopRequested())
        return Error{ErrorCode::Cancelled, "cancelled", path};
    if (memory.exceeded())
        return memory.limitError(path);
    if (expander.tooDense())
        return ratioLimitError(path, bounds.maxRatio);
    if (expander.full())
        return rawLimitError(path, bounds.maxRawBytes);
    expander.out.append(bytes, copied);
    memory.release(bytes.size());
    bytes = std::move(expander.out);
    return {};
}

} // namespace lamella::core::pftrace
