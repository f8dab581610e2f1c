// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Overlap.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/TableBuilders.h"

#include <map>

namespace lamella::core {

namespace {

void appendRows(
    ReportTable &table, const TableInput &input, DeviceId device, const Pass *pass, const std::vector<CategoryOverlap> &rows)
{
    for (const CategoryOverlap &o : rows) {
        table.appendRow(pass ? Selection(PassSelection{device, pass->number}) : Selection());
        if (pass)
            table.setInteger(0, pass->number);
        else
            table.setMissing(0, "the whole trace");
        table.setTextView(1, info(o.category).id);
        table.setInteger(2, o.sumNs);
        table.setInteger(3, o.busyNs);
        table.setInteger(4, o.exposedNs);
        table.setInteger(5, o.hiddenNs());
        if (input.scope.severalDevices())
            table.setInteger(6, input.deviceNumber(device));
    }
}

std::vector<KernelId> chosen(const TableInput &input, std::span<const KernelId> from)
{
    std::vector<KernelId> kernels;
    for (const KernelId kernel : from)
        if (inScope(input.scope, *input.document, *input.segmentation, kernel))
            kernels.push_back(kernel);
    std::sort(kernels.begin(), kernels.end());
    return kernels;
}

TimeRange rangeOf(const KernelTable &table, const std::vector<KernelId> &kernels)
{
    WorkSum work;
    for (const KernelId kernel : kernels)
        work.add(table.start[kernel.value], table.end(kernel.value));
    return work.range;
}

} // namespace

std::vector<ReportColumn> overlapColumns()
{
    using namespace columns;
    return {columns::pass(), text("category", "Category", "What the kernels do"), duration("sum_ns", "Sum", "Durations added up"),
        duration("busy_ns", "Busy", "Time in which at least one of them runs"),
        duration("exposed_ns", "Exposed", "Of busy: nothing of another category runs on the device meanwhile"),
        duration("hidden_ns", "Hidden", "Busy minus exposed")};
}

ReportTable overlapTable(const TableInput &input)
{
    std::vector<ReportColumn> all = overlapColumns();
    if (input.scope.severalDevices())
        all.push_back(columns::device());
    ReportTable table("overlap", "Overlap by category", std::move(all));
    std::map<DeviceId, DeviceWork> works;
    for (const DeviceId device : input.scope.devices)
        works.try_emplace(device, *input.document, *input.index, device);
    const auto add = [&](DeviceId device, const Pass *pass, std::span<const KernelId> from) {
        const std::vector<KernelId> kernels = chosen(input, from);
        const std::vector<KernelId> around = works.at(device).within(rangeOf(input.document->kernels, kernels));
        appendRows(table, input, device, pass, categoryOverlap(*input.document, *input.names, kernels, around));
    };
    if (input.scope.wholeTrace)
        for (const DeviceId device : input.scope.devices)
            add(device, nullptr, input.index->ofDevice(device));
    else
        for (const PassRef &ref : input.scope.passes)
            add(ref.device, ref.pass, input.index->ofPass(ref.device, ref.pass->number));
    if (!input.scope.why.empty())
        table.addNote("Shown: " + input.scope.why);
    return table;
}

} // namespace lamella::core
