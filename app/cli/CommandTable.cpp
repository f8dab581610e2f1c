// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/CommandTable.h"

#include "app/cli/Commands.h"
#include "core/base/WordList.h"
#include "core/report/tables/CompareTable.h"
#include "core/report/tables/DiffTable.h"
#include "core/report/tables/WithinTable.h"
#include "core/session/RankSet.h"
#include "core/session/TableList.h"
#include "core/session/history/RunHistory.h"
#include "core/session/search/SearchTable.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace lamella::cli {

namespace {

constexpr std::string_view kReadingBoth = "--no-cache --cache-dir --strict --progress --quiet --lang"; // diff, compare
constexpr std::string_view kPrinting = "--columns --wide --ids --format --output";
constexpr std::string_view kRows = "--top --sort --filter --columns --wide --ids --format --output";
constexpr std::string_view kPasses = "--device --stage --pass";
constexpr std::string_view kLayers = "--device --stream --stage --pass --layer";

struct Group {
    std::string_view name;
    std::string_view commands;
};
constexpr std::array kGroups{
    Group{"Overview", "info inspect diagnostics advice findings report summary"},
    Group{"Passes and layers", "passes layers clusters heatmap flow bottleneck architecture anchors"},
    Group{"Kernels and time", "kernels roofline source memory unnamed overlap gaps whatif within search sql perfetto"},
    Group{"Steps, programs and operations", "steps step-classes breakdown regions ops families collectives"},
    Group{"Tables of other profilers", "ranges stats op-statistic step-trace-time consistency pipes"},
    Group{"Other tables", ""},
    Group{"Several runs", "diff compare history ranks matrix"},
    Group{"Files and settings", "extract pack export serve profiles cache"},
};
constexpr std::size_t kOtherTables = 5; // group of tables that no other group lists

std::string optionList(std::initializer_list<std::string_view> lists)
{
    std::string all;
    for (const std::string_view list : lists)
        all.append(list).append(" ");
    return all;
}

int profiles(const CliOptions &options, const std::stop_token & /*stop*/)
{
    return runProfiles(options);
}

int cache(const CliOptions &options, const std::stop_token & /*stop*/)
{
    return runCache(options);
}

// The command of a table of a trace, with the options that the table depends on.
CommandSpec commandOf(const core::TableSpec &table)
{
    using core::TableNeeds;
    std::string options = optionList({kRows, kReading});
    if (table.needs != TableNeeds::Document)
        options += optionList({kSegmentation, kReplays});
    if (table.needs == TableNeeds::Devices)
        options += "--device ";
    else if (table.needs == TableNeeds::Scope)
        options += optionList({kPasses, table.streams ? "--stream" : "", table.layers == core::LayerUse::None ? "" : "--layer"});
    options += table.options;
    return {table.name, {}, table.help, table.example, std::move(options), runTable, table.by};
}

std::vector<CommandSpec> otherCommands()
{
    const std::string reports = optionList({kSegmentation, kReplays, kLayers,
        "--skip --min-gap --top --peaks --tokens --context --meta --note --yours --wide --format --output", kReading});
    return {
        {"report", {}, "the whole report as text, Markdown or HTML", "trace.json.gz --output report.html",
            reports + "--brief --interactive --picture ", runReport},
        {"summary", {}, "the report in short, or as JSON that compare reads", "host.xplane.pb --output a.json", reports,
            runReport},
        {"diff", {}, "what changed between two passes, layers or traces: B - A", "a.json.gz --with b.json.gz --by replaced",
            optionList({kSegmentation, kReplays, kLayers,
                "--by --with --with-pass --with-layer --with-device --with-config --with-profile --with-capture --yours", kRows,
                kReadingBoth}),
            runDiff, "auto|sequence|kernel|layer|type|category|replaced", "FILE [FILE2] [options]", {}, 1, 2},
        {"compare", {}, "is B slower than A by more than chance; of two traces, or of two summaries",
            "a.json.gz b.json.gz --fail-above 5%",
            optionList(
                {kSegmentation, "--device --stage --with --with-device --with-config --with-profile --fail-above --allow-missing",
                    "--top", kPrinting, kReadingBoth}),
            runCompare, {}, "FILE FILE2 [--fail-above 5%] [options]", {}, 1, 2},
        {"history", {}, "how steps, layers and categories went over many runs; a gate on the newest",
            "nightly/ --fail-above 5% --format markdown",
            optionList({kSegmentation, "--by --fail-above --allow-missing", kPrinting, "--quiet --lang"}), runHistory,
            "series|run", "FOLDER | FILE... [--fail-above 5%] [options]"},
        {"ranks", {}, "the same pass on every rank of a job: skew, waiting, straggler", "rank0.json.gz rank1.json.gz --by rank",
            optionList({kSegmentation, "--stage --pass --layer --by --from-summaries", kRows, kReading}), runRanks,
            "layer|pass|rank|group|host", "FILE... | FOLDER | --from-summaries DIR [options]", {}, 0},
        {"matrix", {}, "a grid of runs: model by sequence length", "runs/ --format markdown",
            optionList({kSegmentation, "--table --range --pattern --status --skip", kPrinting, "--quiet --lang"}), runMatrix, {},
            "FOLDER [--table a|b|c|d|e|all] [options]"},
        {"within", {}, "what runs in a time range, by category, kernel or stream", "trace.json.gz --time 180ms-193ms --by kernel",
            optionList({kSegmentation, "--time --by", kRows, kReading}), runWithin, "category|kernel|stream",
            "FILE --time FROM-TO [options]", "--time"},
        {"search", {}, "events whose args hold a text, in the whole trace", "trace.json.gz --args 'Input Dims=[4096'",
            optionList({"--args", kRows, kReading}), runSearch, {}, "FILE --args TEXT|KEY=TEXT [options]", "--args"},
        {"sql", {}, "your own question to the tables, kernels and events, as a SELECT",
            "trace.json.gz 'SELECT name, sum(dur_ns) AS sum_ns FROM kernels GROUP BY name ORDER BY 2 DESC LIMIT 10'",
            optionList({kSegmentation, kReplays,
                "--min-gap --peaks --tokens --context --skip --scale --attribution --yours --timeout --max-rows", kRows,
                kReading}),
            runSql, {}, "FILE... 'SELECT ...' [options]", {}, 2},
        {"extract", {}, "a pass, every pass or the whole capture as files of their own",
            "trace.json.gz --pass 3 --output pass3.json",
            optionList({kSegmentation, "--device --pass --window --output", kReading}), runExtract, {},
            "FILE --pass N|all|trace --output FILE|DIR [options]", "--output"},
        {"pack", {}, "a trace, or one pass, as one file that opens at once anywhere", "trace.json.gz --output trace.pack.zst",
            optionList({kSegmentation, "--device --pass --output", kReading}), runPack, {},
            "FILE --output FILE.zst [--pass N] [options]", "--output", 1, 1},
        {"export", {}, "every table as CSV and JSON, or in one SQLite database", "trace.json.gz --output tables",
            optionList({kSegmentation, kReplays, kLayers,
                "--group --metric --min-gap --scale --attribution --skip --peaks --tokens --context --yours --top --filter "
                "--format --output",
                kReading}),
            runExport, {}, "FILE --output DIR | --format sqlite --output FILE.sqlite [options]", "--output"},
        {"serve", {}, "answers agents over standard input and output, in the Model Context Protocol", "--mcp --folder traces",
            "--mcp --folder --no-cache --cache-dir", runServe, {}, "--mcp --folder DIR [options]", "--folder", 0, 1},
        {"profiles", {}, "model profiles: list, show NAME, check FILE", "check my-model.json",
            optionList({kPrinting, "--quiet --lang"}), profiles, {}, "[list | show NAME | check FILE] [options]", {}, 0, 2},
        {"cache", {}, "show or clear the cache of large traces", "show", optionList({"--cache-dir", kPrinting, "--quiet --lang"}),
            cache, {}, "[show | clear] [options]", {}, 0, 1},
    };
}

constexpr std::string_view kEveryCommand = "--help --version";

} // namespace

