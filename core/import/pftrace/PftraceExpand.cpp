// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceExpand.h"

#include "core/import/DiagnosticKinds.h"
#include "core/import/WholeSource.h"
#include "core/import/pftrace/FieldReader.h"
#include "core/import/pftrace/PacketBlocks.h"
#include "core/import/pftrace/PftraceFields.h"
#include "core/import/pftrace/PftracePackets.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
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

// Of the whole fields in front.
std::size_t wholeBytes(std::string_view bytes)
{
    std::size_t whole = 0;
    for (TraceField field(bytes); field.isWhole(); field = TraceField(bytes.substr(whole)))
        whole += field.bytes;
    return whole;
}

class ExpandedSource final : public ByteSource {
public:
    ExpandedSource(std::unique_ptr<ByteSource> file, std::string path, MemoryBudget &memory, const ImportLimits &limits,
        const JobControl &control)
        : m_file(std::move(file))
        , m_path(std::move(path))
        , m_memory(memory)
        , m_limits(wholeSourceLimits(limits))
        , m_control(control)
        , m_cutter(*m_file, memory, m_path, control)
        , m_zstd(ZSTD_createDCtx(), ZSTD_freeDCtx)
    {
        m_stamp = m_file->stamp();
    }
    ~ExpandedSource() override { m_memory.release(m_out.capacity()); }

    Result<std::size_t> read(char *to, std::size_t bytes) override
    {
        std::size_t written = 0;
        while (written < bytes) {
            if (m_taken == m_out.size()) {
                const Result<bool> more = expandNext();
                if (!more)
                    return more.error();
                if (!*more)
                    break;
            }
            const std::size_t some = std::min(bytes - written, m_out.size() - m_taken);
            std::memcpy(to + written, m_out.data() + m_taken, some);
            written += some;
            m_taken += some;
        }
        return written;
    }
    [[nodiscard]] bool compressed() const override { return true; }
    [[nodiscard]] SourceDamage damage() const override { return m_file->damage(); }
    void diagnose(ImportDiagnostics &diagnostics) const override
    {
        m_file->diagnose(diagnostics);
        if (m_damaged > 0)
            diagnostics.add(diagnostics::kDamagedPacket, -1, {}, m_damaged);
    }

private:
    // The next packets, or those of the next bundle. False at the end.
    Result<bool> expandNext()
    {
        m_taken = 0;
        m_out.clear();
        while (m_out.empty()) {
            if (m_block.bytes.empty()) {
                const Result<bool> more = m_cutter.next(m_block);
                if (!more)
                    return more;
                m_diskBytesRead.store(m_file->diskBytesRead(), std::memory_order_relaxed);
                if (!*more)
                    return endWithDamage();
            }
            takeFields();
            m_all += m_out.size();
            if (m_control.stopRequested())
                return Error{ErrorCode::Cancelled, "cancelled", m_path};
            if (m_memory.exceeded())
                return m_memory.limitError(m_path);
            if (tooDense(m_all))
                return ratioLimitError(m_path, m_limits.maxRatio);
            if (tooLarge(m_all))
                return rawLimitError(m_path, m_limits.maxRawBytes);
        }
        return true;
    }
    // What cannot be read behind the packets is left out but for a tag, so that who reads the packets finds damage there as well.
    bool endWithDamage()
    {
        constexpr char kTag = '\x0A';
        if (!m_cutter.damagedAt() || std::exchange(m_ended, true))
            return false;
        m_out.assign(1, kTag);
        return true;
    }
    // Packets up to the next bundle, or that.
    void takeFields()
    {
        while (!m_block.bytes.empty()) {
            const TraceField field(m_block.bytes);
            const Bundle bundle = field.state == TraceField::Packet ? bundleOf(field.packet) : Bundle{};
            if (bundle.data.data() != nullptr && !m_out.empty())
                return;
            if (bundle.data.data() == nullptr) {
                const std::size_t before = m_out.capacity();
                m_out.append(m_block.bytes, 0, field.bytes);
                m_memory.hold(m_out.capacity() - before);
            } else if (!append(bundle)) {
                ++m_damaged;
            }
            m_block.bytes.remove_prefix(field.bytes);
            if (bundle.data.data() != nullptr)
                return;
        }
    }
    // False if the bundle is damaged; what was inflated of it before is dropped. Also if it has more than one stream, of which
    // the first is kept, as in Perfetto, and if that does not end with a whole field: the rest would run into what follows.
    bool append(const Bundle &bundle)
    {
        m_left = 0;
        const bool good = bundle.zstd ? inflateZstd(bundle.data) : inflateZlib(bundle.data);
        if (full()) // reading ends with an error
            return true;
        const std::size_t inflated = m_out.size();
        m_out.resize(good ? wholeBytes(m_out) : 0);
        return good && m_left == 0 && m_out.size() == inflated;
    }
    // Too large to go on.
    [[nodiscard]] bool full() const
    {
        const std::uint64_t all = m_all + m_out.size();
        return m_memory.exceeded() || m_control.stopRequested() || tooLarge(all) || tooDense(all);
    }
    [[nodiscard]] bool tooLarge(std::uint64_t all) const { return m_limits.maxRawBytes != 0 && all > m_limits.maxRawBytes; }
    [[nodiscard]] bool tooDense(std::uint64_t all) const
    {
        return m_limits.maxRatio != 0 && all > kRatioGrace && all / m_limits.maxRatio > std::max(m_cutter.bytes(), m_stamp.bytes);
    }
    void grow()
    {
        const std::size_t before = m_out.capacity();
        m_out.resize(m_out.size() + kStep);
        m_memory.hold(m_out.capacity() - before);
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
            const std::size_t filled = m_out.size();
            grow();
            stream.next_out = reinterpret_cast<Bytef *>(m_out.data() + filled);
            stream.avail_out = static_cast<uInt>(kStep);
            state = inflate(&stream, Z_NO_FLUSH);
            m_out.resize(m_out.size() - stream.avail_out);
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
            const std::size_t filled = m_out.size();
            grow();
            ZSTD_outBuffer output{m_out.data() + filled, kStep, 0};
            state = ZSTD_decompressStream(m_zstd.get(), &output, &input);
            m_out.resize(filled + output.pos);
            if (ZSTD_isError(state) != 0 || (state != 0 && input.pos == input.size && output.pos < kStep))
                return false;
        }
        m_left = input.size - input.pos;
        return true;
    }

    std::unique_ptr<ByteSource> m_file;
    std::string m_path;
    MemoryBudget &m_memory;
    ImportLimits m_limits;
    const JobControl &m_control;
    PacketCutter m_cutter; // of the file
    PacketBlock m_block; // what is left of it
    std::string m_out;
    std::size_t m_taken = 0; // bytes of it that have been read
    std::uint64_t m_all = 0; // bytes expanded before m_out
    std::uint64_t m_damaged = 0; // bundles
    std::size_t m_left = 0; // bytes of the bundle behind its stream
    bool m_ended = false;
    std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx *)> m_zstd;
};

} // namespace

std::unique_ptr<ByteSource> makeExpandedSource(std::unique_ptr<ByteSource> file, std::string path, MemoryBudget &memory,
    const ImportLimits &limits, const JobControl &control)
{
    return std::make_unique<ExpandedSource>(std::move(file), std::move(path), memory, limits, control);
}

} // namespace lamella::core::pftrace
