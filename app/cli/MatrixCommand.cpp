// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/session/matrix/RunGrid.h"

namespace lamella::cli {

int runMatrix(const CliOptions &options, std::stop_token stop)
{
    if (options.arguments.empty())
        return fail({core::ErrorCode::BadRequest, "no folder of runs given; see lamella-cli matrix --help", {}, -1});
    core::RunGridOptions grid;
    grid.pattern = options.pattern;
    grid.statusFile = options.statusFile;
    grid.session = options.session;
    if (options.request.skip > 0)
        grid.warmUp = options.request.skip;
    core::JobControl control;
    control.stop = stop;
    const auto opened = core::RunGrid::open(options.arguments, grid, control);
    if (!opened)
        return fail(opened.error());
    const auto table = opened->table(options.matrixTable);
    if (!table)
        return fail(table.error());
    const auto written = options.output.empty() ? writeStandardOutput(*table, options.format)
                                                : core::writeFileAtomically(options.output, [&](const core::TableSink &sink) {
                                                      return core::writeTable(*table, options.format, sink);
                                                  });
    return written ? kDone : fail(written.error());
}

} // namespace lamella::cli
