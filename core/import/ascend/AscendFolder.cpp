// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ascend/AscendFolder.h"

#include "core/base/FileName.h"
#include "core/base/JobName.h"
#include "core/import/FilesBeside.h"
#include "core/import/TimestampParser.h"
#include "core/import/archive/MemberChoice.h"
#include "core/import/pack/PackAttached.h"
#include "core/system/Folder.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <system_error>

namespace lamella::core {

namespace {

namespace fs = std::filesystem;

constexpr auto kOutput = "ASCEND_PROFILER_OUTPUT";
constexpr auto kSummaryOutput = "mindstudio_profiler_output";
constexpr auto kTable = "kernel_details.csv";

// "profiler_info_12.json" -> 12
std::optional<int> numberAfter(const std::string &name, std::string_view word)
{
    const std::size_t end = name.find_first_not_of("0123456789", word.size());
    const auto number = parseInteger(std::string_view(name).substr(word.size(), end - word.size()));
    return number && *number <= 1'000'000 ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

// The newest table written by raw msprof: op_summary_<device>_<…>_<time>.csv.
std::optional<std::string> summaryIn(const fs::path &folder)
{
    const std::vector<std::string> names = fileNamesIn(folder.string(), "op_summary_", ".csv");
    return names.empty() ? std::nullopt : std::optional((folder / names.back()).string());
}

// The folder of the rank that a table belongs to, which may lie in an output folder of it.
fs::path rankFolderOf(const std::string &table)
{
    const fs::path folder = fs::path(withoutNumber(table)).parent_path();
    return folder.filename() == kOutput || folder.filename() == kSummaryOutput ? folder.parent_path() : folder;
}

// The table of this folder or of its output folder.
std::optional<std::string> tableIn(const fs::path &folder)
{
    std::error_code code;
    for (const fs::path &table : {folder / kTable, folder / kOutput / kTable})
        if (fs::exists(table, code))
            return table.string();
    if (auto own = summaryIn(folder))
        return own;
    return summaryIn(folder / kSummaryOutput);
}

} // namespace

std::vector<std::string> ascendKernelTables(const std::string &folder)
{
    const fs::path root(folder);
    std::error_code code;
    if (!fs::is_directory(root, code)) {
        if (!mayBeArchive(folder))
            return {};
        const auto listed = namesInArchive(folder);
        return listed ? ascendTablesAmong(folder, (*listed)->names) : std::vector<std::string>();
    }
    if (const auto own = tableIn(root))
        return {*own};
    std::vector<std::string> tables;
    for (const std::string &child : folderNamesIn(folder)) {
        if (const auto table = tableIn(root / child))
            tables.push_back(*table);
    }
    return tables;
}

std::vector<std::string> ascendTablesAmong(const std::string &archive, const std::vector<std::string> &names)
{
    std::vector<std::string> tables;
    std::map<fs::path, std::string> summaries; // the newest of each folder
    for (const std::string &name : names) {
        const fs::path file = fs::path(withoutNumber(name));
        const std::string last = file.filename().string();
        if (!isArchivedFile(name))
            continue;
        if (last == kTable)
            tables.push_back(pathInArchive(archive, name));
        else if (last.starts_with("op_summary_") && last.ends_with(".csv"))
            summaries[file.parent_path()] = std::max(summaries[file.parent_path()], name);
    }
    std::set<fs::path> withTable;
    for (const std::string &table : tables)
        withTable.insert(rankFolderOf(table));
    for (const auto &[folder, name] : summaries)
        if (std::string path = pathInArchive(archive, name); !withTable.contains(rankFolderOf(path)))
            tables.push_back(std::move(path));
    std::sort(tables.begin(), tables.end());
    return tables;
}

std::optional<int> ascendRank(const std::string &kernelTable)
{
    std::error_code code;
    fs::path folder = fs::absolute(kernelTable, code).lexically_normal().parent_path();
    if (folder.filename() == kOutput)
        folder = folder.parent_path();
    std::optional<int> stated;
    bool several = false; // an archive in which ranks have one folder name
    for (const std::string &name : fileNamesAt(folder.string(), "profiler_info_", ".json"))
        if (const auto rank = numberAfter(name, "profiler_info_")) {
            several = several || (stated && *stated != *rank);
            stated = rank;
        }
    if (stated && !several)
        return stated;
    return jobNameOf(folder.filename().string()).rank;
}

std::vector<std::string> ascendMemoryTables(const std::string &trace)
{
    std::vector<std::string> found;
    for (const char *name : {"operator_memory.csv", "memory_record.csv"})
        if (std::string path = fileBeside(trace, name); !path.empty())
            found.push_back(std::move(path));
    return found;
}

std::string ascendOpStatistic(const std::string &trace)
{
    if (std::string path = fileBeside(trace, "op_statistic.csv"); !path.empty())
        return path;
    const std::vector<std::string> numbered = filesBeside(trace, "op_statistic_", ".csv");
    return numbered.empty() ? std::string() : numbered.front();
}

std::string ascendStepTimes(const std::string &trace)
{
    return fileBeside(trace, "step_trace_time.csv");
}

std::string ascendKernelTableBeside(const TraceDocument &document)
{
    const std::string &trace = document.source.path;
    return fileNameOf(trace).starts_with("trace_view.json") || isPack(trace) ? fileBeside(trace, "kernel_details.csv")
                                                                             : std::string();
}

std::vector<std::string> ascendTablesBeside(const TraceDocument &document)
{
    const std::string &trace = document.source.path;
    const std::string &format = document.metadata.format;
    if (!format.starts_with("Ascend") && !fileNameOf(trace).starts_with("trace_view.json"))
        return {};
    std::vector<std::string> found = ascendMemoryTables(trace);
    if (!format.starts_with("Ascend memory"))
        for (std::string &path : std::vector{ascendKernelTableBeside(document), ascendOpStatistic(trace), ascendStepTimes(trace)})
            if (!path.empty())
                found.push_back(std::move(path));
    std::erase_if(found, [&trace](const std::string &path) { return isSamePath(path, trace); });
    return found;
}

} // namespace lamella::core
