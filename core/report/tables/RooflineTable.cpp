// SPDX-License-Identifier: GPL-3.0-or-later
// roofline: how far operators, kernels, layers, categories and passes are from what the hardware can do.
#include "core/base/Saturate.h"
#include "core/report/tables/RooflineCells.h"
#include "core/report/tables/RooflineRows.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

using Row = RooflineRow;

constexpr double kNsPerSecond = 1e9;
constexpr double kTera = 1e12;
constexpr double kGiga = 1e9;
constexpr const char *kNotModelled = "its work is not known; see why";
constexpr const char *kNoPeaks = "the peaks of the device are not known; give --peaks";
constexpr double kMaxCell = 9.2e18; // of whole numbers
constexpr const char *kOfSeveral = "spans several of them";

OrMissing<std::int64_t> counted(double amount, bool there, const char *reason)
{
    if (!there)
        return Missing{reason};
    if (!(amount < kMaxCell))
        return Missing{"too large a number"};
    return static_cast<std::int64_t>(amount + 0.5);
}

// A dimension of one product, or tokens of one attention.
auto size(double OperatorCost::*member, const char *missing)
{
    return [member, missing](const Row &r) {
        return counted(r.kind ? r.kind->cost.*member : 0, r.kind && r.kind->cost.*member > 0, r.kind ? missing : kOfSeveral);
    };
}

auto elementType(ElementType OperatorCost::*member)
{
    return [member](const Row &r) -> OrMissing<KeptText> {
        if (!r.kind)
            return Missing{kOfSeveral};
        return keptOr(elementTypeName(r.kind->cost.*member), "not known");
    };
}

std::vector<Column<Row>> placeColumns(const TableInput *input)
{
    using namespace columns;
    constexpr const char *kNoProduct = "no matrix product";
    constexpr const char *kNoAttention = "neither attention nor experts";
    return {column(columns::pass(),
                [](const Row &r) { return valueIf(r.pass >= 0, r.pass, r.pass == kNoPass ? "outside of passes" : kOfSeveral); }),
        column(layer(),
            [](const Row &r) {
                return valueIf(r.layer != kNoLayer && r.layer != kSeveralLayers, r.layer,
                    r.layer == kNoLayer ? "in no layer of its pass" : kOfSeveral);
            }),
        text("type", "Type", "Layer type, where the row is one layer",
            [input](const Row &r) -> OrMissing<std::string_view> {
                return r.layer >= 0 ? layerTypeText(*input, r.device, r.layer, r.type) : Missing{kOfSeveral};
            }),
        text("op", "Operator", "Operator, role in a layer, or kernel", [](const Row &r) { return textOr(r.op, kOfSeveral); }),
        text("category", "Category", "What the work is",
            [](const Row &r) -> OrMissing<KeptText> {
                if (r.category)
                    return KeptText{info(*r.category).id};
                return Missing{kOfSeveral};
            }),
        text("source", "Source", "Where flops and bytes are from: recorded, shapes, config or none; of most of the time",
            [](const Row &r) { return KeptText{workSourceName(r.sum.source)}; }),
        integer("count", "Count", "Calls; by kernel and category: kernels", [](const Row &r) { return r.sum.calls; }),
        integer("batch", "Batch", "Products of one call", size(&OperatorCost::batch, kNoProduct)),
        integer("m", "M", "Rows of the result", size(&OperatorCost::m, kNoProduct)),
        integer("n", "N", "Columns of the result", size(&OperatorCost::n, kNoProduct)),
        integer("k", "K", "Products that are added up for each element of the result", size(&OperatorCost::k, kNoProduct)),
        integer("q_tokens", "Queries", "Tokens whose queries are computed; of experts: tokens",
            size(&OperatorCost::qTokens, kNoAttention)),
        integer("kv_tokens", "Keys", "Tokens whose keys and values are read",
            size(&OperatorCost::kvTokens, "not an attention operator")),
        text("dtype_in", "Input type", "Element type of the input", elementType(&OperatorCost::input)),
        text("dtype_weight", "Weight type", "Of the second factor of a product, or of keys and values",
            elementType(&OperatorCost::weight))};
}

