// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/analysis/KernelFilter.h"
#include "core/report/TableColumns.h"
#include "core/session/FolderOfTables.h"
#include "core/session/sql/SqliteExport.h"

namespace lamella::cli {

core::TextLayout textLayout(const CliOptions &options)
{
    return {options.wide || !options.output.empty() ? 0 : lineWidth(), options.ids, !options.columns.empty()};
}

core::Result<void> writeTable(const CliOptions &options, const core::ReportTable &table)
{
    if (options.columns.empty())
        return writeOutput(options.output, table, options.format, textLayout(options));
    const auto chosen = core::chosenColumns(table, options.columns);
    if (!chosen)
        return chosen.error();
    return writeOutput(options.output, *chosen, options.format, textLayout(options));
}

int runTable(const CliOptions &options, const std::stop_token &stop)
{
    if (!options.write.empty())
        return runPerfettoWrite(options, stop);
    if (options.serve)
        return runPerfettoServe(options, stop);
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
        return fail(aboutFile(table.error(), options.arguments.front()));
    if (!options.quiet)
        for (const core::Message &warning : (*table)->warnings())
            warn(warning);
    const auto written = writeTable(options, **table);
    return written ? kDone : fail(written.error());
}

int runExport(const CliOptions &options, const std::stop_token &stop)
{
    if (const auto filter = core::KernelFilter::parse(options.request.filter); filter)
        for (const core::KernelFilter::Term &term : filter->terms())
            if (term.field != core::KernelFilter::Field::Text && term.field != core::KernelFilter::Field::Regex)
                return fail(
                    wrongUse(core::msg("export writes all tables, and not all of them can answer %1; filter by text, or name a "
                                       "table instead of export",
                        term.written.substr(0, 80))));
    const auto job = openJob(options, stop);
    if (!job)
        return fail(job.error());
    const auto base = requestFor(options, job->session);
    if (!base)
        return fail(base.error());
    core::JobControl control;
    control.stop = stop;
    if (options.sqlite) {
        if (const auto made = makeFolderOf(options.output); !made)
            return fail(made.error());
        core::SqlOptions sql;
        sql.tables = *base;
        const auto written = core::writeSqliteDatabase({options.arguments.front(), options.rank.value_or(0), job->session},
            *job->set, sql, options.request, options.output, control);
        return written ? kDone : fail(aboutFile(written.error(), options.arguments.front()));
    }
    const auto written = core::writeFolderOfTables(
        *job->session, *job->set, {*base, options.request, options.format == core::TableFormat::Xlsx}, options.output, control);
    return written ? kDone : fail(aboutFile(written.error(), options.arguments.front()));
}

} // namespace lamella::cli
