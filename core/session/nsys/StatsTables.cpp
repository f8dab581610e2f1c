// SPDX-License-Identifier: GPL-3.0-or-later
// stats: the summary reports of `nsys stats`, computed from a trace with the same arithmetic, or as read from that program's
// output.
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/report/tables/TableBuilders.h"
#include "core/session/nsys/StatsTextTables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

namespace lamella::core {

namespace {

constexpr double kBytesPerMegabyte = 1e6;
constexpr std::int64_t kPollRows = 65536;

struct Group {
    std::vector<std::int64_t> values; // ns, or bytes
    std::int64_t sum = 0;
};
using Groups = std::map<std::string_view, Group>;

void add(Groups &groups, std::string_view name, std::int64_t value)
{
    Group &group = groups[name];
    group.values.push_back(value);
    group.sum = addSaturated(group.sum, value);
}

// Rounds half away from zero to `decimals`. Rounds the exact value of the double: 841.15 is stored slightly below and gives
// 841.1. long double holds the product exactly.
double rounded(double value, int decimals)
{
    long double scale = 1;
    for (int i = 0; i < decimals; ++i)
        scale *= 10;
    return static_cast<double>(std::round(static_cast<long double>(value) * scale) / scale);
}

double quotient(std::int64_t value, std::int64_t of)
{
    return static_cast<double>(value) / static_cast<double>(of);
}

double sampleDeviation(const Group &group)
{
    if (group.values.size() < 2)
        return 0;
    const long double mean = static_cast<long double>(group.sum) / static_cast<long double>(group.values.size());
    long double squares = 0;
    for (const std::int64_t value : group.values) {
        const long double distance = static_cast<long double>(value) - mean;
        squares += distance * distance;
    }
    return static_cast<double>(std::sqrt(squares / static_cast<long double>(group.values.size() - 1)));
}

bool wantsKernels(KernelKind kind)
{
    return kind == KernelKind::Kernel;
}

bool wantsMemory(KernelKind kind)
{
    return kind == KernelKind::Memcpy || kind == KernelKind::Memset;
}

Groups gpuGroups(const TraceDocument &document, const KernelNames &names, bool (*wanted)(KernelKind), bool bytes)
{
    Groups groups;
    const KernelTable &table = document.kernels;
    for (std::uint32_t k = 0; k < table.size(); ++k) {
        if (!wanted(table.kind[k]))
            continue;
        const std::string_view name =
            table.kind[k] == KernelKind::Kernel ? std::string_view(names[table.name[k]].full) : document.text(table.name[k]);
        if (!bytes)
            add(groups, name, table.duration[k]);
        else if (const auto size = document.events.sparse(table.event[k], SparseKey::Bytes))
            add(groups, name, *size);
    }
    return groups;
}

Groups callGroups(const TraceDocument &document, std::initializer_list<std::string_view> categories, const JobControl &control)
{
    std::vector<StringId> wanted;
    for (const std::string_view category : categories)
        if (const StringId id = document.strings.find(category); id.valid())
            wanted.push_back(id);
    Groups groups;
    std::int64_t rows = 0;
    for (const EventChunk &chunk : document.events.chunks()) {
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            if (++rows % kPollRows == 0 && control.stopRequested())
                return groups;
            // Without a duration: a mark of the recorder ("profiling started"), which nsys stats ignores.
            if (chunk.duration[row] > 0 && std::find(wanted.begin(), wanted.end(), chunk.category[row]) != wanted.end())
                add(groups, document.text(chunk.name[row]), chunk.duration[row]);
        }
    }
    return groups;
}

struct Report {
    std::string_view id;
    std::string_view title;
    bool bytes;
};
constexpr std::array kReports{Report{"cuda_gpu_kern_sum", "CUDA GPU Kernel Summary", false},
    Report{"cuda_gpu_mem_time_sum", "CUDA GPU MemOps Summary (by Time)", false},
    Report{"cuda_gpu_mem_size_sum", "CUDA GPU MemOps Summary (by Size)", true}, Report{"cuda_api_sum", "CUDA API Summary", false},
    Report{"osrt_sum", "OS Runtime Summary", false}};
constexpr std::array kReportIds = [] {
    std::array<std::string_view, kReports.size()> ids;
    std::transform(kReports.begin(), kReports.end(), ids.begin(), [](const Report &report) { return report.id; });
    return ids;
}();

Groups groupsOf(const Report &report, const TraceDocument &document, const KernelNames &names, const JobControl &control)
{
    if (report.id == "cuda_gpu_kern_sum")
        return gpuGroups(document, names, wantsKernels, false);
    if (report.id == "cuda_gpu_mem_time_sum" || report.id == "cuda_gpu_mem_size_sum")
        return gpuGroups(document, names, wantsMemory, report.bytes);
    return report.id == "cuda_api_sum" ? callGroups(document, {"cuda_runtime", "cuda_driver"}, control)
                                       : callGroups(document, {"osrt"}, control);
}

struct StatsRow {
    std::string_view name;
    const Group &group; // values are sorted
    std::int64_t total; // sum over the report

