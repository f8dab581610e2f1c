// SPDX-License-Identifier: GPL-3.0-or-later
// pipes: the metric columns of the kernel table, which depend on the profiler's options.
#include "core/base/AsciiCase.h"
#include "core/base/Message.h"
#include "core/base/ParseDouble.h"
#include "core/base/Saturate.h"
#include "core/import/OpenByteSource.h"
#include "core/import/SignedInteger.h"
#include "core/import/TimestampParser.h"
#include "core/import/ascend/CsvRows.h"
#include "core/import/ascend/KernelDetails.h"
#include "core/report/tables/TableBuilders.h"
#include "core/session/ascend/AscendOutputs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace lamella::core {

namespace {

constexpr std::uint64_t kRowsBetweenPolls = 4096;
constexpr std::size_t kMaxMetrics = 128;
constexpr std::size_t kMaxColumns = 1024; // in the file
constexpr std::size_t kMaxGroups = 100'000;

enum class MetricKind { Time, Count, Mean };

struct Metric {
    std::size_t column = 0;
    MetricKind kind = MetricKind::Mean;
    ReportColumn shown;
};

// "aic_mac_time(us)" -> "aic_mac_time_ns", "cube_utilization(%)" -> "cube_utilization_percent".
std::string columnId(std::string name, MetricKind kind)
{
    if (kind == MetricKind::Time)
        name = name.substr(0, name.size() - 4) + "_ns";
    if (const std::size_t at = name.find("(%)"); at != std::string::npos)
        name.replace(at, 3, "_percent");
    for (char &c : name) {
        c = asciiLower(c);
        if ((c < 'a' || c > 'z') && (c < '0' || c > '9'))
            c = '_';
    }
    return name;
}

std::vector<Metric> metricsOf(const std::vector<std::string> &header)
{
    std::vector<Metric> metrics;
    for (const KernelDetailsColumns::Metric &found : KernelDetailsColumns::metrics(header)) {
        if (metrics.size() == kMaxMetrics || found.column >= kMaxColumns)
            break;
        Metric metric;
        metric.column = found.column;
        metric.kind = found.name.ends_with("(us)")           ? MetricKind::Time
            : found.name.find("cycles") != std::string::npos ? MetricKind::Count
                                                             : MetricKind::Mean;
        const std::string id = columnId(found.name, metric.kind);
        const bool known = std::any_of(metrics.begin(), metrics.end(), [&](const Metric &m) { return m.shown.id == id; });
        if (known)
            continue;
        metric.shown = {id, found.name,
            metric.kind == MetricKind::Time        ? CellKind::DurationNs
                : metric.kind == MetricKind::Count ? CellKind::Integer
                                                   : CellKind::Real,
            metric.kind == MetricKind::Mean ? "Mean of the rows that have it, weighted by their durations" : "Added up", 4};
        metrics.push_back(std::move(metric));
    }
    return metrics;
}

struct Cell {
    std::int64_t sum = 0; // Time, Count
    double weighted = 0; // Mean
    double weight = 0;
    bool present = false;
};

struct Group {
    std::int64_t count = 0;
    std::int64_t sumNs = 0;
    std::vector<Cell> cells; // by metric; only as long as the last recorded one
};

using GroupKey = std::array<std::string, 3>; // category, type, core

struct Groups {
    std::map<GroupKey, Group> byKey;
    Group others; // types beyond the first kMaxGroups
    std::int64_t totalNs = 0;

