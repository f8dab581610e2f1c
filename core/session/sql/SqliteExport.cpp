// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sql/SqliteExport.h"

#include "core/session/sql/SqlSchema.h"
#include "core/system/NewFile.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sqlite3.h>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::uint32_t kPollRows = 4096; // between two looks at the stop request
constexpr int kVersion = 1; // of the database's form

struct Close {
    void operator()(sqlite3 *database) const { sqlite3_close_v2(database); }
    void operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Close>;

struct Table {
    std::string name;
    std::string meaning;
    std::string command;
    std::vector<SqlColumnInfo> columns;
    std::shared_ptr<const SqlRows> rows;
};

class Database {
public:
    Database(const std::string &file, std::string path, const JobControl &control)
        : m_path(std::move(path))
        , m_control(control)
    {
        sqlite3 *opened = nullptr;
        m_code =
            sqlite3_open_v2(file.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
        m_database.reset(opened);
        // The file is put in place when it is complete: a journal would only double the writing.
        run("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA temp_store=MEMORY; PRAGMA application_id=0x4C616D65; BEGIN");
    }
    void run(const std::string &sql)
    {
        if (m_code == SQLITE_OK)
            m_code = sqlite3_exec(m_database.get(), sql.c_str(), nullptr, nullptr, nullptr);
    }
    Statement statement(const std::string &sql)
    {
        sqlite3_stmt *made = nullptr;
        if (m_code == SQLITE_OK)
            m_code = sqlite3_prepare_v2(m_database.get(), sql.c_str(), static_cast<int>(sql.size()), &made, nullptr);
        return Statement(made);
    }
    void insert(const Statement &statement)
    {
        if (m_code != SQLITE_OK)
            return;
        const int done = sqlite3_step(statement.get());
        m_code = done == SQLITE_DONE ? sqlite3_reset(statement.get()) : done;
    }
    Result<void> write(const Table &table);
    // The rows of a relation that is read once, from the file. False if this trace cannot answer it.
    Result<bool> copy(const SqlTableInfo &info, SqlRun &shared);
    void about(const std::vector<std::vector<std::string>> &rows, const std::string &name, const std::string &columns);
    Result<void> finish()
    {
        run("COMMIT");
        return result();
    }
    [[nodiscard]] Result<void> result() const
    {
        if (m_control.stopRequested())
            return Error{ErrorCode::Cancelled, "stopped", {}, -1};
        if (m_code == SQLITE_OK)
            return {};
        const int system = sqlite3_system_errno(m_database.get());
        return Error{ErrorCode::Io,
            msg("cannot be written (%1); free some space or choose another place",
                std::string(system != 0 ? std::strerror(system) : sqlite3_errstr(m_code))),
            m_path, -1};
    }

private:
    std::string m_path;
    const JobControl &m_control;
    std::unique_ptr<sqlite3, Close> m_database;
    int m_code = SQLITE_OK;
};

void bindText(sqlite3_stmt *to, int place, std::string_view text)
{
    sqlite3_bind_text64(to, place, text.data() == nullptr ? "" : text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void bindCell(sqlite3_stmt *to, int place, const SqlRowColumn &column, std::uint32_t row)
{
    sqlite3_bind_null(to, place);
    if (column.number) {
        if (const std::int64_t number = column.number(row); number != kSqlNull)
            sqlite3_bind_int64(to, place, number);
    } else if (column.key) {
        if (const std::uint32_t key = column.key(row); key != kSqlNoKey)
            bindText(to, place, column.textOfKey(key));
    } else if (column.text) {
        if (const auto text = column.text(row))
            bindText(to, place, *text);
    } else if (const auto real = column.real(row)) {
        sqlite3_bind_double(to, place, *real);
    }
}

Result<void> Database::write(const Table &table)
{
    std::string create = "CREATE TABLE " + sqlQuoted(table.name) + "(";
    std::string insertion = "INSERT INTO " + sqlQuoted(table.name) + " VALUES(";
    std::vector<const SqlRowColumn *> columns;
    for (const SqlRowColumn &column : table.rows->columns()) // those too that SELECT * leaves out: no hidden columns in a file
        columns.push_back(&column);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        static constexpr const char *kTypes[] = {" INTEGER", " REAL", " TEXT"};
        create +=
            (i == 0 ? "" : ", ") + sqlQuoted(columns[i]->name.name) + kTypes[static_cast<std::size_t>(columns[i]->name.type)];
        insertion += i == 0 ? "?" : ",?";
    }
    run(create + ")");
    const Statement insertRow = statement(insertion + ")");
    for (std::uint32_t row = 0; row < table.rows->count() && m_code == SQLITE_OK; ++row) {
        if (row % kPollRows == 0 && m_control.stopRequested())
            break;
        for (std::size_t i = 0; i < columns.size(); ++i)
            bindCell(insertRow.get(), static_cast<int>(i) + 1, *columns[i], row);
        insert(insertRow);
    }
    return result();
}

Result<bool> Database::copy(const SqlTableInfo &info, SqlRun &shared)
{
    const std::string from = "of_" + info.name; // no table of the file
    addRelation(m_database.get(), from, info.make, shared);
    run("SELECT 1 FROM " + sqlQuoted(from) + " LIMIT 1"); // before there is anything to take back
    if (shared.error && shared.error->code == ErrorCode::BadRequest) {
        shared.error.reset();
        m_code = SQLITE_OK;
        return false;
    }
    std::string columns;
    std::string create;
    for (const SqlColumnInfo &column : info.columns) {
        columns += (columns.empty() ? "" : ", ") + sqlQuoted(column.name);
        create += (create.empty() ? "" : ", ") + sqlQuoted(column.name)
            + (column.type == "TEXT" ? std::string() : ' ' + column.type); // a value keeps the type that it has in the file
    }
    run("CREATE TABLE " + sqlQuoted(info.name) + "(" + create + ")");
    run("INSERT INTO " + sqlQuoted(info.name) + " SELECT " + columns + " FROM " + sqlQuoted(from));
    if (shared.error)
        return *shared.error;
    if (const auto written = result(); !written)
        return written.error();
    return true;
}

void Database::about(const std::vector<std::vector<std::string>> &rows, const std::string &name, const std::string &columns)
{
    run("CREATE TABLE " + name + "(" + columns + ")");
    std::string places = "?";
    for (std::size_t i = 1; i < (rows.empty() ? 1 : rows.front().size()); ++i)
        places += ",?";
    const Statement insertRow = statement("INSERT INTO " + name + " VALUES(" + places + ")");
    for (const std::vector<std::string> &row : rows) {
        for (std::size_t i = 0; i < row.size() && insertRow; ++i)
            if (row[i].empty())
                sqlite3_bind_null(insertRow.get(), static_cast<int>(i) + 1);
            else
                bindText(insertRow.get(), static_cast<int>(i) + 1, row[i]);
        insert(insertRow);
    }
}

// The table with its columns, those that depend on the trace too. None if the trace cannot answer it.
Result<std::optional<Table>> made(const SqlTableInfo &info, const SqlTrace &trace, SqlRun &run)
{
    Table table{info.name, info.meaning, info.source, info.columns, nullptr};
    if (info.report) {
        auto report = info.report(trace, {}, run);
        if (!report && report.error().code == ErrorCode::BadRequest)
            return std::optional<Table>();
        if (!report)
            return report.error();
        table.columns.clear();
        for (const ReportColumn &column : (*report)->columns())
            table.columns.push_back(sqlColumnOf(column));
        table.rows = rowsOfTable(std::move(*report));
        return std::optional(std::move(table));
    }
    auto rows = info.rows(trace, {}, run);
    if (!rows)
        return rows.error();
    table.rows = std::move(*rows);
    std::erase_if(table.columns, [&table](const SqlColumnInfo &column) {
        const auto &written = table.rows->columns();
        return std::none_of(
            written.begin(), written.end(), [&column](const SqlRowColumn &of) { return of.name.name == column.name; });
    });
    return std::optional(std::move(table));
}

Result<Table> rankTable(RankSet &ranks, const TableRequest &asked, const char *by, const JobControl &control)
{
    RankTableRequest request;
    request.base = asked;
    request.base.by = by;
    auto report = ranks.table(request, control);
    if (!report)
        return report.error();
    const bool usual = std::string_view(by) == "layer";
    Table table{usual ? "ranks" : "ranks_by_" + std::string(by), "the same pass on every rank of a job",
        "ranks" + (usual ? std::string() : " --by " + std::string(by)), {}, nullptr};
    for (const ReportColumn &column : (*report)->columns())
        table.columns.push_back(sqlColumnOf(column));
    table.rows = rowsOfTable(std::move(*report));
    return table;
}

bool isExported(const SqlTableInfo &info)
{
    return info.name != "tables" && info.name != "columns"; // written with what they say about this file
}

class Writer {
public:
    Writer(Database &database, SqlRun &run)
        : m_database(database)
        , m_run(run)
    {
    }
    Result<void> add(const Table &table)
    {
        auto written = m_database.write(table);
        if (written && m_run.error)
            return *m_run.error;
        note(table.name, table.meaning, table.command, table.columns);
        return written;
    }
    Result<void> copy(const SqlTableInfo &info)
    {
        const Result<bool> copied = m_database.copy(info, m_run);
        if (!copied)
            return copied.error();
        if (*copied)
            note(info.name, info.meaning, info.source, info.columns);
        return {};
    }
    Result<void> finish(const TraceDocument &document, const std::string &file)
    {
        m_database.about(m_tables, "tables", "name TEXT, meaning TEXT, command TEXT");
        m_database.about(m_columns, "columns", "table_name TEXT, name TEXT, type TEXT, unit TEXT, meaning TEXT");
        m_database.about({{"tool", "lamella " LAMELLA_VERSION}, {"version", std::to_string(kVersion)}, {"file", file},
                             {"format", document.metadata.format}, {"producer", document.metadata.producer},
                             {"zero_ns", std::to_string(document.zero())}},
            "about", "key TEXT, value TEXT");
        return m_database.finish();
    }

private:
    void note(const std::string &name, const std::string &meaning, const std::string &command,
        const std::vector<SqlColumnInfo> &columns)
    {
        m_tables.push_back({name, meaning, command});
        for (const SqlColumnInfo &column : columns)
            m_columns.push_back({name, column.name, column.type, column.unit, column.meaning});
    }

    Database &m_database;
    SqlRun &m_run;
    std::vector<std::vector<std::string>> m_tables;
    std::vector<std::vector<std::string>> m_columns;
};

Result<void> writeAll(
    Writer &writer, const SqlTrace &trace, RankSet &ranks, const TableRequest &ofRanks, SqlRun &run, const JobControl &control)
{
    const std::vector<SqlTableInfo> &all = sqlTables();
    for (std::size_t i = 0; i < all.size(); ++i) {
        control.report(i, all.size());
        if (!isExported(all[i]))
            continue;
        if (!all[i].rows && !all[i].report) {
            if (auto copied = writer.copy(all[i]); !copied)
                return copied;
            continue;
        }
        const auto table = made(all[i], trace, run);
        if (!table)
            return table.error();
        if (*table)
            if (auto written = writer.add(**table); !written)
                return written;
    }
    for (const char *by : {"layer", "pass", "rank", "group", "host"}) {
        const auto table = rankTable(ranks, ofRanks, by, run.control);
        if (!table && table.error().code == ErrorCode::BadRequest)
            continue;
        if (!table)
            return table.error();
        if (auto written = writer.add(*table); !written)
            return written;
    }
    return writer.finish(trace.session->document(), trace.file);
}

} // namespace

Result<void> writeSqliteDatabase(const SqlTrace &trace, RankSet &ranks, const SqlOptions &options, const TableRequest &ofRanks,
    const std::string &path, const JobControl &control)
{
    const std::string folder = std::filesystem::path(path).parent_path().string();
    NewFile file = NewFile::temporary(folder.empty() ? "." : folder, ".lamella-", ".sqlite", NewFile::Access::Usual);
    if (!file.handle().isOpen())
        return Error{ErrorCode::Io, msg("cannot be written (%1); choose another place", std::string(std::strerror(file.error()))),
            path, -1};
    JobControl stopping;
    stopping.stop = control.stop;
    const std::vector<SqlTrace> traces{trace};
    SqlRun run{traces, options, stopping};
    {
        Database database(file.path(), path, stopping);
        Writer writer(database, run);
        if (auto written = writeAll(writer, trace, ranks, ofRanks, run, control); !written)
            return written;
    }
    if (!file.moveTo(path))
        return Error{ErrorCode::Io, msg("cannot be put in place (%1)", std::string(std::strerror(file.error()))), path, -1};
    return {};
}

} // namespace lamella::core
