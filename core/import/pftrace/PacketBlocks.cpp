// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PacketBlocks.h"

#include "core/import/pftrace/PftracePackets.h"

#include <algorithm>
#include <cstring>

namespace lamella::core::pftrace {

namespace {
constexpr std::size_t kMaxKept = 4 * kBytesOfBlock;
constexpr std::size_t kPadding = KeptTexts::kPadding;
} // namespace

bool BlockBuffers::grow(std::string &buffer, std::size_t bytes)
{
    const bool grows = buffer.size() < bytes + kPadding;
    if (grows) {
        const std::size_t more = bytes + kPadding - buffer.size();
        m_memory.hold(more);
        m_held += more;
    }
    const bool fits = !m_memory.exceeded(); // asked once: whoever is told that it fits writes so many bytes
    if (fits && grows)
        buffer.resize(bytes + kPadding);
    return fits;
}

void BlockBuffers::shrink(std::string &buffer)
{
    if (buffer.size() <= kMaxKept)
        return;
    m_memory.release(buffer.size());
    m_held -= buffer.size();
    std::string().swap(buffer); // as assigning {} would keep the memory
}

PacketCutter::PacketCutter(ByteSource &source, MemoryBudget &memory, std::string path, const JobControl &control)
    : m_source(source)
    , m_path(std::move(path))
    , m_control(control)
    , m_memory(memory)
    , m_buffers(memory)
{
}

// Until the buffer holds `target` bytes, or the source ends.
Result<void> PacketCutter::fill(std::string &buffer, std::size_t target)
{
    if (m_control.stopRequested())
        return Error{ErrorCode::Cancelled, "cancelled", m_path};
    if (!m_buffers.grow(buffer, target))
        return m_memory.limitError(m_path);
    if (m_sourceEnded || m_filled >= target)
        return {};
    const Result<std::size_t> got = m_source.read(buffer.data() + m_filled, target - m_filled);
    if (!got)
        return got.error();
    m_sourceEnded = *got < target - m_filled;
    m_filled += *got;
    m_read += *got;
    return {};
}

// To count its bytes, and to notice whether the source is damaged.
Result<void> PacketCutter::skipRest(std::string &buffer, std::size_t whole)
{
    Result<void> read;
    for (m_filled = whole; read && !m_sourceEnded; m_filled = whole)
        read = fill(buffer, whole + kBytesOfBlock);
    m_filled = whole;
    return read;
}

// Begins the buffer with what the block before has left.
Result<void> PacketCutter::begin(std::string &buffer)
{
    m_buffers.shrink(buffer);
    if (!m_buffers.grow(buffer, m_carry.size()))
        return m_memory.limitError(m_path);
    std::memcpy(buffer.data(), m_carry.data(), m_carry.size());
    m_filled = m_carry.size();
    return {};
}

Result<bool> PacketCutter::next(PacketBlock &block)
{
    if (const Result<void> begun = begin(block.buffer); !begun)
        return begun.error();
    std::size_t whole = 0; // bytes of whole fields
    std::size_t target = kBytesOfBlock;
    while (whole == 0 && !m_damagedAt && !(m_sourceEnded && m_filled == 0)) {
        if (const Result<void> filled = fill(block.buffer, target); !filled)
            return filled.error();
        TraceField field({});
        whole = wholeFields(std::string_view(block.buffer).substr(0, m_filled), field);
        const bool cut = field.state == TraceField::Partial && m_sourceEnded && whole < m_filled;
        if (cut || field.state == TraceField::Damaged) {
            m_damagedAt = m_cut + whole;
            if (const Result<void> skipped = skipRest(block.buffer, whole); !skipped)
                return skipped.error();
        }
        // As long as there is more of it, so that a packet that lies about its size takes no more than the file has.
        target = std::min(std::max(field.bytes, m_filled + kBytesOfBlock), 2 * m_filled);
    }
    m_carry.assign(block.buffer, whole, m_filled - whole);
    block.bytes = std::string_view(block.buffer).substr(0, whole);
    m_cut += whole;
    return whole > 0;
}

} // namespace lamella::core::pftrace
