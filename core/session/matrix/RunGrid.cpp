// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/matrix/RunGrid.h"

#include "core/analysis/PassMetrics.h"
#include "core/base/FileName.h"
#include "core/base/FixedDecimals.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/import/ImporterRegistry.h"
#include "core/session/GivenFiles.h"
#include "core/session/TraceFolder.h"
#include "core/session/matrix/ModelSize.h"
#include "core/system/Folder.h"
#include "core/system/RegularFile.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kLargestStatus = std::size_t{1} << 20;
constexpr const char *kNoRange = "n/a (no such range)";
constexpr const char *kNoKernels = "n/a (no kernels)";

// With a plain space: cells are read by programs too.
std::string shareText(double share)
{
    std::string text = formatShare(share);
    if (const std::size_t at = text.find("\u00A0"); at != std::string::npos)
        text.replace(at, std::string_view("\u00A0").size(), " ");
    return text;
}

std::int64_t mean(const std::vector<std::int64_t> &values, std::size_t from)
{
    std::int64_t sum = 0;
    for (std::size_t i = from; i < values.size(); ++i)
        sum = addSaturated(sum, values[i]);
    return meanNs(sum, static_cast<std::int64_t>(values.size() - from));
}

using TimeUnit = RunGrid::TimeUnit;

// Of a cell that is nothing but a share.
std::string shareText(double share, TimeUnit unit)
{
    return unit == TimeUnit::Nanoseconds ? fixedDecimals(share, 6) : shareText(share);
}

std::string timeText(std::int64_t ns, TimeUnit unit)
{
    if (unit == TimeUnit::Nanoseconds)
        return std::to_string(ns);
    return fixedDecimals(static_cast<double>(ns) / 1e6, 3) + " ms";
}

std::string timeText(const std::optional<std::int64_t> &ns, TimeUnit unit)
{
    return ns ? timeText(*ns, unit) : kNoRange;
}

std::string medianText(const RunFacts &facts, TimeUnit unit)
{
    if (facts.forwardNs.empty())
        return kNoRange;
    std::vector<std::int64_t> sorted = facts.forwardNs;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t middle = sorted.size() / 2;
    return timeText(sorted.size() % 2 == 1 ? sorted[middle] : meanNs(addSaturated(sorted[middle - 1], sorted[middle]), 2), unit);
}

std::string steadyMeanText(const RunFacts &facts, TimeUnit unit)
{
    if (facts.forwardNs.empty())
        return kNoRange;
    return facts.warmUp >= facts.forwardNs.size() ? "n/a (nothing after the warm-up)"
                                                  : timeText(mean(facts.forwardNs, facts.warmUp), unit);
}

std::string wholeMeanText(const RunFacts &facts, TimeUnit unit)
{
    return facts.forwardNs.empty() ? kNoRange : timeText(mean(facts.forwardNs, 0), unit);
}

std::string kernelText(const std::optional<KernelShare> &kernel, const char *why)
{
    return kernel ? kernel->name + " (" + shareText(kernel->share) + ")" : why;
}

std::string topForwardText(const RunFacts &facts, TimeUnit)
{
    return kernelText(facts.topForward, whyNoTopKernel(facts.forwardRanges, facts.warmUp));
}

std::string topBackwardText(const RunFacts &facts, TimeUnit)
{
    return kernelText(facts.topBackward, whyNoTopKernel(facts.backwardRanges, facts.warmUp));
}

std::string topOtherText(const RunFacts &facts, TimeUnit unit)
{
    const std::optional<KernelShare> &kernel = facts.topOther;
    if (!kernel)
        return kNoKernels;
    const std::string time = timeText(kernel->sumNs, unit) + (unit == TimeUnit::Nanoseconds ? " ns" : "");
    return kernelText(kernel, kNoKernels) + ", " + time + ", " + std::to_string(kernel->count) + " times";
}

std::string gemmText(const RunFacts &facts, TimeUnit unit)
{
    return facts.gemmShare ? shareText(*facts.gemmShare, unit) : kNoKernels;
}

std::string gemmOfTopTenText(const RunFacts &facts, TimeUnit unit)
{
    return facts.gemmShareOfTopTen ? shareText(*facts.gemmShareOfTopTen, unit) : kNoKernels;
}