// What sums of the row are divided by.
double perRow(const Row &r, std::int64_t calls)
{
    return r.perCall ? static_cast<double>(std::max<std::int64_t>(1, calls)) : 1.0;
}

std::vector<Column<Row>> workColumns()
{
    using namespace columns;
    const auto rate = [](double RooflineSum::*amount, double unit) {
        return [amount, unit](const Row &r) -> OrMissing<double> {
            if (!(amount == &RooflineSum::flops ? r.countsFlops() : r.countsBytes()))
                return Missing{kNotModelled};
            return r.sum.perNs(amount) * kNsPerSecond / unit;
        };
    };
    const auto ofFloor = [](auto value) {
        return [value](const Row &r) -> decltype(value(r)) {
            if (r.sum.floorNs <= 0 && r.sum.flopsCalls + r.sum.bytesCalls == 0)
                return Missing{kNotModelled};
            if (r.sum.floorNs <= 0 && r.sum.floorCallsNs <= 0)
                return Missing{r.peaksKnown ? "no peak stated for this type" : kNoPeaks};
            return value(r);
        };
    };
    using Count = OrMissing<std::int64_t>;
    using Rate = OrMissing<double>;
    return {integer("flops", "FLOPs", "Floating point operations: of one call by operator, else of the row",
                [](const Row &r) { return counted(r.sum.flops / perRow(r, r.sum.flopsCalls), r.countsFlops(), kNotModelled); }),
        bytes("bytes", "Bytes", "That cross the memory bus at least once: of one call by operator, else of the row",
            [](const Row &r) { return counted(r.sum.bytes / perRow(r, r.sum.bytesCalls), r.countsBytes(), kNotModelled); }),
        columns::rate("intensity", "FLOP/byte", "FLOPs over bytes, of calls of which both are known", 2,
            [](const Row &r) { return ratio(r.sum.flopsOfBoth, r.sum.bytesOfBoth, kNotModelled); }),
        duration("dur_ns", "Duration", "Kernels of all calls, added up; by kernel and category: of these kernels",
            [](const Row &r) { return r.sum.durationNs; }),
        columns::rate("tflop_per_s", "TFLOP/s", "Achieved: FLOPs over the time of the calls of which they are known", 3,
            rate(&RooflineSum::flops, kTera)),
        columns::rate("gb_per_s", "GB/s", "Achieved: bytes over the time of the calls of which they are known", 3,
            rate(&RooflineSum::bytes, kGiga)),
        text("bound", "Bound", "What the roofline time rests on: compute or memory",
            ofFloor([](const Row &r) -> OrMissing<KeptText> {
                return KeptText{r.sum.computeNs > r.sum.memoryNs ? "compute" : "memory"};
            })),
        duration("floor_ns", "Roofline",
            "The least time that the device needs for the FLOPs and bytes of all calls; by kernel and category: of their part",
            ofFloor([](const Row &r) -> Count { return counted(r.sum.floorNs, true, kNoPeaks); })),
        share("of_floor", "Of roofline",
            "Roofline time over the time of the calls of which it is known; above 1 the model, the tokens or the peaks are wrong",
            ofFloor([](const Row &r) -> Rate {
                return ratio(r.sum.floorNs, static_cast<double>(r.sum.floorCallsNs), "the duration is zero");
            })),
        duration("headroom_ns", "Headroom",
            "Time of the calls whose roofline time is known, minus that; below zero where of roofline is above 1",
            ofFloor([](const Row &r) -> Count {
                return subtractSaturated(r.sum.floorCallsNs, static_cast<std::int64_t>(std::min(r.sum.floorNs + 0.5, kMaxCell)));
            })),
        text("why", "Why", "Why nothing is known, what was assumed, or that the numbers cannot be right",
            [](const Row &r) -> OrMissing<Message> {
                if (Message why = r.why(); !why.empty())
                    return why;
                return Missing{"nothing to say"};
            }),
        share("modelled_share", "Modelled", "Time whose work is known, of the duration",
            [](const Row &r) { return ratio(r.sum.modelledNs, r.sum.durationNs, "the duration is zero"); }),
        share("of_best", "Of best", "Rate over the best rate of the same category, type and bound in these passes",
            [](const Row &r) { return ratio(r.rate, r.bestRate, "of single operators that are modelled only"); }),
        ifRoom(text("role", "Role", "Role in the layer, by the rules of profiles",
            [](const Row &r) { return keptOr(r.role, r.op.empty() ? kOfSeveral : kNoKernelRole); }))};
}

