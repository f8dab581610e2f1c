// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/zstd/ZstdSource.h"

#include "core/base/Message.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/ReadAhead.h"
#include "core/import/UserLimits.h"
#include "core/import/pack/PackFile.h"

#include <utility>
#include <vector>
#include <zstd.h>
#include <zstd_errors.h>

namespace lamella::core {

namespace {

constexpr std::size_t kInputBytes = std::size_t{256} << 10;
constexpr std::uint64_t kRatioGrace = std::uint64_t{64} << 20; // the ratio of smaller files is not limited
constexpr std::uint64_t kUsualRatio = 8; // of JSON

class ZstdSource final : public ByteSource {
public:
    ZstdSource(OpenedFile file, std::string path, const ImportLimits &limits)
        : m_handle(std::move(file.handle))
        , m_path(std::move(path))
        , m_limits(withUserLimits(limits))
        , m_buffer(kInputBytes)
        , m_stream(ZSTD_createDStream(), ZSTD_freeDStream)
    {
        m_stamp = file.stamp;
    }

    Result<std::size_t> read(char *to, std::size_t bytes) override
    {
        ZSTD_outBuffer output{to, bytes, 0};
        while (output.pos < bytes && !m_finished) {
            if (m_input.pos == m_input.size && !m_fileEnd) {
                if (const Result<void> filled = refill(); !filled)
                    return filled.error();
            }
            advance(output);
        }
        m_produced += output.pos;
        if (m_produced == 0 && m_damage != SourceDamage::None)
            return Error{ErrorCode::Decompress,
                m_large ? msg("needs a window of more than 128 MiB to be decompressed; run zstd -d --long=31 first")
                        : msg("begins like zstd, but nothing can be decompressed; copy the file again"),
                m_path};
        if (m_limits.maxRawBytes != 0 && m_produced > m_limits.maxRawBytes)
            return rawLimitError(m_path, m_limits.maxRawBytes);
        if (m_limits.maxRatio != 0 && m_produced > kRatioGrace && m_produced / m_limits.maxRatio > consumed())
            return ratioLimitError(m_path, m_limits.maxRatio);
        return output.pos;
    }
    [[nodiscard]] bool compressed() const override { return true; }
    [[nodiscard]] std::uint64_t sizeHint() const override { return m_stamp.bytes * kUsualRatio; }
    [[nodiscard]] SourceDamage damage() const override { return m_damage; }
    void diagnose(ImportDiagnostics &diagnostics) const override
    {
        const PackLoss loss = packLoss(m_handle, m_stamp.bytes);
        if (loss == PackLoss::Damaged)
            diagnostics.add(diagnostics::kDamagedPack, -1);
        else if (loss == PackLoss::Joined)
            diagnostics.add(diagnostics::kLostPackPart, -1);
    }

private:
    [[nodiscard]] std::uint64_t consumed() const
    {
        return m_diskBytesRead.load(std::memory_order_relaxed) - (m_input.size - m_input.pos) + 1;
    }

    Result<void> refill()
    {
        m_ahead.at(m_handle, m_diskBytesRead.load(std::memory_order_relaxed));
        const Transfer got = m_handle.read(m_buffer.data(), m_buffer.size());
        if (got.error != 0)
            return readErrorAt(m_path, m_handle, got.error);
        m_input = {m_buffer.data(), got.bytes, 0};
        m_fileEnd = got.bytes < m_buffer.size();
        m_diskBytesRead.fetch_add(got.bytes, std::memory_order_relaxed);
        return {};
    }

    void advance(ZSTD_outBuffer &output)
    {
        const bool noInput = m_input.pos == m_input.size;
        if (m_betweenFrames && noInput) { // the end of the file, behind a whole frame
            m_finished = true;
            return;
        }
        const std::size_t before = output.pos;
        const std::size_t state = ZSTD_decompressStream(m_stream.get(), &output, &m_input);
        if (ZSTD_isError(state) != 0) {
            m_large = ZSTD_getErrorCode(state) == ZSTD_error_frameParameter_windowTooLarge;
            stop(m_betweenFrames && m_produced + output.pos > 0 ? SourceDamage::TrailingBytes : SourceDamage::DamagedGzip);
            return;
        }
        m_betweenFrames = state == 0;
        if (!m_betweenFrames && noInput && output.pos == before)
            stop(SourceDamage::TruncatedGzip);
    }

    void stop(SourceDamage damage)
    {
        m_damage = damage;
        m_finished = true;
    }

    FileHandle m_handle;
    std::string m_path;
    ImportLimits m_limits;
    ReadAhead m_ahead;
    std::vector<char> m_buffer;
    ZSTD_inBuffer m_input{nullptr, 0, 0};
    std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream *)> m_stream;
    std::uint64_t m_produced = 0;
    SourceDamage m_damage = SourceDamage::None;
    bool m_fileEnd = false;
    bool m_betweenFrames = true;
    bool m_finished = false;
    bool m_large = false; // the window of a frame
};

} // namespace

std::unique_ptr<ByteSource> makeZstdSource(OpenedFile file, const std::string &path, const ImportLimits &limits)
{
    return std::make_unique<ZstdSource>(std::move(file), path, limits);
}

} // namespace lamella::core
