// SPDX-License-Identifier: GPL-3.0-or-later
// overlap: how much of a category's time is hidden behind other work.
#include "core/analysis/Overlap.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/report/tables/RowScopes.h"

#include <map>

namespace lamella::core {

namespace {

struct OverlapRow {
    const RowScope &of;
    const CategoryOverlap &overlap;
};

std::vector<Column<OverlapRow>> overlapColumns()
{
    using namespace columns;
    using Overlap = CategoryOverlap;
    const auto ns = [](auto value) { return [value](const OverlapRow &r) { return std::invoke(value, r.overlap); }; };
    return {column(columns::pass(), [](const OverlapRow &r) { return passNumber(r.of); }),
        text("category", "Category", "What the kernels do",
            [](const OverlapRow &r) { return KeptText{info(r.overlap.category).id}; }),
        duration("sum_ns", "Sum", "Durations added up", ns(&Overlap::sumNs)),
        duration("busy_ns", "Busy", "Time in which at least one of them runs", ns(&Overlap::busyNs)),
        duration("exposed_ns", "Exposed", "Of busy: nothing of another category runs on the device meanwhile",
            ns(&Overlap::exposedNs)),
        duration("hidden_ns", "Hidden", "Busy minus exposed", ns(&Overlap::hiddenNs)),
        ifRoom(duration("behind_compute_ns", "Behind compute",
            "Of busy: work of another category that is neither communication nor a copy runs meanwhile",
            ns(&Overlap::behindComputeNs))),
        ifRoom(duration("same_stream_ns", "Same stream",
            "Of sum: work before it on its own stream still ran (programmatic dependent launch)", ns(&Overlap::sameStreamNs)))};
}

std::vector<Column<OverlapRow>> layerColumns()
{
    std::vector<Column<OverlapRow>> all = overlapColumns();
    all.push_back(columns::column(columns::layer(), [](const OverlapRow &r) { return layerNumber(r.of); }));
    return all;
}

std::vector<Column<OverlapRow>> allColumns(const TableInput &input, bool byLayer)
{
    std::vector<Column<OverlapRow>> all = overlapColumns();
    addDevice(all, &input, [](const OverlapRow &r) { return r.of.device; });
    if (byLayer)
        all.push_back(layerColumns().back());
    return all;
}

// Totals for the notes.
struct OverlapSums {
    CategoryOverlap communication;
    std::int64_t sameStreamNs = 0;

    void add(const CategoryOverlap &o)
    {
        sameStreamNs = addSaturated(sameStreamNs, o.sameStreamNs);
        if (o.category != Category::Communication)
            return;
        communication.busyNs = addSaturated(communication.busyNs, o.busyNs);
        communication.behindComputeNs = addSaturated(communication.behindComputeNs, o.behindComputeNs);
        communication.exposedNs = addSaturated(communication.exposedNs, o.exposedNs);
    }
    void note(ReportTable &table) const
    {
        if (communication.busyNs > 0)
            table.addNote(
                msg("Communication: %1 busy, %2 of it behind compute, %3 exposed.", formatDuration(communication.busyNs),
                    formatDuration(communication.behindComputeNs), formatDuration(communication.exposedNs)));
        if (sameStreamNs > 0)
            table.addNote(msg("On one stream at once (programmatic dependent launch): %1.", formatDuration(sameStreamNs)));
    }
};

Result<ReportTable> overlapTable(const TableInput &input)
{
    const auto layers = byLayer(input);
    if (!layers)
        return layers.error();
    RowTable<OverlapRow> table("overlap", "Overlap by category", allColumns(input, *layers));
    const KernelTable &kernels = input.document->kernels;
    const auto workOf = [&kernels](const RowScope &scope) {
        WorkSum work;
        for (const KernelId kernel : scope.kernels)
            work.add(kernels.start[kernel.value], kernels.end(kernel.value));
        return work;
    };
    const std::vector<RowScope> scopes = rowScopes(input, *layers);
    std::map<DeviceId, TimeRange> ranges; // of all rows
    for (const RowScope &scope : scopes)
        if (const WorkSum work = workOf(scope); !work.empty())
            if (const auto [of, added] = ranges.try_emplace(scope.device, work.range); !added)
                of->second = of->second.united(work.range);
    std::map<DeviceId, DeviceWork> works;
    for (const auto &[device, range] : ranges)
        works.try_emplace(device, kernels, input.index->within(input.document->kernels, device, range));
    OverlapSums sums;
    for (const RowScope &scope : scopes) {
        if (input.stopped())
            break;
        const WorkSum work = workOf(scope);
        if (work.empty())
            continue;
        const std::vector<KernelId> around = works.at(scope.device).within(work.range);
        for (const CategoryOverlap &o : categoryOverlap(*input.document, *input.names, scope.kernels, around)) {
            table.append({scope, o}, scope.target());
            sums.add(o);
        }
    }
    noteScope(table, input);
    sums.note(table);
    return table;
}

constexpr std::array kForms{TableForm{"--by layer", headings<layerColumns>}};

} // namespace

extern const TableSpec kOverlapTable{
    .name = "overlap",
    .help = "what is hidden behind other work, by category",
    .example = "trace.json.gz --pass all",
    .columns = headings<overlapColumns>,
    .build = overlapTable,
    .layers = LayerUse::Range,
    .options = "--by",
    .by = "pass|layer",
    .forms = kForms,
};

} // namespace lamella::core
