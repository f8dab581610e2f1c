// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/SqliteTable.h"

#include <algorithm>
#include <sqlite3.h>
#include <utility>

namespace lamella::core {

namespace {

constexpr int kStepsBetweenPolls = 4000; // of SQLite's machine: well under a millisecond

std::string quoted(std::string_view name)
{
    std::string text = "\"";
    for (const char c : name) {
        text += c;
        if (c == '"')
            text += c;
    }
    return text + '"';
}

// file: URI, in which ? # and % have a meaning.
std::string uriOf(const std::string &path)
{
    static constexpr char kHex[] = "0123456789ABCDEF";
    std::string uri = "file:";
    for (const char c : path) {
        if (c == '?' || c == '#' || c == '%') {
            const auto byte = static_cast<unsigned char>(c);
            uri += '%';
            uri += kHex[byte >> 4];
            uri += kHex[byte & 15];
        } else {
            uri += c;
        }
    }
    return uri + "?mode=ro&immutable=1";
}

int primary(int status) // without what the operating system was asked for
{
    return status & 0xFF;
}

int pollStop(void *control)
{
    return static_cast<const JobControl *>(control)->stopRequested() ? 1 : 0;
}

} // namespace

SqliteRows::SqliteRows(SqliteRows &&other) noexcept
    : m_statement(std::exchange(other.m_statement, nullptr))
    , m_damaged(other.m_damaged)
    , m_unreadable(other.m_unreadable)
{
}

SqliteRows &SqliteRows::operator=(SqliteRows &&other) noexcept
{
    std::swap(m_statement, other.m_statement);
    m_damaged = other.m_damaged;
    m_unreadable = other.m_unreadable;
    return *this;
}

SqliteRows::~SqliteRows()
{
    sqlite3_finalize(m_statement);
}

void SqliteRows::bind(std::int64_t number)
{
    if (m_statement != nullptr && !m_damaged)
        sqlite3_bind_int64(m_statement, 1, number);
}

bool SqliteRows::next()
{
    if (m_statement == nullptr || m_damaged)
        return false;
    const int status = sqlite3_step(m_statement);
    m_damaged = status != SQLITE_ROW && status != SQLITE_DONE && status != SQLITE_INTERRUPT;
    if (primary(status) == SQLITE_IOERR && m_unreadable != nullptr)
        *m_unreadable = true;
    return status == SQLITE_ROW;
}

bool SqliteRows::isNull(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

std::optional<std::int64_t> SqliteRows::optionalInteger(int column) const
{
    const int type = sqlite3_column_type(m_statement, column);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
        return std::nullopt;
    return sqlite3_column_int64(m_statement, column);
}

std::int64_t SqliteRows::integer(int column, std::int64_t fallback) const
{
    return optionalInteger(column).value_or(fallback);
}

std::optional<double> SqliteRows::real(int column) const
{
    if (sqlite3_column_type(m_statement, column) != SQLITE_FLOAT)
        return std::nullopt;
    return sqlite3_column_double(m_statement, column);
}

std::string_view SqliteRows::text(int column) const
{
    // As a blob: the bytes as they stand, without a conversion that could fail.
    const auto *bytes = static_cast<const char *>(sqlite3_column_blob(m_statement, column));
    if (bytes == nullptr)
        return {};
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

Result<std::unique_ptr<SqliteFile>> SqliteFile::open(const std::string &path, const JobControl &control)
{
    std::unique_ptr<SqliteFile> file(new SqliteFile);
    const int opened = sqlite3_open_v2(
        uriOf(path).c_str(), &file->m_database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    if (opened != SQLITE_OK)
        return Error{ErrorCode::Io, std::string("cannot be opened as a database: ") + sqlite3_errstr(opened), path};
    sqlite3 *database = file->m_database;
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 64 << 20);
    sqlite3_exec(database, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0", nullptr, nullptr, nullptr);
    // The handler is C and takes a pointer to non-const; it only reads.
    sqlite3_progress_handler(database, kStepsBetweenPolls, pollStop, const_cast<JobControl *>(&control));
    SqliteRows names = file->ask("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
    if (names.damaged() && !file->unreadable())
        return Error{ErrorCode::NotATrace,
            std::string("not a readable SQLite database (") + sqlite3_errmsg(database) + "); export it again", path};
    while (names.next())
        file->m_tables.emplace_back(names.text(0));
    if (names.damaged() && !file->unreadable())
        return Error{
            ErrorCode::NotATrace, "not a readable SQLite database: its list of tables is damaged; export it again", path};
    return file;
}

SqliteFile::~SqliteFile()
{
    sqlite3_close_v2(m_database);
}

SqliteRows SqliteFile::ask(const std::string &sql) const
{
    sqlite3_stmt *statement = nullptr;
    const int prepared = sqlite3_prepare_v2(m_database, sql.c_str(), -1, &statement, nullptr);
    if (primary(prepared) == SQLITE_IOERR)
        m_unreadable = true;
    return SqliteRows(statement, prepared != SQLITE_OK, &m_unreadable);
}

bool SqliteFile::has(std::string_view table) const
{
    return std::find(m_tables.begin(), m_tables.end(), table) != m_tables.end();
}

std::vector<std::string> SqliteFile::columnsOf(std::string_view table) const
{
    std::vector<std::string> columns;
    SqliteRows rows = ask("PRAGMA table_info(" + quoted(table) + ")");
    while (rows.next())
        columns.emplace_back(rows.text(1));
    return columns;
}

std::string SqliteFile::query(std::string_view table, const std::vector<std::string_view> &columns) const
{
    const std::vector<std::string> present = columnsOf(table);
    std::string sql = "SELECT ";
    for (const std::string_view column : columns) {
        const bool there = column == "rowid" || std::find(present.begin(), present.end(), column) != present.end();
        sql += (sql.size() > 7 ? ", " : "")
            + (column == "rowid" ? std::string(column)
                    : there      ? quoted(column)
                                 : std::string("NULL"));
    }
    return sql + " FROM " + quoted(table);
}

SqliteRows SqliteFile::rows(std::string_view table, const std::vector<std::string_view> &columns) const
{
    if (!has(table))
        return {};
    return ask(query(table, columns));
}

SqliteRows SqliteFile::row(
    std::string_view table, std::string_view key, std::int64_t number, const std::vector<std::string_view> &columns) const
{
    if (!has(table))
        return {};
    SqliteRows found = ask(query(table, columns) + " WHERE " + (key == "rowid" ? std::string(key) : quoted(key)) + " = ?");
    found.bind(number);
    return found;
}

std::int64_t SqliteFile::count(std::string_view table) const
{
    if (!has(table))
        return 0;
    // Counting would read the whole table; the last row number is at hand.
    for (const char *what : {"max(rowid)", "count(*)"}) {
        SqliteRows rows = ask("SELECT " + std::string(what) + " FROM " + quoted(table));
        if (rows.next())
            return std::max<std::int64_t>(rows.integer(0), 0);
    }
    return 0;
}

} // namespace lamella::core
