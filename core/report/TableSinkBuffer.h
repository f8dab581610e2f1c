// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers a table's text and writes it to a sink in pieces.
#pragma once

#include "core/report/TableWriters.h"

#include <string>

namespace lamella::core {

class TableSinkBuffer {
public:
    explicit TableSinkBuffer(const TableSink &sink)
        : m_sink(sink)
    {
        m_text.reserve(kPiece + 4096);
    }
    [[nodiscard]] std::string &text() { return m_text; }
    // Call after each row. False once the sink has refused a piece.
    bool rowDone() { return m_text.size() < kPiece || flush(); }
    bool flush()
    {
        m_open = m_open && m_sink(m_text);
        m_text.clear();
        return m_open;
    }

private:
    static constexpr std::size_t kPiece = std::size_t{256} << 10;
    const TableSink &m_sink;
    std::string m_text;
    bool m_open = true;
};

// Writers, one per format.
bool writeTextTable(const ReportTable &table, const TextLayout &layout, const TableSink &sink);
bool writeCsvTable(const ReportTable &table, const TableSink &sink, bool guarded);
bool writeJsonTable(const ReportTable &table, const TableSink &sink);
bool writeMarkdownTable(const ReportTable &table, const TableSink &sink);
bool writeHtmlTable(const ReportTable &table, const TableSink &sink);

// Missing cells counted by reason: ("input_dims", "no launch recorded", 12). In order of column, then of first row.
struct MissingSummary {
    std::size_t column = 0;
    std::string_view reason;
    std::size_t rows = 0;
};
[[nodiscard]] std::vector<MissingSummary> summariseMissing(const ReportTable &table);
// "n/a in Shape (12 rows): no launch recorded", in the language of the table.
[[nodiscard]] std::string missingText(const ReportTable &table, const MissingSummary &missing);

// Appends a JSON string with quotes, as valid UTF-8. Control characters and misleading ones (isMisleading in CellText.h) are
// escaped.
void appendJsonString(std::string &out, std::string_view text);

} // namespace lamella::core
