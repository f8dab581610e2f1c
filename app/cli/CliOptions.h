// SPDX-License-Identifier: GPL-3.0-or-later
// The command line in typed form.
#pragma once

#include "core/base/Result.h"
#include "core/import/cache/TraceCache.h"
#include "core/report/TableWriters.h"
#include "core/report/tables/CompareTable.h"
#include "core/session/AnalysisSession.h"
#include "core/session/extract/PassExtract.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::cli {

// What is compared with what: diff and compare only.
struct DiffOptions {
    std::string file; // of B; empty = the same trace
    std::string config; // of B; empty = that of A
    std::string profile; // of B; empty = that of A
    std::string pass;
    std::string layer;
    std::string device;
    core::GateRule gate;
};

struct CliOptions {
    std::string command; // name of a CommandSpec; empty with only --help or --version
    std::vector<std::string_view> given; // names of the options, in the order of optionSpecs()
    std::vector<std::string> arguments; // what is neither option nor command: files, words of `profiles`
    core::SessionOptions session;
    std::map<std::string, core::SessionOptions> own; // by file: of ranks that a session file says were cut otherwise
    core::TableRequest request;
    DiffOptions diff;
    core::TableFormat format = core::TableFormat::Text; // asked for, else by the ending of `output`
    std::optional<int> rank; // of several files, or of a file with several
    std::vector<std::string> summaries; // of ranks: summaries in place of traces, files and folders
    std::string output; // file, or folder of `export`; empty = standard output
    std::string matrixTable; // of matrix: a to e, all; empty = a, in Markdown all
    std::vector<std::pair<std::string, std::string>> rangeNames; // of matrix: (part of a step, name of its range)
    std::string pattern; // of matrix: of file names
    std::string statusFile; // of matrix
    core::ExtractWindow window = core::ExtractWindow::Anchors; // of extract
    std::string time; // of within: FROM-TO
    std::string args; // of search: TEXT or KEY=TEXT
    core::CacheSettings cache; // with the user's folder, --cache-dir, or none
    bool noCache = false;
    const core::Catalogue *language = nullptr; // null is English
    bool quiet = false;
    bool progress = false;
    bool strict = false;
    bool help = false;
    bool version = false;
};

// The command is one of commandSpecs() (CommandTable.h), empty with --help or --version alone; a file in its place means info.
// Errors: BadRequest for an unknown command or option, an option of another command, a value that is missing, invalid or given
// twice, and options that contradict each other; the sentence says what to write instead.
core::Result<CliOptions> parseArguments(const std::vector<std::string> &arguments);

// BadRequest where an option was given that is not among `used` (names separated by blanks): `what` does not look at it.
core::Result<void> usesOnly(const CliOptions &options, std::string_view what, std::string_view used);

[[nodiscard]] std::string generalHelp();
[[nodiscard]] std::string commandHelp(const std::string &command);

} // namespace lamella::cli
