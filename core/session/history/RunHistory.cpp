// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/history/RunHistory.h"

#include "core/analysis/diff/RegressionGate.h"
#include "core/base/FileName.h"
#include "core/base/Format.h"
#include "core/import/ImporterRegistry.h"
#include "core/profile/Category.h"
#include "core/profile/JsonValue.h"
#include "core/report/tables/Columns.h"
#include "core/session/GivenFiles.h"
#include "core/session/TraceFolder.h"
#include "core/session/summary/SummaryCompare.h"
#include "core/session/summary/TraceReport.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lamella::core {

namespace {

constexpr double kLargest = 9e18; // larger numbers are clamped

const JsonValue *rowsOf(const JsonValue &summary, std::string_view table)
{
    const JsonValue *tables = summary.find("tables");
    const JsonValue *found = tables ? tables->find(table) : nullptr;
    const JsonValue *rows = found ? found->find("rows") : nullptr;
    return rows && rows->isArray() ? rows : nullptr;
}

double numberOf(const JsonValue &row, std::string_view key)
{
    const JsonValue *value = row.find(key);
    return value && value->isNumber() && std::isfinite(value->number) ? std::clamp(value->number, 0.0, kLargest) : 0;
}

std::string textOf(const JsonValue &row, std::string_view key)
{
    const JsonValue *value = row.find(key);
    return value && value->isString() ? value->text : std::string();
}

// The newest run against the level of those before it.
struct Newest {
    std::optional<RunFigure> run; // none: the newest run lacks the series
    std::optional<FigureLevel> level; // none: no run before it has it
    double noise = 0;
    [[nodiscard]] double delta() const { return run->value - level->median; }
    [[nodiscard]] bool judged() const { return run && level && level->median > 0; }
    [[nodiscard]] std::string_view verdict() const
    {
        if (!run)
            return "missing";
        if (!judged())
            return "new";
        return std::abs(delta()) <= noise ? "unchanged" : delta() > 0 ? "slower" : "faster";
    }
};

// Runs that have the figure, with their places.
struct Known {
    std::vector<RunFigure> figures;
    std::vector<std::size_t> places;
};

Known knownOf(const RunHistory::Series &series)
{
    Known known;
    for (std::size_t i = 0; i < series.runs.size(); ++i)
        if (series.runs[i]) {
            known.figures.push_back(*series.runs[i]);
            known.places.push_back(i);
        }
    return known;
}

Newest newestOf(const RunHistory::Series &series)
{
    Newest newest;
    newest.run = series.runs.back();
    Known known = knownOf(series);
    if (newest.run)
        known.figures.pop_back();
    if (known.figures.empty())
        return newest;
    const std::vector<LevelChange> changes = levelChanges(known.figures);
    const std::size_t from = changes.empty() ? 0 : changes.back().at;
    newest.level = levelOf(std::span(known.figures).subspan(from));
    if (newest.run)
        newest.noise = levelNoise(*newest.level, levelOf(std::span(&*newest.run, 1)));
    return newest;
}

std::string signedShare(double share)
{
    return (share > 0 ? "+" : "") + formatShare(share);
}

double shareOf(const LevelChange &change)
{
    return change.before.median > 0 ? (change.after.median - change.before.median) / change.before.median : 0;
}

std::int64_t rounded(double value)
{
    return static_cast<std::int64_t>(std::clamp(value, -kLargest, kLargest));
}

struct SeriesRow {
    const RunHistory::Series &series;
    const std::vector<std::string> &files;
    Newest newest;
    Known known;
    std::string changes;
};

std::vector<Column<SeriesRow>> seriesColumns()
{
    using namespace columns;
    const auto judged = [](auto get) {
        return [get](const SeriesRow &r) -> OrMissing<std::int64_t> {
            return r.newest.judged() ? OrMissing<std::int64_t>(rounded(get(r))) : Missing{"nothing to compare with"};
        };
    };
    return {text("kind", "Kind", "stage: a step; type: a layer of this type; category: kernel time of the layers of a pass",
                [](const SeriesRow &r) { return r.series.kind; }),
        text(
            "name", "Name", "Of the stage or program, layer type, or category", [](const SeriesRow &r) { return r.series.name; }),
        integer("runs", "Runs", "That have it", [](const SeriesRow &r) { return r.known.figures.size(); }),
        ifRoom(duration("first_ns", "First", "In the first of them",
            [](const SeriesRow &r) { return rounded(r.known.figures.front().value); })),
        duration("level_ns", "Before", "Median of the runs since the last change, without the newest run",
            judged([](const SeriesRow &r) { return r.newest.level->median; })),
        duration("newest_ns", "Newest", "In the newest run",
            [](const SeriesRow &r) -> OrMissing<std::int64_t> {
                return r.newest.run ? OrMissing<std::int64_t>(rounded(r.newest.run->value)) : Missing{"not in the newest run"};
            }),
        duration("delta_ns", "\u0394", "Newest minus before", judged([](const SeriesRow &r) { return r.newest.delta(); })),
        share("delta_share", "\u0394 share", "Of before",
            [](const SeriesRow &r) -> OrMissing<double> {
                return r.newest.judged() ? OrMissing<double>(r.newest.delta() / r.newest.level->median)
                                         : Missing{"nothing to compare with"};
            }),
        ifRoom(duration("noise_ns", "Noise", "A smaller difference may be chance",
            judged([](const SeriesRow &r) { return r.newest.noise; }))),
        text("verdict", "Verdict", "Of the newest run: slower, faster, unchanged, new or missing",
            [](const SeriesRow &r) { return KeptText{r.newest.verdict()}; }),
        text("changes", "Changes", "Runs with which a new level begins",
            [](const SeriesRow &r) { return textOr(r.changes, "none beyond the noise"); })};
}

struct RunRow {
    const RunHistory::Series &series;
    std::size_t run = 0;
    const std::string &file;
    std::optional<RunFigure> figure;
    std::optional<double> level;
    std::optional<double> change; // where a level begins
};

std::vector<Column<RunRow>> runColumns()
{
    using namespace columns;
    return {text("kind", "Kind", "stage: a step; type: a layer of this type; category: kernel time of the layers of a pass",
                [](const RunRow &r) { return r.series.kind; }),
        text("name", "Name", "Of the stage or program, layer type, or category", [](const RunRow &r) { return r.series.name; }),
        integer("run", "Run", "Place of the run, from 0, oldest first", [](const RunRow &r) { return r.run; }),
        text("file", "File", "Name of its file", [](const RunRow &r) { return fileNameOf(r.file); }),
        duration("value_ns", "Time", "Of this run",
            [](const RunRow &r) -> OrMissing<std::int64_t> {
                return r.figure ? OrMissing<std::int64_t>(rounded(r.figure->value)) : Missing{"not in this run"};
            }),
        ifRoom(duration("error_ns", "Error", "Standard error of it",
            [](const RunRow &r) -> OrMissing<std::int64_t> {
                return r.figure ? OrMissing<std::int64_t>(rounded(r.figure->error)) : Missing{"not in this run"};
            })),
        duration("level_ns", "Level", "Median of the runs between two changes",
            [](const RunRow &r) -> OrMissing<std::int64_t> {
                return r.level ? OrMissing<std::int64_t>(rounded(*r.level)) : Missing{"not in this run"};
            }),
        share("change_share", "Change", "Where a new level begins: of the level before",
            [](const RunRow &r) { return valueOr(r.change, "no change here"); })};
}

} // namespace

