// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/analysis/KernelFilter.h"

#include <filesystem>
#include <system_error>

namespace lamella::cli {

namespace {

core::Error aboutFile(core::Error error, const CliOptions &options)
{
    if (error.source.empty())
        error.source = options.arguments.front();
    return error;
}

core::Result<void> writeTo(const std::string &path, const core::ReportTable &table, core::TableFormat format)
{
    return core::writeFileAtomically(path, [&](const core::TableSink &sink) { return core::writeTable(table, format, sink); });
}

// As CSV and JSON, each under the name of the table.
core::Result<void> writeBoth(const std::string &folder, const core::ReportTable &table)
{
    const std::string stem = (std::filesystem::path(folder) / table.id()).string();
    if (auto written = writeTo(stem + ".csv", table, core::TableFormat::Csv); !written)
        return written;
    return writeTo(stem + ".json", table, core::TableFormat::Json);
}

} // namespace

int runTable(const CliOptions &options, std::stop_token stop)
{
    auto session = openSession(options, stop);
    if (!session)
        return fail(session.error());
    core::JobControl control;
    control.stop = stop;
    const auto request = requestFor(options, *session);
    if (!request)
        return fail(request.error());
    const auto table = (*session)->table(*request, control);
    if (!table)
        return fail(aboutFile(table.error(), options));
    if (!options.quiet)
        for (const std::string &warning : (*table)->warnings())
            warn(warning);
    const auto written =
        options.output.empty() ? writeStandardOutput(**table, options.format) : writeTo(options.output, **table, options.format);
    return written ? kDone : fail(written.error());
}

int runExport(const CliOptions &options, std::stop_token stop)
{
    if (options.output.empty())
        return fail({core::ErrorCode::BadRequest, "export needs --output DIR", {}, -1});
    if (!options.request.sort.empty())
        return fail({core::ErrorCode::BadRequest,
            "option --sort goes with one table, and export writes all; leave it out or name a table instead of export", {}, -1});
    if (const auto filter = core::KernelFilter::parse(options.request.filter); filter)
        for (const core::KernelFilter::Term &term : filter->terms())
            if (term.field != core::KernelFilter::Field::Text && term.field != core::KernelFilter::Field::Regex)
                return fail({core::ErrorCode::BadRequest,
                    "export writes all tables, and not all of them can answer " + term.written.substr(0, 80)
                        + "; filter by text, or name a table instead of export",
                    {}, -1});
    const auto job = openJob(options, stop);
    if (!job)
        return fail(job.error());
    const auto &session = job->session;
    std::error_code code;
    std::filesystem::create_directories(options.output, code);
    if (code)
        return fail(
            {core::ErrorCode::Io, "cannot be made a folder (" + code.message() + "); choose another place", options.output, -1});
    core::JobControl control;
    control.stop = stop;
    std::vector<std::pair<std::string, bool>> tables;
    for (const std::string &name : core::AnalysisSession::tableNames())
        tables.emplace_back(name, false);
    tables.emplace_back("kernels", true);
    const auto base = requestFor(options, session);
    if (!base)
        return fail(base.error());
    for (const auto &[name, each] : tables) {
        core::TableRequest request = *base;
        request.table = name;
        request.each = each;
        const auto table = session->table(request, control);
        if (!table)
            return fail(aboutFile(table.error(), options));
        if (const auto written = writeBoth(options.output, **table); !written)
            return fail(written.error());
    }
    for (const char *by : {"layer", "pass", "rank"}) { // of all ranks, whichever one the other tables are about
        core::RankTableRequest request;
        request.base = options.request;
        request.base.by = by;
        const auto table = job->set->table(request, control);
        if (!table)
            return fail(aboutFile(table.error(), options));
        if (const auto written = writeBoth(options.output, **table); !written)
            return fail(written.error());
    }
    return kDone;
}

} // namespace lamella::cli
