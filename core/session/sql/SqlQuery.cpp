// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sql/SqlQuery.h"

#include "core/base/Format.h"
#include "core/session/sql/SqlErrors.h"
#include "core/session/sql/SqlFunctions.h"
#include "core/session/sql/SqlResult.h"
#include "core/session/sql/SqlSchema.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <sqlite3.h>
#include <thread>
#include <utility>

namespace lamella::core {

namespace {

constexpr int kStepsBetweenPolls = 200; // instructions of SQLite's virtual machine, each of which may take kMaxValueBytes
constexpr int kMaxValueBytes = 8 << 20;
constexpr int kMaxQueryBytes = 1'000'000;

// Stops the query when the caller does, or when its time is over.
class Deadline {
public:
    Deadline(const std::stop_token &caller, std::chrono::milliseconds limit)
        : m_caller(caller, [this] { m_source.request_stop(); })
        , m_timer([this, limit](const std::stop_token &stop) { wait(stop, limit); })
    {
    }
    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }
    [[nodiscard]] bool expired() const { return m_expired.load(); }

private:
    void wait(const std::stop_token &stop, std::chrono::milliseconds limit)
    {
        std::mutex mutex;
        std::condition_variable_any ended;
        std::unique_lock lock(mutex);
        ended.wait_for(lock, stop, limit, [&stop] { return stop.stop_requested(); });
        if (stop.stop_requested())
            return;
        m_expired = true;
        m_source.request_stop();
    }

    std::stop_source m_source;
    std::atomic<bool> m_expired{false};
    std::stop_callback<std::function<void()>> m_caller;
    std::jthread m_timer; // last member: ends first
};

// A connection that knows the tables of the run and cannot do anything but read them.
class Connection {
public:
    explicit Connection(SqlRun &run)
        : m_run(run)
    {
        sqlite3_open_v2(":memory:", &m_database,
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE,
            nullptr);
        if (m_database == nullptr)
            return;
        // Sorting must not write files.
        sqlite3_exec(m_database, "PRAGMA temp_store=MEMORY", nullptr, nullptr, nullptr);
        for (const auto &[setting, value] : {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1}, {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                 {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0}, {SQLITE_DBCONFIG_DQS_DML, 0}, {SQLITE_DBCONFIG_DQS_DDL, 0}})
            sqlite3_db_config(m_database, setting, value, nullptr);
        for (const auto &[limit, value] : {std::pair{SQLITE_LIMIT_LENGTH, kMaxValueBytes},
                 {SQLITE_LIMIT_SQL_LENGTH, kMaxQueryBytes}, {SQLITE_LIMIT_EXPR_DEPTH, 200}, {SQLITE_LIMIT_COMPOUND_SELECT, 100},
                 {SQLITE_LIMIT_VDBE_OP, 1'000'000}, {SQLITE_LIMIT_COLUMN, 2000}, {SQLITE_LIMIT_ATTACHED, 0},
                 {SQLITE_LIMIT_WORKER_THREADS, 0}, {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200}})
            sqlite3_limit(m_database, limit, value);
        for (const SqlTableInfo &table : sqlTables())
            addRelation(m_database, table.name, table.make, run);
        addSqlFunctions(m_database, run);
        // SQLite makes its own tables of JSON values at their first use, which the authorizer would refuse.
        sqlite3_exec(m_database, "SELECT 1 FROM json_each('[]'), json_tree('[]')", nullptr, nullptr, nullptr);
        sqlite3_set_authorizer(m_database, &Connection::authorize, &m_run);
        sqlite3_progress_handler(m_database, kStepsBetweenPolls, &Connection::poll, this);
    }
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;
    ~Connection() { sqlite3_close_v2(m_database); }

    [[nodiscard]] sqlite3 *handle() const { return m_database; }
    [[nodiscard]] bool outOfMemory() const { return m_outOfMemory; }

private:
    // load_extension() runs code of a file; fts3_tokenizer() shows an address of this process.
    static bool isForbidden(std::string_view function) { return function == "load_extension" || function.starts_with("fts"); }
    static int authorize(void *run, int action, const char *, const char *second, const char *, const char *)
    {
        if (static_cast<const SqlRun *>(run)->declaring)
            return SQLITE_OK;
        switch (action) {
        case SQLITE_SELECT:
        case SQLITE_READ:
        case SQLITE_RECURSIVE:
            return SQLITE_OK;
        case SQLITE_FUNCTION:
            return second != nullptr && isForbidden(second) ? SQLITE_DENY : SQLITE_OK;
        default:
            return SQLITE_DENY;
        }
    }
    static int poll(void *connection)
    {
        auto &self = *static_cast<Connection *>(connection);
        self.m_outOfMemory = self.m_outOfMemory
            || static_cast<std::uint64_t>(std::max<sqlite3_int64>(0, sqlite3_memory_used())) + self.m_run.aggregateBytes
                > self.m_run.options.maxBytes;
        return self.m_outOfMemory || self.m_run.control.stopRequested() ? 1 : 0;
    }

