// SPDX-License-Identifier: GPL-3.0-or-later
// anchors: one row each for what the segmentation has already worked out.
#include "core/report/tables/Columns.h"
#include "core/report/tables/TableBuilders.h"

namespace lamella::core {

std::vector<ReportColumn> anchorsColumns()
{
    using namespace columns;
    return {integer("rank", "#", "1 = best"), text("anchor", "Anchor", "As it can be given to --anchor"),
        text("role", "Role", "Where it stands in its block: begins, ends or within"),
        integer("count", "Count", "Kernels of the main device that match"),
        integer("blocks_per_layer", "Blocks per layer", "Stretches between anchors that make a layer"),
        integer("layers", "Layers", "Layers of a complete pass that it gives"),
        integer("passes", "Passes", "Passes that it gives"),
        real("confidence", "Confidence", "0 to 1, from the checks in why", 2),
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

extern const TableSpec kAnchorsTable{
    .name = "anchors",
    .help = "candidates for the layer boundary, best first",
    .example = "trace.json.gz --config config.json",
    .columns = anchorsColumns,
    .build = [](const TableInput &input) -> Result<ReportTable> { return anchorsTable(input); },
    .needs = TableNeeds::Segmentation,
    .allPasses = true,
};

} // namespace lamella::core
