// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/CliHelp.h"
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/cli/Interrupt.h"
#include "app/cli/StandardInput.h"
#include "core/base/ThreadStart.h"
#include "core/import/UserLimits.h"

#include <QFile>

#include <new>

namespace {

using namespace lamella::cli;

int printed(const std::string &text)
{
    const auto written = writeStandardOutput(text);
    return written ? kDone : fail(written.error());
}

int runCommand(const CliOptions &options, const std::stop_token &stop)
{
    if (options.command == "profiles")
        return runProfiles(options);
    if (options.command == "cache")
        return runCache(options);
    if (options.command == "matrix")
        return runMatrix(options, stop);
    if (options.command == "within")
        return runWithin(options, stop);
    if (options.command == "search")
        return runSearch(options, stop);
    if (options.command == "extract")
        return runExtract(options, stop);
    if (options.command == "diff")
        return runDiff(options, stop);
    if (options.command == "compare")
        return runCompare(options, stop);
    if (options.command == "report" || options.command == "summary")
        return runReport(options, stop);
    if (options.command == "ranks")
        return runRanks(options, stop);
    return options.command == "export" ? runExport(options, stop) : runTable(options, stop);
}

int run(const std::vector<std::string> &arguments)
{
    const std::stop_token stop = stopOnInterrupt();
    auto options = parseArguments(arguments);
    if (!options)
        return fail(options.error());
    if (options->version)
        return printed(versionText());
    if (options->help)
        return printed(options->command.empty() ? generalHelp() : commandHelp(options->command));
    if (options->command.empty())
        return fail({lamella::core::ErrorCode::BadRequest, "no table given; see lamella-cli --help", {}, -1});
    options = withSession(std::move(*options));
    if (!options)
        return fail(options.error());
    StandardInput input;
    if (const auto resolved = input.resolve(*options, lamella::core::withUserLimits({}).maxRawBytes, stop); !resolved)
        return fail(resolved.error());
    if (const auto free = checkOutput(*options); !free)
        return fail(free.error());
    const int code = runCommand(*options, stop);
    finishKeeping(*options, stop);
    return code;
}

} // namespace

int main(int argc, char **argv)
{
    lamella::core::setThreadStart([] { const QFile first; });
    try {
        lamella::core::startThread();
        return run(std::vector<std::string>(argv + 1, argv + argc));
    } catch (const std::bad_alloc &) {
        return fail(
            {lamella::core::ErrorCode::Limit, "not enough memory for this trace; close other programs or cut the trace", {}, -1});
    }
}
