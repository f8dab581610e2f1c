// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/base/Saturate.h"
#include "core/report/TableView.h"
#include "core/report/tables/WithinTable.h"

#include <string>

namespace lamella::cli {

namespace {

// Adds the options that select rows to the provenance, under the names that other tables use.
void addChoices(core::ReportTable &table, const core::TableRequest &request)
{
    if (!request.filter.empty())
        table.addProvenance("filter", request.filter);
    if (!request.sort.empty())
        table.addProvenance("sort", request.sort);
    if (request.top > 0)
        table.addProvenance("top", std::to_string(request.top));
}

} // namespace

int runWithin(const CliOptions &options, const std::stop_token &stop)
{
    const auto asked = core::timeRangeFromText(options.time);
    if (!asked)
        return fail(wrongUse(core::msg("'%1' is not a time range", options.time)));
    auto session = openSession(options, stop);
    if (!session)
        return fail(session.error());
    if (const auto request = requestFor(options, *session); !request) // no such rank
        return fail(request.error());
    core::JobControl control;
    control.stop = stop;
    const auto segmentation = (*session)->segmentation(control); // the segmentation may choose a profile, which affects names
    if (!segmentation)
        return fail(segmentation.error());
    const std::int64_t zero = (*session)->document().zero();
    const core::TimeRange range{{core::addSaturated(zero, asked->begin.value)}, {core::addSaturated(zero, asked->end.value)}};
    auto table = core::withinTable((*session)->sharedDocument(), (*session)->kernelNames(), range, options.request.by, control);
    if (!table)
        return fail(table.error());
    const auto rows = core::viewRows(*table, {options.request.filter, options.request.sort, options.request.top}, control);
    if (!rows)
        return fail(rows.error());
    addChoices(*table, options.request);
    const core::ReportTable shown = table->withRows(*rows);
    const auto written = writeTable(options, shown);
    return written ? kDone : fail(written.error());
}

} // namespace lamella::cli