std::vector<Column<Row>> rooflineColumns(const TableInput *input)
{
    std::vector<Column<Row>> all = placeColumns(input);
    for (Column<Row> &column : workColumns())
        all.push_back(std::move(column));
    return all;
}

// Peaks, how much is modelled, and what cannot be right.
void addNotes(ReportTable &table, const TableInput &input, const Roofline &roofline, const std::vector<Row> &rows)
{
    for (const DeviceId device : input.scope.devices) {
        const DevicePeaks &peaks = roofline.peaks[device.value];
        if (peaks.known)
            table.addNote(
                msg("Peaks of %1 (%2); source: %3.", peaks.hardware.name, peaks.why, Message::name(peaks.hardware.source)));
        else
            table.addNote(msg("Device %1: %2.", input.deviceNumber(device), peaks.why));
        if (input.document->devices.size() == input.scope.devices.size() && input.scope.devices.size() > 1
            && peaks.hardware.name == roofline.peaks[input.scope.devices.back().value].hardware.name)
            break; // all alike
    }
    RooflineSum all;
    std::int64_t above = 0;
    for (const Row &row : rows) {
        all.durationNs = addSaturated(all.durationNs, row.sum.durationNs);
        all.modelledNs = addSaturated(all.modelledNs, row.sum.modelledNs);
        above += row.aboveLimit() ? 1 : 0;
    }
    if (all.durationNs > 0)
        table.addNote(msg("%1 % of the GPU time is modelled.",
            std::to_string(static_cast<int>(100 * static_cast<double>(all.modelledNs) / static_cast<double>(all.durationNs)))));
    if (above > 0)
        table.addWarning(rowsAboveLimit(above));
    for (const Message &warning : roofline.warnings)
        table.addWarning(warning);
}

Result<ReportTable> rooflineTable(const TableInput &input)
{
    const auto by = rooflineBy(input);
    if (!by)
        return by.error();
    const auto roofline = input.parts->roofline(input);
    if (!roofline)
        return roofline.error();
    const auto roles = input.parts->roles(input);
    if (!roles)
        return roles.error();
    std::vector<Column<Row>> all = rooflineColumns(&input);
    addDevice(all, &input, &Row::device);
    RowTable<Row> table("roofline", "Roofline", std::move(all));
    table.keepAlive(*roofline);
    table.keepAlive(*roles);
    const std::vector<Row> rows = rooflineRows(input, **roofline, **roles, *by);
    for (const Row &row : rows)
        table.append(row, row.target);
    addNotes(table, input, **roofline, rows);
    noteScope(table, input);
    return table;
}

} // namespace

extern const TableSpec kRooflineTable{
    .name = "roofline",
    .help = "how far work is from what the hardware can do",
    .example = "trace.json.gz --by op --config config.json",
    .columns = headings<rooflineColumns>,
    .build = rooflineTable,
    .layers = LayerUse::List,
    .options = "--by --peaks --tokens --context",
    .by = "op|kernel|layer|category|pass",
};

} // namespace lamella::core
