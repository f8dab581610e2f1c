// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceSource.h"

#include "core/import/DiagnosticKinds.h"
#include "core/import/MemoryBudget.h"
#include "core/import/WholeSource.h"
#include "core/import/pftrace/PacketBlocks.h"
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
constexpr std::uint64_t kRatioGrace = std::uint64_t{64} << 20; // smaller texts are not limited

class PftraceSource final : public ByteSource, public EventBlocks {
public:
    PftraceSource(std::unique_ptr<ByteSource> file, OpenSource open, std::string path, const ImportLimits &limits)
        : m_path(std::move(path))
        , m_ownMemory(limits)
        , m_limits(limits)
        , m_file(std::move(file))
        , m_open(std::move(open))
    {
        m_stamp = m_file->stamp();
        m_ownMemory.boundByFile(m_stamp.bytes);
    }

    Result<std::size_t> read(char *to, std::size_t bytes) override
    {
        if (!m_text) {
            if (const Result<void> loaded = load(); !loaded)
                return loaded.error();
        }
        std::size_t written = 0;
        while (written < bytes) {
            if (m_piece.empty()) {
                if (const Result<void> next = nextPiece(); !next)
                    return next.error();
                if (m_piece.empty())
                    break;
            }
            const std::size_t some = std::min(bytes - written, m_piece.size());
            std::memcpy(to + written, m_piece.data(), some);
            written += some;
            m_piece.remove_prefix(some);
        }
        if (m_produced > maxBytes())
            return ratioLimitError(m_path, maxRatio());
        return written;
    }
    EventBlocks *eventBlocks() override { return this; }
    [[nodiscard]] std::size_t blocks() const override { return pftrace::PftraceText::blocks(*m_index); }
    Result<void> fetch(std::size_t block, Stored &stored) override
    {
        Result<void> fetched = fetch(block, stored, *m_forBlocks);
        if (fetched && m_forBlocks->source)
            m_diskBytesRead.store((m_stamp.bytes + m_forBlocks->source->diskBytesRead()) / 2, std::memory_order_relaxed);
        return fetched;
    }
    Result<std::size_t> make(std::size_t block, Stored &stored, const Take &take) override
    {
        std::unique_ptr<pftrace::PftraceText> text = takeMaker();
        text->start(block, stored.bytes);
        const std::size_t bytes = text->make(maxBytes(), take);
        m_forBlocks->buffers.shrink(stored.buffer);
        if (m_made.fetch_add(bytes, std::memory_order_relaxed) + bytes > maxBytes()) // make() ends early above it
            return ratioLimitError(m_path, maxRatio());
        if (block > 0)
            m_index->release(block - 1);
        const std::lock_guard lock(m_mutex);
        m_makers.push_back(std::move(text));
        return bytes;
    }
    [[nodiscard]] std::string_view closing() const override { return pftrace::kTextClosing; }
    void useControl(const JobControl &control, unsigned workers, MemoryBudget &memory) override
    {
        m_control = control;
        m_workers = workers;
        m_memory = &memory;
    }
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
        add(diagnostics::kDamagedPacket, packets.damaged + events.damaged + made.damaged);
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
    Result<std::unique_ptr<ByteSource>> openTrace()
    {
        Result<std::unique_ptr<ByteSource>> file = m_open();
        if (file && m_bundles)
            file = pftrace::makeExpandedSource(std::move(*file), m_path, *m_memory, m_limits, m_control);
        return file;
    }
    // The trace, read a second time.
    struct Again {
        explicit Again(MemoryBudget &memory)
            : buffers(memory)
        {
        }
        std::unique_ptr<ByteSource> source;
        pftrace::BlockBuffers buffers;
    };
    Result<void> fetch(std::size_t block, Stored &stored, Again &again)
    {
        stored.bytes = {};
        if (block == 0) // has no bytes of its own: its text comes from the declarations in the others
            return {};
        if (m_control.stopRequested())
            return Error{ErrorCode::Cancelled, "cancelled", m_path};
        if (!again.source) {
            Result<std::unique_ptr<ByteSource>> source = openTrace();
            if (!source)
                return source.error();
            again.source = std::move(*source);
        }
        const std::size_t bytes = m_index->blocks()[block - 1].bytes;
        again.buffers.shrink(stored.buffer);
        if (!again.buffers.grow(stored.buffer, bytes))
            return m_memory->limitError(m_path);
        const Result<std::size_t> got = again.source->read(stored.buffer.data(), bytes);
        if (!got)
            return got.error();
        if (*got < bytes || again.source->stamp() != m_stamp)
            return Error{ErrorCode::Io, "the file has changed since it was read; reload it", m_path};
        stored.bytes = std::string_view(stored.buffer).substr(0, bytes);
        return {};
    }
    Result<void> load()
    {
        using AtBundle = pftrace::PftraceIndex::AtBundle;
        m_index.emplace(*m_memory, m_control);
        Result<bool> complete = m_index->read(*m_file, m_path, m_workers, AtBundle::Stop);
        if (complete && !*complete) {
            m_bundles = true;
            Result<std::unique_ptr<ByteSource>> expanded = openTrace();
            if (!expanded)
                return expanded.error();
            m_file = std::move(*expanded);
            m_index.emplace(*m_memory, m_control);
            complete = m_index->read(*m_file, m_path, m_workers, AtBundle::GoOn);
        }
        if (!complete)
            return complete.error();
        m_text.emplace(*m_index);
        m_forBlocks.emplace(*m_memory);
        m_forText.emplace(*m_memory);
        m_diskBytesRead.store(m_stamp.bytes / 2, std::memory_order_relaxed); // of all that is read, twice
        return {};
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
    [[nodiscard]] std::uint64_t maxBytes() const
    {
        return maxRatio() == 0 ? std::numeric_limits<std::uint64_t>::max() : std::max(kRatioGrace, m_index->bytes() * maxRatio());
    }
    // Empty behind the end of the text.
    Result<void> nextPiece()
    {
        while (m_next <= blocks()) {
            if (m_next > 0 && m_text->next()) {
                if (m_produced == pftrace::kTextOpening.size())
                    m_text->blankSeparator();
                m_piece = m_text->text();
                break;
            }
            if (m_next == blocks()) {
                m_piece = pftrace::kTextClosing;
            } else {
                if (const Result<void> fetched = fetch(m_next, m_stored, *m_forText); !fetched)
                    return fetched;
                m_text->start(m_next, m_stored.bytes);
            }
            if (m_next++ == 0)
                m_piece = pftrace::kTextOpening;
            if (!m_piece.empty())
                break;
        }
        m_produced += m_piece.size();
        return {};
    }

    std::string m_path;
    MemoryBudget m_ownMemory;
    MemoryBudget *m_memory = &m_ownMemory;
    ImportLimits m_limits;
    JobControl m_control;
    std::unique_ptr<ByteSource> m_file; // refers to those before, as do the others
    OpenSource m_open;
    unsigned m_workers = 0;
    bool m_bundles = false; // the trace has compressed packets
    std::optional<pftrace::PftraceIndex> m_index;
    std::optional<Again> m_forBlocks;
    std::optional<Again> m_forText; // of read()
    std::optional<pftrace::PftraceText> m_text; // likewise
    Stored m_stored; // likewise
    std::string_view m_piece; // of it, that has not been read
    std::size_t m_next = 0; // block
    std::uint64_t m_produced = 0;
    std::atomic<std::uint64_t> m_made{0}; // bytes, by make()
    std::mutex m_mutex;
    std::vector<std::unique_ptr<pftrace::PftraceText>> m_makers; // that no make() uses now
};

} // namespace

std::unique_ptr<ByteSource> makePftraceSource(
    std::unique_ptr<ByteSource> file, OpenSource open, const std::string &path, const ImportLimits &limits)
{
    return std::make_unique<PftraceSource>(std::move(file), std::move(open), path, limits);
}

} // namespace lamella::core