std::string softmaxText(const RunFacts &facts, TimeUnit unit)
{
    return timeText(facts.softmaxNs, unit);
}

std::string matmulText(const RunFacts &facts, TimeUnit unit)
{
    return timeText(facts.matmulNs, unit);
}

std::string ratioText(const RunFacts &facts, TimeUnit unit)
{
    if (!facts.softmaxNs || !facts.matmulNs || *facts.matmulNs == 0)
        return kNoRange;
    return shareText(static_cast<double>(*facts.softmaxNs) / static_cast<double>(*facts.matmulNs), unit);
}

std::string flopRatioText(const RunFacts &facts, TimeUnit unit)
{
    const std::optional<double> ratio = softmaxFlopRatio(facts);
    return ratio ? shareText(*ratio, unit) : kNoHeadDim;
}

bool isOutOfMemory(const std::string &status)
{
    return status == "OOM" || status.find("out of memory") != std::string::npos
        || status.find("OutOfMemory") != std::string::npos;
}

Message noRunFits(const std::vector<std::string> &files)
{
    if (files.empty())
        return "no file fits the pattern of runs: there is none";
    return msg("the pattern of runs does not match the whole of any file name, for example %1; give one with --pattern, with .* "
               "where more may stand, and the groups (?<model>…), (?<seq>…) and (?<mode>…)",
        files.front());
}

} // namespace

std::optional<double> softmaxFlopRatio(const RunFacts &facts)
{
    return facts.headDim > 0 ? std::optional(5.0 / (4.0 * facts.headDim)) : std::nullopt;
}

const char *whyNoTopKernel(std::size_t ranges, std::size_t warmUp)
{
    return ranges == 0 ? kNoRange : ranges <= warmUp ? "n/a (nothing after the warm-up)" : "n/a (no kernels in the range)";
}

void RunGrid::addKey(const Key &key)
{
    const auto add = [](auto &list, const auto &value) {
        if (std::find(list.begin(), list.end(), value) == list.end())
            list.push_back(value);
    };
    add(m_models, key.model);
    add(m_modes, key.mode);
    add(m_sequences, key.sequence);
}

void RunGrid::noteFilesLeftOut(const std::vector<std::string> &files)
{
    if (files.size() == 1)
        m_notes.push_back(
            msg("One file is not in the grid because the pattern of runs does not match its whole name: %1.", files.front()));
    if (files.size() > 1)
        m_notes.push_back(
            msg("%1 files are not in the grid because the pattern of runs does not match their whole names, for example %2.",
                files.size(), files.front()));
}

// Notes modes that the Markdown document does not show.
void RunGrid::noteModes()
{
    for (const std::string &mode : m_modes)
        if (mode != "FWD" && mode != "FWD_BWD")
            m_notes.push_back(
                msg("Mode %1 is neither FWD (inference) nor FWD_BWD (training): the Markdown document of all tables leaves it "
                    "out. Let the group (?<mode>…) of the pattern match one of these, in any case.",
                    mode));
}

void RunGrid::sortRows()
{
    std::sort(m_sequences.begin(), m_sequences.end());
    std::sort(m_modes.begin(), m_modes.end());
    std::stable_sort(m_models.begin(), m_models.end(), [](const std::string &a, const std::string &b) {
        constexpr double kUnknown = std::numeric_limits<double>::infinity();
        return modelSizeFromName(a).value_or(kUnknown) < modelSizeFromName(b).value_or(kUnknown);
    });
}

void RunGrid::readStatus(const std::vector<std::string> &files)
{
    for (const std::string &file : files) {
        const RunStatus status = RunStatus::parse(firstBytes(file, kLargestStatus));
        if (status.all().empty())
            continue;
        m_status = status;
        m_notes.push_back(msg("Statuses are from %1.", std::string(fileNameOf(file))));
        for (const auto &key : status.order())
            addKey({std::get<0>(key), std::get<2>(key), std::get<1>(key)});
        return;
    }
}

