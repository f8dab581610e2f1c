// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ascend/CsvRows.h"

#include <cstring>

namespace lamella::core {

namespace {
constexpr std::size_t kReadBytes = std::size_t{256} << 10;
}

// More bytes behind those of the buffer; rows before m_at are let go.
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

// m_row = the text up to the next line end outside of quotes.
bool CsvRows::findRow()
{
    std::size_t scanned = 0;
    m_openQuote = false;
    while (true) {
        for (std::size_t i = m_at + scanned; i < m_buffer.size(); ++i) {
            if (m_buffer[i] == '"') {
                m_openQuote = !m_openQuote;
            } else if (m_buffer[i] == '\n' && !m_openQuote) {
                m_row = std::string_view(m_buffer).substr(m_at, i - m_at);
                m_rowOffset = m_bufferOffset + m_at;
                m_at = i + 1;
                return true;
            }
        }
        scanned = m_buffer.size() - m_at;
        if (m_largestRow != 0 && scanned > m_largestRow) {
            m_tooLong = true;
            return false;
        }
        if (!fill())
            break;
    }
    if (!m_error) // what is left is no row, but what came before the disk failed
        return false;
    m_row = std::string_view(m_buffer).substr(m_at);
    m_rowOffset = m_bufferOffset + m_at;
    m_at = m_buffer.size();
    return !m_row.empty();
}

void CsvRows::splitRow()
{
    m_cellCount = 0;
    const auto cell = [this]() -> std::string & {
        if (m_cellCount == m_cells.size())
            m_cells.emplace_back();
        m_cells[m_cellCount].clear();
        return m_cells[m_cellCount++];
    };
    std::string *current = &cell();
    bool quoted = false;
    for (std::size_t i = 0; i < m_row.size(); ++i) {
        const char c = m_row[i];
        if (c == '"') {
            if (quoted && i + 1 < m_row.size() && m_row[i + 1] == '"') {
                *current += '"';
                ++i;
            } else {
                quoted = !quoted;
            }
        } else if (c == ',' && !quoted) {
            if (m_cellCount == kMostCells)
                break;
            current = &cell();
        } else {
            *current += c;
        }
    }
    m_cells.resize(m_cellCount);
}

bool CsvRows::next()
{
    while (findRow()) {
        if (m_first && m_row.starts_with("\xEF\xBB\xBF"))
            m_row.remove_prefix(3);
        m_first = false;
        if (m_row.ends_with('\r'))
            m_row.remove_suffix(1);
        if (m_row.empty())
            continue;
        splitRow();
        return true;
    }
    return false;
}

} // namespace lamella::core
