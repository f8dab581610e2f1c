// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/cli/SessionStore.h"
#include "core/base/Format.h"
#include "core/base/Utf8Truncate.h"
#include "core/base/WorkerThreads.h"
#include "core/import/ImporterRegistry.h"
#include "core/profile/ModelProfile.h"

namespace lamella::cli {

namespace {

void sayBytes(std::uint64_t done, std::uint64_t total, bool terminal, int &last)
{
    const int percent = total == 0 ? 0 : static_cast<int>(static_cast<double>(done) * 100 / static_cast<double>(total));
    if (percent == last || (!terminal && percent / 10 == last / 10 && last >= 0))
        return;
    last = percent;
    sayProgress(
        core::msg("reading: %1 of %2", std::to_string(percent) + " %", core::formatBytes(static_cast<std::int64_t>(total))),
        percent >= 100);
}

constexpr std::size_t kSampleWords = 60; // bytes

std::string firstWords(const std::string &sample)
{
    const std::string_view shortened = core::truncateUtf8(sample, kSampleWords);
    return std::string(shortened) + (shortened.size() < sample.size() ? "…" : "");
}

// One line about all losses; empty if the file was read completely.
core::Message lossSentence(const core::TraceDocument &document)
{
    std::size_t kinds = 0;
    core::Message first;
    for (const core::Diagnostic &d : document.diagnostics.sorted()) {
        if (d.kind->severity < core::Severity::DataLoss)
            continue;
        if (kinds++ > 0)
            continue;
        const core::Message times = core::msg(d.count == 1 ? "%1 time" : "%1 times", d.count);
        first = d.sample.empty()
            ? core::msg("%1 (%2, %3)", core::Message(d.kind->meaning), d.kind->id, times)
            : core::msg("%1 (%2, %3; %4)", core::Message(d.kind->meaning), d.kind->id, times, firstWords(d.sample));
        if (d.firstOffset >= 0)
            first = core::msg("byte %1: %2", d.firstOffset, first);
    }
    if (kinds == 0)
        return {};
    const std::string &path = document.source.path;
    return kinds > 1 ? core::msg("%1: %2 and %3 more kinds of damage; see lamella-cli diagnostics", path, first, kinds - 1)
                     : core::msg("%1: %2; see lamella-cli diagnostics", path, first);
}

} // namespace

// Sessions are never freed: returning gigabytes page by page only delays the end of the process.
std::vector<std::shared_ptr<core::AnalysisSession>> &leakedSessions()
{
    static auto *const kept = new std::vector<std::shared_ptr<core::AnalysisSession>>;
    return *kept;
}

core::Result<void> checkCompanions(core::AnalysisSession &session, const core::JobControl &control)
{
    if (!session.options().companions.any())
        return {};
    const auto joined = session.origins(control);
    return joined ? core::Result<void>() : joined.error();
}

void warnOfProfiles(const core::AnalysisSession &session)
{
    for (const core::ProfileFault &fault : session.profiles().faults)
        warn(core::msg("%1; the profile is left out", fault.error().message(language())));
}

core::Result<std::shared_ptr<core::AnalysisSession>> openSession(const CliOptions &options, const std::stop_token &stop)
{
    if (hasSeveralFiles(options))
        return openOneRank(options, stop);
    return openSession(options, options.arguments.front(), options.session, stop);
}

core::Result<std::shared_ptr<core::AnalysisSession>> openSession(
    const CliOptions &options, const std::string &file, const core::SessionOptions &choices, const std::stop_token &stop)
{
    if (options.sessions != nullptr)
        if (auto open = options.sessions->find(file, choices))
            return open;
    core::JobControl control;
    control.stop = stop;
    int last = -1;
    if (options.progress)
        control.progress = [&last, terminal = standardErrorIsTerminal()](
                               std::uint64_t done, std::uint64_t total) { sayBytes(done, total, terminal, last); };
    // Compile the built-in rules while the file is read.
    const auto rules = core::startInBackground([] { static_cast<void>(core::builtinProfiles()); });
    const auto opened = core::openTrace(file, {}, core::TraceCache(options.cache), control);
    if (!opened)
        return aboutFile(opened.error(), file);
    cacheTrace(options, *opened);
    const std::shared_ptr<const core::TraceDocument> &document = opened->document;
    if (const core::Message loss = lossSentence(*document); !loss.empty()) {
        if (options.strict)
            return core::Error{core::ErrorCode::Syntax, core::msg("%1 (--strict)", loss), {}, -1};
        if (!options.quiet)
            warn(loss);
    }
    auto session = core::AnalysisSession::create(document, choices);
    if (!session)
        return session.error();
    if (!options.quiet)
        warnOfProfiles(**session);
    (*session)->useCachedSegmentations(options.cache, *opened);
    if (options.sessions != nullptr)
        options.sessions->keep(file, choices, *session);
    else
        leakedSessions().push_back(*session);
    return session;
}

} // namespace lamella::cli