std::span<const CommandSpec> commandSpecs()
{
    static const std::vector<CommandSpec> all = [] {
        std::vector<CommandSpec> commands = otherCommands();
        for (const core::TableSpec *table : core::tableList())
            commands.push_back(commandOf(*table));
        const auto place = [](std::string_view command) {
            const auto group =
                std::find_if(kGroups.begin(), kGroups.end(), [&](const Group &g) { return core::hasWord(g.commands, command); });
            return group == kGroups.end() ? &kGroups[kOtherTables] : &*group;
        };
        for (CommandSpec &command : commands)
            command.group = place(command.name)->name;
        std::stable_sort(commands.begin(), commands.end(), [&place](const CommandSpec &a, const CommandSpec &b) {
            const Group *groupA = place(a.name);
            const Group *groupB = place(b.name);
            return groupA != groupB ? groupA < groupB : groupA->commands.find(a.name) < groupB->commands.find(b.name);
        });
        return commands;
    }();
    return all;
}

const CommandSpec *findCommand(std::string_view name)
{
    const auto all = commandSpecs();
    const auto found = std::find_if(all.begin(), all.end(), [name](const CommandSpec &c) { return c.name == name; });
    return found == all.end() ? nullptr : &*found;
}

bool usesOption(const CommandSpec &command, const OptionSpec &option)
{
    return core::hasWord(kEveryCommand, option.name) || core::hasWord(command.options, option.name);
}

