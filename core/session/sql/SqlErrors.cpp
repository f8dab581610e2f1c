// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sql/SqlErrors.h"

#include "core/base/NearestName.h"
#include "core/session/sql/SqlSchema.h"

#include <algorithm>
#include <set>
#include <sqlite3.h>
#include <string>
#include <vector>

namespace lamella::core {

namespace {

bool isWord(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Names of tables that occur in the query as words.
std::vector<const SqlTableInfo *> tablesIn(std::string_view query)
{
    std::vector<const SqlTableInfo *> found;
    for (std::size_t at = 0; at < query.size();) {
        std::size_t end = at;
        while (end < query.size() && isWord(query[end]))
            ++end;
        if (const SqlTableInfo *table = end > at ? findSqlTable(query.substr(at, end - at)) : nullptr)
            found.push_back(table);
        at = std::max(end, at + 1);
    }
    return found;
}

std::vector<std::string> columnsOf(const std::vector<const SqlTableInfo *> &tables)
{
    std::set<std::string> names;
    for (const SqlTableInfo *table : tables)
        for (const SqlColumnInfo &column : table->columns)
            names.insert(column.name);
    return {names.begin(), names.end()};
}

// Behind "no such table: " in what SQLite says.
std::string nameBehind(std::string_view said, std::string_view words)
{
    const std::size_t at = said.find(words);
    if (at == std::string_view::npos)
        return {};
    std::string name(said.substr(at + words.size()));
    if (const std::size_t dot = name.rfind('.'); dot != std::string::npos)
        name.erase(0, dot + 1);
    return name;
}

std::string listed(const std::vector<std::string> &names)
{
    constexpr std::size_t kMax = 40;
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < kMax; ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > kMax ? text + ", …" : text;
}

} // namespace

bool onlyBlanks(std::string_view sql)
{
    while (!sql.empty()) {
        if (sql.starts_with("--"))
            sql.remove_prefix(std::min(sql.find('\n'), sql.size()));
        else if (sql.starts_with("/*"))
            sql.remove_prefix(std::min(sql.find("*/") == std::string_view::npos ? sql.size() : sql.find("*/") + 2, sql.size()));
        else if (sql.front() == ';' || sql.front() == ' ' || (sql.front() >= '\t' && sql.front() <= '\r') || sql.front() == '\0')
            sql.remove_prefix(1);
        else
            return false;
    }
    return true;
}

Error sqlError(sqlite3 *database, std::string_view query)
{
    const int code = sqlite3_errcode(database);
    const std::string said = sqlite3_errmsg(database);
    const auto bad = [](Message sentence) { return Error{ErrorCode::BadRequest, std::move(sentence), {}, -1}; };
    if (code == SQLITE_AUTH || said.find("modified") != std::string::npos)
        return bad(msg("sql only reads: write SELECT, WITH … SELECT, VALUES or EXPLAIN QUERY PLAN (%1)", said));
    if (code == SQLITE_NOMEM)
        return {ErrorCode::Limit, "not enough memory for this query; narrow it", {}, -1};
    if (code == SQLITE_TOOBIG)
        return {ErrorCode::Limit, msg("the query or one of its values is too large (%1)", said), {}, -1};
    if (const std::string table = nameBehind(said, "no such table: "); !table.empty()) {
        std::vector<std::string> names;
        for (const SqlTableInfo &known : sqlTables())
            names.push_back(known.name);
        const Message near = didYouMean(table, names);
        return bad(near.empty() ? msg("there is no table %1; SELECT name, meaning FROM tables lists them", table)
                                : msg("there is no table %1%2", table, near));
    }
    if (const std::string column = nameBehind(said, "no such column: "); !column.empty()) {
        const std::vector<std::string> names = columnsOf(tablesIn(query));
        const Message near = didYouMean(column, names);
        if (!near.empty() || names.empty())
            return bad(msg("there is no column %1%2", column, near));
        return bad(msg("there is no column %1; there are %2", column, listed(names)));
    }
    const int offset = sqlite3_error_offset(database);
    if (offset >= 0)
        return bad(msg("the query is not understood at character %1: %2", offset + 1, said));
    return bad(msg("the query is not understood: %1", said));
}

} // namespace lamella::core
