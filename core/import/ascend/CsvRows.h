// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of comma-separated text as RFC 4180 has them, and as profilers write them: quotes inside quotes, line breaks inside
// quotes, LF, CRLF or CR, a byte order mark. A quote that RFC 4180 has no place for counts as a character, so that it costs
// no row but its own: a cell in quotes goes over the end of a line only where its row then has as many cells as the first.
// One row is in memory at a time.
#pragma once

#include "core/import/ByteSource.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

class CsvRows {
public:
    static constexpr std::size_t kMaxCells = 4096; // of a row; what is behind them is not given, as a comma would cost 32 bytes
    // largestRow: bytes; 0 = no limit.
    CsvRows(ByteSource &source, std::size_t largestRow)
        : m_source(source)
        , m_largestRow(largestRow)
    {
    }

    // False at the end, or after error(). Blank lines are skipped.
    [[nodiscard]] bool next();
    // Contents of the cells, quotes undone; until the next call.
    [[nodiscard]] const std::vector<std::string> &cells() const { return m_cells; }
    // The row as it stands in the file, without its line end; until the next call.
    [[nodiscard]] std::string_view text() const { return m_row; }
    [[nodiscard]] std::uint64_t offset() const { return m_rowOffset; } // of text() in the (inflated) file
    [[nodiscard]] bool endsInsideQuotes() const { return m_openQuote; } // the file ends inside a cell in quotes of this row
    [[nodiscard]] bool strayQuote() const { return m_strayQuote; } // the row holds a quote that counts as a character
    [[nodiscard]] bool endsWithFile() const { return m_endsWithFile; } // no line end follows the row
    [[nodiscard]] bool rowTooLong() const { return m_tooLong; }
    [[nodiscard]] const Result<void> &error() const { return m_error; }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    bool fill();
    void skipByteOrderMark();
    bool findRow();
    void takeRow(std::size_t length, bool lineEnd);
    void splitRow();
    [[nodiscard]] std::size_t takeQuoted(std::size_t from, std::string &cell) const;

    ByteSource &m_source;
    std::size_t m_largestRow;
    std::string m_buffer;
    std::size_t m_at = 0; // start of the next row in m_buffer
    std::uint64_t m_bufferOffset = 0; // of m_buffer in the file
    bool m_sourceDone = false;
    std::string_view m_row;
    std::uint64_t m_rowOffset = 0;
    std::vector<std::string> m_cells;
    std::size_t m_cellCount = 0;
    std::size_t m_cellsOfFirst = 0;
    std::size_t m_firstLine = kNone; // length of the first line of a row that goes over several
    bool m_openQuote = false;
    bool m_strayQuote = false;
    bool m_endsWithFile = false;
    bool m_tooLong = false;
    bool m_first = true;
    Result<void> m_error;
};

} // namespace lamella::core