std::vector<const OptionSpec *> optionsOf(const CommandSpec &command)
{
    std::vector<const OptionSpec *> all;
    for (const OptionSpec &option : optionSpecs()) {
        if (usesOption(command, option))
            all.push_back(&option);
    }
    return all;
}

std::string_view valueOf(const OptionSpec &option, const CommandSpec &command)
{
    if (option.name == "--format" && command.name == "export")
        return "xlsx|sqlite";
    if (option.name == "--format" && command.name != "source") // only it has call stacks
        return option.value.substr(0, option.value.find("|collapsed"));
    return option.name == "--by" && !command.by.empty() ? command.by : option.value;
}

std::vector<ColumnsForm> columnsOf(const CommandSpec &command)
{
    if (command.name == "ranks")
        return {{{}, core::RankSet::tableColumns("layer")}, {"--by rank", core::RankSet::tableColumns("rank")},
            {"--by group", core::RankSet::tableColumns("group")}, {"--by host", core::RankSet::tableColumns("host")}};
    if (command.name == "diff")
        return {{{}, core::diffColumns()}};
    if (command.name == "compare")
        return {{{}, core::compareColumns()}};
    if (command.name == "history")
        return {{{}, core::RunHistory::columns(false)}, {"--by run", core::RunHistory::columns(true)}};
    if (command.name == "search")
        return {{{}, core::searchColumns()}};
    if (command.name == "within")
        return {{{}, core::withinColumns()}};
    const core::TableSpec *table = core::findTable(command.name);
    if (!table)
        return {};
    std::vector<ColumnsForm> all{{{}, table->columns()}};
    for (const core::TableForm &form : table->forms)
        all.push_back({std::string(form.arguments), form.columns()});
    return all;
}

std::size_t commandPlace(const std::vector<std::string> &words)
{
    std::size_t i = 0;
    while (i < words.size() && isOption(words[i])) {
        const OptionSpec *option = findOption(words[i]);
        i += option && !option->value.empty() ? 2 : 1;
    }
    return std::min(i, words.size());
}

bool isOption(std::string_view word)
{
    return word.size() > 1 && word.front() == '-';
}

} // namespace lamella::cli
