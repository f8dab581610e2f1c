// SPDX-License-Identifier: GPL-3.0-or-later
// Reads rows of CSV text as in RFC 4180 and as profilers write it: escaped quotes, line breaks inside quotes, LF, CRLF or CR, a
// byte order mark. A quote not allowed by RFC 4180 counts as a character and thus affects its own row only: a quoted cell
// continues over a line end only if its row then has as many cells as the first. Holds one row in memory at a time.
#pragma once

#include "core/import/ByteSource.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

class CsvRows {
public:
    static constexpr std::size_t kMaxCells = 4096; // per row; further cells are dropped, because each comma would cost 32 bytes
    // largestRow: bytes; 0 = no limit.
    CsvRows(ByteSource &source, std::size_t largestRow)
        : m_source(source)
        , m_largestRow(largestRow)
    {
    }

    // False at the end, or on an error(). Skips blank lines.
    [[nodiscard]] bool next();
    // Unquoted contents of the cells; valid until the next call.
    [[nodiscard]] const std::vector<std::string> &cells() const { return m_cells; }
    // The row as in the file, without its line end; valid until the next call.
    [[nodiscard]] std::string_view text() const { return m_row; }
    [[nodiscard]] std::uint64_t offset() const { return m_rowOffset; } // of text() in the (inflated) file
    [[nodiscard]] bool endsInsideQuotes() const { return m_openQuote; } // the file ends inside a quoted cell of this row
    [[nodiscard]] bool strayQuote() const { return m_strayQuote; } // the row contains a quote that counts as a character
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
    std::uint64_t m_bufferOffset = 0; // position of m_buffer in the file
    bool m_sourceDone = false;
    std::string_view m_row;
    std::uint64_t m_rowOffset = 0;
    std::vector<std::string> m_cells;
    std::size_t m_cellCount = 0;
    std::size_t m_cellsOfFirst = 0;
    std::size_t m_firstLine = kNone; // length of the first line of a multi-line row
    bool m_openQuote = false;
    bool m_strayQuote = false;
    bool m_endsWithFile = false;
    bool m_tooLong = false;
    bool m_first = true;
    Result<void> m_error;
};

} // namespace lamella::core
