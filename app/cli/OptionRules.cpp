// SPDX-License-Identifier: GPL-3.0-or-later
// Which options go together: an option that would be ignored is refused, with what to write instead.
#include "app/cli/OptionRules.h"

#include "app/cli/Console.h"
#include "core/base/WordList.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

namespace lamella::cli {

namespace {

using core::msg;
using core::Result;
using core::TableFormat;

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
    Need{"kernels", "--yours", "--each", "--each --yours 'models/,train.py'"},
    Need{"compare", "--allow-missing", "--fail-above", "--fail-above 5% --allow-missing"},
    Need{"history", "--allow-missing", "--fail-above", "--fail-above 5% --allow-missing"},
    Need{"perfetto", "--port", "--serve", "--serve --port 9001"},
    // A whole trace is packed as it was recorded, whatever passes it is found to have.
    Need{"pack", "--config", "--pass", "--pass 3"},
    Need{"pack", "--profile", "--pass", "--pass 3"},
    Need{"pack", "--anchor", "--pass", "--pass 3"},
    Need{"pack", "--layers", "--pass", "--pass 3"},
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
        std::string unsaid(kSegmentation);
        unsaid.append(" ").append(kReplays).append(" ").append(kReading);
        return rejectUnused(options, std::string(mode.command) + " " + std::string(mode.option), mode.used, unsaid);
    }
    return {};
}

Result<void> checkPairs(const CliOptions &options, const CommandSpec &command)
{
    for (const Need &need : kNeeds)
        if ((need.command.empty() || need.command == command.name) && options.has(need.option)
            && !core::anyWord(need.needs, [&options](std::string_view name) { return options.has(name); }))
            return wrongUse(msg("option %1 goes with %2, such as %3", need.option, need.needs, need.example));
    for (const Exclusive &pair : kExclusive) {
        if ((!pair.command.empty() && pair.command != command.name) || !options.has(pair.one))
            continue;
        std::string_view other;
        if (core::anyWord(pair.others, [&](std::string_view name) { return options.has(other = name); }))
            return wrongUse(msg("options %1 and %2 exclude each other; leave one out", pair.one, other));
    }
    return {};
}

Result<void> checkFormat(const CliOptions &options, const CommandSpec &command)
{
    if (options.format == TableFormat::Xlsx && options.output.empty())
        return wrongUse(msg("--format xlsx makes a file for a spreadsheet and nothing to print; add --output FILE"));
    if (isStackFormat(options.format)
        && (command.name != "source" || (options.has("--by") && options.request.by != "stack") || !options.columns.empty()))
        return wrongUse(
            msg("--format collapsed and speedscope write call stacks; use lamella-cli source FILE --format speedscope, "
                "without --columns or another --by"));
    if (options.sqlite && command.name != "export")
        return wrongUse(msg("--format sqlite writes every table into one database: lamella-cli export FILE --format sqlite "
                            "--output FILE.sqlite"));
    if (command.name == "export" && options.has("--format") && !options.sqlite && options.format != TableFormat::Xlsx)
        return wrongUse(msg("export writes CSV and JSON of every table; --format xlsx adds workbooks, --format sqlite makes one "
                            "database instead"));
    if (options.interactive && options.format != TableFormat::Html && (options.has("--format") || options.has("--output")))
        return wrongUse(msg("report --interactive writes an HTML page; use --output report.html"));
    if (options.format != TableFormat::Text)
        for (const std::string_view name : {"--wide", "--ids"})
            if (options.has(name))
                return wrongUse(msg("option %1 goes with text, not with another format; leave it out", name));
    if (command.name == "matrix" && (options.matrixTable == "c" || options.matrixTable == "d")
        && (options.has("--skip") || options.has("--range")))
        return wrongUse(msg("tables c and d are about the whole run; leave out --skip and --range, or choose table a, b or e"));
    if (command.name == "summary" && options.format == TableFormat::Json && options.has("--top"))
        return wrongUse(msg("summary --format json holds everything; leave out --top"));
    return {};
}

