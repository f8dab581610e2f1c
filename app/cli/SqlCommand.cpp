// SPDX-License-Identifier: GPL-3.0-or-later
// sql: a SELECT over the tables of one trace or of several.
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/report/TableView.h"
#include "core/session/RankNumbers.h"
#include "core/session/RankRoster.h"
#include "core/session/TraceFolder.h"
#include "core/session/sql/SqlQuery.h"

#include <optional>
#include <string>
#include <vector>

namespace lamella::cli {

// Each file is a trace of its own, whether they are ranks of a job or runs that have the same rank.
core::Result<std::vector<core::SqlTrace>> openSqlTraces(const CliOptions &options, const std::stop_token &stop)
{
    const auto files = core::expandFolders(options.arguments);
    if (!files)
        return files.error();
    const std::vector<std::optional<int>> named = core::ranksFromNames(*files);
    std::vector<core::SqlTrace> traces;
    std::vector<int> known;
    for (std::size_t i = 0; i < files->size(); ++i) {
        const auto own = options.own.find((*files)[i]);
        const auto session = openSession(options, (*files)[i], own == options.own.end() ? options.session : own->second, stop);
        if (!session)
            return session.error();
        const std::optional<int> recorded = (*session)->document().metadata.rank;
        const int rank = recorded ? *recorded : i < named.size() && named[i] ? *named[i] : static_cast<int>(i);
        if (!options.rank || !hasSeveralFiles(options) || rank == *options.rank)
            traces.push_back({(*files)[i], rank, *session});
        known.push_back(rank);
    }
    if (traces.empty())
        return core::noSuchRank(options.rank.value_or(0), known);
    return traces;
}

int runSql(const CliOptions &options, const std::stop_token &stop)
{
    const auto traces = openSqlTraces(options, stop);
    if (!traces)
        return fail(traces.error());
    core::JobControl control;
    control.stop = stop;
    for (const core::SqlTrace &trace : *traces)
        if (const auto fit = checkCompanions(*trace.session, control); !fit)
            return fail(fit.error());
    const auto tables = requestFor(options, traces->front().session);
    if (!tables)
        return fail(tables.error());
    core::SqlOptions sql = options.sql;
    sql.tables = *tables;
    const auto table = core::runSql(*traces, options.query, sql, control);
    if (!table)
        return fail(table.error());
    const core::TableRequest &request = options.request;
    const auto rows = core::viewRows(*table, {request.filter, request.sort, request.top}, control);
    if (!rows)
        return fail(rows.error());
    const auto written =
        writeTable(options, rows->size() == table->rowCount() && request.sort.empty() ? *table : table->withRows(*rows));
    return written ? kDone : fail(written.error());
}

} // namespace lamella::cli
