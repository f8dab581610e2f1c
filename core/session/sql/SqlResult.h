// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the rows of a query and makes a ReportTable of them, with units and targets by the names of the columns.
#pragma once

#include "core/model/TraceDocument.h"
#include "core/report/ReportTable.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

struct sqlite3_stmt;

namespace lamella::core {

class SqlResult {
public:
    explicit SqlResult(sqlite3_stmt *statement); // prepared
    // The current row of the statement. False if the result would take more than that many bytes.
    [[nodiscard]] bool add(sqlite3_stmt *statement, std::uint64_t maxBytes);
    [[nodiscard]] std::size_t rows() const { return m_columns.empty() ? 0 : m_cells.size() / m_columns.size(); }
    // `document`: the one to which the targets refer. With a rank, only rows with that trace_rank have a target, because the
    // others belong to other traces. `gaps`: the table to whose rows those with start_ns, dur_ns and cause lead; null: to none.
    [[nodiscard]] ReportTable table(const TraceDocument &document, std::optional<int> rank, const ReportTable *gaps) const;
    [[nodiscard]] bool listsGaps() const; // has these columns

private:
    enum class Kind : std::uint8_t { Null, Whole, Real, Text };
    struct Cell {
        Kind kind = Kind::Null;
        std::int64_t whole = 0; // for a text: its index in m_texts
        double real = 0;
        std::size_t length = 0;
    };
    struct Column {
        std::string name;
        bool anyText = false;
        bool anyReal = false;
        bool anyWhole = false;
        Kind declared = Kind::Null; // of a column of a table, which may have no value in these rows
    };
    [[nodiscard]] CellKind kindOf(const Column &column) const;
    [[nodiscard]] const Cell &cell(std::size_t row, std::size_t column) const { return m_cells[row * m_columns.size() + column]; }
    [[nodiscard]] std::string textOf(const Cell &cell) const;
    void fill(ReportTable &table, std::size_t row, std::size_t column) const;
    [[nodiscard]] std::size_t named(std::string_view name) const;

    std::vector<Column> m_columns;
    std::vector<Cell> m_cells; // row by row
    std::string m_texts;
};

} // namespace lamella::core
