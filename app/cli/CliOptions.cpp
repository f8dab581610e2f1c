// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/CliOptions.h"

#include "core/base/DurationText.h"
#include "core/import/chrome/ArgSearch.h"
#include "core/report/tables/WithinTable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

namespace lamella::cli {

namespace {

using core::AnalysisSession;

template <class Number> bool setNumber(Number &target, const std::string &text, Number least)
{
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least)
        return false;
    target = value;
    return true;
}

bool setCount(std::optional<int> &target, const std::string &text)
{
    int value = 0;
    if (!setNumber(value, text, 1))
        return false;
    target = value;
    return true;
}

// "5%" or "5": a share of 0.05.
bool setPercent(std::optional<double> &target, const std::string &text)
{
    const std::string number = text.ends_with('%') ? text.substr(0, text.size() - 1) : text;
    double value = 0;
    if (!setNumber(value, number, 0.0) || !(value <= 1e6))
        return false;
    target = value / 100;
    return true;
}

using O = CliOptions;
using S = const std::string &;
constexpr std::array kOptions{
    OptionInfo{"--config", "FILE", "the model's config.json",
        [](O &o, S v) {
            o.session.configPath = v;
            return !v.empty();
        }},
    OptionInfo{"--profile", "NAME|FILE", "model profile to use instead of the one that fits",
        [](O &o, S v) {
            o.session.profile = v;
            return !v.empty();
        }},
    OptionInfo{"--anchor", "TEXT|/REGEX/", "kernel that marks layers",
        [](O &o, S v) {
            o.session.anchor = v;
            return !v.empty();
        }},
    OptionInfo{"--anchor-role", "begins|ends|within", "where the anchor stands in its block",
        [](O &o, S v) {
            o.session.role = core::anchorRoleFromName(v);
            return o.session.role.has_value();
        }},
    OptionInfo{"--blocks-per-layer", "B", "stretches between anchors that make a layer",
        [](O &o, S v) { return setCount(o.session.blocksPerLayer, v); }},
    OptionInfo{"--layers", "N", "layers of a complete pass", [](O &o, S v) { return setCount(o.session.layers, v); }},
    OptionInfo{"--device", "D|all",
        "device number as recorded (default: the main one, or all where a table is about the whole trace)",
        [](O &o, S v) {
            o.request.device = v;
            return !v.empty();
        }},
    OptionInfo{"--rank", "R", "one rank of several files or of a folder (ranks: its rows only)",
        [](O &o, S v) {
            int rank = -1;
            if (!setNumber(rank, v, 0))
                return false;
            o.rank = rank;
            return true;
        }},
    OptionInfo{"--stream", "S", "stream number as recorded",
        [](O &o, S v) {
            o.request.stream = v;
            return !v.empty();
        }},
    OptionInfo{"--stage", "NAME", "passes of this stage only",
        [](O &o, S v) {
            o.request.stage = v;
            return !v.empty();
        }},
    OptionInfo{"--pass", "auto|all|trace|steady|N|N-M", "passes; trace = all GPU work, inside a pass or not",
        [](O &o, S v) {
            o.request.pass = v;
            return !v.empty();
        }},
    OptionInfo{"--layer", "all|N|N-M|N,M|head|tail",
        "layers of the chosen passes (lists such as 2,3,38-42: tables of single layers)",
        [](O &o, S v) {
            o.request.layer = v;
            return !v.empty();
        }},
    OptionInfo{"--each", "", "kernels: one row for each, instead of one for each name",
        [](O &o, S) {
            o.request.each = true;
            return true;
        }},
    OptionInfo{"--min-gap", "1us", "gaps: shorter ones are added up in one row (ns, us, ms or s)",
        [](O &o, S v) {
            const auto ns = core::durationFromText(v);
            o.request.minGapNs = ns.value_or(0);
            return ns.has_value();
        }},
    OptionInfo{"--by", "KEY",
        "flow: heat or execution; gaps: cause, layer, after, region or length; overlap, whatif: pass or layer; diff: sequence, "
        "kernel, layer, type, "
        "category or replaced; ranks: layer, pass or rank; steps: step or program; pipes: type or category; stats: name of a "
        "report; within: category, kernel or stream",
        [](O &o, S v) {
            o.request.by = v;
            return !v.empty();
        }},
    OptionInfo{"--group", "name|stem|shape",
        "kernels: one row for each name, for each name without its number (fusion.12), or for each name with its shapes",
        [](O &o, S v) {
            o.request.group = v;
            return v == "name" || v == "stem" || v == "shape";
        }},
    OptionInfo{"--attribution", "same-thread|any-thread|window", "ranges: how GPU work belongs to a range",
        [](O &o, S v) {
            const auto attribution = core::attributionFromName(v);
            o.request.attribution = attribution.value_or(core::Attribution::AnyThread);
            return attribution.has_value();
        }},
    OptionInfo{"--skip", "K", "ranges, matrix, steps, step-classes, findings: leave out the first K of each, as warm-up",
        [](O &o, S v) { return setNumber<std::size_t>(o.request.skip, v, 0); }},
    OptionInfo{"--scale", "KIND:WHAT=F", "whatif: name, category, type or layer that takes F times as long (may be repeated)",
        [](O &o, S v) {
            o.request.scales.push_back(v);
            return !v.empty();
        }},
    OptionInfo{"--metric", "wall|busy|sum|idle|CATEGORY", "heatmap: what the cells hold",
        [](O &o, S v) {
            o.request.metric = v;
            return !v.empty();
        }},
    OptionInfo{
        "--top", "N", "first N rows only (N from 1)", [](O &o, S v) { return setNumber<std::size_t>(o.request.top, v, 1); }},
    OptionInfo{"--sort", "COLUMN", "sort by a column, descending with - before it",
        [](O &o, S v) {
            o.request.sort = v;
            return !v.empty();
        }},
    OptionInfo{"--filter", "TEXT", "rows with this text only; also /regex/, cat:, dur>, stream:, stage:, pass:, layer:, !not",
        [](O &o, S v) {
            o.request.filter = v;
            return !v.empty();
        }},
    OptionInfo{"--time", "FROM-TO", "within: the stretch, from the zero of the trace (465.3ms-466.1ms)",
        [](O &o, S v) {
            o.time = v;
            return core::stretchFromText(v).has_value();
        }},
    OptionInfo{"--args", "TEXT|KEY=TEXT", "search: what an arg must hold, in either case; with KEY= only such args",
        [](O &o, S v) {
            o.args = v;
            return core::ArgQuery::parse(v).has_value();
        }},
    OptionInfo{"--with", "FILE", "diff, compare: the other trace, B (default: the same trace)",
        [](O &o, S v) {
            o.diff.file = v;
            return !v.empty();
        }},
    OptionInfo{"--with-pass", "auto|all|steady|N|N-M", "diff: passes of B (default: as --pass)",
        [](O &o, S v) {
            o.diff.pass = v;
            return !v.empty();
        }},
    OptionInfo{"--with-layer", "N|N-M|head|tail", "diff: layers of B (default: as --layer)",
        [](O &o, S v) {
            o.diff.layer = v;
            return !v.empty();
        }},
    OptionInfo{"--with-device", "D", "diff, compare: device of B (default: as --device)",
        [](O &o, S v) {
            o.diff.device = v;
            return !v.empty();
        }},
    OptionInfo{"--with-config", "FILE", "diff, compare: the model's config.json of B (default: that of A)",
        [](O &o, S v) {
            o.diff.config = v;
            return !v.empty();
        }},
    OptionInfo{"--with-profile", "NAME|FILE", "diff, compare: model profile of B (default: that of A)",
        [](O &o, S v) {
            o.diff.profile = v;
            return !v.empty();
        }},
    OptionInfo{"--fail-above", "PERCENT",
        "compare: exit 3 when median, mean or P90 of B is slower by more than this and by more than the noise, or when B is no "
        "run "
        "of the same job (5%)",
        [](O &o, S v) { return setPercent(o.diff.gate.failAbove, v); }},
    OptionInfo{"--allow-missing", "",
        "compare: stages or passes that one side lacks, another model, other devices do not fail the gate",
        [](O &o, S) {
            o.diff.gate.allowMissing = true;
            return true;
        }},
    OptionInfo{"--format", "text|csv|json|markdown|html|csv-spreadsheet|xlsx", "how to print; xlsx with --output only",
        [](O &o, S v) {
            const auto format = core::tableFormatFromName(v);
            o.format = format.value_or(core::TableFormat::Text);
            return format.has_value();
        }},
    OptionInfo{"--output", "FILE", "write there instead of to standard output (export: the folder)",
        [](O &o, S v) {
            o.output = v;
            return !v.empty();
        }},
    OptionInfo{"--table", "a|b|c|d|e|all",
        "matrix: forward time, top kernel, top kernel but GEMM, GEMM share, softmax against matmul; all of them (Markdown)",
        [](O &o, S v) {
            o.matrixTable = v;
            return v == "all" || (v.size() == 1 && v[0] >= 'a' && v[0] <= 'e');
        }},
    OptionInfo{"--range", "PART=NAME",
        "matrix: one more name for the ranges of forward, backward, softmax, matmul or warmup (may be repeated)",
        [](O &o, S v) {
            const std::size_t equals = v.find('=');
            if (equals == std::string_view::npos || equals + 1 == v.size())
                return false;
            const std::string part(v.substr(0, equals));
            o.rangeNames.emplace_back(part, v.substr(equals + 1));
            return part == "forward" || part == "backward" || part == "softmax" || part == "matmul" || part == "warmup";
        }},
    OptionInfo{"--pattern", "REGEX", "matrix: of file names, with the groups (?<model>…) (?<seq>…) (?<mode>…) (?<warm>…)",
        [](O &o, S v) {
            o.pattern = v;
            return !v.empty();
        }},
    OptionInfo{"--status", "FILE", "matrix: Markdown table of statuses, for what was out of memory",
        [](O &o, S v) {
            o.statusFile = v;
            return !v.empty();
        }},
    OptionInfo{"--from-summaries", "DIR",
        "ranks: summaries of the ranks (summary --format json) in place of their traces (may be repeated)",
        [](O &o, S v) {
            o.summaries.push_back(v);
            return !v.empty();
        }},
    OptionInfo{"--window", "anchors|pass", "extract: from the first anchor to the last, or the whole pass",
        [](O &o, S v) {
            o.window = v == "pass" ? core::ExtractWindow::Pass : core::ExtractWindow::Anchors;
            return v == "pass" || v == "anchors";
        }},
    OptionInfo{"--no-cache", "", "neither read nor write the copies of large traces that make opening them again fast",
        [](O &o, S) {
            o.noCache = true;
            return true;
        }},
    OptionInfo{"--cache-dir", "DIR", "where those copies are (default: lamella in $XDG_CACHE_HOME or ~/.cache)",
        [](O &o, S v) {
            o.cache.folder = v;
            return !v.empty();
        }},
    OptionInfo{"--strict", "", "exit 1 when something of the file could not be read",
        [](O &o, S) {
            o.strict = true;
            return true;
        }},
    OptionInfo{"--quiet", "", "no warnings",
        [](O &o, S) {
            o.quiet = true;
            return true;
        }},
    OptionInfo{"--progress", "", "say on standard error how far the reading is",
        [](O &o, S) {
            o.progress = true;
            return true;
        }},
    OptionInfo{"--help", "", "what a command does, with its columns",
        [](O &o, S) {
            o.help = true;
            return true;
        }},
    OptionInfo{"--version", "", "versions of the tool and its libraries",
        [](O &o, S) {
            o.version = true;
            return true;
        }},
};

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

// " did you mean X?" where something known is near; else nothing.
template <class Names> std::string suggestion(std::string_view wrong, const Names &names)
{
    std::string best;
    std::size_t least = 3; // two slips of the finger are a typo, three are something else
    for (const auto &name : names) {
        const std::size_t distance = wrong.size() > 40 ? 99 : editDistance(wrong, name);
        if (distance < least) {
            least = distance;
            best = name;
        }
    }
    return best.empty() ? std::string() : " (did you mean " + best + "?)";
}

core::Error wrongUse(std::string sentence)
{
    return {core::ErrorCode::BadRequest, std::move(sentence), {}, -1};
}

core::Error unknownOption(const std::string &name, const std::string &command)
{
    std::vector<std::string> names;
    names.reserve(std::size(kOptions));
    for (const OptionInfo &option : kOptions)
        names.emplace_back(option.name);
    const std::string help = isCommand(command) ? "lamella-cli " + command + " --help" : "lamella-cli --help";
    return wrongUse("option " + name + " is not known" + suggestion(name, names) + "; see " + help);
}

core::Result<void> setOption(CliOptions &options, const std::vector<std::string> &arguments, std::size_t &i)
{
    const std::string &argument = arguments[i];
    const std::size_t equals = argument.find('=');
    const std::string name = argument == "-h" ? "--help" : argument.substr(0, equals);
    const auto option = std::find_if(kOptions.begin(), kOptions.end(), [&name](const OptionInfo &o) { return o.name == name; });
    if (option == kOptions.end())
        return unknownOption(name, options.command);
    std::string value;
    if (option->value.empty()) {
        if (equals != std::string::npos)
            return wrongUse("option " + name + " takes no value");
    } else if (equals != std::string::npos) {
        value = argument.substr(equals + 1);
    } else if (i + 1 < arguments.size()) {
        value = arguments[++i];
    } else {
        return wrongUse("option " + name + " needs a value: " + std::string(option->value));
    }
    if (!option->set(options, value))
        return wrongUse("option " + name + " cannot be '" + value + "'; use " + std::string(option->value));
    return {};
}

} // namespace

