// SPDX-License-Identifier: GPL-3.0-or-later
// Reads SQLite databases that nobody vouches for: read-only and immutable (no lock; refused where changes lie beside the file,
// see SqliteCompanions.h), stoppable, tables and columns that may be missing, text that may be no UTF-8. Nothing of the file is
// run: an authorizer allows the columns of the table that is asked for and no function, so views, triggers, virtual tables and
// columns that the file would compute are left alone.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace lamella::core {

// One pass over the rows of a table. Column numbers are places in the list that was asked for.
class SqliteRows {
public:
    SqliteRows() = default;
    // unreadable: set where the disk fails while rows are read; must outlive them
    SqliteRows(sqlite3_stmt *statement, bool damaged, bool *unreadable)
        : m_statement(statement)
        , m_damaged(damaged)
        , m_unreadable(unreadable)
    {
    }
    SqliteRows(SqliteRows &&other) noexcept;
    SqliteRows &operator=(SqliteRows &&other) noexcept;
    SqliteRows(const SqliteRows &) = delete;
    SqliteRows &operator=(const SqliteRows &) = delete;
    ~SqliteRows();

    void bind(std::int64_t number); // the one "?" of the question
    [[nodiscard]] bool next(); // false: no more rows, or damage()
    [[nodiscard]] bool damaged() const { return m_damaged; } // the rows before it are good
    [[nodiscard]] bool isNull(int column) const;
    [[nodiscard]] std::int64_t integer(int column, std::int64_t fallback = 0) const; // NULL and text: fallback
    [[nodiscard]] std::optional<std::int64_t> optionalInteger(int column) const;
    [[nodiscard]] std::optional<double> real(int column) const; // of what is stored as a floating-point number alone
    [[nodiscard]] std::string_view text(int column) const; // bytes as stored, until the next row; "" for NULL

private:
    sqlite3_stmt *m_statement = nullptr;
    bool m_damaged = false;
    bool *m_unreadable = nullptr;
};

class SqliteFile {
public:
    // control must outlive the file. Errors: Io (cannot open, or changes that are not in it), NotATrace (no database, or
    // unreadable from its first page on), Limit (more than 10,000 tables).
    static Result<std::unique_ptr<SqliteFile>> open(const std::string &path, const JobControl &control);
    SqliteFile(const SqliteFile &) = delete;
    SqliteFile &operator=(const SqliteFile &) = delete;
    ~SqliteFile();

    // Ordinary tables, by name.
    [[nodiscard]] const std::vector<std::string> &tables() const { return m_tables; }
    [[nodiscard]] bool has(std::string_view table) const;
    // Columns that the table lacks or would compute read as NULL. No rows where there is no such table.
    // "rowid" is the number of the row in every table that has such, whatever a column of that name holds.
    [[nodiscard]] SqliteRows rows(std::string_view table, const std::vector<std::string_view> &columns) const;
    // The rows whose column `key` is that number.
    [[nodiscard]] SqliteRows row(
        std::string_view table, std::string_view key, std::int64_t number, const std::vector<std::string_view> &columns) const;
    // Those that are stored.
    [[nodiscard]] std::vector<std::string> columnsOf(std::string_view table) const;
    // "table.column" that the tables asked for so far would compute.
    [[nodiscard]] const std::set<std::string> &computedColumns() const { return m_computed; }
    // By the number of the last row: exports have no holes. Exact where a table has no row numbers.
    [[nodiscard]] std::int64_t count(std::string_view table) const;
    // The disk or the network failed during one of the questions above: their answers are not what the file holds.
    [[nodiscard]] bool unreadable() const { return m_unreadable; }

private:
    // What is being asked, for the authorizer.
    struct Question {
        std::string table;
        bool counts = false;
    };
    struct Columns {
        std::vector<std::string> stored;
        std::string rowNumber; // name under which the table has its row numbers; empty: every such name is a column
    };
    SqliteFile() = default;
    void distrust(std::uint64_t fileBytes);
    Result<void> readTables(const std::string &path);
    [[nodiscard]] Columns columns(std::string_view table) const;
    [[nodiscard]] std::string query(std::string_view table, const std::vector<std::string_view> &columns) const;
    [[nodiscard]] SqliteRows ask(std::string_view table, const std::string &sql, bool counts = false) const;
    static int authorize(void *file, int action, const char *first, const char *second, const char *database, const char *source);

    sqlite3 *m_database = nullptr;
    std::vector<std::string> m_tables;
    mutable Question m_question;
    mutable std::set<std::string> m_computed;
    mutable bool m_unreadable = false;
};

} // namespace lamella::core
