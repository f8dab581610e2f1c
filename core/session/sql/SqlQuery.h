// SPDX-License-Identifier: GPL-3.0-or-later
// Answers a SELECT over the tables of traces (help/sql.md). SQLite runs the query over virtual tables that read the columns of
// the documents, so nothing is copied. It only reads: no ATTACH, no PRAGMA, no extension, no file.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"
#include "core/report/TableRequest.h"
#include "core/session/AnalysisSession.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct SqlTrace {
    std::string file; // as given
    int rank = 0; // number in the job; 0 for a file alone
    std::shared_ptr<AnalysisSession> session;
};

inline constexpr std::chrono::milliseconds kSqlTimeLimit{60'000};
inline constexpr std::size_t kSqlMaxRows = 1'000'000;

struct SqlOptions {
    std::chrono::milliseconds timeLimit = kSqlTimeLimit;
    std::size_t maxRows = kSqlMaxRows; // of the result
    std::uint64_t maxBytes = std::uint64_t{1} << 30; // that SQLite may allocate
    TableRequest tables; // minGapNs, peaks, tokens, context, skip, scales: of tables that depend on them
};

// The result of one SELECT, WITH, VALUES or EXPLAIN QUERY PLAN: a table "sql" whose columns are those of the query. A column
// whose name ends in _ns, _bytes or _share, or is called layer, has that unit; a row that has the columns kernel, event, pass and
// layer, or start_ns and dur_ns, leads there; with a cause, to the gap. Errors: BadRequest for a query that is not understood
// (with the place and the nearest name) or may not run; Limit for one that runs too long or yields too much; those of the tables;
// Cancelled.
[[nodiscard]] Result<ReportTable> runSql(
    const std::vector<SqlTrace> &traces, std::string_view query, const SqlOptions &options, const JobControl &control = {});

} // namespace lamella::core
