// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/Console.h"

namespace lamella::cli {

int runExtract(const CliOptions &options, const std::stop_token &stop)
{
    auto session = openSession(options, stop);
    if (!session)
        return fail(session.error());
    core::ExtractRequest request;
    request.pass = options.request.pass;
    const auto asked = requestFor(options, *session);
    if (!asked)
        return fail(asked.error());
    request.device = asked->device;
    request.window = options.window;
    request.output = options.output;
    core::JobControl control;
    control.stop = stop;
    if (auto made = makeFolderOf(options.output); !made)
        return fail(made.error());
    const auto written = core::extractPass(**session, request, control);
    return written ? kDone : fail(written.error());
}

} // namespace lamella::cli
