// SPDX-License-Identifier: GPL-3.0-or-later
// A table for SQL as a class: the operations of an SQLite virtual table without the C interface. SqlModule.cpp joins both. One
// thread only, that of the query.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/session/sql/SqlQuery.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_context;
struct sqlite3_index_info;
struct sqlite3_value;

namespace lamella::core {

enum class SqlType : std::uint8_t { Integer, Real, Text };

struct SqlColumnName {
    std::string name;
    SqlType type = SqlType::Text;
    bool hidden = false; // not in SELECT *
};

// State shared by the relations of one query.
struct SqlRun {
    const std::vector<SqlTrace> &traces;
    const SqlOptions &options;
    JobControl control; // stopped at the time limit, too
    std::optional<Error> error = std::nullopt; // of a relation, in place of SQLite's message
    bool declaring = false; // SQLite reads our own CREATE TABLE of a virtual table, for which it asks the authorizer too
    std::uint64_t aggregateBytes = 0; // that our own aggregates allocate, in addition to those that SQLite counts
    std::vector<std::shared_ptr<const void>> owners = {}; // of texts that cells point to, until the query ends
};

class SqlCursor {
public:
    virtual ~SqlCursor() = default;
    // Goes to the first row. `plan` is the result of SqlRelation::plan(), `values` are the values that it requested.
    virtual Result<void> filter(std::string_view plan, std::span<sqlite3_value *> values) = 0;
    [[nodiscard]] virtual bool atEnd() const = 0;
    virtual Result<void> next() = 0;
    virtual Result<void> cell(sqlite3_context *to, int column) = 0;
    [[nodiscard]] virtual std::int64_t row() const = 0; // different for each row of a scan
};

class SqlRelation {
public:
    virtual ~SqlRelation() = default;
    [[nodiscard]] virtual std::vector<SqlColumnName> columns() const = 0;
    // Chooses constraints and order, as xBestIndex does. Returns the plan for filter().
    virtual std::string plan(sqlite3_index_info &info) = 0;
    virtual std::unique_ptr<SqlCursor> open() = 0;
};

// Made when a statement first names the table. Errors stop the statement.
using SqlRelationMaker = std::function<Result<std::unique_ptr<SqlRelation>>(SqlRun &)>;

// Adds the table to the connection; `run` and the connection must outlive it.
void addRelation(sqlite3 *database, const std::string &name, SqlRelationMaker make, SqlRun &run);

// "name" for SQL.
[[nodiscard]] std::string sqlQuoted(std::string_view name);

} // namespace lamella::core
