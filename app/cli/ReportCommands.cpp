// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/session/summary/SummaryCompare.h"
#include "core/session/summary/TraceReport.h"

namespace lamella::cli {

namespace {

core::Result<void> writeBytes(const CliOptions &options, const std::string &bytes)
{
    return options.output.empty() ? writeStandardOutput(bytes) : core::writeFileAtomically(options.output, bytes);
}

// What the name of the file asks for, where --format was not given.
core::TableFormat formatOf(const CliOptions &options)
{
    if (options.format != core::TableFormat::Text)
        return options.format;
    if (options.output.ends_with(".html") || options.output.ends_with(".htm"))
        return core::TableFormat::Html;
    if (options.output.ends_with(".md"))
        return core::TableFormat::Markdown;
    if (options.output.ends_with(".json") && options.command == "summary")
        return core::TableFormat::Json;
    return options.format;
}

} // namespace

// report and summary: the same document; a summary is also written as JSON.
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
    const core::TableFormat format = formatOf(options);
    core::Result<std::string> bytes = std::string();
    if (format == core::TableFormat::Json && options.command == "summary") {
        bytes = core::summaryJson(**session, wanted, control);
    } else {
        const auto report = core::traceReport(**session, wanted, control);
        bytes = report ? core::writeReport(*report, format) : core::Result<std::string>(report.error());
    }
    if (!bytes) {
        core::Error error = bytes.error();
        if (error.source.empty())
            error.source = options.arguments.front();
        return fail(error);
    }
    const auto written = writeBytes(options, *bytes);
    return written ? kDone : fail(written.error());
}

int runCompareSummaries(const CliOptions &options, const std::string &a, const std::string &b)
{
    const auto compared = core::compareSummaries(a, b, options.diff.gate, options.request.top);
    if (!compared)
        return fail(compared.error());
    const auto written = writeOutput(options.output, *compared->table, options.format);
    if (!written)
        return fail(written.error());
    return compared->failed ? kGateFailed : kDone;
}

} // namespace lamella::cli
