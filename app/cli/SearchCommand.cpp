// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/report/TableView.h"
#include "core/session/search/SearchTable.h"

#include <string>

namespace lamella::cli {

int runSearch(const CliOptions &options, const std::stop_token &stop)
{
    auto session = openSession(options, stop);
    if (!session)
        return fail(session.error());
    if (const auto asked = requestFor(options, *session); !asked) // no such rank
        return fail(asked.error());
    core::JobControl control;
    control.stop = stop;
    const core::TableRequest &request = options.request;
    core::ArgSearchOptions search;
    // With a sort order or a filter, rows can only be printed when all are known.
    const bool asFound = request.sort.empty() && request.filter.empty();
    if (asFound && request.top > 0)
        search.maxMatches = request.top;
    auto table = core::searchTable((*session)->sharedDocument(), options.args, search, control);
    if (!table)
        return fail(table.error());
    table->addProvenance("args", options.args);
    if (!request.filter.empty())
        table->addProvenance("filter", request.filter);
    if (!request.sort.empty())
        table->addProvenance("sort", request.sort);
    if (request.top > 0)
        table->addProvenance("top", std::to_string(request.top));
    const auto rows = core::viewRows(*table, {request.filter, request.sort, request.top}, control);
    if (!rows)
        return fail(rows.error());
    const core::ReportTable shown = table->withRows(*rows);
    for (const core::Message &warning : shown.warnings())
        if (!options.quiet)
            warn(warning);
    const auto written = writeTable(options, shown);
    return written ? kDone : fail(written.error());
}

} // namespace lamella::cli