void RunGrid::readRun(const std::string &path, const RunName &name, const RunGridOptions &options, const JobControl &control)
{
    const Key key{name.model, name.mode.empty() ? "FWD" : name.mode, name.sequence};
    addKey(key);
    if (m_cells.contains(key)) {
        m_notes.push_back(msg("Two runs of %1, %2, seq %3; the first one counts, not %4.", key.model, key.mode, key.sequence,
            std::string(fileNameOf(path))));
        return;
    }
    const auto document = openTrace(path, {}, control);
    if (!document) {
        m_cells[key] = Missing{"n/a (" + document.error().detail.english() + ")"};
        return;
    }
    const auto session = AnalysisSession::create(*document, options.session);
    if (!session) {
        m_cells[key] = Missing{"n/a (" + session.error().detail.english() + ")"};
        return;
    }
    Result<RunFacts> facts = runFacts(**session, options.warmUp ? options.warmUp : name.warmUp, options.ranges, control);
    if (facts) {
        addDiagnostics(key, *facts);
        m_cells[key] = std::move(*facts);
    } else {
        m_cells[key] = Missing{"n/a (" + facts.error().detail.english() + ")"};
    }
}

// Notes what a reader of the averages should know.
void RunGrid::addDiagnostics(const Key &key, const RunFacts &facts)
{
    constexpr std::int64_t kFarLonger = 3;
    if (facts.forwardNs.empty())
        return;
    const std::string run = key.model + ", " + key.mode + ", seq " + std::to_string(key.sequence);
    std::vector<std::int64_t> sorted = facts.forwardNs;
    std::sort(sorted.begin(), sorted.end());
    const std::int64_t median = sorted[sorted.size() / 2];
    if (sorted.back() / kFarLonger > median)
        m_notes.push_back(
            msg("%1: the longest forward takes more than three times the median, so the mean of all is not meaningful.", run));
    if (facts.warmUpRule != WarmUpRule::Given && facts.warmUp > 0)
        m_notes.push_back(msg("%1: the first %2 steps count as warm-up (%3).", run, facts.warmUp,
            facts.warmUpRule == WarmUpRule::Range ? "a range of that name contains them" : "over three times the median"));
}

const RunFacts *RunGrid::facts(const std::string &model, const std::string &mode, std::int64_t sequence) const
{
    const auto cell = m_cells.find({model, mode, sequence});
    return cell == m_cells.end() ? nullptr : std::get_if<RunFacts>(&cell->second);
}

std::string RunGrid::why(const std::string &model, const std::string &mode, std::int64_t sequence) const
{
    const auto cell = m_cells.find({model, mode, sequence});
    // Distinguishes out of memory from missing.
    const std::string status = m_status.of(model, sequence, mode);
    if (isOutOfMemory(status))
        return "OOM";
    if (cell != m_cells.end() && std::holds_alternative<Missing>(cell->second))
        return std::get<Missing>(cell->second).why;
    return status.empty() ? "n/a (no run)" : "n/a (no profile, status " + status + ")";
}

Result<std::vector<std::string>> RunGrid::runsIn(const std::vector<std::string> &paths, const std::string &pattern)
{
    const Result<RunNamePattern> names = RunNamePattern::parse(pattern);
    if (!names)
        return names.error();
    const Result<std::vector<std::string>> files = expandFolders(paths);
    if (!files)
        return files.error();
    std::vector<std::string> runs;
    for (const std::string &file : *files)
        if (names->match(std::string(fileNameOf(file))))
            runs.push_back(file);
    return runs;
}

