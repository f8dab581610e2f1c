// SPDX-License-Identifier: GPL-3.0-or-later
// Relations as eponymous virtual tables of SQLite. No exception passes through SQLite's frames.
#include "core/session/sql/SqlRelation.h"

#include <new>
#include <sqlite3.h>
#include <utility>

namespace lamella::core {

namespace {

struct Registered {
    SqlRelationMaker make;
    SqlRun &run;
};

struct Table : sqlite3_vtab {
    std::unique_ptr<SqlRelation> relation;
    SqlRun *run = nullptr;
};

struct Cursor : sqlite3_vtab_cursor {
    std::unique_ptr<SqlCursor> cursor;
};

// Hands the error to the query, which reports it as it is.
int failed(SqlRun &run, const Error &error)
{
    if (!run.error)
        run.error = error;
    return error.code == ErrorCode::Cancelled ? SQLITE_INTERRUPT : SQLITE_ERROR;
}

template <class Work> int guarded(Work &&work) noexcept
{
    try {
        return work();
    } catch (const std::bad_alloc &) {
        return SQLITE_NOMEM;
    } catch (...) {
        return SQLITE_ERROR;
    }
}

std::string declaration(const SqlRelation &relation)
{
    std::string sql = "CREATE TABLE x(";
    const char *between = "";
    for (const SqlColumnName &column : relation.columns()) {
        static constexpr const char *kTypes[] = {" INTEGER", " REAL", " TEXT"};
        sql +=
            between + sqlQuoted(column.name) + kTypes[static_cast<std::size_t>(column.type)] + (column.hidden ? " HIDDEN" : "");
        between = ", ";
    }
    return sql + ")";
}

int connect(sqlite3 *database, void *registered, int, const char *const *, sqlite3_vtab **to, char **message)
{
    return guarded([&] {
        auto &made = *static_cast<Registered *>(registered);
        Result<std::unique_ptr<SqlRelation>> relation = made.make(made.run);
        if (!relation) {
            *message = sqlite3_mprintf("%s", relation.error().message().c_str());
            return failed(made.run, relation.error());
        }
        const std::string sql = declaration(**relation);
        made.run.declaring = true;
        const int declared = sqlite3_declare_vtab(database, sql.c_str());
        made.run.declaring = false;
        if (declared != SQLITE_OK)
            return declared;
        auto table = std::make_unique<Table>();
        table->relation = std::move(*relation);
        table->run = &made.run;
        *to = table.release();
        return SQLITE_OK;
    });
}

int disconnect(sqlite3_vtab *table)
{
    delete static_cast<Table *>(table);
    return SQLITE_OK;
}

int bestIndex(sqlite3_vtab *table, sqlite3_index_info *info)
{
    return guarded([&] {
        const std::string plan = static_cast<Table *>(table)->relation->plan(*info);
        info->idxStr = sqlite3_mprintf("%s", plan.c_str());
        info->needToFreeIdxStr = 1;
        return info->idxStr != nullptr ? SQLITE_OK : SQLITE_NOMEM;
    });
}

int openCursor(sqlite3_vtab *table, sqlite3_vtab_cursor **to)
{
    return guarded([&] {
        auto cursor = std::make_unique<Cursor>();
        cursor->cursor = static_cast<Table *>(table)->relation->open();
        *to = cursor.release();
        return SQLITE_OK;
    });
}

int closeCursor(sqlite3_vtab_cursor *cursor)
{
    delete static_cast<Cursor *>(cursor);
    return SQLITE_OK;
}

// The status of a step of a cursor.
int status(sqlite3_vtab_cursor *cursor, const Result<void> &result)
{
    return result ? SQLITE_OK : failed(*static_cast<Table *>(cursor->pVtab)->run, result.error());
}

int filter(sqlite3_vtab_cursor *cursor, int, const char *plan, int count, sqlite3_value **values)
{
    return guarded([&] {
        return status(cursor,
            static_cast<Cursor *>(cursor)->cursor->filter(
                plan != nullptr ? plan : "", {values, static_cast<std::size_t>(count)}));
    });
}

int next(sqlite3_vtab_cursor *cursor)
{
    return guarded([&] { return status(cursor, static_cast<Cursor *>(cursor)->cursor->next()); });
}

int atEnd(sqlite3_vtab_cursor *cursor)
{
    return static_cast<Cursor *>(cursor)->cursor->atEnd() ? 1 : 0;
}

int cell(sqlite3_vtab_cursor *cursor, sqlite3_context *to, int column)
{
    return guarded([&] { return status(cursor, static_cast<Cursor *>(cursor)->cursor->cell(to, column)); });
}

int rowNumber(sqlite3_vtab_cursor *cursor, sqlite3_int64 *to)
{
    *to = static_cast<Cursor *>(cursor)->cursor->row();
    return SQLITE_OK;
}

sqlite3_module readOnlyModule()
{
    sqlite3_module module{};
    module.xConnect = connect; // without xCreate: the table exists without CREATE VIRTUAL TABLE, which nobody may use
    module.xBestIndex = bestIndex;
    module.xDisconnect = disconnect;
    module.xDestroy = disconnect;
    module.xOpen = openCursor;
    module.xClose = closeCursor;
    module.xFilter = filter;
    module.xNext = next;
    module.xEof = atEnd;
    module.xColumn = cell;
    module.xRowid = rowNumber;
    return module;
}

const sqlite3_module kModule = readOnlyModule();

} // namespace

void addRelation(sqlite3 *database, const std::string &name, SqlRelationMaker make, SqlRun &run)
{
    auto registered = std::make_unique<Registered>(Registered{std::move(make), run});
    // SQLite calls the destructor also when it fails.
    sqlite3_create_module_v2(
        database, name.c_str(), &kModule, registered.release(), [](void *made) { delete static_cast<Registered *>(made); });
}

std::string sqlQuoted(std::string_view name)
{
    std::string text = "\"";
    for (const char c : name) {
        text += c;
        if (c == '"')
            text += c;
    }
    return text + '"';
}

} // namespace lamella::core
