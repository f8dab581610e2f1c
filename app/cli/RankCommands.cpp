// SPDX-License-Identifier: GPL-3.0-or-later
// Several files as the ranks of one job: the table `ranks`, and --rank for all other tables.
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/base/Format.h"
#include "core/session/RankRoster.h"
#include "core/session/RankSet.h"
#include "core/session/TraceFolder.h"
#include "core/session/summary/RankSummaries.h"

#include <algorithm>

namespace lamella::cli {

namespace {

using core::RankLoad;

void sayLoads(const std::vector<RankLoad> &loads, bool terminal, std::string &last)
{
    std::uint64_t done = 0;
    std::uint64_t total = 0;
    std::size_t finished = 0;
    for (const RankLoad &load : loads) {
        done += load.doneBytes;
        total += load.totalBytes;
        finished += load.state >= RankLoad::State::Done ? 1 : 0;
    }
    const core::Message text = terminal
        ? core::msg("reading: %1 of %2 ranks, %3 of %4", finished, loads.size(),
            core::formatBytes(static_cast<std::int64_t>(done)), core::formatBytes(static_cast<std::int64_t>(total)))
        : core::msg("reading: %1 of %2 ranks", finished, loads.size());
    if (text.english() == last)
        return;
    last = text.english();
    sayProgress(text, finished == loads.size());
}

// Prints serious notes as warnings; with --strict the first of them is an error.
core::Result<void> tellNotes(const std::vector<core::RankNote> &notes, const CliOptions &options)
{
    for (const core::RankNote &note : notes) {
        if (!note.serious)
            continue;
        if (options.strict)
            return core::Error{core::ErrorCode::Syntax, core::msg("%1 (--strict)", note.sentence), {}, -1};
        if (!options.quiet)
            warn(note.sentence);
    }
    return {};
}

core::Result<std::shared_ptr<core::RankSet>> openSet(const CliOptions &options, const std::stop_token &stop)
{
    if (options.arguments.empty())
        return wrongUse(core::msg("no file given; see %1", "lamella-cli " + options.command + " --help"));
    core::RankOpenOptions open;
    open.session = options.session;
    open.own = options.own;
    open.cache = options.cache;
    open.opened = [&options](const core::OpenedTrace &opened) { cacheTrace(options, opened); };
    if (options.command != "ranks" && options.command != "export") // these two cover all ranks
        open.only = options.rank;
    std::string last;
    if (options.progress)
        open.progress = [&last, terminal = standardErrorIsTerminal()](
                            const std::vector<RankLoad> &loads) { sayLoads(loads, terminal, last); };
    core::JobControl control;
    control.stop = stop;
    auto set = core::RankSet::open(options.arguments, open, control);
    if (!set)
        return set;
    if (auto told = tellNotes((*set)->notes(), options); !told)
        return told.error();
    if (!options.quiet && !(*set)->members().empty())
        warnOfProfiles(*(*set)->members().front().session);
    // Never freed: the process ends soon, and freeing the traces would take long.
    static auto *const kept = new std::shared_ptr<core::RankSet>;
    *kept = *set;
    return set;
}

core::Error noSuchRank(int rank, const core::RankSet &set)
{
    std::vector<int> numbers;
    for (const core::RankMember &member : set.members())
        numbers.push_back(member.rank);
    return core::noSuchRank(rank, numbers);
}

core::Result<std::shared_ptr<const core::ReportTable>> tableOfTraces(
    const CliOptions &options, const core::RankTableRequest &request, const core::JobControl &control)
{
    const auto set = openSet(options, control.stop);
    if (!set)
        return set.error();
    return (*set)->table(request, control);
}

core::Result<std::shared_ptr<const core::ReportTable>> tableOfSummaries(
    const CliOptions &options, const core::RankTableRequest &request, const core::JobControl &control)
{
    if (auto used = rejectUnused(options, "ranks --from-summaries, which takes passes and layers as summary found them,",
            "--from-summaries --rank --stage --pass --layer --by --top --sort --filter --columns --wide --ids --format --output "
            "--no-cache --cache-dir --strict --progress");
        !used)
        return used.error();
    std::vector<std::string> inputs = options.summaries;
    inputs.insert(inputs.end(), options.arguments.begin(), options.arguments.end());
    const auto set = core::RankSummaries::open(inputs, control);
    if (!set)
        return set.error();
    if (auto told = tellNotes((*set)->notes(), options); !told)
        return told.error();
    return (*set)->table(request, control);
}

} // namespace

bool hasSeveralFiles(const CliOptions &options)
{
    return options.arguments.size() > 1
        || (options.arguments.size() == 1
            && (core::isFolder(options.arguments.front()) || core::isArchiveOfTraces(options.arguments.front())));
}

core::Result<std::shared_ptr<core::AnalysisSession>> openOneRank(const CliOptions &options, const std::stop_token &stop)
{
    const auto files = core::expandFolders(options.arguments);
    if (!files)
        return files.error();
    if (!options.rank && files->size() > 1)
        return wrongUse(core::msg("%1 files were given, and %2 is about one; choose a rank with --rank R, or compare all with "
                                  "lamella-cli ranks",
            files->size(), options.command));
    const auto set = openSet(options, stop);
    if (!set)
        return set.error();
    if (!options.rank)
        return (*set)->members().front().session;
    const core::RankMember *member = (*set)->member(*options.rank);
    if (!member)
        return noSuchRank(*options.rank, **set);
    return member->session;
}

core::Result<Job> openJob(const CliOptions &options, const std::stop_token &stop)
{
    if (!hasSeveralFiles(options)) {
        auto session = openSession(options, stop);
        if (!session)
            return session.error();
        return Job{*session, core::RankSet::of({*session})};
    }
    const auto set = openSet(options, stop);
    if (!set)
        return set.error();
    if (!options.rank && (*set)->members().size() > 1)
        return wrongUse(
            core::msg("%1 ranks were given, and %2 writes the tables of one beside those of all; choose it with --rank R",
                (*set)->members().size(), options.command));
    const core::RankMember *member = options.rank ? (*set)->member(*options.rank) : &(*set)->members().front();
    if (!member)
        return noSuchRank(*options.rank, **set);
    return Job{member->session, *set};
}

core::Result<core::TableRequest> requestFor(const CliOptions &options, const std::shared_ptr<core::AnalysisSession> &session)
{
    core::TableRequest request = options.request;
    if (!options.rank || hasSeveralFiles(options))
        return request;
    // The devices of a single file may be ranks.
    const auto set = core::RankSet::of({session});
    const core::RankMember *member = set->member(*options.rank);
    if (!member)
        return noSuchRank(*options.rank, *set);
    if (set->members().size() > 1 && request.device.empty())
        request.device = std::to_string(session->document().devices[member->device.value].number);
    return request;
}

int runRanks(const CliOptions &options, const std::stop_token &stop)
{
    core::RankTableRequest request;
    request.base = options.request;
    request.rank = options.rank;
    core::JobControl control;
    control.stop = stop;
    const auto table =
        options.summaries.empty() ? tableOfTraces(options, request, control) : tableOfSummaries(options, request, control);
    if (!table)
        return fail(table.error());
    const auto written = writeTable(options, **table);
    return written ? kDone : fail(written.error());
}

} // namespace lamella::cli
