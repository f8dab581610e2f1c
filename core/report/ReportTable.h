// SPDX-License-Identifier: GPL-3.0-or-later
// The table type of the window's tables, CSV, JSON, Markdown, text, HTML and the clipboard. Columns are typed and hold raw
// values, which are formatted on output. A missing value has a reason. Rows have a deterministic order, and each has a target to
// jump to.
#pragma once

#include "core/base/Message.h"
#include "core/model/Selection.h"
#include "core/report/RowSource.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lamella::core {

enum class CellKind : std::uint8_t {
    Text,
    Integer,
    Real,
    TimeNs, // from the zero of the trace
    DurationNs,
    Bytes,
    Share, // 0..1 of the base named in ReportColumn::help
    Layer // layer number, kHeadLayer ("head") or kTailLayer ("tail"); stored as integer
};

// How a text of limited width treats a column; texts of unlimited width, CSV and JSON show all columns.
enum class ColumnUse : std::uint8_t {
    Key, // identifies a row: before all others
    Main, // shown in its order while there is room
    IfRoom, // shown where there is room beside the main ones, so that those remain readable
    IfRoomWhole, // the same for a link, which must not be shortened
    OnRequest // only on request: full names, indexes, and the long form of another column
};

struct ReportColumn {
    std::string id; // stable ASCII, CSV header and JSON key: "wall_ns"
    std::string title; // English, for people: "Wall"
    CellKind kind = CellKind::Text;
    Message help; // what the column means, and the base of a share
    int decimals = -1; // Real: digits after the decimal point; -1 = as many as the value needs
    ColumnUse use = ColumnUse::Main;
    bool isRate = false; // Real: programs get at least six significant digits
};

class ReportTable {
public:
    ReportTable(std::string id, Message title, std::vector<ReportColumn> columns);
    // Its rows are those of the source; none can be added. Columns hold texts or integers.
    ReportTable(std::string id, Message title, std::vector<ReportColumn> columns, std::shared_ptr<const RowSource> source,
        std::vector<Message> reasons);

    // To fill the table: appendRow(), then set…(column, value) for that row. A cell that is not set is missing without a reason.
    std::size_t appendRow(Selection target = {});
    void setInteger(std::size_t column, std::int64_t value); // Integer, TimeNs, DurationNs, Bytes, Layer
    void setReal(std::size_t column, double value); // Real, Share
    void setText(std::size_t column, std::string_view value); // copied; equal cells share the copy
    void setTextView(std::size_t column, std::string_view value); // not copied: see keepAlive()
    void setMessage(std::size_t column, const Message &text); // a text for people, not a name or a raw value
    void setMissing(std::size_t column, const Message &reason); // "no launch recorded"
    template <std::convertible_to<std::string_view> Reason> void setMissing(std::size_t column, const Reason &reason)
    {
        setMissingText(column, reason);
    }
    // Makes the table an owner of texts set with setTextView().
    void keepAlive(std::shared_ptr<const void> owner) { m_owners.push_back(std::move(owner)); }
    void addNote(Message note) { m_notes.push_back(std::move(note)); }
    // Adds a note that the window highlights and the command line also prints to standard error.
    void addWarning(Message warning)
    {
        m_notes.push_back(warning);
        m_warnings.push_back(std::move(warning));
    }
    void addProvenance(std::string key, std::string value) { m_provenance.emplace_back(std::move(key), std::move(value)); }

