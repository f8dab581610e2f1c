// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a trace as columns of functions, and a relation over them that looks rows up by value: the first time by a scan, later
// by an index. Its result is always a superset, because SQLite compares every row again.
#pragma once

#include "core/session/sql/SqlRelation.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

inline constexpr std::int64_t kSqlNull = std::numeric_limits<std::int64_t>::min(); // a number that is missing
inline constexpr std::uint32_t kSqlNoKey = std::numeric_limits<std::uint32_t>::max(); // a text that is missing

// One of the functions is set; it computes the cell. Texts stay valid as long as the owner of the rows.
struct SqlRowColumn {
    SqlColumnName name;
    std::function<std::int64_t(std::uint32_t)> number = {}; // kSqlNull = NULL
    // A text that many rows share: its key, different for different texts, and the text of a key.
    std::function<std::uint32_t(std::uint32_t)> key = {}; // kSqlNoKey = NULL
    std::function<std::string_view(std::uint32_t)> textOfKey = {};
    std::function<std::uint32_t(std::string_view)> keyOfText = {}; // kSqlNoKey if no row has it
    std::function<std::optional<std::string_view>(std::uint32_t)> text = {};
    std::function<std::optional<double>(std::uint32_t)> real = {};
    bool ascending = false; // a number that never decreases from row to row
};

class SqlRows {
public:
    SqlRows(std::uint32_t count, std::vector<SqlRowColumn> columns, std::shared_ptr<const void> owner)
        : m_count(count)
        , m_columns(std::move(columns))
        , m_owner(std::move(owner))
    {
    }
    [[nodiscard]] std::uint32_t count() const { return m_count; }
    [[nodiscard]] const std::vector<SqlRowColumn> &columns() const { return m_columns; }
    // All rows ordered by these columns, ascending, equal ones in their order; made once. Columns with number or key only. Null
    // when stopped.
    [[nodiscard]] const std::vector<std::uint32_t> *order(const std::vector<int> &columns, const std::stop_token &stop) const;
    // Counts how often rows were looked up by that column: an index pays off from the second time on.
    [[nodiscard]] unsigned lookedUp(int column) const { return m_lookUps[column]++; }

private:
    [[nodiscard]] std::vector<std::uint32_t> ranks(const SqlRowColumn &column, const std::stop_token &stop) const;
    [[nodiscard]] bool sortBy(const SqlRowColumn &column, std::vector<std::uint32_t> &rows, const std::stop_token &stop) const;

    std::uint32_t m_count;
    std::vector<SqlRowColumn> m_columns;
    std::shared_ptr<const void> m_owner;
    mutable std::map<std::vector<int>, std::vector<std::uint32_t>> m_orders;
    mutable std::map<int, unsigned> m_lookUps;
};

// The values of the hidden columns of a report table, as on the command line; empty = the default.
struct SqlScope {
    std::string pass;
    std::string layer;
    std::string device;
    auto operator<=>(const SqlScope &) const = default;
};

// The rows of one trace.
using SqlRowsMaker = std::function<Result<std::shared_ptr<const SqlRows>>(const SqlTrace &, const SqlScope &, SqlRun &)>;

// The relation over the rows of all traces of the run. Its last columns are hidden: pass_scope, layer_scope and device_scope if
// `scoped`, then trace_file and trace_rank.
[[nodiscard]] Result<std::unique_ptr<SqlRelation>> makeRowsRelation(SqlRun &run, const SqlRowsMaker &make, bool scoped);

} // namespace lamella::core
