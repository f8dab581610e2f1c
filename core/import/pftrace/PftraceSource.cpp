// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceSource.h"

#include "core/import/DiagnosticKinds.h"
#include "core/import/MemoryBudget.h"
#include "core/import/WholeSource.h"
#include "core/import/pftrace/PftraceExpand.h"
#include "core/import/pftrace/PftraceText.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>

namespace lamella::core {

namespace {

constexpr std::uint64_t kTextPerByte = 6; // about, of recorded traces
constexpr std::uint64_t kRatioGrace = std::uint64_t{64} << 20; // smaller texts are not limited

class PftraceSource final : public ByteSource {
public:
    PftraceSource(std::unique_ptr<ByteSource> file, std::string path, const ImportLimits &limits)
        : m_file(std::move(file))
        , m_path(std::move(path))
        , m_memory(limits)
        , m_limits(limits)
    {
        m_stamp = m_file->stamp();
    }

    Result<std::size_t> read(char *to, std::size_t bytes) override
    {
        if (!m_text) {
            if (const Result<void> loaded = load(); !loaded)
                return loaded.error();
        }
        std::size_t written = 0;
        while (written < bytes) {
            if (m_next == m_piece.size()) {
                m_piece.clear();
                m_next = 0;
                if (!m_text->more(m_piece))
                    break;
            }
            const std::size_t some = std::min(bytes - written, m_piece.size() - m_next);
            std::memcpy(to + written, m_piece.data() + m_next, some);
            written += some;
            m_next += some;
        }
        m_produced += written;
        // A long name that every packet refers to would be written as often.
        if (const std::uint32_t ratio = wholeSourceLimits(m_limits).maxRatio;
            ratio != 0 && m_produced > kRatioGrace && m_produced / ratio > m_bytes.size())
            return ratioLimitError(m_path, ratio);
        return written;
    }
    void useControl(const JobControl &control) override { m_control = control; }
    [[nodiscard]] bool compressed() const override { return true; } // no position in the text is one in the file
    [[nodiscard]] std::uint64_t sizeHint() const override { return m_file->sizeHint() * kTextPerByte; }
    [[nodiscard]] SourceDamage damage() const override { return m_file->damage(); }
    [[nodiscard]] std::string_view madeFrom() const override { return "Perfetto trace (protobuf)"; }
    void diagnose(ImportDiagnostics &diagnostics) const override
    {
        if (!m_index || !m_text)
            return;
        const pftrace::PacketFaults &packets = m_index->faults();
        const pftrace::TextLosses &text = m_text->faults();
        const auto add = [&diagnostics](const DiagnosticKind &kind, std::uint64_t count) {
            if (count > 0)
                diagnostics.add(kind, -1, {}, count);
        };
        if (packets.damagedAt >= 0)
            diagnostics.add(diagnostics::kDamagedMessage, packets.damagedAt);
        add(diagnostics::kDamagedPacket, packets.damaged + text.damaged + m_damagedBundles);
        add(diagnostics::kLostPackets, packets.lost);
        add(diagnostics::kIncompletePacket, packets.incomplete);
        add(diagnostics::kUnknownClock, text.withoutTime);
        add(diagnostics::kOtherPackets, packets.other + text.otherPhases);
        add(diagnostics::kEndArguments, text.endArgs);
    }

private:
    Result<void> load()
    {
        const Error tooLarge{ErrorCode::Limit, "the trace is larger than this machine can address", m_path};
        Result<std::string> bytes =
            readWhole(*m_file, std::numeric_limits<std::size_t>::max() / 2, tooLarge, m_memory, m_control);
        if (!bytes)
            return bytes.error();
        m_diskBytesRead.store(m_file->diskBytesRead(), std::memory_order_relaxed);
        m_bytes = std::move(*bytes);
        using AtBundle = pftrace::PftraceIndex::AtBundle;
        m_index.emplace(m_bytes, m_memory, m_control, AtBundle::Stop);
        if (m_index->stoppedAtBundle()) {
            if (Result<void> expanded = pftrace::expandPackets(m_bytes, m_damagedBundles, m_memory, m_limits, m_path, m_control);
                !expanded)
                return expanded;
            m_index.emplace(m_bytes, m_memory, m_control, AtBundle::GoOn);
        }
        if (m_control.stopRequested())
            return Error{ErrorCode::Cancelled, "cancelled", m_path};
        if (m_memory.exceeded())
            return m_memory.limitError(m_path);
        m_text.emplace(m_bytes, *m_index);
        return {};
    }

    std::unique_ptr<ByteSource> m_file;
    std::string m_path;
    MemoryBudget m_memory;
    ImportLimits m_limits;
    JobControl m_control;
    std::string m_bytes; // of the trace; index and text refer to them
    std::uint64_t m_damagedBundles = 0;
    std::optional<pftrace::PftraceIndex> m_index;
    std::optional<pftrace::PftraceText> m_text;
    std::string m_piece;
    std::size_t m_next = 0; // of m_piece
    std::uint64_t m_produced = 0;
};

} // namespace

std::unique_ptr<ByteSource> makePftraceSource(
    std::unique_ptr<ByteSource> file, const std::string &path, const ImportLimits &limits)
{
    return std::make_unique<PftraceSource>(std::move(file), path, limits);
}

} // namespace lamella::core
