// SPDX-License-Identifier: GPL-3.0-or-later
// unnamed: the names that no category rule hits, by time, so that a rule can be written for them.
#include "core/analysis/Hotness.h"
#include "core/base/Saturate.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/TableBuilders.h"

namespace lamella::core {

std::vector<ReportColumn> unnamedColumns()
{
    using namespace columns;
    return {integer("rank", "#", "1 = longest sum"), text("name", "Name", "Whole name, demangled"),
        integer("count", "Count", "Times it ran"), duration("sum_ns", "Sum", "Durations added up"),
        share("share", "Share", "Of the sum of all GPU work in the chosen passes, layers and streams"),
        text("short_name", "Kernel", "Name without return type, namespaces and arguments")};
}

ReportTable unnamedTable(const TableInput &input)
{
    ReportTable table("unnamed", "Kernels without a category", unnamedColumns());
    table.keepAlive(input.names);
    const std::vector<KernelId> kernels = kernelsOf(input.scope, *input.document, *input.segmentation, *input.index);
    std::vector<KernelId> unnamed;
    std::int64_t total = 0;
    for (const KernelId kernel : kernels) {
        total = addSaturated(total, input.document->kernels.duration[kernel.value]);
        if (!(*input.names)[input.document->kernels.name[kernel.value]].named)
            unnamed.push_back(kernel);
    }
    std::int64_t rank = 0;
    for (const NameHotness &h : hotness(*input.document, unnamed)) {
        const KernelName &name = (*input.names)[h.name];
        table.appendRow(NameSelection{h.name});
        table.setInteger(0, ++rank);
        table.setTextView(1, name.full);
        table.setInteger(2, static_cast<std::int64_t>(h.count));
        table.setInteger(3, h.sumNs);
        if (total > 0)
            table.setReal(4, static_cast<double>(h.sumNs) / static_cast<double>(total));
        else
            table.setMissing(4, "all durations are zero");
        table.setTextView(5, name.shortName);
    }
    if (!input.scope.why.empty())
        table.addNote("Shown: " + input.scope.why);
    if (kernels.empty())
        table.addNote("No GPU work is in what was asked for.");
    else if (unnamed.empty())
        table.addNote("Every kernel has a category.");
    else
        table.addNote("A profile file with \"universal\" rules names them: see lamella-cli profiles --help.");
    return table;
}

extern const TableSpec kUnnamedTable{
    .name = "unnamed",
    .help = "kernels that no rule names, longest first",
    .example = "trace.json.gz --profile my-model.json",
    .columns = unnamedColumns,
    .build = [](const TableInput &input) -> Result<ReportTable> { return unnamedTable(input); },
    .allDevices = true,
    .wholeTrace = true, // rules are missing wherever the kernel runs
    .layers = LayerUse::Range,
};

} // namespace lamella::core
