// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/BlockSplitter.h"

#include "core/import/EventBlocks.h"
#include "core/import/NonTraceFile.h"
#include "core/import/chrome/EventScanner.h"

#include <algorithm>

namespace lamella::core {

namespace {
constexpr std::size_t kSmallestBlock = 256;
constexpr std::size_t kLargestBlock = std::size_t{64} << 20;
constexpr std::size_t kHeadBytes = std::size_t{64} << 10;
} // namespace

BlockSplitter::BlockSplitter(std::unique_ptr<ByteSource> source, const ImportOptions &options, std::string path)
    : m_source(std::move(source))
    , m_path(std::move(path))
    , m_blockBytes(std::clamp(options.blockBytes, kSmallestBlock, kLargestBlock))
    , m_maxEventBytes(options.limits.maxEventBytes != 0 ? options.limits.maxEventBytes : SIZE_MAX)
    , m_enough(options.enough)
{
}

Result<void> BlockSplitter::open(const std::stop_token &stop)
{
    std::string text(kHeadBytes, '\0');
    std::string head;
    while (m_scanner.state() != TopLevelScanner::State::InEvents) {
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, "cancelled", m_path};
        const Result<std::size_t> got = m_source->read(text.data(), text.size());
        if (!got)
            return got.error();
        m_readBytes += *got;
        const std::string_view piece{text.data(), *got};
        if (head.size() < kHeadBytes)
            head.append(piece.substr(0, kHeadBytes - head.size()));
        const std::size_t used = m_scanner.feed(piece);
        m_sourceEnd = *got < text.size();
        if (m_scanner.state() == TopLevelScanner::State::NotJson)
            return notATrace(head);
        if (m_scanner.state() == TopLevelScanner::State::InEvents) {
            m_carry.assign(piece.substr(used));
            if (const Result<void> entered = enterTraceInList(); !entered)
                return entered;
        }
        if (m_scanner.state() != TopLevelScanner::State::InEvents && m_sourceEnd)
            return notATrace(head);
    }
    m_carryOffset = m_eventsOffset = m_scanner.offset();
    if (m_scanner.bareArray()) {
        const std::string_view first = m_carry;
        const std::size_t at = first.find_first_not_of(" \n\r\t");
        if (at != std::string_view::npos && first[at] != '{' && first[at] != ']')
            return notATrace(head);
    }
    learnFirstKey(m_carry);
    return {};
}

Result<bool> BlockSplitter::holdsTrace()
{
    for (std::size_t step = kHeadBytes;; step = m_carry.size()) {
        const char *const end = m_carry.data() + m_carry.size();
        const char *const first = skipBlanks(m_carry.data(), end);
        if (first != end && *first != '{')
            return false;
        const ScanResult object = checkObject(first, end);
        if (object.hasPhase || object.hasEvents || object.status != ScanStatus::Incomplete)
            return object.hasEvents && !object.hasPhase;
        if (m_sourceEnd || m_carry.size() > m_maxEventBytes)
            return false;
        const std::size_t before = m_carry.size();
        m_carry.resize(before + step);
        const Result<std::size_t> got = m_source->read(m_carry.data() + before, step);
        if (!got)
            return got.error();
        m_carry.resize(before + *got);
        m_readBytes += *got;
        m_sourceEnd = *got < step;
    }
}

Result<void> BlockSplitter::enterTraceInList()
{
    if (!m_scanner.bareArray())
        return {};
    const Result<bool> trace = holdsTrace();
    if (!trace)
        return trace.error();
    if (!*trace)
        return {};
    const std::size_t behindBrace = m_carry.find('{') + 1;
    m_scanner.enterTraceInList(m_scanner.offset() + behindBrace);
    const std::string text = m_carry.substr(behindBrace);
    m_carry = text.substr(m_scanner.feed(text));
    return {};
}

void BlockSplitter::learnFirstKey(std::string_view events)
{
    const std::size_t brace = events.find('{');
    const std::size_t open = brace == std::string_view::npos ? brace : events.find_first_not_of(" \n\r\t", brace + 1);
    if (open == std::string_view::npos || events[open] != '"')
        return;
    const std::size_t close = events.find('"', open + 1);
    if (close != std::string_view::npos && close - open < 32)
        m_firstKey = events.substr(open, close - open + 1);
}

Error BlockSplitter::notATrace(std::string_view head) const
{
    return Error{ErrorCode::NotATrace, describeNonTrace(head, m_scanner.values()), m_path};
}

Result<bool> BlockSplitter::next(TextBlock &block)
{
    const std::lock_guard lock(m_mutex);
    if (m_finished)
        return false;
    block.setSize(0);
    block.offset = m_carryOffset;
    block.sequence = m_sequence++;
    block.last = false;
    if (EventBlocks *const events = eventBlocks()) {
        block.made = block.sequence < events->blocks();
        block.last = m_finished = !block.made;
        if (block.last)
            block.append(events->closing());
        else if (const Result<void> fetched = events->fetch(block.sequence, block.stored); !fetched)
            return fetched.error();
        return true;
    }
    block.reserve(m_carry.size() + m_blockBytes);
    if (!m_sourceEnd && m_enough.stop_requested()) {
        block.last = m_finished = m_stoppedEarly = true; // m_carry may end inside an event
        return true;
    }
    block.append(m_carry);
    m_carry.clear();
    std::size_t step = m_blockBytes;
    for (;;) {
        if (!m_sourceEnd) {
            const std::size_t before = block.size();
            block.reserve(before + step);
            const Result<std::size_t> got = m_source->read(block.begin() + before, step);
            if (!got) {
                m_finished = true;
                return got.error();
            }
            block.setSize(before + *got);
            m_readBytes += *got;
            m_sourceEnd = *got < step;
        }
        if (m_sourceEnd) {
            block.last = m_finished = true;
            return true;
        }
        const char *const boundary = lastEventBoundary(block.begin(), block.end(), m_firstKey.data(), m_firstKey.size());
        // Without a boundary the block grows; beyond the limit for one event the parser decides what to skip.
        const char *const splitAt = boundary != nullptr ? boundary : block.size() > m_maxEventBytes ? block.end() : nullptr;
        if (splitAt == nullptr) {
            step = std::max(step, block.size());
            continue;
        }
        const auto kept = static_cast<std::size_t>(splitAt - block.begin());
        m_carry.assign(splitAt, static_cast<std::size_t>(block.end() - splitAt));
        m_carryOffset = block.offset + kept;
        block.setSize(kept);
        return true;
    }
}

} // namespace lamella::core
