// SPDX-License-Identifier: GPL-3.0-or-later
// collectives: what communication and copies cost, and what of it is hidden.
#include "core/analysis/program/Transfers.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/ProgramTables.h"

namespace lamella::core {

std::vector<ReportColumn> collectivesColumns()
{
    using namespace columns;
    return {device(), text("kind", "Kind", "What it does, whatever its start and done are called; copy: transfers that are none"),
        integer("count", "Count", "A start with its done is one"), integer("split", "Split", "Of those: start and done"),
        duration("sum_ns", "Sum", "From begin to end, added up"),
        duration("busy_ns", "Busy", "The same, counted once where several are in flight"),
        duration("exposed_ns", "Exposed", "Of busy: nothing computes on the device"),
        duration("hidden_ns", "Hidden", "Of busy: the device computes meanwhile"),
        duration("wait_ns", "Wait", "In operations that wait for the end of one"),
        duration("avg_ns", "Avg", "Mean from begin to end"), duration("max_ns", "Max", "Longest"),
        {"bytes", "Bytes", CellKind::Bytes, "What the device gets out of them, by their shapes, or as recorded", -1},
        real("gb_per_s", "GB/s", "Those bytes over the time from begin to end; not the bandwidth of a link", 3),
        text("groups", "Groups", "Most frequent replica groups"),
        integer("unpaired", "Unpaired", "Starts without a done, and the other way round")};
}

ReportTable collectivesTable(const ProgramTableInput &input)
{
    ReportTable table("collectives", "Collectives and copies", collectivesColumns());
    constexpr double kGiga = 1e9;
    for (const TransferSum &sum :
        transferSums(*input.base.document, input.model->ops, input.base.scope.devices, input.base.control)) {
        if (sum.longest.valid())
            table.appendRow(EventSelection{sum.longest});
        else
            table.appendRow();
        table.setInteger(0, input.base.deviceNumber(sum.device));
        table.setText(1, sum.kind == CollectiveKind::None ? "copy" : collectiveKindName(sum.kind));
        table.setInteger(2, static_cast<std::int64_t>(sum.count));
        table.setInteger(3, static_cast<std::int64_t>(sum.split));
        table.setInteger(4, sum.sumNs);
        table.setInteger(5, sum.busyNs);
        table.setInteger(6, sum.exposedNs);
        table.setInteger(7, sum.hiddenNs());
        table.setInteger(8, sum.waitNs);
        if (sum.count > 0)
            table.setInteger(9, meanNs(sum.sumNs, static_cast<std::int64_t>(sum.count)));
        else
            table.setMissing(9, "only waits are recorded");
        table.setInteger(10, sum.maxNs);
        if (sum.bytesNs > 0) {
            table.setInteger(11, sum.bytes);
            table.setReal(12, sum.bytesPerSecond().value_or(0) / kGiga);
        } else {
            table.setMissing(11, "no sizes recorded");
            table.setMissing(12, "no sizes recorded");
        }
        if (sum.groups.empty())
            table.setMissing(13, "not recorded");
        else
            table.setText(13, sum.groups);
        table.setInteger(14, static_cast<std::int64_t>(sum.unpaired));
    }
    if (table.rowCount() == 0)
        table.addNote("No collective and no copy is in this trace.");
    return table;
}

} // namespace lamella::core
