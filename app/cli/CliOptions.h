// SPDX-License-Identifier: GPL-3.0-or-later
// The parsed command line.
#pragma once

#include "core/base/Result.h"
#include "core/import/cache/TraceCache.h"
#include "core/report/TableWriters.h"
#include "core/report/tables/CompareTable.h"
#include "core/session/AnalysisSession.h"
#include "core/session/extract/PassExtract.h"
#include "core/session/sql/SqlQuery.h"
#include "core/session/summary/RunMetadata.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::cli {

class SessionStore;

// Side B of a comparison: diff and compare only.
struct DiffOptions {
    std::string file; // of B; empty = the same trace
    std::string config; // of B; empty = that of A
    std::string profile; // of B; empty = that of A
    std::string capture; // of B, if it is another file; empty = none
    std::string pass;
    std::string layer;
    std::string device;
    core::GateRule gate;
};

struct CliOptions {
    std::string command; // name of a CommandSpec; empty with only --help or --version
    std::vector<std::string_view> given; // names of the given options, in the order of optionSpecs()
    std::vector<std::string> arguments; // files, or words of `profiles`
    core::SessionOptions session;
    std::map<std::string, core::SessionOptions> own; // by file: ranks with their own choices in a session file
    core::TableRequest request;
    DiffOptions diff;
    core::TableFormat format = core::TableFormat::Text; // as given, else from the extension of `output`
    bool sqlite = false; // export: one database in place of a folder
    std::optional<int> rank; // one of several files, or one device of a file with several
    std::vector<std::string> summaries; // ranks: summaries in place of traces; files and folders
    std::string columns; // columns to print, separated by commas; empty = all
    bool wide = false; // text: all columns at full width
    bool ids = false; // text: ids of the columns in place of their headings
    std::string output; // file, or folder of `export`; empty = standard output
    std::string matrixTable; // matrix: a to e, or all; empty = a, in Markdown all
    std::vector<std::pair<std::string, std::string>> rangeNames; // matrix: (part of a step, name of its range)
    std::string pattern; // matrix: pattern of file names
    std::string statusFile; // matrix: see RunGridOptions
    bool serve = false; // perfetto: offers the trace to a browser
    int port = 0; // of it; 0: that of the window's settings
    std::string write; // perfetto: file for the trace as Perfetto reads it
    core::ExtractWindow window = core::ExtractWindow::Anchors; // extract
    bool brief = false; // report
    bool interactive = false; // report
    bool picture = false; // report
    core::RunMetadata metadata; // report, summary
    std::string time; // within: FROM-TO
    std::string args; // search: TEXT or KEY=TEXT
    std::string query; // sql
    core::SqlOptions sql; // its limits; `tables` is not used
    core::CacheSettings cache; // the user's folder, --cache-dir, or none
    bool noCache = false;
    bool mcp = false; // serve
    std::vector<std::string> folders; // serve: that may be read
    SessionStore *sessions = nullptr; // where sessions stay open between commands; null: until the program ends
    bool quiet = false;
    bool progress = false;
    bool strict = false;
    bool help = false;
    bool version = false;

    // True if the option of this name was given.
    [[nodiscard]] bool has(std::string_view name) const { return std::find(given.begin(), given.end(), name) != given.end(); }
};

// Of --lang, whatever else is wrong with the arguments; null: English, or a language that there is none of.
[[nodiscard]] const core::Catalogue *languageAskedFor(const std::vector<std::string> &arguments);
// The command is one of commandSpecs() (CommandTable.h), or empty with only --help or --version; a file in its place means info.
// Errors: BadRequest for an unknown command or option, an option of another command, a value that is missing, invalid or
// repeated, and options that contradict each other. The message suggests what to write instead.
core::Result<CliOptions> parseArguments(const std::vector<std::string> &arguments);

// BadRequest if an option was given that is neither in `used` nor in `unsaid` (names separated by blanks): `what` is the subject
// of the message, which lists those of `used`.
core::Result<void> rejectUnused(
    const CliOptions &options, std::string_view what, std::string_view used, std::string_view unsaid = {});

[[nodiscard]] std::string generalHelp();
[[nodiscard]] std::string commandHelp(const std::string &command);

} // namespace lamella::cli