Result<RunGrid> RunGrid::open(const std::vector<std::string> &paths, const RunGridOptions &options, const JobControl &control)
{
    const Result<RunNamePattern> pattern = RunNamePattern::parse(options.pattern);
    if (!pattern)
        return pattern.error();
    if (const auto given = checkGiven(paths, options.session); !given)
        return given.error();
    if (!options.statusFile.empty())
        if (const auto status = openRegular(options.statusFile); !status)
            return status.error();
    const Result<std::vector<std::string>> files = expandFolders(paths);
    if (!files)
        return files.error();
    RunGrid grid;
    std::vector<std::string> statusFiles;
    std::vector<std::pair<std::string, RunName>> runs;
    std::vector<std::string> leftOut;
    for (const std::string &file : *files) {
        std::string fileName(fileNameOf(file));
        if (const auto name = pattern->match(fileName))
            runs.emplace_back(file, *name);
        else
            leftOut.push_back(std::move(fileName));
    }
    if (runs.empty())
        return Error{ErrorCode::BadRequest, noRunFits(leftOut), paths.empty() ? std::string{} : paths.front(), -1};
    grid.noteFilesLeftOut(leftOut);
    if (!options.statusFile.empty()) {
        statusFiles.push_back(options.statusFile);
    } else {
        const std::filesystem::path beside = std::filesystem::path(runs.front().first).parent_path();
        for (const std::string &file : fileNamesIn(beside.string(), "", ".md"))
            statusFiles.push_back((beside / file).string());
    }
    grid.readStatus(statusFiles);
    for (const auto &[file, name] : runs) {
        if (control.stopRequested())
            return Error{ErrorCode::Cancelled, "cancelled", file, -1};
        grid.readRun(file, name, options, control);
    }
    grid.sortRows();
    grid.noteModes();
    return grid;
}

std::string RunGrid::cellText(const Key &key, Text text, TimeUnit unit) const
{
    const RunFacts *known = facts(key.model, key.mode, key.sequence);
    return known != nullptr ? text(*known, unit) : why(key.model, key.mode, key.sequence);
}

std::vector<ReportColumn> RunGrid::columns()
{
    const auto text = [](const char *id, const char *title, const char *help) {
        return ReportColumn{id, title, CellKind::Text, help, -1};
    };
    return {text("model", "Model", "As the file name says"), text("mode", "Mode", "FWD inference, FWD_BWD training"),
        text("statistic", "Statistic", "What the cells of the row contain; times whose name ends in _ns are in ns")};
}

const std::vector<RunGrid::Statistic> *RunGrid::statisticsOf(std::string_view which)
{
    static const std::map<std::string_view, std::vector<Statistic>> kTables{
        {"a",
            {{"forward_median", true, medianText}, {"forward_mean_after_warm_up", true, steadyMeanText},
                {"forward_mean_of_all", true, wholeMeanText}}},
        {"b", {{"top_kernel_forward", false, topForwardText}, {"top_kernel_backward", false, topBackwardText}}},
        {"c", {{"top_kernel_no_gemm", false, topOtherText}}},
        {"d", {{"gemm_share", false, gemmText}, {"gemm_share_top_10", false, gemmOfTopTenText}}},
        {"e",
            {{"softmax", true, softmaxText}, {"matmul", true, matmulText}, {"softmax_to_matmul", false, ratioText},
                {"softmax_to_matmul_flops", false, flopRatioText}}},
    };
    const auto found = kTables.find(which);
    return found == kTables.end() ? nullptr : &found->second;
}

Result<ReportTable> RunGrid::table(std::string_view which, TimeUnit unit) const
{
    const std::vector<Statistic> *statistics = statisticsOf(which);
    if (statistics == nullptr)
        return Error{ErrorCode::BadRequest, msg("table %1 of a grid is not known; use a, b, c, d or e", which), {}, -1};
    std::vector<ReportColumn> all = columns();
    for (const std::int64_t sequence : m_sequences)
        all.insert(all.end() - 1,
            ReportColumn{"seq" + std::to_string(sequence), "seq" + std::to_string(sequence), CellKind::Text,
                "Value, OOM (out of memory), or n/a with its reason", -1});
    ReportTable table("matrix", msg("Grid of runs, table %1", which), all);
    for (const std::string &model : m_models) {
        for (const std::string &mode : m_modes) {
            for (const Statistic &statistic : *statistics) {
                if (mode == "FWD" && std::string_view(statistic.name) == "top_kernel_backward")
                    continue;
                table.appendRow();
                table.setText(0, model);
                table.setText(1, mode);
                for (std::size_t s = 0; s < m_sequences.size(); ++s)
                    table.setText(2 + s, cellText({model, mode, m_sequences[s]}, statistic.text, unit));
                table.setText(
                    "statistic", std::string(statistic.name) + (statistic.isTime && unit == TimeUnit::Nanoseconds ? "_ns" : ""));
            }
        }
    }
    for (const Message &note : m_notes)
        table.addNote(note);
    return table;
}

} // namespace lamella::core