    [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(group.values.size()); }
    [[nodiscard]] double mean() const { return quotient(group.sum, count()); }
    [[nodiscard]] double median() const;
};

double StatsRow::median() const
{
    const std::size_t middle = group.values.size() / 2;
    return group.values.size() % 2 == 1 ? static_cast<double>(group.values[middle])
                                        : quotient(addSaturated(group.values[middle - 1], group.values[middle]), 2);
}

std::vector<Column<StatsRow>> timeColumns()
{
    using namespace columns;
    using Row = StatsRow;
    return {real("time_percent", "Time (%)", "Of the total time of this report", 1,
                [](const Row &r) -> OrMissing<double> {
                    if (r.total <= 0)
                        return Missing{"all durations are zero"};
                    return rounded(quotient(r.group.sum, r.total) * 100.0, 1);
                }),
        duration("total_time_ns", "Total Time", "Added up", [](const Row &r) { return r.group.sum; }),
        integer("instances", "Instances", "Times it ran or was called", &Row::count),
        real("avg_ns", "Avg (ns)", "Mean", 1, [](const Row &r) { return rounded(r.mean(), 1); }),
        real("med_ns", "Med (ns)", "Median", 1, &Row::median),
        ifRoom(duration("min_ns", "Min", "Shortest", [](const Row &r) { return r.group.values.front(); })),
        ifRoom(duration("max_ns", "Max", "Longest", [](const Row &r) { return r.group.values.back(); })),
        ifRoom(real("stddev_ns", "StdDev (ns)", "Standard deviation of a sample (n - 1)", 1,
            [](const Row &r) { return rounded(sampleDeviation(r.group), 1); })),
        text("name", "Name", "Whole name", &Row::name)};
}

std::vector<Column<StatsRow>> sizeColumns()
{
    using namespace columns;
    using Row = StatsRow;
    const auto megabytes = [](auto bytes) {
        return [bytes](const Row &r) { return rounded(static_cast<double>(bytes(r)) / kBytesPerMegabyte, 3); };
    };
    return {real("total_mb", "Total (MB)", "Bytes added up / 1e6", 3, megabytes([](const Row &r) { return r.group.sum; })),
        integer("count", "Count", "Operations", &Row::count),
        real("avg_mb", "Avg (MB)", "Mean", 3, megabytes([](const Row &r) { return r.mean(); })),
        ifRoom(real("med_mb", "Med (MB)", "Median", 3, megabytes([](const Row &r) { return r.median(); }))),
        ifRoom(real("min_mb", "Min (MB)", "Minimum", 3, megabytes([](const Row &r) { return r.group.values.front(); }))),
        ifRoom(real("max_mb", "Max (MB)", "Maximum", 3, megabytes([](const Row &r) { return r.group.values.back(); }))),
        ifRoom(real("stddev_mb", "StdDev (MB)", "Standard deviation of a sample", 3,
            megabytes([](const Row &r) { return sampleDeviation(r.group); }))),
        text("name", "Operation", "What is moved, and where", &Row::name)};
}

ReportTable reportTable(const Report &report, Groups &&groups)
{
    RowTable<StatsRow> table(
        "stats", std::string(report.title) + " (" + std::string(report.id) + ")", report.bytes ? sizeColumns() : timeColumns());
    std::int64_t total = 0;
    std::vector<std::pair<std::string_view, Group *>> order;
    for (auto &[name, group] : groups) {
        std::sort(group.values.begin(), group.values.end());
        total = addSaturated(total, group.sum);
        order.emplace_back(name, &group);
    }
    std::stable_sort(order.begin(), order.end(), [](const auto &a, const auto &b) { return a.second->sum > b.second->sum; });
    for (const auto &[name, group] : order)
        table.append({name, *group, total});
    return table;
}

// by: name of a report (empty: the kernels). Rounds as nsys stats does: one decimal, half away from zero. Standard deviation of a
// sample; shares of the report's total.
Result<ReportTable> statsTable(const TableInput &input)
{
    const std::string &by = input.request.by;
    if (isStatsText(*input.document))
        return statsTextTable(*input.document, by, input.control);
    std::string known;
    for (const Report &report : kReports) {
        known += (known.empty() ? "" : ", ") + std::string(report.id);
        if (report.id != (by.empty() ? kReports.front().id : std::string_view(by)))
            continue;
        ReportTable table = reportTable(report, groupsOf(report, *input.document, *input.names, input.control));
        table.addNote("Arithmetic of nsys stats: one decimal, halves away from zero; shares of this table's total.");
        return table;
    }
    return Error{ErrorCode::BadRequest, msg("report %1 is not known; use %2", by, known), {}, -1};
}

constexpr std::array kStatsForms{TableForm{"--by cuda_gpu_mem_size_sum", headings<sizeColumns>}};

} // namespace

extern const TableSpec kStatsTable{
    .name = "stats",
    .help = "the summary reports of nsys stats, of any trace or from its text",
    .example = "report.sqlite --by cuda_gpu_mem_time_sum",
    .columns = headings<timeColumns>,
    .build = statsTable,
    .needs = TableNeeds::Segmentation,
    .options = "--by",
    .by = "REPORT",
    .byNames = kReportIds,
    .forms = kStatsForms,
};

} // namespace lamella::core
