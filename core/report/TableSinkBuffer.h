// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the text of a table and hands it on in pieces.
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
    // After each row. False once the sink has refused a piece.
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

// One per format.
bool writeTextTable(const ReportTable &table, const TableSink &sink);
bool writeCsvTable(const ReportTable &table, const TableSink &sink, bool guarded);
bool writeJsonTable(const ReportTable &table, const TableSink &sink);
bool writeMarkdownTable(const ReportTable &table, const TableSink &sink);
bool writeHtmlTable(const ReportTable &table, const TableSink &sink);

// Reasons of missing cells, counted: ("input_dims", "no launch recorded", 12), in order of column and first row.
struct MissingSummary {
    std::size_t column = 0;
    std::string_view reason;
    std::size_t rows = 0;
};
[[nodiscard]] std::vector<MissingSummary> summariseMissing(const ReportTable &table);
// "n/a in Shape (12 rows): no launch recorded", in the language of the table.
[[nodiscard]] std::string missingText(const ReportTable &table, const MissingSummary &missing);

// With quotes; valid UTF-8. Control characters, and what misleads readers (isMisleading of CellText.h), are escaped.
void appendJsonString(std::string &out, std::string_view text);

} // namespace lamella::core