std::vector<ReportColumn> RunHistory::columns(bool byRun)
{
    return byRun ? headings(runColumns()) : headings(seriesColumns());
}

void RunHistory::add(const std::string &kind, const std::string &name, RunFigure figure)
{
    constexpr std::size_t kMaxSeries = 500;
    auto found =
        std::find_if(m_series.begin(), m_series.end(), [&](const Series &s) { return s.kind == kind && s.name == name; });
    if (found == m_series.end()) {
        if (m_series.size() >= kMaxSeries)
            return;
        m_series.push_back({kind, name, {}});
        found = m_series.end() - 1;
    }
    found->runs.resize(m_files.size());
    found->runs.back() = figure;
}

void RunHistory::addSummary(const JsonValue &summary)
{
    struct Walls {
        std::vector<std::int64_t> steady;
        std::vector<std::int64_t> others; // warm-up and partial ones, where nothing else is there
    };
    std::map<std::string, Walls> walls; // by stage or program
    if (const JsonValue *rows = rowsOf(summary, "steps"))
        for (const JsonValue &row : rows->items)
            if (const double wall = numberOf(row, "wall_ns"); wall > 0) {
                Walls &own = walls[textOf(row, "program")];
                const std::string which = textOf(row, "class");
                (which == "warm-up" || which == "partial" ? own.others : own.steady).push_back(rounded(wall));
            }
    for (const auto &[stage, own] : walls) {
        const WallSample sample = wallSample(own.steady.empty() ? own.others : own.steady);
        const auto median = static_cast<double>(sample.medianNs);
        const double error = sample.spreadNs ? standardErrorNs(Measure::Median, sample) : kUnknownNoise / 3 * median;
        add("stage", stage, {median, error});
    }
    // Of the representative pass, so that neither the length of the capture nor its cold passes count.
    constexpr std::string_view kShare = "_share";
    std::map<std::string, double> categories;
    if (const JsonValue *rows = rowsOf(summary, "clusters"))
        for (const JsonValue &row : rows->items) {
            const double wall = numberOf(row, "avg_wall_ns");
            if (wall > 0)
                add("type", textOf(row, "type"), {wall, kUnknownNoise / 3 * wall});
            const double sum = numberOf(row, "avg_sum_ns") * numberOf(row, "layers");
            for (const std::string &key : row.keys)
                if (const std::string name = key.substr(0, key.size() - std::min(key.size(), kShare.size()));
                    key.ends_with(kShare) && categoryFromId(name)) // modelled_share is none
                    categories[name] += std::min(1.0, numberOf(row, key)) * sum;
        }
    for (const auto &[category, ns] : categories)
        if (ns > 0)
            add("category", category, {ns, kUnknownNoise / 3 * ns});
}

