// SPDX-License-Identifier: GPL-3.0-or-later
// history: how the figures of a job went over many runs, and a gate on the newest.
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/session/history/RunHistory.h"

namespace lamella::cli {

int runHistory(const CliOptions &options, const std::stop_token &stop)
{
    core::JobControl control;
    control.stop = stop;
    const auto history = core::RunHistory::open(options.arguments, options.session, control);
    if (!history)
        return fail(history.error());
    auto table = history->table(options.request.by);
    if (!table)
        return fail(table.error());
    if (!options.quiet)
        for (const core::Message &warning : table->warnings())
            warn(warning);
    bool failed = false;
    if (const auto share = options.diff.gate.failAbove) {
        const std::vector<core::Message> slower = history->regressions(*share, options.diff.gate.allowMissing);
        failed = !slower.empty();
        for (const core::Message &sentence : slower)
            table->addNote(core::msg("The gate fails: %1.", sentence));
        if (!failed)
            table->addNote(
                core::msg("The gate holds: no stage of the newest run is slower by more than the limit and the noise."));
    }
    if (const auto written = writeTable(options, *table); !written)
        return fail(written.error());
    return failed ? kGateFailed : kDone;
}

} // namespace lamella::cli
