// SPDX-License-Identifier: GPL-3.0-or-later
// Reads untrusted SQLite databases: read-only and immutable (no lock; refused if changes are pending beside the file, see
// SqliteCompanions.h), cancellable, with tables and columns that may be missing and text that may be invalid UTF-8. Nothing in
// the file is executed: an authorizer allows only the columns of the queried table and no functions, so views, triggers, virtual
// tables and generated columns are not evaluated.
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

// A single pass over the rows of a table. Column numbers are indices into the list of requested columns.
class SqliteRows {
public:
    SqliteRows() = default;
    // unreadable: set if the disk fails while rows are read; must outlive this object.
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

    void bind(std::int64_t number); // the only "?" of the query
    [[nodiscard]] bool next(); // false: no more rows, or damaged()
    [[nodiscard]] bool damaged() const { return m_damaged; } // the rows before are valid
    [[nodiscard]] bool isNull(int column) const;
    [[nodiscard]] std::int64_t integer(int column, std::int64_t fallback = 0) const; // fallback for NULL and text
    [[nodiscard]] std::optional<std::int64_t> optionalInteger(int column) const;
    [[nodiscard]] std::optional<double> real(int column) const; // only for values stored as floating-point numbers
    [[nodiscard]] std::string_view text(int column) const; // stored bytes, valid until the next row; "" for NULL

private:
    sqlite3_stmt *m_statement = nullptr;
    bool m_damaged = false;
    bool *m_unreadable = nullptr;
};

class SqliteFile {
public:
    // control must outlive the file. Errors: Io (cannot open, or pending changes beside the file), NotATrace (not a database, or
    // unreadable from its first page on), Limit (more than 10,000 tables).
    static Result<std::unique_ptr<SqliteFile>> open(const std::string &path, const JobControl &control);
    // The same of a database in memory, of bytes from forMemory(); `path` is what errors name. Several may have the same bytes.
    static Result<std::unique_ptr<SqliteFile>> openBytes(
        std::shared_ptr<const std::string> bytes, const std::string &path, const JobControl &control);
    [[nodiscard]] static std::shared_ptr<const std::string> forMemory(std::string bytes);
    SqliteFile(const SqliteFile &) = delete;
    SqliteFile &operator=(const SqliteFile &) = delete;
    ~SqliteFile();

    // Ordinary tables, sorted by name.
    [[nodiscard]] const std::vector<std::string> &tables() const { return m_tables; }
    // Views and virtual tables, which are never read, sorted by name.
    [[nodiscard]] const std::vector<std::string> &views() const { return m_views; }
    // Names of tables and columns are case-insensitive, as in SQLite.
    [[nodiscard]] bool has(std::string_view table) const { return !stored(table).empty(); }
    // Name of the table as the file writes it; empty if there is none.
    [[nodiscard]] std::string stored(std::string_view table) const;
    // Missing and generated columns read as NULL. Returns no rows if the table does not exist. "rowid" is the row number in every
    // table that has one, even if a column has that name.
    [[nodiscard]] SqliteRows rows(std::string_view table, const std::vector<std::string_view> &columns) const;
    // The rows with that number in the column `key`.
    [[nodiscard]] SqliteRows row(
        std::string_view table, std::string_view key, std::int64_t number, const std::vector<std::string_view> &columns) const;
    // Stored columns only.
    [[nodiscard]] std::vector<std::string> columnsOf(std::string_view table) const;
    // "table.column" for each generated column of the tables queried so far.
    [[nodiscard]] const std::set<std::string> &computedColumns() const { return m_computed; }
    // From the last row number, because exports have no gaps; exact for tables without row numbers.
    [[nodiscard]] std::int64_t count(std::string_view table) const;
    // True if the disk or network failed during any query so far; the results are then incomplete.
    [[nodiscard]] bool unreadable() const { return m_unreadable; }

private:
    // The current query, for the authorizer.
    struct Question {
        std::string table;
        bool counts = false;
    };
    struct Columns {
        std::vector<std::string> stored;
        std::string rowNumber; // name by which row numbers can be queried; empty if columns hide all such names
    };
    SqliteFile() = default;
    static Result<std::unique_ptr<SqliteFile>> ready(
        std::unique_ptr<SqliteFile> file, std::uint64_t bytes, const std::string &path, const JobControl &control);
    void distrust(std::uint64_t fileBytes);
    Result<void> readTables(const std::string &path);
    [[nodiscard]] Columns columns(std::string_view table) const;
    [[nodiscard]] std::string query(std::string_view table, const std::vector<std::string_view> &columns) const;
    [[nodiscard]] SqliteRows ask(std::string_view table, const std::string &sql, bool counts = false) const;
    static int authorize(void *file, int action, const char *first, const char *second, const char *database, const char *source);

    std::shared_ptr<const std::string> m_bytes; // of a database in memory
    sqlite3 *m_database = nullptr;
    std::vector<std::string> m_tables;
    std::vector<std::string> m_views;
    mutable Question m_question;
    mutable std::set<std::string> m_computed;
    mutable bool m_unreadable = false;
};

} // namespace lamella::core
