// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ascend/CsvRows.h"

#include <algorithm>

namespace lamella::core {

namespace {
constexpr std::size_t kReadBytes = std::size_t{256} << 10;
}

// Appends bytes to the buffer; drops rows before m_at.
bool CsvRows::fill()
{
    if (m_sourceDone)
        return false;
    m_buffer.erase(0, m_at);
    m_bufferOffset += m_at;
    m_at = 0;
    const std::size_t before = m_buffer.size();
    m_buffer.resize(before + kReadBytes);
    const Result<std::size_t> got = m_source.read(m_buffer.data() + before, kReadBytes);
    m_buffer.resize(before + (got ? *got : 0));
    if (!got)
        m_error = got.error();
    m_sourceDone = !got || *got < kReadBytes;
    return m_buffer.size() > before;
}

void CsvRows::skipByteOrderMark()
{
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    while (m_buffer.size() < kMark.size() && fill()) { }
    if (m_buffer.starts_with(kMark))
        m_at = kMark.size();
}

// Sets m_row to the next `length` bytes.
void CsvRows::takeRow(std::size_t length, bool lineEnd)
{
    m_row = std::string_view(m_buffer).substr(m_at, length);
    m_rowOffset = m_bufferOffset + m_at;
    m_at += length + (lineEnd ? 1 : 0);
    m_endsWithFile = !lineEnd;
}

// Sets m_row to the text up to the next line end outside quotes. After CR LF, the LF becomes an empty line of its own.
bool CsvRows::findRow()
{
    enum class In : std::uint8_t { CellStart, Plain, Quoted, QuoteInQuoted, BehindQuoted };
    In in = In::CellStart;
    m_openQuote = m_strayQuote = false;
    m_firstLine = kNone;
    for (std::size_t at = 0;; ++at) {
        if (m_at + at == m_buffer.size()) {
            const bool tooLong = m_largestRow != 0 && at > m_largestRow;
            if (!tooLong && fill()) {
                --at;
                continue;
            }
            if (!m_error) // an incomplete row before a read error is not returned
                return false;
            if (in == In::Quoted && m_firstLine != kNone)
                break;
            m_tooLong = tooLong;
            m_openQuote = in == In::Quoted;
            if (!tooLong)
                takeRow(at, false);
            return !tooLong && at > 0;
        }
        const char c = m_buffer[m_at + at];
        const bool lineEnd = c == '\n' || c == '\r';
        if (in == In::Quoted) {
            if (lineEnd && m_firstLine == kNone)
                m_firstLine = at;
            in = c == '"' ? In::QuoteInQuoted : In::Quoted;
        } else if (in == In::QuoteInQuoted && c == '"') {
            in = In::Quoted;
        } else if (lineEnd) {
            takeRow(at, true);
            return true;
        } else if (c == ',') {
            in = In::CellStart;
        } else if (in == In::QuoteInQuoted || in == In::BehindQuoted) {
            in = c == ' ' || c == '\t' ? In::BehindQuoted : In::Plain;
            m_strayQuote = m_strayQuote || in == In::Plain;
            if (in == In::Plain && m_firstLine != kNone)
                break;
        } else if (c == '"') {
            m_strayQuote = m_strayQuote || in == In::Plain;
            in = in == In::CellStart ? In::Quoted : In::Plain;
        } else if (c != ' ' && c != '\t') {
            in = In::Plain;
        }
    }
    m_strayQuote = true;
    takeRow(m_firstLine, true);
    return true;
}

// Reads the cell that starts with the quote at `from`. Returns the end of the cell, or kNone if the quote is stray.
std::size_t CsvRows::takeQuoted(std::size_t from, std::string &cell) const
{
    for (std::size_t i = from + 1; i < m_row.size(); ++i) {
        if (m_row[i] != '"') {
            cell += m_row[i];
        } else if (i + 1 < m_row.size() && m_row[i + 1] == '"') {
            cell += '"';
            ++i;
        } else {
            const std::size_t end = m_row.find_first_not_of(" \t", i + 1);
            if (end == std::string_view::npos)
                return m_row.size();
            return m_row[end] == ',' ? end : kNone;
        }
    }
    return m_openQuote ? m_row.size() : kNone;
}

void CsvRows::splitRow()
{
    m_cellCount = 0;
    for (std::size_t at = 0; m_cellCount < kMaxCells; ++at) {
        if (m_cellCount == m_cells.size())
            m_cells.emplace_back();
        std::string &cell = m_cells[m_cellCount++];
        cell.clear();
        const std::size_t first = m_row.find_first_not_of(" \t", at);
        std::size_t end = kNone;
        if (first != std::string_view::npos && m_row[first] == '"')
            end = takeQuoted(first, cell);
        if (end == kNone) {
            end = std::min(m_row.find(',', at), m_row.size());
            cell = m_row.substr(at, end - at);
        }
        at = end;
        if (at == m_row.size())
            break;
    }
    m_cells.resize(m_cellCount);
}

bool CsvRows::next()
{
    if (m_first)
        skipByteOrderMark();
    while (findRow()) {
        if (m_row.empty())
            continue;
        splitRow();
        if (m_first)
            m_cellsOfFirst = m_cellCount;
        m_first = false;
        if (m_firstLine != kNone && m_row.size() > m_firstLine && m_cellCount != m_cellsOfFirst) {
            m_at = static_cast<std::size_t>(m_row.data() - m_buffer.data());
            m_strayQuote = true;
            takeRow(m_firstLine, true);
            splitRow();
        }
        return true;
    }
    return false;
}

} // namespace lamella::core