Result<void> RunHistory::read(const std::string &path, const SessionOptions &options, const JobControl &control)
{
    std::string text;
    if (looksLikeSummary(path)) {
        auto bytes = readSmallFile(path);
        if (!bytes)
            return bytes.error();
        text = *std::move(bytes);
    } else {
        const auto document = openTrace(path, {}, control);
        if (!document)
            return document.error();
        const auto session = AnalysisSession::create(*document, options);
        if (!session)
            return session.error();
        auto made = summaryJson(**session, {}, control);
        if (!made)
            return made.error();
        text = *std::move(made);
    }
    const auto summary = parseJson(text, path);
    if (!summary)
        return summary.error();
    m_files.push_back(path);
    addSummary(*summary);
    return {};
}

Result<RunHistory> RunHistory::open(
    const std::vector<std::string> &inputs, const SessionOptions &options, const JobControl &control)
{
    if (const auto given = checkGiven(inputs, options); !given)
        return given.error();
    const auto files = expandFolders(inputs);
    if (!files)
        return files.error();
    RunHistory history;
    for (const std::string &file : *files) {
        if (control.stopRequested())
            return Error{ErrorCode::Cancelled, "stopped", {}, -1};
        const auto read = history.read(file, options, control);
        if (!read && read.error().code == ErrorCode::Cancelled)
            return read.error();
        if (!read)
            history.m_leftOut.push_back(msg("%1 is left out: %2", fileNameOf(file), read.error().detail));
        history.m_lostNewest = !read && looksLikeSummary(file) ? std::string(fileNameOf(file)) : std::string();
    }
    if (history.m_files.size() < 2 || history.m_series.empty())
        return Error{ErrorCode::BadRequest,
            history.m_leftOut.empty()
                ? msg("a history needs two runs with steps; %1 of %2 files are such runs", history.m_files.size(), files->size())
                : msg("a history needs two runs with steps; %1 of %2 files are such runs: %3", history.m_files.size(),
                    files->size(), history.m_leftOut.front()),
            {}, -1};
    for (Series &series : history.m_series)
        series.runs.resize(history.m_files.size());
    const auto order = [](const Series &s) { return s.kind == "stage" ? 0 : s.kind == "type" ? 1 : 2; };
    std::stable_sort(history.m_series.begin(), history.m_series.end(),
        [&order](const Series &a, const Series &b) { return std::pair(order(a), a.name) < std::pair(order(b), b.name); });
    return history;
}

