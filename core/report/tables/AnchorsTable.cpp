// SPDX-License-Identifier: GPL-3.0-or-later
// anchors: the candidates for the layer boundary that the segmentation found.
#include "core/base/Message.h"
#include "core/report/tables/TableBuilders.h"

namespace lamella::core {

namespace {

std::vector<Column<AnchorCandidate>> anchorColumns()
{
    using namespace columns;
    using Anchor = AnchorCandidate;
    return {rowNumber<Anchor>("rank", "1 = best"), text("anchor", "Anchor", "As it can be given to --anchor", &Anchor::anchor),
        text("role", "Role", "Position in its block: begins, ends or within",
            [](const Anchor &a) { return anchorRoleName(a.role); }),
        integer("count", "Count", "Kernels of the main device that match", &Anchor::count),
        ifRoom(
            integer("blocks_per_layer", "Blocks per layer", "Blocks between anchors that make a layer", &Anchor::blocksPerLayer)),
        integer("layers", "Layers", "Layers of a complete pass that it gives", &Anchor::layers),
        integer("passes", "Passes", "Passes that it gives", &Anchor::passes),
        share("confidence", "Confidence", "0 to 1, from the checks in why", &Anchor::confidence),
        ifRoom(text("why", "Why", "Evidence for and against it", &Anchor::why)),
        text("chosen", "Chosen", "yes for the one in use", [](const Anchor &a) { return yesNo(a.chosen); })};
}

Result<ReportTable> anchorsTable(const TableInput &input)
{
    RowTable<AnchorCandidate> table("anchors", "Candidates for the layer boundary", anchorColumns());
    for (const AnchorCandidate &anchor : input.segmentation->anchors)
        table.append(anchor);
    if (!input.segmentation->whyNone.empty())
        table.addNote(msg("No passes: %1", input.segmentation->whyNone));
    return table;
}

} // namespace

extern const TableSpec kAnchorsTable{
    .name = "anchors",
    .help = "candidates for the layer boundary, best first",
    .example = "trace.json.gz --config config.json",
    .columns = headings<anchorColumns>,
    .build = anchorsTable,
    .needs = TableNeeds::Segmentation,
    .allPasses = true,
};

} // namespace lamella::core
