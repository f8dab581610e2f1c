// SPDX-License-Identifier: GPL-3.0-or-later
// ranges: annotated ranges (NVTX, user annotations) and their GPU work. Notes name the attribution rule in use, and the ranges
// for which another rule differs by more than 10 %.
#include "core/base/Counted.h"
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/report/tables/TableBuilders.h"

#include <algorithm>
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
            table.addWarning(msg(shown.rows.size() == 1
                    ? "Attribution %1 gives busy times that differ by more than 10 % for %2 of %3 range (%4)."
                    : "Attribution %1 gives busy times that differ by more than 10 % for %2 of %3 ranges (%4).",
                std::string(attributionName(other)), differing, formatCount(static_cast<std::int64_t>(shown.rows.size())),
                names + (differing > kNamedRanges ? ", …" : "")));
    }
}

struct ProjectedRange {
    explicit ProjectedRange(const RangeRow &range)
        : row(range)
        , sorted(range.projectedNs)
    {
        std::sort(sorted.begin(), sorted.end());
        for (const std::int64_t ns : sorted)
            sumNs = addSaturated(sumNs, ns);
    }
    [[nodiscard]] std::int64_t medianNs() const
    {
        const std::size_t middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted[middle] : meanNs(addSaturated(sorted[middle - 1], sorted[middle]), 2);
    }

    const RangeRow &row;
    std::vector<std::int64_t> sorted; // projected times of the instances
    std::int64_t sumNs = 0;
};

OrMissing<std::string> threadText(const TraceDocument &document, const RangeRow &row)
{
    if (!row.track.valid())
        return Missing{"on several threads"};
    const Track &track = document.tracks[row.track.value];
    return track.threadName.empty() ? track.process + "/" + track.thread : track.threadName + " " + track.thread;
}

std::vector<Column<ProjectedRange>> rangeColumns(const TableInput *input)
{
    using namespace columns;
    using Range = ProjectedRange;
    return {text("range", "Range", "Text of the annotation",
                [input](const Range &r) { return KeptText{input->document->text(r.row.name)}; }),
        ifRoom(text(
            "domain", "Domain", "NVTX domain; empty is the default one", [](const Range &r) { return KeptText{r.row.domain}; })),
        ifRoom(text("mode", "Mode", "How GPU work is attributed: same-thread, any-thread (by launch) or window (by time)",
            [input](const Range &) { return attributionName(input->request.attribution); })),
        integer("instances", "Instances", "Times that the range was entered and held GPU work",
            [](const Range &r) { return r.sorted.size(); }),
        ifRoom(integer("ops", "Operations", "GPU operations in all instances", [](const Range &r) { return r.row.ops; })),
        duration("proj_ns", "Projected", "First start to last end of the operations, added up over the instances", &Range::sumNs),
        ifRoom(duration("busy_ns", "Busy", "Time in which at least one of the operations runs, instance by instance",
            [](const Range &r) { return r.row.busyNs; })),
        duration("avg_proj_ns", "Average", "Mean projected time of an instance",
            [](const Range &r) { return meanNs(r.sumNs, static_cast<std::int64_t>(r.sorted.size())); }),
        ifRoom(duration("median_proj_ns", "Median", "Median projected time", &Range::medianNs)),
        ifRoom(duration("min_proj_ns", "Min", "Shortest projected time", [](const Range &r) { return r.sorted.front(); })),
        ifRoom(duration("max_proj_ns", "Max", "Longest projected time", [](const Range &r) { return r.sorted.back(); })),
        ifRoom(text("thread", "Thread", "Host thread that entered the range",
            [input](const Range &r) { return threadText(*input->document, r.row); }))};
}

Result<ReportTable> rangesTable(const TableInput &input)
{
    const Attribution attribution = input.request.attribution;
    const std::size_t skip = input.request.skip;
    RowTable<ProjectedRange> table("ranges", "GPU work of annotated ranges", rangeColumns(&input));
    table.keepAlive(input.document);
    const RangeStatistics statistics = rangeStatistics(*input.document, attribution, skip, input.control);
    for (const RangeRow &row : statistics.rows)
        table.append(ProjectedRange(row), EventSelection{row.first});
    table.addNote(attribution == Attribution::Window ? "Work counts if it runs while a range is open (--attribution window)."
            : attribution == Attribution::SameThread
            ? "Work counts if it was launched inside a range, on the same thread (--attribution same-thread)."
            : "Work counts if it was launched inside a range, on any thread of the process (--attribution any-thread).");
    if (statistics.skipped > 0)
        table.addNote(counted(skip, "Left out as warm-up: the first %1 instance of each range.",
            "Left out as warm-up: the first %1 instances of each range."));
    if (statistics.opsWithoutLaunch > 0)
        table.addNote(counted(statistics.opsWithoutLaunch, "%1 GPU operation has no recorded launch and belong to no range.",
            "%1 GPU operations have no recorded launch and belong to no range."));
    if (!statistics.complete)
        table.addNote("Too many nested ranges: the sums are not complete.");
    noteDisagreement(*input.document, statistics, attribution, skip, input.control, table);
    return table;
}

} // namespace

extern const TableSpec kRangesTable{
    .name = "ranges",
    .help = "GPU work of NVTX and annotation ranges",
    .example = "report.sqlite --attribution window --skip 5",
    .columns = headings<rangeColumns>,
    .build = rangesTable,
    .needs = TableNeeds::Document,
    .options = "--attribution --skip",
};

} // namespace lamella::core
