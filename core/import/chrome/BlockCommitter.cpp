// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/BlockCommitter.h"

#include "core/base/Message.h"
#include "core/import/DiagnosticKinds.h"

#include <algorithm>

namespace lamella::core {

namespace {
constexpr auto kReportInterval = std::chrono::milliseconds(20);
}

BlockCommitter::BlockCommitter(
    BlockSplitter &splitter, const ImportOptions &options, const JobControl &control, unsigned repairWorker, MemoryBudget &memory)
    : m_splitter(splitter)
    , m_options(options)
    , m_control(control)
    , m_parser(repairWorker, options.limits.maxEventBytes, static_cast<bool>(options.preview))
    , m_madeEnd(splitter.eventsOffset())
    , m_memory(memory)
{
    m_mode.bareArray = splitter.scanner().bareArray();
    m_mode.traceInList = splitter.scanner().traceInList();
    // Enough blocks that workers rarely wait for a slower one with an earlier block.
    const std::size_t blocks = 2 * std::size_t{repairWorker} + 2;
    for (std::size_t i = 0; i < blocks; ++i)
        m_free.push_back(std::make_unique<TextBlock>());
}

std::unique_ptr<TextBlock> BlockCommitter::acquire()
{
    std::unique_lock lock(m_mutex);
    m_freeCondition.wait(lock, [this] { return stopped() || !m_free.empty(); });
    if (stopped())
        return nullptr;
    std::unique_ptr<TextBlock> block = std::move(m_free.back());
    m_free.pop_back();
    return block;
}

void BlockCommitter::recycle(std::unique_ptr<TextBlock> block)
{
    if (block->capacity() > 4 * std::max<std::size_t>(m_options.blockBytes, 4096))
        block->release(); // had grown for one huge event
    m_free.push_back(std::move(block));
    m_freeCondition.notify_one();
}

void BlockCommitter::fail(Error error)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_error)
            m_error = std::move(error);
    }
    abort();
}

void BlockCommitter::abort()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopped = true;
    }
    m_freeCondition.notify_all();
}

void BlockCommitter::deliver(std::unique_ptr<TextBlock> block, ParsedBlock parsed)
{
    std::unique_lock lock(m_mutex);
    const std::uint32_t sequence = block->sequence;
    m_memory.hold(parsed.vocabularyBytes); // held by the worker, whether the block is used or not
    m_pending.emplace(sequence, Delivery{std::move(block), std::move(parsed)});
    while (!m_pending.empty() && m_pending.begin()->first == m_nextSequence && !m_control.stopRequested()) {
        Delivery delivery = std::move(m_pending.begin()->second);
        m_pending.erase(m_pending.begin());
        ++m_nextSequence;
        commit(delivery);
        recycle(std::move(delivery.block));
    }
    if (m_memory.exceeded() && !m_error)
        m_error = m_memory.limitError(m_splitter.path());
    report();
    if (m_error || m_control.stopRequested()) {
        m_stopped = true;
        m_freeCondition.notify_all();
    }
}

void BlockCommitter::report()
{
    const auto now = std::chrono::steady_clock::now();
    if (m_control.progress && now - m_lastReport >= kReportInterval) {
        m_lastReport = now;
        m_control.report(m_splitter.source().diskBytesRead(), m_splitter.source().stamp().bytes);
    }
    if (m_options.preview && !m_control.stopRequested()) {
        std::uint64_t odd = 0;
        for (const Diagnostic &diagnostic : m_diagnostics.sorted())
            odd += diagnostic.count;
        m_tally.offer(m_options.preview, odd);
    }
}

