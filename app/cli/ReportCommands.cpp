// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/session/summary/BriefReport.h"
#include "core/session/summary/PassPicture.h"
#include "core/session/summary/SummaryCompare.h"
#include "core/session/summary/TimelinePage.h"
#include "core/session/summary/TraceReport.h"

namespace lamella::cli {

// report and summary write the same document; a summary can also be JSON.
int runReport(const CliOptions &options, const std::stop_token &stop)
{
    auto session = openSession(options, stop);
    if (!session)
        return fail(session.error());
    const auto request = requestFor(options, *session);
    if (!request)
        return fail(request.error());
    core::JobControl control;
    control.stop = stop;
    core::ReportOptions wanted;
    wanted.request = *request;
    wanted.top = options.request.top > 0 ? options.request.top : options.command == "summary" ? 10 : 30;
    wanted.metadata = options.metadata;
    core::Result<std::string> bytes = std::string();
    if (options.format == core::TableFormat::Json && options.command == "summary") {
        bytes = core::summaryJson(**session, wanted, control);
    } else if (options.interactive) {
        bytes = core::timelinePage(**session, *request, language(), control);
    } else if (options.picture) {
        bytes = core::passPicture(**session, *request, language(), control);
    } else if (options.brief) {
        bytes = core::briefReport(**session, wanted, options.format, language(), textLayout(options).width, control);
    } else {
        const auto report = core::traceReport(**session, wanted, control);
        bytes = report ? core::writeReport(*report, options.format, language(), textLayout(options))
                       : core::Result<std::string>(report.error());
    }
    if (!bytes)
        return fail(aboutFile(bytes.error(), options.arguments.front()));
    const auto written = writeOutput(options.output, *bytes);
    return written ? kDone : fail(written.error());
}

int runCompareSummaries(const CliOptions &options, const std::string &a, const std::string &b)
{
    if (auto used = rejectUnused(options, "compare of two summaries",
            "--with --fail-above --allow-missing --top --columns --wide --ids --format --output --no-cache --cache-dir --strict "
            "--progress");
        !used)
        return fail(used.error());
    const auto compared = core::compareSummaries(a, b, options.diff.gate, options.request.top);
    if (!compared)
        return fail(compared.error());
    const auto written = writeTable(options, *compared->table);
    if (!written)
        return fail(written.error());
    return compared->failed ? kGateFailed : kDone;
}

} // namespace lamella::cli
