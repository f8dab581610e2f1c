// SPDX-License-Identifier: GPL-3.0-or-later
// Which options go together: an option that would be ignored is refused, with what to write instead.
#include "app/cli/OptionRules.h"

#include "app/cli/Console.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace lamella::cli {

namespace {

using core::Result;
using core::TableFormat;

// Calls with each of the names, which blanks separate, until one call is true. Returns whether one was.
template <class Call> bool anyOf(std::string_view names, Call &&call)
{
    for (std::size_t at = 0; at < names.size();) {
        const std::size_t end = std::min(names.find(' ', at), names.size());
        if (call(names.substr(at, end - at)))
            return true;
        at = end + 1;
    }
    return false;
}

// A command that has two jobs: with the option it uses those named, and what every command takes.
struct Mode {
    std::string_view command;
    std::string_view option;
    std::string_view used;
};
constexpr std::array kModes{
    Mode{"perfetto", "--write", "--write --pass --device"},
    Mode{"perfetto", "--serve", "--serve --port --perfetto-url --pass --device"},
    Mode{"report", "--interactive", "--interactive --pass --device --format --output"},
    Mode{"report", "--picture", "--picture --pass --device --output"},
};

// The option is ignored without one of those named.
struct Need {
    std::string_view command; // empty: every one
    std::string_view option;
    std::string_view needs;
    std::string_view example;
};
constexpr std::array kNeeds{
    Need{"", "--anchor-role", "--anchor", "--anchor rmsnorm --anchor-role begins"},
    Need{"", "--blocks-per-layer", "--anchor", "--anchor rmsnorm --blocks-per-layer 2"},
    Need{"kernels", "--peaks", "--against", "--against type --peaks 'NVIDIA H100 SXM'"},
    Need{"kernels", "--tokens", "--against", "--against type --tokens 32"},
    Need{"kernels", "--context", "--against", "--against type --context 1024"},
    Need{"compare", "--allow-missing", "--fail-above", "--fail-above 5% --allow-missing"},
    Need{"history", "--allow-missing", "--fail-above", "--fail-above 5% --allow-missing"},
    Need{"perfetto", "--port", "--serve", "--serve --port 9001"},
    // A whole trace is packed as it was recorded, whatever passes it is found to have.
    Need{"pack", "--config", "--pass", "--pass 3"},
    Need{"pack", "--profile", "--pass", "--pass 3"},
    Need{"pack", "--anchor", "--pass", "--pass 3"},
    Need{"pack", "--layers", "--pass", "--pass 3"},
    Need{"pack", "--capture", "--pass", "--pass 3"},
    Need{"pack", "--annotations", "--pass", "--pass 3"},
    Need{"pack", "--eager", "--pass", "--pass 3"},
    Need{"pack", "--device", "--pass", "--pass 3"},
};

// Each asks for something else; one is enough.
struct Exclusive {
    std::string_view command; // empty: every one
    std::string_view one;
    std::string_view others;
};
constexpr std::array kExclusive{
    Exclusive{"", "--each", "--group"},
    Exclusive{"", "--no-cache", "--cache-dir"},
    Exclusive{"report", "--brief", "--interactive --picture --skip"},
    Exclusive{"kernels", "--against", "--group"},
    Exclusive{"inspect", "--gap", "--kernel --layer --time --select"},
    Exclusive{"inspect", "--time", "--layer --kernel --select"},
    Exclusive{"inspect", "--kernel", "--layer --select"},
};

Result<void> checkModes(const CliOptions &options, const CommandSpec &command)
{
    for (const Mode &mode : kModes) {
        if (command.name != mode.command || !options.has(mode.option))
            continue;
        const std::string unsaid = std::string(kSegmentation) + " " + std::string(kReading);
        return rejectUnused(options, std::string(mode.command) + " " + std::string(mode.option), mode.used, unsaid);
    }
    return {};
}

Result<void> checkPairs(const CliOptions &options, const CommandSpec &command)
{
    for (const Need &need : kNeeds)
        if ((need.command.empty() || need.command == command.name) && options.has(need.option)
            && !anyOf(need.needs, [&options](std::string_view name) { return options.has(name); }))
            return wrongUse("option " + std::string(need.option) + " goes with " + std::string(need.needs) + ", such as "
                + std::string(need.example));
    for (const Exclusive &pair : kExclusive) {
        if ((!pair.command.empty() && pair.command != command.name) || !options.has(pair.one))
            continue;
        std::string_view other;
        if (anyOf(pair.others, [&](std::string_view name) { return options.has(other = name); }))
            return wrongUse(
                "options " + std::string(pair.one) + " and " + std::string(other) + " exclude each other; leave one out");
    }
    return {};
}

Result<void> checkFormat(const CliOptions &options, const CommandSpec &command)
{
    if (options.format == TableFormat::Xlsx && options.output.empty())
        return wrongUse("--format xlsx makes a file for a spreadsheet and nothing to print; add --output FILE");
    if (isStackFormat(options.format)
        && (command.name != "source" || (options.has("--by") && options.request.by != "stack") || !options.columns.empty()))
        return wrongUse("--format collapsed and speedscope write call stacks; use lamella-cli source FILE --format speedscope, "
                        "without --columns or another --by");
    if (options.sqlite && command.name != "export")
        return wrongUse("--format sqlite writes every table into one database: lamella-cli export FILE --format sqlite --output "
                        "FILE.sqlite");
    if (command.name == "export" && options.has("--format") && !options.sqlite && options.format != TableFormat::Xlsx)
        return wrongUse("export writes CSV and JSON of every table; --format xlsx adds workbooks, --format sqlite makes one "
                        "database instead");
    if (options.interactive && options.format != TableFormat::Html && (options.has("--format") || options.has("--output")))
        return wrongUse("report --interactive writes an HTML page; use --output report.html");
    if (command.name == "matrix" && (options.matrixTable == "c" || options.matrixTable == "d")
        && (options.has("--skip") || options.has("--range")))
        return wrongUse("tables c and d are about the whole run; leave out --skip and --range, or choose table a, b or e");
    if (command.name == "summary" && options.format == TableFormat::Json && options.has("--top"))
        return wrongUse("summary --format json holds everything; leave out --top");
    return {};
}

// Outputs that are no tables.
Result<void> checkEnding(const CliOptions &options, const CommandSpec &command)
{
    struct Rule {
        std::string_view command;
        std::string_view endings; // empty: of a folder
        std::string_view sentence;
    };
    static constexpr std::array kRules{
        Rule{"report", ".svg", "report --picture writes an SVG picture; use --output pass.svg"},
        Rule{"pack", ".zst", "a pack ends in .zst; use --output trace.pack.zst"},
        Rule{"extract", ".json .gz .csv",
            "a pass is written as a trace, .json, or as rows of an Ascend table, .csv; "
            "use --output pass.json"},
        Rule{"perfetto", ".pftrace .perfetto-trace .pb", "a trace for Perfetto ends in .pftrace; use --write trace.pftrace"},
        Rule{"export", ".sqlite .sqlite3 .db", "with --format sqlite the output is a database; use --output tables.sqlite"},
    };
    const bool write = command.name == "perfetto";
    const std::string &path = write ? options.write : options.output;
    const std::string ending = lowerEnding(path);
    for (const Rule &rule : kRules) {
        if (command.name != rule.command || ending.empty() || (command.name == "export" && !options.sqlite)
            || (command.name == "report" && !options.picture))
            continue;
        if (!anyOf(rule.endings, [&ending](std::string_view known) { return known == ending; }))
            return wrongUse(std::string(rule.sentence));
    }
    std::error_code code;
    if (command.name == "export" && !options.sqlite && !ending.empty() && ending.size() <= 8
        && !std::filesystem::is_directory(path, code)
        && anyOf(
            ".sqlite .sqlite3 .db .xlsx .csv .json .html .md .txt .zip", [&ending](std::string_view e) { return e == ending; }))
        return wrongUse("export writes a folder of tables; use --output tables, or --format sqlite --output tables.sqlite");
    return {};
}

} // namespace

