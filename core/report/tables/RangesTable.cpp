// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/RangesTable.h"

#include "core/analysis/PassMetrics.h"
#include "core/base/Counted.h"
#include "core/base/Saturate.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/TableBuilders.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace lamella::core {

namespace {

constexpr double kDisagreement = 0.1;
constexpr std::size_t kNamedRanges = 3;

using Key = std::pair<StringId, std::string_view>;

std::map<Key, std::int64_t> busyByRange(const RangeStatistics &statistics)
{
    std::map<Key, std::int64_t> busy;
    for (const RangeRow &row : statistics.rows)
        busy[{row.name, row.domain}] = row.busyNs;
    return busy;
}

void noteDisagreement(const TraceDocument &document, const RangeStatistics &shown, Attribution attribution, std::size_t skip,
    const JobControl &control, ReportTable &table)
{
    for (const Attribution other : {Attribution::SameThread, Attribution::AnyThread, Attribution::Window}) {
        if (other == attribution)
            continue;
        const std::map<Key, std::int64_t> busy = busyByRange(rangeStatistics(document, other, skip, control));
        std::string names;
        std::size_t differing = 0;
        for (const RangeRow &row : shown.rows) {
            const auto it = busy.find({row.name, row.domain});
            const double theirs = it == busy.end() ? 0.0 : static_cast<double>(it->second);
            const double ours = static_cast<double>(row.busyNs);
            if (std::abs(theirs - ours) <= kDisagreement * std::max(ours, theirs))
                continue;
            if (differing++ < kNamedRanges)
                names += (names.empty() ? "" : ", ") + std::string(document.text(row.name));
        }
        if (differing > 0)
            table.addWarning("Attribution " + std::string(attributionName(other))
                + " gives busy times that differ by more than 10 % for " + std::to_string(differing) + " of "
                + counted(shown.rows.size(), "range", "ranges") + " (" + names + (differing > kNamedRanges ? ", …" : "") + ").");
    }
}

void append(const TraceDocument &document, const RangeRow &row, Attribution attribution, ReportTable &table)
{
    std::vector<std::int64_t> sorted = row.projectedNs;
    std::sort(sorted.begin(), sorted.end());
    std::int64_t sum = 0;
    for (const std::int64_t ns : sorted)
        sum = addSaturated(sum, ns);
    const std::size_t middle = sorted.size() / 2;
    const std::int64_t median =
        sorted.size() % 2 == 1 ? sorted[middle] : meanNs(addSaturated(sorted[middle - 1], sorted[middle]), 2);
    table.appendRow(EventSelection{row.first});
    table.setTextView(0, document.text(row.name));
    table.setTextView(1, row.domain);
    table.setTextView(2, attributionName(attribution));
    table.setInteger(3, static_cast<std::int64_t>(sorted.size()));
    table.setInteger(4, static_cast<std::int64_t>(row.ops));
    table.setInteger(5, sum);
    table.setInteger(6, row.busyNs);
    table.setInteger(7, meanNs(sum, static_cast<std::int64_t>(sorted.size())));
    table.setInteger(8, median);
    table.setInteger(9, sorted.front());
    table.setInteger(10, sorted.back());
    if (!row.track.valid()) {
        table.setMissing(11, "on several threads");
        return;
    }
    const Track &track = document.tracks[row.track.value];
    table.setText(11, track.threadName.empty() ? track.process + "/" + track.thread : track.threadName + " " + track.thread);
}

} // namespace

std::vector<ReportColumn> rangesColumns()
{
    using namespace columns;
    return {text("range", "Range", "Text of the annotation"), text("domain", "Domain", "NVTX domain; empty is the default one"),
        text("mode", "Mode", "How GPU work is attributed: same-thread, any-thread (by launch) or window (by time)"),
        integer("instances", "Instances", "Times that the range was entered and held GPU work"),
        integer("ops", "Operations", "GPU operations in all instances"),
        duration("proj_ns", "Projected", "First start to last end of the operations, added up over the instances"),
        duration("busy_ns", "Busy", "Time in which at least one of the operations runs, instance by instance"),
        duration("avg_proj_ns", "Average", "Mean projected time of an instance"),
        duration("median_proj_ns", "Median", "Median projected time"), duration("min_proj_ns", "Min", "Shortest projected time"),
        duration("max_proj_ns", "Max", "Longest projected time"), text("thread", "Thread", "Host thread that entered the range")};
}

ReportTable rangesTable(
    const std::shared_ptr<const TraceDocument> &document, Attribution attribution, std::size_t skip, const JobControl &control)
{
    ReportTable table("ranges", "GPU work of annotated ranges", rangesColumns());
    table.keepAlive(document);
    const RangeStatistics statistics = rangeStatistics(*document, attribution, skip, control);
    for (const RangeRow &row : statistics.rows)
        append(*document, row, attribution, table);
    table.addNote(attribution == Attribution::Window ? "Work counts where it runs while a range is open (--attribution window)."
            : attribution == Attribution::SameThread
            ? "Work counts where its launch lies in a range of the same thread (--attribution same-thread)."
            : "Work counts where its launch lies in a range, on any thread of the process (--attribution any-thread).");
    if (statistics.skipped > 0)
        table.addNote("Left out as warm-up: the first " + counted(skip, "instance", "instances") + " of each range.");
    if (statistics.opsWithoutLaunch > 0)
        table.addNote(counted(statistics.opsWithoutLaunch, "GPU operation has", "GPU operations have")
            + " no recorded launch and belong to no range.");
    if (!statistics.complete)
        table.addNote("Too many nested ranges: the sums are not complete.");
    noteDisagreement(*document, statistics, attribution, skip, control, table);
    return table;
}

namespace {

constexpr std::array<std::string_view, 2> kOptions{"--attribution", "--skip"};

} // namespace

extern const TableSpec kRangesTable{
    .name = "ranges",
    .help = "GPU work of NVTX and annotation ranges",
    .example = "report.sqlite --attribution window --skip 5",
    .columns = rangesColumns,
    .build = [](const TableInput &input) -> Result<ReportTable> {
        return rangesTable(input.document, input.request.attribution, input.request.skip, input.control);
    },
    .needs = TableNeeds::Document,
    .options = kOptions,
};

} // namespace lamella::core
