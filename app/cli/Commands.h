// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line can do. Each returns the exit code and has said on standard error why, unless it is 0.
#pragma once

#include "app/cli/CliOptions.h"
#include "core/import/ImporterRegistry.h"
#include "core/session/RankSet.h"

#include <stop_token>

namespace lamella::cli {

int runTable(const CliOptions &options, const std::stop_token &stop);
int runExport(const CliOptions &options, const std::stop_token &stop);
int runMatrix(const CliOptions &options, const std::stop_token &stop);
int runWithin(const CliOptions &options, const std::stop_token &stop);
int runSearch(const CliOptions &options, const std::stop_token &stop);
int runExtract(const CliOptions &options, const std::stop_token &stop);
int runDiff(const CliOptions &options, const std::stop_token &stop);
int runCompare(const CliOptions &options, const std::stop_token &stop);
int runReport(const CliOptions &options, const std::stop_token &stop); // report and summary
// compare of two files that `summary --format json` wrote.
int runCompareSummaries(const CliOptions &options, const std::string &a, const std::string &b);
int runProfiles(const CliOptions &options);
int runCache(const CliOptions &options); // cache show, cache clear

// Writes what was read into the cache, beside whatever comes next. From any thread.
void keepInCache(const CliOptions &options, const core::OpenedTrace &opened);
// Sessions that openSession() made; they live as long as the program.
std::vector<std::shared_ptr<core::AnalysisSession>> &keptSessions();
// Waits for that and for cuts into passes and layers, at the end of the program; with --progress it says what could not be kept.
void finishKeeping(const CliOptions &options, const std::stop_token &stop);

int runRanks(const CliOptions &options, const std::stop_token &stop);

// Errors: BadRequest where --output would replace a file that is read: a trace cannot be recorded again.
core::Result<void> checkOutput(const CliOptions &options);

// Opens the one file of the options, or the rank asked for of several, with their choices; says warnings on standard error.
core::Result<std::shared_ptr<core::AnalysisSession>> openSession(const CliOptions &options, const std::stop_token &stop);
// The same for any file and choices.
core::Result<std::shared_ptr<core::AnalysisSession>> openSession(
    const CliOptions &options, const std::string &file, const core::SessionOptions &choices, const std::stop_token &stop);

// Profile files that were left out, on standard error.
void warnOfProfiles(const core::AnalysisSession &session);

// A session file among the arguments replaced by its traces and choices; choices of the command line win. Errors: those of
// readSessionFile; BadRequest when it does not stand alone.
core::Result<CliOptions> withSession(CliOptions options);
// Several files, or a folder: ranks of one job.
[[nodiscard]] bool givesSeveral(const CliOptions &options);
// The rank asked for of several files; a folder with one trace needs no asking. Errors: BadRequest when there is no such rank.
core::Result<std::shared_ptr<core::AnalysisSession>> openOneRank(const CliOptions &options, const std::stop_token &stop);
// The rank that the options are about, with all of its job.
struct Job {
    std::shared_ptr<core::AnalysisSession> session;
    std::shared_ptr<core::RankSet> set;
};
core::Result<Job> openJob(const CliOptions &options, const std::stop_token &stop);
// The request of the options; --rank of a file that holds several ranks becomes that rank's device.
core::Result<core::TableRequest> requestFor(const CliOptions &options, const std::shared_ptr<core::AnalysisSession> &session);

} // namespace lamella::cli