    Group &of(const GroupKey &key)
    {
        const auto known = byKey.find(key);
        if (known != byKey.end())
            return known->second;
        return byKey.size() < kMaxGroups ? byKey[key] : others;
    }
};

// There may be as many types as rows, so a group only allocates the cells that its rows use.
Cell &cellOf(Group &group, std::size_t metric)
{
    if (group.cells.size() <= metric)
        group.cells.resize(metric + 1);
    return group.cells[metric];
}

void addCell(const std::vector<Metric> &metrics, std::size_t m, std::string_view text, std::int64_t duration, Group &group)
{
    const Metric &metric = metrics[m];
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    if (metric.kind == MetricKind::Time) {
        const ParsedNs time = parseMicroseconds(text);
        if (time.status != NumberStatus::Ok)
            return;
        Cell &cell = cellOf(group, m);
        cell.sum = addSaturated(cell.sum, time.ns);
        cell.present = true;
    } else if (metric.kind == MetricKind::Count) {
        const auto value = parseSignedInteger(text);
        if (!value)
            return;
        Cell &cell = cellOf(group, m);
        cell.sum = addSaturated(cell.sum, *value);
        cell.present = true;
    } else {
        const std::optional<double> value = wholeDouble(text);
        if (!value || !std::isfinite(*value))
            return;
        const auto weight = static_cast<double>(std::max<std::int64_t>(duration, 1));
        Cell &cell = cellOf(group, m);
        cell.weighted += *value * weight;
        cell.weight += weight;
        cell.present = true;
    }
}

struct PipeRow {
    const GroupKey &key;
    const Group &group;
    std::int64_t totalNs; // of all groups
};

std::vector<Column<PipeRow>> pipeColumns()
{
    using namespace columns;
    const auto key = [](std::size_t part) { return [part](const PipeRow &r) { return r.key[part]; }; };
    return {text("category", "Category", "What the work does", key(0)),
        text("type", "Type", "Type of the operator; empty with --by category", key(1)),
        text("core", "Core", "Accelerator core; empty with --by category", key(2)),
        integer("count", "Count", "Rows of the kernel table", [](const PipeRow &r) { return r.group.count; }),
        duration("sum_ns", "Sum", "Durations added up", [](const PipeRow &r) { return r.group.sumNs; }),
        share("share", "Share", "Of the compute time of the trace", [](const PipeRow &r) {
            return r.totalNs > 0 ? static_cast<double>(r.group.sumNs) / static_cast<double>(r.totalNs) : 0;
        })};
}

Column<PipeRow> metricColumn(const Metric &metric, std::size_t m)
{
    const auto recorded = [m](auto value) {
        return [m, value](const PipeRow &r) -> OrMissing<decltype(value(Cell{}))> {
            if (m >= r.group.cells.size() || !r.group.cells[m].present)
                return Missing{"not recorded for this work"};
            return value(r.group.cells[m]);
        };
    };
    if (metric.kind == MetricKind::Mean)
        return columns::column(metric.shown, recorded([](const Cell &cell) { return cell.weighted / cell.weight; }));
    return columns::column(metric.shown, recorded([](const Cell &cell) { return cell.sum; }));
}

// Longest first.
void appendGroups(RowTable<PipeRow> &table, const Groups &groups)
{
    std::vector<const std::pair<const GroupKey, Group> *> order;
    for (const auto &group : groups.byKey)
        order.push_back(&group);
    std::stable_sort(order.begin(), order.end(), [](const auto *a, const auto *b) { return a->second.sumNs > b->second.sumNs; });
    for (const auto *group : order)
        table.append({group->first, group->second, groups.totalNs});
    if (groups.others.count == 0)
        return;
    table.append({{std::string(), "(others)", std::string()}, groups.others, groups.totalNs});
    table.addNote(msg("Types beyond the first %1 are combined as (others).", kMaxGroups));
}

Result<ReportTable> pipesTable(const TableInput &input)
{
    const TraceDocument &document = *input.document;
    const std::string &by = input.request.by;
    if (!by.empty() && by != "type" && by != "category")
        return Error{ErrorCode::BadRequest, msg("pipes cannot be grouped by %1; use type or category", by), {}, -1};
    const std::string path = ascendKernelTableOf(document);
    std::vector<Column<PipeRow>> all = pipeColumns();
    if (path.empty()) {
        RowTable<PipeRow> none("pipes", "Use of the pipes of the cores", std::move(all));
        none.addNote("Not a trace of the Ascend profiler with a kernel table (kernel_details.csv, op_summary_*.csv).");
        return none;
    }
    const ImportLimits limits;
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, limits);
    if (!source)
        return source.error();
    CsvRows rows(**source, limits.maxEventBytes);
    const auto columns = rows.next() ? KernelDetailsColumns::find(rows.cells()) : std::nullopt;
    if (!rows.error())
        return rows.error().error();
    if (!columns)
        return Error{ErrorCode::Io, "the file has changed since it was read; reload it", path, -1};
    const std::vector<Metric> metrics = metricsOf(rows.cells());
    for (std::size_t m = 0; m < metrics.size(); ++m)
        all.push_back(metricColumn(metrics[m], m));
    Groups groups;
    std::uint64_t badRows = 0;
    for (std::uint64_t count = 0; rows.next(); ++count) {
        if (count % kRowsBetweenPolls == 0 && input.stopped())
            return Error{ErrorCode::Cancelled, "cancelled", path, -1};
        const std::optional<KernelDetailsRow> row = columns->row(rows.cells());
        if (!row || row->duration < 0 || rows.endsInsideQuotes()) {
            ++badRows;
            continue;
        }
        if (row->isCommunication())
            continue;
        const std::string category(info(input.names->category(document.strings.find(row->workName()))).id);
        const bool wide = by == "category";
        Group &group = groups.of(
            {category, wide ? std::string{} : std::string(row->workName()), wide ? std::string{} : std::string(row->core)});
        ++group.count;
        group.sumNs = addSaturated(group.sumNs, row->duration);
        groups.totalNs = addSaturated(groups.totalNs, row->duration);
        for (std::size_t m = 0; m < metrics.size(); ++m)
            if (metrics[m].column < rows.cells().size())
                addCell(metrics, m, rows.cells()[metrics[m].column], row->duration, group);
    }
    if (!rows.error())
        return rows.error().error();
    RowTable<PipeRow> table("pipes", "Use of the pipes of the cores", std::move(all));
    appendGroups(table, groups);
    table.addNote(metrics.empty()
            ? "The profiler recorded no metrics; profile with level 1 and aic_metrics."
            : "Times and cycles are added up, ratios are means weighted by duration; communication is left out.");
    if (badRows > 0)
        table.addNote(msg("%1 damaged rows were left out.", badRows));
    if (rows.rowTooLong())
        table.addNote("A row of the kernel table is too large; the rows after it were not read.");
    return table;
}

} // namespace

extern const TableSpec kPipesTable{
    .name = "pipes",
    .help = "Ascend: use of the pipes by type or category",
    .example = "rank0_ascend_pt --by category",
    .columns = headings<pipeColumns>,
    .build = pipesTable,
    .needs = TableNeeds::Segmentation,
    .options = "--by",
    .by = "type|category",
};

} // namespace lamella::core
