// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/SqliteTable.h"

#include "core/base/AsciiCase.h"
#include "core/base/Message.h"
#include "core/import/nsys/SqliteCompanions.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <sqlite3.h>
#include <system_error>
#include <utility>

namespace lamella::core {

namespace {

constexpr int kStepsBetweenPolls = 4000; // instructions of SQLite's virtual machine; well under a millisecond
constexpr std::uint64_t kLongestValue = 64 << 20; // bytes
constexpr std::uint64_t kShortestLimit = 1 << 16; // minimum that suffices for the reader's own queries
constexpr std::size_t kMaxTables = 10'000; // exports have about a hundred
constexpr std::string_view kSchema = "sqlite_master";
constexpr std::size_t kJournalModes = 18; // offset of the read and write versions (SQLite file format 1.3.3)
constexpr char kRollbackJournal = 1;

std::string sqlName(std::string_view name)
{
    std::string text = "\"";
    for (const char c : name) {
        text += c;
        if (c == '"')
            text += c;
    }
    return text + '"';
}

// Path as a file: URI, with ? # and % escaped.
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

int primary(int status) // without the extended code of the operating system
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
    // As a blob: the stored bytes, without a conversion that could fail.
    const auto *bytes = static_cast<const char *>(sqlite3_column_blob(m_statement, column));
    if (bytes == nullptr)
        return {};
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

Result<std::unique_ptr<SqliteFile>> SqliteFile::open(const std::string &path, const JobControl &control)
{
    if (std::optional<Error> unfinished = unfinishedChanges(path))
        return *std::move(unfinished);
    std::unique_ptr<SqliteFile> file(new SqliteFile);
    const int opened = sqlite3_open_v2(
        uriOf(path).c_str(), &file->m_database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    if (opened != SQLITE_OK)
        return Error{ErrorCode::Io, std::string("cannot be opened as a database: ") + sqlite3_errstr(opened), path};
    std::error_code code;
    const std::uintmax_t bytes = std::filesystem::file_size(path, code);
    return ready(std::move(file), code ? 0 : bytes, path, control);
}

std::shared_ptr<const std::string> SqliteFile::forMemory(std::string bytes)
{
    if (bytes.size() > kJournalModes + 1) // what a write-ahead log in the archive would add is not seen
        bytes[kJournalModes] = bytes[kJournalModes + 1] = kRollbackJournal;
    return std::make_shared<const std::string>(std::move(bytes));
}

Result<std::unique_ptr<SqliteFile>> SqliteFile::openBytes(
    std::shared_ptr<const std::string> bytes, const std::string &path, const JobControl &control)
{
    std::unique_ptr<SqliteFile> file(new SqliteFile);
    file->m_bytes = std::move(bytes);
    const std::string &held = *file->m_bytes;
    int opened =
        sqlite3_open_v2(":memory:", &file->m_database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX, nullptr);
    if (opened == SQLITE_OK)
        // The C interface takes a pointer to non-const, but never writes to a database that is opened for reading only.
        opened = sqlite3_deserialize(file->m_database, "main", reinterpret_cast<unsigned char *>(const_cast<char *>(held.data())),
            static_cast<sqlite3_int64>(held.size()), static_cast<sqlite3_int64>(held.size()), SQLITE_DESERIALIZE_READONLY);
    if (opened != SQLITE_OK)
        return Error{ErrorCode::Io, std::string("cannot be opened as a database: ") + sqlite3_errstr(opened), path};
    return ready(std::move(file), held.size(), path, control);
}

Result<std::unique_ptr<SqliteFile>> SqliteFile::ready(
    std::unique_ptr<SqliteFile> file, std::uint64_t bytes, const std::string &path, const JobControl &control)
{
    file->distrust(bytes);
    // The C interface takes a pointer to non-const, but the handler only reads.
    sqlite3_progress_handler(file->m_database, kStepsBetweenPolls, pollStop, const_cast<JobControl *>(&control));
    if (Result<void> tables = file->readTables(path); !tables)
        return tables.error();
    return file;
}

void SqliteFile::distrust(std::uint64_t fileBytes)
{
    for (const auto &[setting, value] : {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1}, {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
             {SQLITE_DBCONFIG_ENABLE_VIEW, 0}, {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
             {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0}, {SQLITE_DBCONFIG_DQS_DML, 0}})
        sqlite3_db_config(m_database, setting, value, nullptr);
    // No value can be longer than the file; this stops cyclic page chains.
    const auto longest = static_cast<int>(std::clamp<std::uint64_t>(fileBytes, kShortestLimit, kLongestValue));
    for (const auto &[limit, value] :
        {std::pair{SQLITE_LIMIT_LENGTH, longest}, {SQLITE_LIMIT_SQL_LENGTH, 1'000'000}, {SQLITE_LIMIT_EXPR_DEPTH, 100},
            {SQLITE_LIMIT_COMPOUND_SELECT, 2}, {SQLITE_LIMIT_VDBE_OP, 100'000}, {SQLITE_LIMIT_ATTACHED, 0},
            {SQLITE_LIMIT_VARIABLE_NUMBER, 1}, {SQLITE_LIMIT_TRIGGER_DEPTH, 1}, {SQLITE_LIMIT_WORKER_THREADS, 0}})
        sqlite3_limit(m_database, limit, value);
    sqlite3_exec(m_database, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0", nullptr, nullptr, nullptr);
    sqlite3_set_authorizer(m_database, &SqliteFile::authorize, this);
}

Result<void> SqliteFile::readTables(const std::string &path)
{
    SqliteRows names = ask(kSchema, "SELECT name, type, rootpage FROM sqlite_master ORDER BY name");
    if (names.damaged() && !unreadable())
        return Error{ErrorCode::NotATrace,
            msg("not a readable SQLite database (%1); export it again", std::string(sqlite3_errmsg(m_database))), path};
    while (names.next() && m_tables.size() + m_views.size() <= kMaxTables) {
        if (names.text(1) == "table" && names.integer(2) > 0)
            m_tables.emplace_back(names.text(0));
        else if (names.text(1) == "view" || names.text(1) == "table") // virtual tables have no root page
            m_views.emplace_back(names.text(0));
    }
    if (names.damaged() && !unreadable())
        return Error{
            ErrorCode::NotATrace, "not a readable SQLite database: its list of tables is damaged; export it again", path};
    if (m_tables.size() + m_views.size() > kMaxTables)
        return Error{ErrorCode::Limit, "a database of more than 10,000 tables, which no profiler writes", path};
    return {};
}

// Authorizer callback, called while a statement is prepared, also for expressions in the file.
int SqliteFile::authorize(void *file, int action, const char *first, const char *second, const char *, const char *source)
{
    const Question &question = static_cast<const SqliteFile *>(file)->m_question;
    const auto is = [](const char *text, std::string_view expected) { return text != nullptr && text == expected; };
    const bool allowed = source == nullptr
        && (action == SQLITE_SELECT || (action == SQLITE_READ && is(first, question.table))
            || (action == SQLITE_PRAGMA && is(first, "table_xinfo"))
            || (action == SQLITE_FUNCTION && question.counts && is(second, "count")));
    return allowed ? SQLITE_OK : SQLITE_DENY;
}

SqliteFile::~SqliteFile()
{
    sqlite3_close_v2(m_database);
}

SqliteRows SqliteFile::ask(std::string_view table, const std::string &sql, bool counts) const
{
    m_question = {std::string(table), counts};
    sqlite3_stmt *statement = nullptr;
    const int prepared = sqlite3_prepare_v2(m_database, sql.c_str(), -1, &statement, nullptr);
    if (primary(prepared) == SQLITE_IOERR)
        m_unreadable = true;
    return SqliteRows(statement, prepared != SQLITE_OK, &m_unreadable);
}

std::string SqliteFile::stored(std::string_view table) const
{
    if (std::binary_search(m_tables.begin(), m_tables.end(), table, std::less<>()))
        return std::string(table);
    const auto same = std::find_if(m_tables.begin(), m_tables.end(),
        [lowered = asciiLowered(table)](const std::string &name) { return asciiLowered(name) == lowered; });
    return same == m_tables.end() ? std::string() : *same;
}

SqliteFile::Columns SqliteFile::columns(std::string_view table) const
{
    Columns found;
    std::vector<std::string> rowNumbers{"oid", "_rowid_", "rowid"};
    SqliteRows rows = ask(table, "PRAGMA table_xinfo(" + sqlName(table) + ")");
    while (rows.next()) {
        const std::string name(rows.text(1));
        std::erase(rowNumbers, asciiLowered(name)); // a column of that name hides the row number
        if (rows.integer(6) == 0)
            found.stored.push_back(name);
        else if (m_computed.size() < kMaxTables)
            m_computed.insert(std::string(table) + "." + name);
    }
    if (!rowNumbers.empty())
        found.rowNumber = rowNumbers.back();
    return found;
}

std::vector<std::string> SqliteFile::columnsOf(std::string_view table) const
{
    return columns(table).stored;
}

// Empty if the row number is requested but no name provides it.
std::string SqliteFile::query(std::string_view table, const std::vector<std::string_view> &asked) const
{
    const Columns present = columns(table);
    std::string list;
    for (const std::string_view column : asked) {
        if (column == "rowid" && present.rowNumber.empty())
            return {};
        const bool there = std::any_of(present.stored.begin(), present.stored.end(),
            [lowered = asciiLowered(column)](const std::string &name) { return asciiLowered(name) == lowered; });
        list += (list.empty() ? "" : ", ")
            + (column == "rowid" ? present.rowNumber
                    : there      ? sqlName(column)
                                 : std::string("NULL"));
    }
    return "SELECT " + list + " FROM " + sqlName(table);
}

SqliteRows SqliteFile::rows(std::string_view asked, const std::vector<std::string_view> &columns) const
{
    const std::string table = stored(asked);
    if (table.empty())
        return {};
    const std::string sql = query(table, columns);
    return sql.empty() ? SqliteRows(nullptr, true, nullptr) : ask(table, sql);
}

SqliteRows SqliteFile::row(
    std::string_view askedTable, std::string_view key, std::int64_t number, const std::vector<std::string_view> &asked) const
{
    const std::string table = stored(askedTable);
    if (table.empty())
        return {};
    const std::string column = key == "rowid" ? columns(table).rowNumber : sqlName(key);
    if (column.empty())
        return SqliteRows(nullptr, true, nullptr);
    SqliteRows found = ask(table, query(table, asked) + " WHERE " + column + " = ?");
    found.bind(number);
    return found;
}

std::int64_t SqliteFile::count(std::string_view asked) const
{
    const std::string table = stored(asked);
    if (table.empty())
        return 0;
    // Counting would read the whole table; the last row number is cheap.
    if (const std::string number = columns(table).rowNumber; !number.empty()) {
        SqliteRows last = ask(table, "SELECT " + number + " FROM " + sqlName(table) + " ORDER BY " + number + " DESC LIMIT 1");
        if (!last.damaged())
            return last.next() ? std::max<std::int64_t>(last.integer(0), 0) : 0;
    }
    SqliteRows all = ask(table, "SELECT count(*) FROM " + sqlName(table), true);
    return all.next() ? std::max<std::int64_t>(all.integer(0), 0) : 0;
}

} // namespace lamella::core
