// SPDX-License-Identifier: GPL-3.0-or-later
// diagnostics and anchors: one row each for what the importer and the segmentation have already worked out.
#include "core/report/tables/Columns.h"
#include "core/report/tables/TableBuilders.h"

namespace lamella::core {

std::vector<ReportColumn> diagnosticsColumns()
{
    using namespace columns;
    return {text("id", "Id", "Stable name of the oddity"),
        text("severity", "Severity", "info, notice, data_loss (something of the file is not shown) or error"),
        integer("count", "Count", "How often it was seen"),
        integer("first_offset", "First at byte", "Byte in the inflated text of the first one"),
        text("sample", "Sample", "Text of the first one, at most 120 bytes"),
        text("meaning", "Meaning", "What it means and what to do")};
}

ReportTable diagnosticsTable(const TraceDocument &document)
{
    ReportTable table("diagnostics", "What was odd in the file", diagnosticsColumns());
    for (const Diagnostic &d : document.diagnostics.sorted()) {
        table.appendRow();
        table.setText(0, d.kind->id);
        table.setText(1, severityName(d.kind->severity));
        table.setInteger(2, static_cast<std::int64_t>(d.count));
        if (d.firstOffset >= 0)
            table.setInteger(3, d.firstOffset);
        else
            table.setMissing(3, "not tied to one place in the file");
        if (d.sample.empty())
            table.setMissing(4, "no text to show");
        else
            table.setText(4, d.sample);
        table.setText(5, d.kind->meaning);
    }
    if (table.rowCount() == 0)
        table.addNote("Nothing odd was found.");
    return table;
}

std::vector<ReportColumn> anchorsColumns()
{
    using namespace columns;
    return {integer("rank", "Rank", "1 = best"), text("anchor", "Anchor", "As it can be given to --anchor"),
        text("role", "Role", "Where it stands in its block: begins, ends or within"),
        integer("count", "Count", "Kernels of the main device that match"),
        integer("blocks_per_layer", "Blocks per layer", "Stretches between anchors that make a layer"),
        integer("layers", "Layers", "Layers of a complete pass that it gives"),
        integer("passes", "Passes", "Passes that it gives"),
        real("confidence", "Confidence", "0 to 1, from the checks in the last column", 2),
        text("why", "Why", "What speaks for and against it"), text("chosen", "Chosen", "yes for the one in use")};
}

ReportTable anchorsTable(const TableInput &input)
{
    ReportTable table("anchors", "Candidates for the layer boundary", anchorsColumns());
    std::int64_t rank = 0;
    for (const AnchorCandidate &a : input.segmentation->anchors) {
        table.appendRow();
        table.setInteger(0, ++rank);
        table.setText(1, a.anchor);
        table.setText(2, anchorRoleName(a.role));
        table.setInteger(3, a.count);
        table.setInteger(4, a.blocksPerLayer);
        table.setInteger(5, a.layers);
        table.setInteger(6, a.passes);
        table.setReal(7, a.confidence);
        table.setText(8, a.why);
        table.setText(9, a.chosen ? "yes" : "no");
    }
    if (!input.segmentation->whyNone.empty())
        table.addNote("No passes: " + input.segmentation->whyNone);
    return table;
}

} // namespace lamella::core
