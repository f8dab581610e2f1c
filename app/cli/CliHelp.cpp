// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/CliHelp.h"

#include "app/cli/CliOptions.h"
#include "core/import/BuildFacts.h"
#include "core/report/tables/CompareTable.h"
#include "core/report/tables/DiffTable.h"
#include "core/report/tables/WithinTable.h"
#include "core/session/RankSet.h"
#include "core/session/TableList.h"
#include "core/session/search/SearchTable.h"

#include <array>
#include <utility>
#include <vector>

namespace lamella::cli {

namespace {

struct CommandInfo {
    std::string_view name;
    std::string_view purpose;
    std::string_view example;
};

// Beside the tables of tableList().
constexpr std::array kOtherCommands{
    CommandInfo{"report", "the whole report as text, Markdown or HTML", "trace.json.gz --output report.html"},
    CommandInfo{"summary", "the report in short, or as JSON that compare reads", "host.xplane.pb --output a.json"},
    CommandInfo{"diff", "what changed between two passes, layers or traces: B - A", "a.json.gz --with b.json.gz --by replaced"},
    CommandInfo{"compare", "is B slower than A by more than chance; of two traces, or of two summaries",
        "a.json.gz b.json.gz --fail-above 5%"},
    CommandInfo{"matrix", "a grid of runs: model by sequence length", "runs/ --format markdown"},
    CommandInfo{"within", "what runs in a stretch of time, by category, kernel or stream",
        "trace.json.gz --time 180ms-193ms --by kernel"},
    CommandInfo{"search", "events whose args hold a text, in the whole trace", "trace.json.gz --args 'Input Dims=[4096'"},
    CommandInfo{
        "extract", "a pass, every pass or the whole capture as files of their own", "trace.json.gz --pass 3 --output pass3.json"},
    CommandInfo{
        "ranks", "the same pass on every rank of a job: skew, waiting, straggler", "rank0.json.gz rank1.json.gz --by rank"},
    CommandInfo{"export", "every table as CSV and JSON", "trace.json.gz --output tables"},
    CommandInfo{"profiles", "model profiles: list, show NAME, check FILE", "check my-model.json"},
    CommandInfo{"cache", "copies of large traces for reopening: show, clear", "show"},
};

std::vector<CommandInfo> allCommands()
{
    std::vector<CommandInfo> all;
    for (const core::TableSpec *table : core::tableList())
        all.push_back({table->name, table->help, table->example});
    all.insert(all.end(), kOtherCommands.begin(), kOtherCommands.end());
    return all;
}

std::string padded(std::string text, std::size_t width)
{
    if (text.size() < width)
        text.append(width - text.size(), ' ');
    return text;
}

std::string optionsHelp()
{
    std::string text = "Options:\n";
    for (const OptionInfo &option : optionInfos()) {
        const std::string left = std::string(option.name) + (option.value.empty() ? "" : " " + std::string(option.value));
        text += "  " + padded(left, 38) + "  " + std::string(option.help) + "\n";
    }
    return text;
}

std::string columnsHelp(std::string heading, const std::vector<core::ReportColumn> &columns)
{
    std::string text = std::move(heading);
    for (const core::ReportColumn &column : columns)
        text += "  " + padded(column.id, 18) + "  " + column.help + "\n";
    return text + "\n";
}

std::string usageOf(const CommandInfo &command)
{
    if (command.name == "profiles")
        return "lamella-cli profiles list | show NAME | check FILE";
    if (command.name == "cache")
        return "lamella-cli cache [show | clear]";
    if (command.name == "diff")
        return "lamella-cli diff FILE [--with FILE2] [--pass P --with-pass P] [--layer L --with-layer L] [--by VIEW] [options]";
    if (command.name == "compare")
        return "lamella-cli compare FILE FILE2 [--fail-above 5% [--allow-missing]] [options]";
    if (command.name == "export")
        return "lamella-cli export FILE --output DIR [options]";
    if (command.name == "extract")
        return "lamella-cli extract FILE --pass N|trace --output FILE | --pass all --output DIR [--window anchors|pass] "
               "[options]";
    if (command.name == "within")
        return "lamella-cli within FILE --time FROM-TO [--by category|kernel|stream] [options]";
    if (command.name == "search")
        return "lamella-cli search FILE --args TEXT|KEY=TEXT [--top N] [options]";
    if (command.name == "matrix")
        return "lamella-cli matrix FOLDER [--table a|b|c|d|e|all] [options]";
    if (command.name == "ranks")
        return "lamella-cli ranks FILE... | FOLDER | --from-summaries DIR [options]";
    return "lamella-cli " + std::string(command.name) + " FILE [options]";
}

} // namespace

std::string generalHelp()
{
    std::string text = "Usage: lamella-cli TABLE FILE [options]\n"
                       "       lamella-cli diff FILE [--with FILE2] [options]\n"
                       "       lamella-cli compare FILE FILE2 [--fail-above 5%] [options]\n"
                       "       lamella-cli export FILE --output DIR [options]\n"
                       "       lamella-cli profiles list | show NAME | check FILE\n"
                       "       lamella-cli cache [show | clear]\n\n"
                       "Says which pass, which layer and which kernel the time of a GPU profile goes to.\n\nCommands:\n";
    for (const CommandInfo &command : allCommands())
        text += "  " + padded(std::string(command.name), 12) + "  " + std::string(command.purpose) + "\n";
    text += "\n" + optionsHelp();
    return text
        + "\nTimes in CSV and JSON are nanoseconds. Exit: 0 done, 1 the input cannot be used, 2 wrong use,\n3 the "
          "gate failed (compare --fail-above), 130 interrupted.\n"
          "lamella-cli TABLE --help explains the columns of most tables.\n";
}

std::string commandHelp(const std::string &name)
{
    for (const CommandInfo &command : allCommands()) {
        if (command.name != name)
            continue;
        std::string text =
            "Usage: " + usageOf(command) + "\n\n" + padded(name, 0) + ": " + std::string(command.purpose) + ".\n\n";
        const std::vector<core::ReportColumn> columns = name == "diff" ? core::diffColumns()
            : name == "compare"                                        ? core::compareColumns()
            : name == "search"                                         ? core::searchColumns()
            : name == "within"                                         ? core::withinColumns()
                                                                       : core::AnalysisSession::tableColumns(name);
        if (!columns.empty())
            text += columnsHelp("Columns (more may follow, one for each category or layer):\n", columns);
        if (name == "ranks") {
            text += columnsHelp("Columns:\n", core::RankSet::tableColumns("layer"));
            text += columnsHelp("Columns with --by rank:\n", core::RankSet::tableColumns("rank"));
        }
        if (const core::TableSpec *table = core::findTable(name))
            for (const core::TableForm &form : table->forms)
                text += columnsHelp("Columns with " + std::string(form.arguments) + ":\n", form.columns());
        return text + optionsHelp() + "\nExample: lamella-cli " + name + " " + std::string(command.example) + "\n";
    }
    return generalHelp();
}

std::string versionText()
{
    std::string text = "lamella-cli " LAMELLA_VERSION "\n";
    for (const auto &[library, version] : core::buildFacts())
        text.append(library).append(" ").append(version).append("\n");
    return text;
}

} // namespace lamella::cli
