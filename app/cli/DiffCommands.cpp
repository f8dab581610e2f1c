// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/session/DiffSession.h"
#include "core/session/summary/SummaryCompare.h"

namespace lamella::cli {

namespace {

using Session = std::shared_ptr<core::AnalysisSession>;

// The second file, from --with or the second argument.
core::Result<std::string> otherFile(const CliOptions &options)
{
    const std::size_t files = options.arguments.size() + (options.diff.file.empty() ? 0 : 1);
    if (files > 2)
        return wrongUse(core::msg("%1 takes two files, %2 were given", options.command, files));
    return options.arguments.size() == 2 ? options.arguments[1] : options.diff.file;
}

core::SessionOptions choicesOfB(const CliOptions &options, const std::string &other)
{
    core::SessionOptions choices = options.session;
    if (!options.diff.config.empty())
        choices.configPath = options.diff.config;
    if (!options.diff.profile.empty())
        choices.profile = options.diff.profile;
    if (other != options.arguments.front()) { // files beside A name the replays of A only; B may be of another device and batch
        choices.companions = {options.diff.capture, {}, {}};
        choices.roofline = {};
    }
    return choices;
}

core::DiffRequest requestOf(const CliOptions &options)
{
    const core::TableRequest &r = options.request;
    return {r.pass, r.layer, r.device, r.stream, r.stage, options.diff.pass, options.diff.layer, options.diff.device,
        r.by.empty() ? "auto" : r.by, r.filter, r.sort, r.top};
}

core::Result<std::shared_ptr<const core::DiffSession>> openBoth(const CliOptions &options, const std::stop_token &stop)
{
    const auto other = otherFile(options);
    if (!other)
        return other.error();
    const std::string &file = options.arguments.front();
    auto a = openSession(options, file, options.session, stop);
    if (!a)
        return a.error();
    Session b = *a;
    if (!other->empty()) {
        // The same file is read once; B's choices may differ.
        auto opened = *other == file ? core::AnalysisSession::create((*a)->sharedDocument(), choicesOfB(options, *other))
                                     : openSession(options, *other, choicesOfB(options, *other), stop);
        if (!opened)
            return aboutFile(opened.error(), *other);
        b = *opened;
    }
    core::JobControl control;
    control.stop = stop;
    auto session = core::DiffSession::create(*a, b, control);
    if (!session)
        return aboutFile(session.error(), file);
    return session;
}

} // namespace

int runDiff(const CliOptions &options, const std::stop_token &stop)
{
    const auto session = openBoth(options, stop);
    if (!session)
        return fail(session.error());
    core::JobControl control;
    control.stop = stop;
    const auto table = (*session)->table(requestOf(options), control);
    if (!table)
        return fail(aboutFile(table.error(), options.arguments.front()));
    const auto written = writeTable(options, **table);
    return written ? kDone : fail(written.error());
}

int runCompare(const CliOptions &options, const std::stop_token &stop)
{
    const auto other = otherFile(options);
    if (other && other->empty())
        return fail(wrongUse(core::msg("compare needs two files: compare A B")));
    if (other) {
        const bool a = core::looksLikeSummary(options.arguments.front());
        const bool b = core::looksLikeSummary(*other);
        if (a && b)
            return runCompareSummaries(options, options.arguments.front(), *other);
        if (a || b)
            return fail(wrongUse(core::msg("compare takes two traces or two summaries, not one of each")));
    }
    if (options.request.top > 0)
        return fail(wrongUse(core::msg("compare of two traces does not use --top, that of two summaries does; leave it out")));
    const auto session = openBoth(options, stop);
    if (!session)
        return fail(session.error());
    const auto gate = (*session)->gate(requestOf(options), options.diff.gate);
    if (!gate)
        return fail(aboutFile(gate.error(), options.arguments.front()));
    if (const auto written = writeTable(options, *gate->table); !written)
        return fail(written.error());
    return gate->failed ? kGateFailed : kDone;
}

} // namespace lamella::cli
