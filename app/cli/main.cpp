// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/CommandTable.h"
#include "app/cli/Commands.h"
#include "app/cli/Completion.h"
#include "app/cli/Console.h"
#include "app/cli/Interrupt.h"
#include "app/cli/StandardInput.h"
#include "core/import/BuildFacts.h"
#include "core/import/UserLimits.h"
#include "core/report/XlsxTable.h"
#include "core/system/LargePageHeap.h"

#include <CLI/Version.hpp>

#include <new>

namespace {

using namespace lamella::cli;

int printed(const std::string &text)
{
    const auto written = writeStandardOutput(text);
    return written ? kDone : fail(written.error());
}

std::string versionText()
{
    std::string text = "lamella-cli " LAMELLA_VERSION "\n";
    for (const auto &[library, version] : lamella::core::buildFacts())
        text.append(library).append(" ").append(version).append("\n");
    text.append("libxlsxwriter ").append(lamella::core::xlsxWriterVersion()).append("\nCLI11 " CLI11_VERSION "\n");
    return text;
}

int run(const std::vector<std::string> &arguments)
{
    const std::stop_token stop = stopOnInterrupt();
    if (!arguments.empty() && arguments.front() == "complete")
        return printed(completions({arguments.begin() + 1, arguments.end()}));
    setLanguage(languageAskedFor(arguments)); // also of the errors of parsing
    auto options = parseArguments(arguments);
    if (!options)
        return fail(options.error());
    if (options->version)
        return printed(versionText());
    if (options->help)
        return printed(options->command.empty() ? generalHelp() : commandHelp(options->command));
    options = withSession(std::move(*options));
    if (!options)
        return fail(options.error());
    StandardInput input;
    if (const auto resolved = input.resolve(*options, lamella::core::withUserLimits({}).maxRawBytes, stop); !resolved)
        return fail(resolved.error());
    if (const auto free = checkOutput(*options); !free)
        return fail(free.error());
    const int code = findCommand(options->command)->run(*options, stop);
    finishCaching(*options, stop);
    return code;
}

} // namespace

int main(int argc, char **argv)
{
    lamella::core::restartWithLargePages(argc, argv);
    try {
        return run(std::vector<std::string>(argv + 1, argv + argc));
    } catch (const std::bad_alloc &) {
        return fail({lamella::core::ErrorCode::Limit,
            lamella::core::msg("not enough memory for this trace; close other programs or cut the trace"), {}, -1});
    }
}