std::span<const OptionInfo> optionInfos()
{
    return kOptions;
}

std::vector<std::string> commandNames()
{
    std::vector<std::string> names = AnalysisSession::tableNames();
    names.insert(names.end(),
        {"report", "summary", "ranks", "diff", "compare", "export", "extract", "matrix", "within", "search", "profiles",
            "cache"});
    return names;
}

bool isCommand(std::string_view name)
{
    const std::vector<std::string> names = commandNames();
    return std::find(names.begin(), names.end(), name) != names.end();
}

core::Result<CliOptions> parseArguments(const std::vector<std::string> &arguments)
{
    CliOptions options;
    options.cache.folder = core::userCacheFolder();
    bool onlyFiles = false; // after "--"
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string &argument = arguments[i];
        if (!onlyFiles && argument == "--") {
            onlyFiles = true;
        } else if (!onlyFiles && argument.size() > 1 && argument.front() == '-') {
            if (auto set = setOption(options, arguments, i); !set)
                return set.error();
        } else if (options.command.empty()) {
            options.command = argument;
        } else {
            options.arguments.push_back(argument);
        }
    }
    if (options.noCache)
        options.cache.folder.clear();
    if (options.command == "help") {
        options.help = true;
        options.command = options.arguments.empty() ? std::string() : options.arguments.front();
    }
    if (!options.command.empty() && !isCommand(options.command))
        return wrongUse("table " + options.command + " is not known" + suggestion(options.command, commandNames())
            + "; see lamella-cli --help");
    options.request.table = options.command;
    if (options.request.each && options.command != "kernels" && !options.help)
        return wrongUse("option --each goes with the table kernels only");
    if (options.format == core::TableFormat::Xlsx && options.output.empty() && !options.help)
        return wrongUse("--format xlsx makes a file for a spreadsheet and nothing to print; add --output FILE");
    if (!options.summaries.empty() && options.command != "ranks" && !options.help)
        return wrongUse("option --from-summaries goes with ranks only");
    return options;
}

} // namespace lamella::cli