void BlockCommitter::commit(Delivery &delivery)
{
    TextBlock &block = *delivery.block;
    if (block.made) {
        const std::uint64_t begin = m_madeEnd;
        m_madeEnd += delivery.parsed.at;
        push(std::move(delivery.parsed), begin);
        return;
    }
    if (m_splitter.eventBlocks() != nullptr)
        block.offset = m_madeEnd; // of the text that closes the list
    if (m_behindEvents) {
        m_discardedAny = m_discardedAny || delivery.parsed.chunk.size() > 0;
        feedTail(block.text(), block.last);
    } else if (m_carrying) {
        m_discardedAny = true;
        commitOntoCarry(block);
    } else {
        accept(block, std::move(delivery.parsed));
    }
}

void BlockCommitter::commitOntoCarry(TextBlock &block)
{
    m_carry.append(block.text());
    m_carry.last = block.last;
    m_carry.sequence = block.sequence;
    const std::size_t limit = m_options.limits.maxEventBytes != 0 ? m_options.limits.maxEventBytes : SIZE_MAX;
    const bool tooLarge = m_carry.size() > limit;
    if (m_carry.size() < m_nextAttempt && !tooLarge && !block.last)
        return;
    BlockParser::Mode mode = m_mode;
    ParsedBlock parsed = m_parser.parse(m_carry, mode);
    if (tooLarge && parsed.outcome == BlockOutcome::Incomplete && parsed.at == 0) {
        mode.dropFirst = true;
        m_memory.hold(parsed.vocabularyBytes);
        parsed = m_parser.parse(m_carry, mode);
    }
    m_memory.hold(parsed.vocabularyBytes);
    m_carrying = false;
    accept(m_carry, std::move(parsed));
    if (!m_carrying)
        m_carry.release();
}

// text may be m_carry itself.
void BlockCommitter::accept(TextBlock &text, ParsedBlock &&parsed)
{
    const BlockOutcome outcome = parsed.outcome;
    const std::size_t at = parsed.at;
    push(std::move(parsed));
    if (outcome == BlockOutcome::ArrayEnd) {
        m_behindEvents = true;
        m_splitter.scanner().resumeAfterEvents(text.offset + at);
        feedTail(text.text().substr(at), text.last);
        return;
    }
    if (outcome == BlockOutcome::Incomplete) {
        if (&text == &m_carry) {
            m_carry.dropFront(at);
        } else {
            m_carry.setSize(0);
            m_carry.offset = text.offset + at;
            m_carry.append(text.text().substr(at));
        }
        m_carrying = true;
        m_nextAttempt = at == 0 ? 2 * m_carry.size() : 0;
    } else if (text.last) {
        m_diagnostics.add(m_splitter.stoppedEarly() ? diagnostics::kStoppedReading
                : m_mode.bareArray                  ? diagnostics::kArrayNotClosed
                                                    : diagnostics::kTruncatedArray,
            static_cast<std::int64_t>(text.offset + text.size()));
    }
}

// The positions in it count from `begin`, if they do not count from the beginning of the file.
void BlockCommitter::push(ParsedBlock &&parsed, std::uint64_t begin)
{
    for (const Diagnostic &diagnostic : parsed.diagnostics.sorted()) {
        const std::int64_t at = diagnostic.firstOffset;
        m_diagnostics.add(
            *diagnostic.kind, at < 0 ? at : at + static_cast<std::int64_t>(begin), diagnostic.sample, diagnostic.count);
    }
    parsed.chunk.textOffset += static_cast<std::int64_t>(begin);
    m_events += parsed.chunk.size();
    if (m_options.limits.maxEvents != 0 && m_events > m_options.limits.maxEvents && !m_error)
        m_error = Error{
            ErrorCode::Limit, msg("more than %1 events; record a shorter trace", m_options.limits.maxEvents), m_splitter.path()};
    if (m_options.preview)
        m_tally.add(parsed);
    parsed.kernelNames = {};
    m_memory.hold(parsed.memoryBytes());
    if (parsed.chunk.size() > 0)
        m_blocks.push_back(std::move(parsed));
}

void BlockCommitter::feedTail(std::string_view text, bool last)
{
    m_splitter.scanner().feed(text);
    if (last)
        m_splitter.scanner().finish();
}

} // namespace lamella::core
