// SPDX-License-Identifier: GPL-3.0-or-later
// collectives: what communication and copies cost, how much they move, and what of it is hidden.
#include "core/analysis/program/CollectiveRecords.h"
#include "core/analysis/program/Transfers.h"
#include "core/base/Counted.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/ProgramTables.h"

namespace lamella::core {

namespace {

enum Column : std::size_t {
    kDevice,
    kKind,
    kCount,
    kSplit,
    kSum,
    kBusy,
    kExposed,
    kHidden,
    kWait,
    kAvg,
    kMax,
    kBytes,
    kSized,
    kAlgbw,
    kBusbw,
    kType,
    kGroupSize,
    kGroups,
    kUnpaired
};

constexpr double kGiga = 1e9;
constexpr const char *kOnlyWaits = "only waits are recorded";

const char *reasonOf(SizeGap gap)
{
    switch (gap) {
    case SizeGap::NoType:
        return "elements are recorded, not of which type";
    case SizeGap::UnknownType:
        return "the size of this type is not known";
    case SizeGap::NoGroupSize:
        return "the size of the group is not recorded";
    case SizeGap::UnknownKind:
        return "elements are recorded, not what is done with them";
    case SizeGap::Contradiction:
        return "the recorded sizes contradict one another";
    case SizeGap::NotRecorded:
    case SizeGap::Known:
        break;
    }
    return "no sizes recorded";
}

void setSizes(ReportTable &table, const TransferSum &sum)
{
    table.setInteger(kSized, static_cast<std::int64_t>(sum.sized));
    if (sum.sized == 0) {
        const char *reason = sum.count == 0 ? kOnlyWaits : reasonOf(sum.gap);
        for (const std::size_t column : {kBytes, kAlgbw, kBusbw})
            table.setMissing(column, reason);
        return;
    }
    table.setInteger(kBytes, sum.bytes);
    const std::optional<double> rate = sum.bytesPerSecond();
    if (rate)
        table.setReal(kAlgbw, *rate / kGiga);
    else
        table.setMissing(kAlgbw, "they take no time");
    if (const std::optional<double> bus = sum.busBytesPerSecond())
        table.setReal(kBusbw, *bus / kGiga);
    else if (!rate)
        table.setMissing(kBusbw, "they take no time");
    else
        table.setMissing(kBusbw,
            sum.groupSize == 0 && busFactor(sum.kind, 2) ? "the size of the group is not recorded" : "not defined for this kind");
}

void setGroup(ReportTable &table, const TransferSum &sum)
{
    const bool copies = sum.kind == CollectiveKind::None;
    const char *reason = copies ? "a copy has no group" : "not recorded";
    if (sum.groupSize > 0)
        table.setInteger(kGroupSize, sum.groupSize);
    else
        table.setMissing(kGroupSize, reason);
    if (sum.group.empty())
        table.setMissing(kGroups, reason);
    else
        table.setText(kGroups, sum.group);
    if (sum.type.empty())
        table.setMissing(kType, copies ? "a copy moves bytes" : "not recorded");
    else
        table.setText(kType, sum.type);
}

void addRow(ReportTable &table, const TransferSum &sum, std::int64_t deviceNumber)
{
    if (sum.longest.valid())
        table.appendRow(EventSelection{sum.longest});
    else
        table.appendRow();
    table.setInteger(kDevice, deviceNumber);
    table.setText(kKind, sum.kind == CollectiveKind::None ? "copy" : collectiveKindName(sum.kind));
    table.setInteger(kCount, static_cast<std::int64_t>(sum.count));
    table.setInteger(kSplit, static_cast<std::int64_t>(sum.split));
    table.setInteger(kSum, sum.sumNs);
    table.setInteger(kBusy, sum.busyNs);
    table.setInteger(kExposed, sum.exposedNs);
    table.setInteger(kHidden, sum.hiddenNs());
    table.setInteger(kWait, sum.waitNs);
    if (sum.count > 0)
        table.setInteger(kAvg, meanNs(sum.sumNs, static_cast<std::int64_t>(sum.count)));
    else
        table.setMissing(kAvg, kOnlyWaits);
    table.setInteger(kMax, sum.maxNs);
    setSizes(table, sum);
    setGroup(table, sum);
    table.setInteger(kUnpaired, static_cast<std::int64_t>(sum.unpaired));
}

} // namespace

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
        {"bytes", "Bytes", CellKind::Bytes, "What a rank holds in full before or after, added up; see the manual for each kind",
            -1},
        integer("sized", "Sized", "Of count: those whose bytes are known; bytes and rates are about them"),
        real("algbw_gb_per_s", "algbw GB/s", "Bytes over the time from begin to end of those", 3),
        real("busbw_gb_per_s", "busbw GB/s", "algbw times what the links carry for a byte, as nccl-tests defines it", 3),
        text("dtype", "Type", "Of the elements"), integer("group_size", "Group size", "Processes that take part"),
        text("groups", "Groups", "Ranks of the group, or replica groups, as recorded"),
        integer("unpaired", "Unpaired", "Starts without a done, and the other way round")};
}

ReportTable collectivesTable(const ProgramTableInput &input)
{
    ReportTable table("collectives", "Collectives and copies", collectivesColumns());
    const TraceDocument &document = *input.base.document;
    const CollectiveRecords records(document, input.launches.get());
    std::uint64_t partly = 0; // of rows that have a size, those without one
    for (const TransferSum &sum :
        transferSums(document, input.model->ops, records, input.base.scope.devices, input.base.control)) {
        addRow(table, sum, input.base.deviceNumber(sum.device));
        partly += sum.sized > 0 ? sum.count - sum.sized : 0;
    }
    if (partly > 0)
        table.addNote("Bytes and rates leave out " + counted(partly, "transfer", "transfers")
            + " without a known size, in rows where sized is less than count.");
    if (table.rowCount() == 0)
        table.addNote("No collective and no copy is in this trace.");
    return table;
}

extern const TableSpec kCollectivesTable{
    .name = "collectives",
    .help = "collectives and copies: exposed, hidden, waited for",
    .example = "trace.json.gz",
    .columns = collectivesColumns,
    .build = [](const TableInput &input) -> Result<ReportTable> {
        auto program = ProgramTableInput::of(input);
        if (!program)
            return program.error();
        if (asksOperators(*input.document, program->model->ops)) {
            const auto joined = input.parts->launches(input.control);
            if (!joined)
                return joined.error();
            program->launches = *joined;
        }
        return collectivesTable(*program);
    },
    .needs = TableNeeds::Devices,
    .allDevices = true,
    .allPasses = true,
};

} // namespace lamella::core