void RunHistory::addNotes(ReportTable &table) const
{
    table.addNote(
        msg("%1 runs, the oldest %2, the newest %3.", m_files.size(), fileNameOf(m_files.front()), fileNameOf(m_files.back())));
    for (const Message &file : m_leftOut)
        table.addWarning(file);
}

Result<ReportTable> RunHistory::table(const std::string &by) const
{
    if (!by.empty() && by != "series" && by != "run")
        return Error{ErrorCode::BadRequest, msg("a history cannot be listed by %1; use series or run", by), {}, -1};
    if (by == "run") {
        RowTable<RunRow> table("history_runs", "History of runs", runColumns());
        for (const Series &series : m_series) {
            const Known known = knownOf(series);
            const std::vector<LevelChange> changes = levelChanges(known.figures);
            for (std::size_t i = 0; i < known.places.size(); ++i) {
                RunRow row{series, known.places[i], m_files[known.places[i]], known.figures[i], {}, {}};
                const auto next = std::find_if(changes.begin(), changes.end(), [i](const LevelChange &c) { return c.at > i; });
                const std::size_t begin = next == changes.begin() ? 0 : (next - 1)->at;
                const std::size_t end = next == changes.end() ? known.figures.size() : next->at;
                row.level = levelOf(std::span(known.figures).subspan(begin, end - begin)).median;
                if (next != changes.begin() && (next - 1)->at == i)
                    row.change = shareOf(*(next - 1));
                table.append(row);
            }
        }
        addNotes(table);
        return table;
    }
    RowTable<SeriesRow> table("history", "History", seriesColumns());
    for (const Series &series : m_series) {
        SeriesRow row{series, m_files, newestOf(series), knownOf(series), {}};
        for (const LevelChange &change : levelChanges(row.known.figures))
            row.changes += (row.changes.empty() ? "" : "; ") + std::string(fileNameOf(m_files[row.known.places[change.at]])) + ' '
                + signedShare(shareOf(change));
        table.append(row);
    }
    addNotes(table);
    return table;
}

std::vector<Message> RunHistory::regressions(double share, bool allowMissing) const
{
    std::vector<Message> found;
    if (!m_lostNewest.empty() && !allowMissing)
        found.push_back(msg("the newest run, %1, cannot be used", m_lostNewest));
    for (const Series &series : m_series) {
        if (series.kind != "stage")
            continue;
        const Newest newest = newestOf(series);
        if (!newest.run && !allowMissing)
            found.push_back(msg("%1 is missing in the newest run", series.name));
        else if (newest.verdict() == "slower" && newest.delta() > share * newest.level->median)
            found.push_back(
                msg("%1 takes %2, %3 more than the %4 before", series.name, formatDuration(rounded(newest.run->value)),
                    formatShare(newest.delta() / newest.level->median), formatDuration(rounded(newest.level->median))));
    }
    return found;
}

} // namespace lamella::core