bool always(const CliOptions & /*options*/)
{
    return true;
}

struct EndingRule {
    std::string_view command;
    bool (*applies)(const CliOptions &options);
    std::string_view endings; // one of these; empty: a folder, which has no ending of a file
    core::Message sentence;
};

const std::vector<EndingRule> &endingRules()
{
    using O = const CliOptions &;
    static const std::vector<EndingRule> all{
        {"report", [](O o) { return o.picture; }, ".svg", msg("report --picture writes an SVG picture; use --output pass.svg")},
        {"pack", always, ".zst", msg("a pack ends in .zst; use --output trace.pack.zst")},
        {"extract", [](O o) { return o.request.pass != "all"; }, ".json .gz .csv",
            msg("a pass is written as a trace, .json, or as rows of an Ascend table, .csv; use --output pass.json")},
        {"extract", [](O o) { return o.request.pass == "all"; }, {},
            msg("extract --pass all writes a folder with a file for each pass; use --output passes")},
        {"perfetto", always, ".pftrace .perfetto-trace .pb",
            msg("a trace for Perfetto ends in .pftrace; use --write trace.pftrace")},
        {"profiles", [](O o) { return o.arguments.size() > 1; }, ".json",
            msg("profiles show writes JSON; use --output profile.json")},
        {"export", [](O o) { return o.sqlite; }, ".sqlite .sqlite3 .db",
            msg("with --format sqlite the output is a database; use --output tables.sqlite")},
        {"export", [](O o) { return !o.sqlite; }, {},
            msg("export writes a folder of tables; use --output tables, or --format sqlite --output tables.sqlite")},
    };
    return all;
}

// Outputs that are no tables.
Result<void> checkEnding(const CliOptions &options, const CommandSpec &command)
{
    constexpr std::string_view kFiles = ".sqlite .sqlite3 .db .xlsx .csv .json .html .md .txt .zip .gz .zst";
    const std::string &path = command.name == "perfetto" ? options.write : options.output;
    const std::string ending = lowerEnding(path);
    std::error_code code;
    for (const EndingRule &rule : endingRules()) {
        if (command.name != rule.command || ending.empty() || !rule.applies(options))
            continue;
        const bool fits = rule.endings.empty() ? !core::hasWord(kFiles, ending) || std::filesystem::is_directory(path, code)
                                               : core::hasWord(rule.endings, ending);
        if (!fits)
            return wrongUse(rule.sentence);
    }
    return {};
}

// The files of one job or of several runs are read once each; a trace may be compared with itself.
Result<void> checkFiles(const CliOptions &options, const CommandSpec &command)
{
    if (command.name == "diff" || command.name == "compare" || command.name == "profiles")
        return {};
    std::set<std::filesystem::path> seen;
    for (const std::string &file : options.arguments)
        if (!seen.insert(std::filesystem::path(file).lexically_normal()).second)
            return wrongUse(msg("%1 is given twice; give it once", file));
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
        msg("the ending %1 names no format; use .csv, .json, .md, .html, .xlsx or .txt, or say it with --format", ending));
}

Result<void> checkTogether(const CliOptions &options, const CommandSpec &command)
{
    if (command.name == "serve" && !options.arguments.empty())
        return wrongUse(msg("serve takes no file; agents name those below --folder DIR"));
    for (const auto &check : {checkModes, checkPairs, checkFormat, checkEnding, checkFiles})
        if (auto fits = check(options, command); !fits)
            return fits;
    if (!options.has("--with") && options.arguments.size() < 2)
        for (const char *name : {"--with-config", "--with-profile", "--with-capture"})
            if (options.has(name))
                return wrongUse(msg("option %1 is about a second file; add it, such as --with b.json.gz", std::string(name)));
    return {};
}

} // namespace lamella::cli