bool isStackFormat(TableFormat format)
{
    return format == TableFormat::Collapsed || format == TableFormat::Speedscope;
}

std::string lowerEnding(std::string_view path)
{
    const std::size_t name = path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/') + 1;
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos || dot <= name)
        return {};
    std::string ending(path.substr(dot));
    std::transform(ending.begin(), ending.end(), ending.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const bool named = std::any_of(ending.begin(), ending.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    return named ? ending : std::string();
}

Result<std::optional<TableFormat>> formatByEnding(const std::string &path)
{
    static constexpr std::array<std::pair<std::string_view, TableFormat>, 8> kEndings{
        {{".csv", TableFormat::Csv}, {".json", TableFormat::Json}, {".md", TableFormat::Markdown}, {".html", TableFormat::Html},
            {".htm", TableFormat::Html}, {".xlsx", TableFormat::Xlsx}, {".txt", TableFormat::Text}, {".log", TableFormat::Text}}};
    const std::string ending = lowerEnding(path);
    for (const auto &[known, format] : kEndings)
        if (ending == known)
            return std::optional(format);
    if (ending.empty())
        return std::optional<TableFormat>();
    return wrongUse(
        "the ending " + ending + " names no format; use .csv, .json, .md, .html, .xlsx or .txt, or say it with --format");
}

Result<void> checkTogether(const CliOptions &options, const CommandSpec &command)
{
    if (command.name == "serve" && !options.arguments.empty())
        return wrongUse("serve takes no file; agents name those below --folder DIR");
    for (const auto &check : {checkModes, checkPairs, checkFormat, checkEnding})
        if (auto fits = check(options, command); !fits)
            return fits;
    if (!options.has("--with") && options.arguments.size() < 2)
        for (const char *name : {"--with-config", "--with-profile", "--with-capture"})
            if (options.has(name))
                return wrongUse("option " + std::string(name) + " is about a second file; add it, such as --with b.json.gz");
    return {};
}

} // namespace lamella::cli
