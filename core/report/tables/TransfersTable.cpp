// SPDX-License-Identifier: GPL-3.0-or-later
// collectives: duration, bytes, bandwidth and exposed time of communication and copies.
#include "core/analysis/program/CollectiveRecords.h"
#include "core/analysis/program/ProgramModel.h"
#include "core/analysis/program/Transfers.h"
#include "core/base/Counted.h"
#include "core/report/tables/TableBuilders.h"

namespace lamella::core {

namespace {

constexpr double kGiga = 1e9;
constexpr const char *kOnlyWaits = "only waits are recorded";

const char *reasonOf(SizeGap gap)
{
    switch (gap) {
    case SizeGap::NoType:
        return "elements are recorded, but not their type";
    case SizeGap::UnknownType:
        return "the size of this type is not known";
    case SizeGap::NoGroupSize:
        return "the size of the group is not recorded";
    case SizeGap::UnknownKind:
        return "elements are recorded, but not the kind of collective";
    case SizeGap::Contradiction:
        return "the recorded sizes contradict one another";
    case SizeGap::NotRecorded:
    case SizeGap::Known:
        break;
    }
    return "no sizes recorded";
}

// A value over the bytes of the transfers whose size is known.
template <class Value> auto ofSized(Value value)
{
    return [value](const TransferSum &s) -> decltype(value(s)) {
        if (s.sized == 0)
            return Missing{s.count == 0 ? kOnlyWaits : reasonOf(s.gap)};
        return value(s);
    };
}

OrMissing<double> busRate(const TransferSum &s)
{
    if (const std::optional<double> bus = s.busBytesPerSecond())
        return *bus / kGiga;
    if (!s.bytesPerSecond())
        return Missing{"they take no time"};
    return Missing{
        s.groupSize == 0 && busFactor(s.kind, 2) ? "the size of the group is not recorded" : "not defined for this kind"};
}

const char *withoutGroup(const TransferSum &s)
{
    return s.kind == CollectiveKind::None ? "a copy has no group" : "not recorded";
}

std::vector<Column<TransferSum>> timeColumns(const TableInput *input)
{
    using namespace columns;
    using Sum = TransferSum;
    return {column(device(), [input](const Sum &s) { return input->deviceNumber(s.device); }),
        text("kind", "Kind",
            "Kind of collective, whatever its start and done are called; copy: transfers that are not collectives",
            [](const Sum &s) { return s.kind == CollectiveKind::None ? "copy" : collectiveKindName(s.kind); }),
        integer("count", "Count", "A start with its done is one", &Sum::count),
        ifRoom(integer("split", "Split", "Of these, recorded as a start and a done", &Sum::split)),
        duration("sum_ns", "Sum", "From begin to end, added up", &Sum::sumNs),
        ifRoom(duration("busy_ns", "Busy", "The same, counted once where several are in flight", &Sum::busyNs)),
        duration("exposed_ns", "Exposed", "Of busy: nothing computes on the device", &Sum::exposedNs),
        duration("hidden_ns", "Hidden", "Of busy: the device computes meanwhile", &Sum::hiddenNs),
        ifRoom(duration("wait_ns", "Wait", "In operations that wait for the end of one", &Sum::waitNs)),
        duration("avg_ns", "Avg", "Mean from begin to end",
            [](const Sum &s) -> OrMissing<std::int64_t> {
                if (s.count == 0)
                    return Missing{kOnlyWaits};
                return meanNs(s.sumNs, static_cast<std::int64_t>(s.count));
            }),
        ifRoom(duration("max_ns", "Max", "Longest", &Sum::maxNs))};
}

std::vector<Column<TransferSum>> sizeColumns(const TableInput *)
{
    using namespace columns;
    using Sum = TransferSum;
    return {bytes("bytes", "Bytes", "What a rank holds in full before or after, added up; see the manual for each kind",
                ofSized([](const Sum &s) -> OrMissing<std::int64_t> { return s.bytes; })),
        ifRoom(integer("sized", "Sized", "Of count: those whose bytes are known; bytes and rates cover only these", &Sum::sized)),
        rate("algbw_gb_per_s", "algbw GB/s", "Bytes over the time from begin to end of those", 3,
            ofSized([](const Sum &s) -> OrMissing<double> {
                if (const std::optional<double> rate = s.bytesPerSecond())
                    return *rate / kGiga;
                return Missing{"they take no time"};
            })),
        ifRoom(rate("busbw_gb_per_s", "busbw GB/s",
            "algbw times the bus factor that nccl-tests defines for the kind and the group size", 3,
            ofSized([](const Sum &s) { return busRate(s); }))),
        ifRoom(text("dtype", "Type", "Of the elements",
            [](const Sum &s) { return textOr(s.type, s.kind == CollectiveKind::None ? "a copy moves bytes" : "not recorded"); })),
        ifRoom(integer("group_size", "Group size", "Participating processes",
            [](const Sum &s) { return valueIf(s.groupSize > 0, s.groupSize, withoutGroup(s)); })),
        ifRoom(text("groups", "Groups", "Ranks of the group, or replica groups, as recorded",
            [](const Sum &s) { return textOr(s.group, withoutGroup(s)); })),
        ifRoom(integer("unpaired", "Unpaired", "Starts without a done, and dones without a start", &Sum::unpaired))};
}

std::vector<Column<TransferSum>> transferColumns(const TableInput *input)
{
    std::vector<Column<TransferSum>> all = timeColumns(input);
    for (Column<TransferSum> &column : sizeColumns(input))
        all.push_back(std::move(column));
    return all;
}

Result<ReportTable> collectivesTable(const TableInput &input)
{
    std::shared_ptr<const LaunchJoin> launches; // for sizes that are recorded with the operators
    if (needsOperators(*input.document, input.program->ops)) {
        auto joined = input.parts->launches(input.control);
        if (!joined)
            return joined.error();
        launches = std::move(*joined);
    }
    RowTable<TransferSum> table("collectives", "Collectives and copies", transferColumns(&input));
    const CollectiveRecords records(*input.document, launches.get());
    std::uint64_t partly = 0; // transfers without a size in rows that have one
    for (const TransferSum &sum :
        transferSums(*input.document, input.program->ops, records, input.scope.devices, input.control)) {
        table.append(sum, sum.longest.valid() ? Selection(EventSelection{sum.longest}) : Selection());
        partly += sum.sized > 0 ? sum.count - sum.sized : 0;
    }
    if (partly > 0)
        table.addNote(
            counted(partly, "Bytes and rates exclude %1 transfer without a known size, in rows where sized is less than count.",
                "Bytes and rates exclude %1 transfers without a known size, in rows where sized is less than count."));
    if (table.rowCount() == 0)
        table.addNote("No collective and no copy is in this trace.");
    return table;
}

} // namespace

extern const TableSpec kCollectivesTable{
    .name = "collectives",
    .help = "collectives and copies: exposed, hidden, waited for",
    .example = "trace.json.gz",
    .columns = headings<transferColumns>,
    .build = collectivesTable,
    .needs = TableNeeds::Devices,
    .allDevices = true,
    .allPasses = true,
    .program = true,
};

} // namespace lamella::core