    SqlRun &m_run;
    sqlite3 *m_database = nullptr;
    bool m_outOfMemory = false;
};

struct Finalize {
    void operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

Error tooLong(const SqlOptions &options)
{
    return {ErrorCode::Limit,
        msg("the query ran longer than %1 and was stopped; narrow it by pass, layer or time, or give it more time with --timeout",
            formatDuration(std::chrono::duration_cast<std::chrono::nanoseconds>(options.timeLimit).count())),
        {}, -1};
}

// Why the query stopped, from the most telling source.
Error failure(
    const Connection &connection, const SqlRun &run, const Deadline &deadline, const JobControl &caller, std::string_view query)
{
    if (caller.stopRequested())
        return {ErrorCode::Cancelled, "stopped", {}, -1};
    if (deadline.expired())
        return tooLong(run.options);
    if (connection.outOfMemory())
        return {ErrorCode::Limit,
            msg("the query needs more than %1 of memory; group or narrow what it sorts and joins",
                formatBytes(static_cast<std::int64_t>(run.options.maxBytes))),
            {}, -1};
    if (run.error)
        return *run.error;
    return sqlError(connection.handle(), query);
}

Result<Statement> prepared(const Connection &connection, std::string_view query, const std::function<Error()> &why)
{
    sqlite3_stmt *statement = nullptr;
    const char *rest = nullptr;
    const int code = sqlite3_prepare_v2(connection.handle(), query.data(), static_cast<int>(query.size()), &statement, &rest);
    Statement made(statement);
    if (code != SQLITE_OK)
        return why();
    if (!made)
        return Error{ErrorCode::BadRequest,
            "the query is empty; write SELECT … FROM … (SELECT * FROM tables lists what there is)", {}, -1};
    if (sqlite3_column_count(made.get()) == 0) // REINDEX and the like, which would do nothing
        return Error{ErrorCode::BadRequest,
            msg("sql only reads: write SELECT, WITH … SELECT, VALUES or EXPLAIN QUERY PLAN (%1)", "it yields no rows"), {}, -1};
    if (!onlyBlanks({rest, static_cast<std::size_t>(query.data() + query.size() - rest)}))
        return Error{ErrorCode::BadRequest, "one query at a time; leave out what follows the first semicolon", {}, -1};
    return made;
}

// As the table of a query without a scope. Null: it cannot be made.
std::shared_ptr<const ReportTable> gapsOf(AnalysisSession &session, TableRequest request, const JobControl &control)
{
    request.table = "gaps";
    request.device = "all";
    for (const char *pass : {"all", "trace"}) { // without passes, of the trace
        request.pass = pass;
        if (auto made = session.table(request, control); made && (*made)->rowCount() > 0)
            return *made;
    }
    return nullptr;
}

} // namespace

Result<ReportTable> runSql(
    const std::vector<SqlTrace> &traces, std::string_view query, const SqlOptions &options, const JobControl &control)
{
    if (query.size() > kMaxQueryBytes)
        return Error{ErrorCode::Limit, "the query is longer than 1 MB", {}, -1};
    if (traces.empty())
        return Error{ErrorCode::BadRequest, "no trace to ask", {}, -1};
    const Deadline deadline(control.stop, options.timeLimit);
    JobControl stopping = control;
    stopping.stop = deadline.token();
    stopping.progress = nullptr;
    SqlRun run{traces, options, stopping};
    const Connection connection(run);
    if (connection.handle() == nullptr)
        return Error{ErrorCode::Limit, "not enough memory for a query", {}, -1};
    const auto why = [&] { return failure(connection, run, deadline, control, query); };
    const Result<Statement> statement = prepared(connection, query, why);
    if (!statement)
        return statement.error();
    SqlResult result(statement->get());
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(statement->get())) == SQLITE_ROW) {
        if (result.rows() == options.maxRows)
            return Error{ErrorCode::Limit,
                msg("the result has more than %1 rows; add LIMIT or group them (the command sql gives more with --max-rows)",
                    formatCount(static_cast<std::int64_t>(options.maxRows))),
                {}, -1};
        if (!result.add(statement->get(), options.maxBytes))
            return Error{ErrorCode::Limit,
                msg("the result takes more than %1; select fewer columns or rows",
                    formatBytes(static_cast<std::int64_t>(options.maxBytes))),
                {}, -1};
    }
    if (code != SQLITE_DONE)
        return why();
    const auto gaps = result.listsGaps() ? gapsOf(*traces.front().session, options.tables, stopping) : nullptr;
    ReportTable table = result.table(
        traces.front().session->document(), traces.size() > 1 ? std::optional(traces.front().rank) : std::nullopt, gaps.get());
    table.addProvenance("tool", "lamella " LAMELLA_VERSION);
    for (const SqlTrace &trace : traces)
        table.addProvenance("file", trace.file);
    table.addProvenance("query", std::string(query));
    return table;
}

} // namespace lamella::core