    [[nodiscard]] const std::string &id() const { return m_id; }
    [[nodiscard]] const Message &title() const { return m_title; }
    [[nodiscard]] const std::vector<ReportColumn> &columns() const { return m_columns; }
    [[nodiscard]] std::size_t columnIndex(std::string_view id) const; // npos if there is none
    static constexpr std::size_t npos = static_cast<std::size_t>(-1);
    [[nodiscard]] std::size_t rowCount() const;
    [[nodiscard]] bool isMissing(std::size_t row, std::size_t column) const;
    [[nodiscard]] const Message &missingReason(std::size_t row, std::size_t column) const; // empty if no reason was given
    [[nodiscard]] std::int64_t integer(std::size_t row, std::size_t column) const;
    [[nodiscard]] double real(std::size_t row, std::size_t column) const;
    [[nodiscard]] std::string_view text(std::size_t row, std::size_t column) const; // a message in English
    [[nodiscard]] const Message *message(std::size_t row, std::size_t column) const; // null if the cell is not a message
    [[nodiscard]] Selection target(std::size_t row) const;
    [[nodiscard]] const std::vector<Message> &notes() const { return m_notes; }
    [[nodiscard]] const std::vector<Message> &warnings() const { return m_warnings; } // also among the notes
    [[nodiscard]] const Catalogue *language() const { return m_language; } // null is English
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>> &provenance() const { return m_provenance; }

    // By column id, for tables whose columns depend on the trace. The column must exist.
    void setInteger(std::string_view column, std::int64_t value) { setInteger(columnIndex(column), value); }
    void setReal(std::string_view column, double value) { setReal(columnIndex(column), value); }
    void setText(std::string_view column, std::string_view value) { setText(columnIndex(column), value); }
    void setMessage(std::string_view column, const Message &text) { setMessage(columnIndex(column), text); }
    template <typename Reason> void setMissing(std::string_view column, const Reason &reason)
    {
        setMissing(columnIndex(column), reason);
    }
    void reserveRows(std::size_t rows);

    // A new table with these rows in this order (after sort, filter or top N). Shares the text.
    [[nodiscard]] ReportTable withRows(const std::vector<std::uint32_t> &rows) const;
    // A new table with these columns in this order. Shares the text.
    [[nodiscard]] ReportTable withColumns(const std::vector<std::size_t> &columns) const;
    // The table translated: title, column titles, notes, reasons and messages. Ids and values stay. Null is English: as it is.
    [[nodiscard]] ReportTable inLanguage(const Catalogue *catalogue) const;

private:
    // Only the vector of the column's kind is filled. A text cell is an index into m_texts: four bytes however long the text.
    struct Data {
        std::vector<std::int64_t> integers;
        std::vector<double> reals;
        std::vector<std::uint32_t> texts;
        std::vector<std::uint16_t> missing; // 0 = present, 1 = missing, 2.. = reason m_reasons[missing - 2]
    };
    struct TextArena;
    [[nodiscard]] ReportTable withoutRows(std::vector<ReportColumn> columns) const; // with the same texts, notes and reasons
    [[nodiscard]] std::uint32_t textIndex(std::string_view stable);
    void setMissingText(std::size_t column, std::string_view reason);
    void setMissingCode(std::size_t column, std::size_t reason);
    [[nodiscard]] std::size_t sourceRow(std::size_t row) const { return m_picked ? m_rows[row] : row; }
    [[nodiscard]] RowCell sourceCell(std::size_t row, std::size_t column) const
    {
        return m_source->cell(sourceRow(row), m_sourceColumns[column]);
    }
    [[nodiscard]] std::uint16_t missingCode(std::size_t row, std::size_t column) const; // as in Data

    std::string m_id;
    Message m_title;
    std::vector<ReportColumn> m_columns;
    std::vector<Data> m_data;
    std::vector<Selection> m_targets;
    std::vector<std::string_view> m_texts;
    std::vector<std::uint32_t> m_recent; // direct-mapped cache of m_texts, so that equal texts nearby share an entry
    std::unordered_map<std::uint32_t, Message> m_messages; // key: index of the text
    std::vector<Message> m_reasons;
    std::vector<Message> m_notes;
    std::vector<Message> m_warnings;
    const Catalogue *m_language = nullptr;
    std::vector<std::pair<std::string, std::string>> m_provenance;
    std::vector<std::shared_ptr<const void>> m_owners;
    std::shared_ptr<TextArena> m_arena;
    // If the rows are those of a source: its columns, and its rows if they are not all.
    std::shared_ptr<const RowSource> m_source;
    std::vector<std::size_t> m_sourceColumns;
    std::vector<std::uint32_t> m_rows;
    bool m_picked = false;
};

} // namespace lamella::core
