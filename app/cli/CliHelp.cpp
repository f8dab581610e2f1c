// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/CliHelp.h"

#include "app/cli/CliOptions.h"
#include "core/import/BuildFacts.h"
#include "core/report/tables/CompareTable.h"
#include "core/report/tables/DiffTable.h"
#include "core/report/tables/WithinTable.h"
#include "core/session/RankSet.h"
#include "core/session/search/SearchTable.h"

#include <array>

namespace lamella::cli {

namespace {

struct CommandInfo {
    std::string_view name;
    std::string_view purpose;
    std::string_view example;
};

constexpr std::array kCommands{
    CommandInfo{"info", "what the trace is and what was found in it", "info trace.json.gz"},
    CommandInfo{"diagnostics", "what was odd in the file", "diagnostics trace.json.gz --format json"},
    CommandInfo{"anchors", "candidates for the layer boundary, best first", "anchors trace.json.gz --config config.json"},
    CommandInfo{"passes", "all forward passes", "passes trace.json.gz --stage decode --format csv"},
    CommandInfo{"layers", "layers of the chosen pass", "layers trace.json.gz --pass 3 --sort -wall_ns"},
    CommandInfo{"clusters", "layers by type", "clusters trace.json.gz --config config.json"},
    CommandInfo{"heatmap", "passes by layers", "heatmap trace.json.gz --metric busy --format csv"},
    CommandInfo{"kernels", "kernels by name, or one by one with --each", "kernels trace.json.gz --pass steady --top 20"},
    CommandInfo{"flow", "what a layer runs, hottest first or in the order it runs",
        "flow trace.json.gz --pass 3 --layer 5 --by execution"},
    CommandInfo{"bottleneck", "where the wall of the pass goes, by type of layer, and the next target",
        "bottleneck trace.json.gz --config config.json"},
    CommandInfo{"architecture", "what the model is like, by its config and by the trace",
        "architecture trace.json.gz --config config.json"},
    CommandInfo{"unnamed", "kernels that no rule names, longest first", "unnamed trace.json.gz --profile my-model.json"},
    CommandInfo{"overlap", "what is hidden behind other work, by category", "overlap trace.json.gz --pass all"},
    CommandInfo{"gaps", "when and why nothing runs", "gaps trace.json.gz --pass 3 --min-gap 5us --by cause"},
    CommandInfo{"whatif", "how long passes would take if some work took longer or less",
        "whatif trace.json.gz --scale category:communication=0"},
    CommandInfo{"ranges", "GPU work of NVTX and annotation ranges", "ranges report.sqlite --attribution window --skip 5"},
    CommandInfo{"stats", "the summary reports of nsys stats, of any trace or from its text",
        "stats report.sqlite --by cuda_gpu_mem_time_sum"},
    CommandInfo{"op-statistic", "Ascend: compute work by type and core, as op_statistic.csv", "op-statistic rank0_ascend_pt"},
    CommandInfo{
        "step-trace-time", "Ascend: computing, communication and free time of each step", "step-trace-time rank0_ascend_pt"},
    CommandInfo{
        "consistency", "Ascend: figures of the files beside the kernel table against its rows", "consistency rank0_ascend_pt"},
    CommandInfo{"pipes", "Ascend: use of the pipes by type or category", "pipes rank0_ascend_pt --by category"},
    CommandInfo{"perfetto", "time ranges and links for ui.perfetto.dev", "perfetto trace.json.gz --pass 3"},
    CommandInfo{"steps", "launches of the main program, or forward passes, one by one", "steps host.xplane.pb --by program"},
    CommandInfo{"step-classes", "statistics of the steps; light and heavy ones", "step-classes host.xplane.pb --skip 5"},
    CommandInfo{"breakdown", "what each device did with its time", "breakdown trace.json.gz --device all"},
    CommandInfo{"regions", "device time by region of the program", "regions trace.json.gz --top 30"},
    CommandInfo{"ops", "operations with shapes, achieved FLOP/s and GB/s", "ops host.xplane.pb --top 25"},
    CommandInfo{"families", "operations by what they are to the model", "families trace.json.gz"},
    CommandInfo{"collectives", "collectives and copies: exposed, hidden, waited for", "collectives trace.json.gz"},
    CommandInfo{"findings", "what stands out, with evidence and an estimate of the gain", "findings trace.json.gz"},
    CommandInfo{"report", "the whole report as text, Markdown or HTML", "report trace.json.gz --output report.html"},
    CommandInfo{"summary", "the report in short, or as JSON that compare reads", "summary host.xplane.pb --output a.json"},
    CommandInfo{
        "diff", "what changed between two passes, layers or traces: B - A", "diff a.json.gz --with b.json.gz --by replaced"},
    CommandInfo{"compare", "is B slower than A by more than chance; of two traces, or of two summaries",
        "compare a.json.gz b.json.gz --fail-above 5%"},
    CommandInfo{"matrix", "a grid of runs: model by sequence length", "matrix runs/ --format markdown"},
    CommandInfo{"within", "what runs in a stretch of time, by category, kernel or stream",
        "within trace.json.gz --time 180ms-193ms --by kernel"},
    CommandInfo{"search", "events whose args hold a text, in the whole trace", "search trace.json.gz --args 'Input Dims=[4096'"},
    CommandInfo{"extract", "a pass, every pass or the whole capture as files of their own", "extract trace.json.gz --pass 3 --output pass3.json"},
    CommandInfo{
        "ranks", "the same pass on every rank of a job: skew, waiting, straggler", "ranks rank0.json.gz rank1.json.gz --by rank"},
    CommandInfo{"export", "every table as CSV and JSON", "export trace.json.gz --output tables"},
    CommandInfo{"profiles", "model profiles: list, show NAME, check FILE", "profiles check my-model.json"},
    CommandInfo{"cache", "copies of large traces for reopening: show, clear", "cache show"},
};

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

std::string columnsHelp(const char *heading, const std::vector<core::ReportColumn> &columns)
{
    std::string text = heading;
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
        return "lamella-cli extract FILE --pass N|trace --output FILE | --pass all --output DIR [--window anchors|pass] [options]";
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
    for (const CommandInfo &command : kCommands)
        text += "  " + padded(std::string(command.name), 12) + "  " + std::string(command.purpose) + "\n";
    text += "\n" + optionsHelp();
    return text
        + "\nTimes in CSV and JSON are nanoseconds. Exit: 0 done, 1 the input cannot be used, 2 wrong use,\n3 the "
          "gate failed (compare --fail-above), 130 interrupted.\n"
          "lamella-cli TABLE --help explains the columns of most tables.\n";
}

std::string commandHelp(const std::string &name)
{
    for (const CommandInfo &command : kCommands) {
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
        if (name == "kernels")
            text += columnsHelp("Columns with --each:\n", core::AnalysisSession::tableColumns(name, true));
        return text + optionsHelp() + "\nExample: lamella-cli " + std::string(command.example) + "\n";
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
