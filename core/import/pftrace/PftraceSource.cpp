// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceSource.h"

#include "core/import/DiagnosticKinds.h"
#include "core/import/MemoryBudget.h"
#include "core/import/WholeSource.h"
#include "core/import/pftrace/PftraceExpand.h"
#include "core/import/pftrace/PftraceText.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::uint64_t kTextPerByte = 6; // about, of recorded traces
constexpr std::size_t kPadding = 16;
constexpr std::uint64_t kRatioGrace = std::uint64_t{64} << 20; // smaller texts are not limited

class PftraceSource final : public ByteSource, public EventBlocks {
public:
    PftraceSource(std::unique_ptr<ByteSource> file, std::string path, const ImportLimits &limits)
        : m_file(std::move(file))
        , m_path(std::move(path))
        , m_memory(limits)
        , m_limits(limits)
    {
        m_stamp = m_file->stamp();
        m_memory.boundByFile(m_stamp.bytes);
    }

    Result<std::size_t> read(char *to, std::size_t bytes) override
    {
        if (!m_text) {
            if (const Result<void> loaded = load(); !loaded)
                return loaded.error();
        }
        std::size_t written = 0;
        while (written < bytes) {
            if (m_piece.empty() && !nextPiece())
                break;
            const std::size_t some = std::min(bytes - written, m_piece.size());
            std::memcpy(to + written, m_piece.data(), some);
            written += some;
            m_piece.remove_prefix(some);
        }
        if (m_produced > mostBytes())
            return ratioLimitError(m_path, maxRatio());
        return written;
    }
    EventBlocks *eventBlocks() override { return this; }
    [[nodiscard]] std::size_t blocks() const override { return pftrace::PftraceText::blocks(*m_index); }
    Result<std::size_t> make(std::size_t block, const Take &take) override
    {
        std::unique_ptr<pftrace::PftraceText> text = takeMaker();
        const std::size_t bytes = text->make(block, mostBytes(), take);
        if (m_made.fetch_add(bytes, std::memory_order_relaxed) > mostBytes())
            return ratioLimitError(m_path, maxRatio());
        const std::lock_guard lock(m_mutex);
        m_makers.push_back(std::move(text));
        return bytes;
    }
    [[nodiscard]] std::string_view closing() const override { return pftrace::kTextClosing; }
    void useControl(const JobControl &control) override { m_control = control; }
    [[nodiscard]] bool compressed() const override { return true; } // no position in the text is one in the file
    [[nodiscard]] std::uint64_t sizeHint() const override { return m_file->sizeHint() * kTextPerByte; }
    [[nodiscard]] SourceDamage damage() const override { return m_file->damage(); }
    [[nodiscard]] std::string_view madeFrom() const override { return "Perfetto trace (protobuf)"; }
    void diagnose(ImportDiagnostics &diagnostics) const override
    {
        m_file->diagnose(diagnostics);
        if (!m_index)
            return;
        const pftrace::PacketFaults &packets = m_index->faults();
        const pftrace::TextLosses &events = m_index->losses();
        const auto add = [&diagnostics](const DiagnosticKind &kind, std::uint64_t count) {
            if (count > 0)
                diagnostics.add(kind, -1, {}, count);
        };
        if (packets.damagedAt >= 0)
            diagnostics.add(diagnostics::kDamagedMessage, packets.damagedAt);
        pftrace::TextLosses made;
        for (const std::unique_ptr<pftrace::PftraceText> &maker : m_makers) {
            made.damaged += maker->losses().damaged;
            made.endArgs += maker->losses().endArgs;
            made.cut += maker->losses().cut;
        }
        add(diagnostics::kDamagedPacket, packets.damaged + events.damaged + made.damaged + m_damagedBundles);
        add(diagnostics::kLostPackets, packets.lost);
        add(diagnostics::kIncompletePacket, packets.incomplete + events.nameless);
        add(diagnostics::kUnknownClock, events.withoutTime);
        add(diagnostics::kOtherPackets, packets.other);
        add(diagnostics::kOtherPhases, events.otherPhases);
        add(diagnostics::kGpuCounters, packets.gpuCounters);
        add(diagnostics::kEndArguments, made.endArgs);
        add(diagnostics::kCutArguments, events.cut + made.cut);
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
        m_index.emplace(padded(), m_memory, m_control, AtBundle::Stop);
        if (m_index->stoppedAtBundle()) {
            m_bytes.resize(m_bytes.size() - kPadding);
            if (Result<void> expanded = pftrace::expandPackets(m_bytes, m_damagedBundles, m_memory, m_limits, m_path, m_control);
                !expanded)
                return expanded;
            m_index.emplace(padded(), m_memory, m_control, AtBundle::GoOn);
        }
        if (m_control.stopRequested())
            return Error{ErrorCode::Cancelled, "cancelled", m_path};
        if (m_memory.exceeded())
            return m_memory.limitError(m_path);
        m_text.emplace(*m_index);
        return {};
    }

    // The bytes, behind which others follow that readers of words may read.
    [[nodiscard]] std::string_view padded()
    {
        m_bytes.append(kPadding, '\0');
        return std::string_view(m_bytes).substr(0, m_bytes.size() - kPadding);
    }
    // What it has learned of one block helps with others.
    [[nodiscard]] std::unique_ptr<pftrace::PftraceText> takeMaker()
    {
        const std::lock_guard lock(m_mutex);
        if (m_makers.empty())
            return std::make_unique<pftrace::PftraceText>(*m_index);
        std::unique_ptr<pftrace::PftraceText> maker = std::move(m_makers.back());
        m_makers.pop_back();
        return maker;
    }

    [[nodiscard]] std::uint32_t maxRatio() const { return wholeSourceLimits(m_limits).maxRatio; }
    // Of the text: a long name that every packet refers to would be written as often.
    [[nodiscard]] std::uint64_t mostBytes() const
    {
        return maxRatio() == 0 ? std::numeric_limits<std::uint64_t>::max() : std::max(kRatioGrace, m_bytes.size() * maxRatio());
    }
    // False behind the end of the text.
    bool nextPiece()
    {
        while (m_next <= blocks()) {
            if (m_next > 0 && m_text->next()) {
                if (m_produced == pftrace::kTextOpening.size())
                    m_text->blankSeparator();
                m_piece = m_text->text();
                break;
            }
            if (m_next < blocks())
                m_text->start(m_next);
            else
                m_piece = pftrace::kTextClosing;
            if (m_next++ == 0)
                m_piece = pftrace::kTextOpening;
            if (!m_piece.empty())
                break;
        }
        m_produced += m_piece.size();
        return !m_piece.empty();
    }

    std::unique_ptr<ByteSource> m_file;
    std::string m_path;
    MemoryBudget m_memory;
    ImportLimits m_limits;
    JobControl m_control;
    std::string m_bytes; // of the trace; index and text refer to them
    std::uint64_t m_damagedBundles = 0;
    std::optional<pftrace::PftraceIndex> m_index;
    std::optional<pftrace::PftraceText> m_text; // for read()
    std::string_view m_piece; // of it, that has not been read
    std::size_t m_next = 0; // block
    std::uint64_t m_produced = 0;
    std::atomic<std::uint64_t> m_made{0}; // bytes, by make()
    std::mutex m_mutex;
    std::vector<std::unique_ptr<pftrace::PftraceText>> m_makers; // that no make() uses now
};

} // namespace

std::unique_ptr<ByteSource> makePftraceSource(
    std::unique_ptr<ByteSource> file, const std::string &path, const ImportLimits &limits)
{
    return std::make_unique<PftraceSource>(std::move(file), path, limits);
}

} // namespace lamella::core
