// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/profile/NameText.h"
#include "core/session/matrix/GridMarkdown.h"
#include "core/session/matrix/RunGrid.h"

namespace lamella::cli {

int runMatrix(const CliOptions &options, const std::stop_token &stop)
{
    core::RunGridOptions grid;
    grid.pattern = options.pattern;
    grid.statusFile = options.statusFile;
    grid.session = options.session;
    for (const auto &[kind, name] : options.rangeNames) {
        auto &names = kind == "forward" ? grid.ranges.forward
            : kind == "backward"        ? grid.ranges.backward
            : kind == "softmax"         ? grid.ranges.softmax
            : kind == "matmul"          ? grid.ranges.matmul
                                        : grid.ranges.warmUp;
        names.push_back(core::lowerCasedText(name));
    }
    if (options.request.skip > 0)
        grid.warmUp = options.request.skip;
    core::JobControl control;
    control.stop = stop;
    const auto opened = core::RunGrid::open(options.arguments, grid, control);
    if (!opened)
        return fail(opened.error());
    if (options.matrixTable == "all" || (options.matrixTable.empty() && options.format == core::TableFormat::Markdown)) {
        if (options.format != core::TableFormat::Markdown)
            return fail(wrongUse(core::msg("all tables of a grid in one are Markdown; add --format markdown")));
        if (!options.columns.empty())
            return fail(wrongUse(core::msg("--columns chooses columns of one table of the grid; add --table a, b, c, d or e")));
        const std::string text = core::gridMarkdown(*opened);
        const auto written = writeOutput(options.output, text);
        return written ? kDone : fail(written.error());
    }
    const bool read = options.format == core::TableFormat::Text || options.format == core::TableFormat::Markdown
        || options.format == core::TableFormat::Html;
    const auto table = opened->table(options.matrixTable.empty() ? "a" : options.matrixTable,
        read ? core::RunGrid::TimeUnit::Milliseconds : core::RunGrid::TimeUnit::Nanoseconds);
    if (!table)
        return fail(table.error());
    const auto written = writeTable(options, *table);
    return written ? kDone : fail(written.error());
}

} // namespace lamella::cli
