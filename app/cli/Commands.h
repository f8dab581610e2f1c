// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of the commands. Each returns the exit code; unless it is 0, the reason was printed to standard error.
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
int runSql(const CliOptions &options, const std::stop_token &stop);
int runPack(const CliOptions &options, const std::stop_token &stop);
int runServe(const CliOptions &options, const std::stop_token &stop);
int runSearch(const CliOptions &options, const std::stop_token &stop);
int runExtract(const CliOptions &options, const std::stop_token &stop);
int runPerfettoServe(const CliOptions &options, const std::stop_token &stop); // perfetto --serve, until it is stopped
int runPerfettoWrite(const CliOptions &options, const std::stop_token &stop); // perfetto --write
int runDiff(const CliOptions &options, const std::stop_token &stop);
int runCompare(const CliOptions &options, const std::stop_token &stop);
int runReport(const CliOptions &options, const std::stop_token &stop); // report and summary
// compare for two files written by `summary --format json`.
int runCompareSummaries(const CliOptions &options, const std::string &a, const std::string &b);
int runProfiles(const CliOptions &options);
int runCache(const CliOptions &options); // cache show, cache clear

// Starts writing the trace into the cache in the background. Thread-safe.
void cacheTrace(const CliOptions &options, const core::OpenedTrace &opened);
// Sessions made by openSession(), kept until the program ends.
std::vector<std::shared_ptr<core::AnalysisSession>> &leakedSessions();
// Waits until documents and segmentations are cached; called at the end of the program. With --progress it prints what could not
// be cached.
void finishCaching(const CliOptions &options, const std::stop_token &stop);

int runHistory(const CliOptions &options, const std::stop_token &stop);
int runRanks(const CliOptions &options, const std::stop_token &stop);

// Text layout as the options ask for: the terminal's width, or no limit for files, pipes and --wide.
[[nodiscard]] core::TextLayout textLayout(const CliOptions &options);
// Writes the table with the columns, format, language and output that the options choose. Errors: those of core::chosenColumns();
// Io.
core::Result<void> writeTable(const CliOptions &options, const core::ReportTable &table);

// Errors: BadRequest if --output would overwrite an input file: a trace cannot be recorded again.
core::Result<void> checkOutput(const CliOptions &options);

// Opens the only file of the options, or the requested rank of several files, with their choices. Prints warnings to standard
// error.
core::Result<std::shared_ptr<core::AnalysisSession>> openSession(const CliOptions &options, const std::stop_token &stop);
// The same for any file and choices.
core::Result<std::shared_ptr<core::AnalysisSession>> openSession(
    const CliOptions &options, const std::string &file, const core::SessionOptions &choices, const std::stop_token &stop);

// Errors: those of companions that cannot be opened or do not fit, which are refused whatever is asked for.
core::Result<void> checkCompanions(core::AnalysisSession &session, const core::JobControl &control);

// Prints the profile files that were skipped to standard error.
void warnOfProfiles(const core::AnalysisSession &session);

// Replaces a session file in the arguments by its traces and choices; options of the command line take precedence. Errors: those
// of readSessionFile; BadRequest if there are other arguments.
core::Result<CliOptions> withSession(CliOptions options);
// Whether the arguments are several files, or a folder: ranks of one job.
[[nodiscard]] bool hasSeveralFiles(const CliOptions &options);
// The requested rank of several files; for a folder with one trace, that trace. Errors: BadRequest if there is no such rank.
core::Result<std::shared_ptr<core::AnalysisSession>> openOneRank(const CliOptions &options, const std::stop_token &stop);
// The traces of a query of sql: each file of the options, and of folders.
core::Result<std::vector<core::SqlTrace>> openSqlTraces(const CliOptions &options, const std::stop_token &stop);
// The requested rank and all ranks of its job.
struct Job {
    std::shared_ptr<core::AnalysisSession> session;
    std::shared_ptr<core::RankSet> set;
};
core::Result<Job> openJob(const CliOptions &options, const std::stop_token &stop);
// The table request of the options; for a file with several ranks, --rank selects the device.
core::Result<core::TableRequest> requestFor(const CliOptions &options, const std::shared_ptr<core::AnalysisSession> &session);

} // namespace lamella::cli
