// SPDX-License-Identifier: GPL-3.0-or-later
// ops and families.
#include "core/analysis/program/HloText.h"
#include "core/analysis/program/OpSums.h"
#include "core/analysis/program/ProgramModel.h"
#include "core/analysis/program/ScopePath.h"
#include "core/base/Message.h"
#include "core/base/OneLineJson.h"
#include "core/base/Saturate.h"
#include "core/report/tables/RooflineCells.h"
#include "core/report/tables/TableBuilders.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace lamella::core {

namespace {

constexpr double kTera = 1e12;
constexpr double kGiga = 1e9;
constexpr std::size_t kPollRows = 4096; // between two checks of the stop request

constexpr const char *kNotCounted = "none recorded for what it does";

struct OpRow {
    const OpSum &sum;
    const Operation *operation; // null: only the name was recorded
    const Device &device;
    std::int64_t totalNs; // of all operations
};

// Data for the getters.
class OpLookup {
public:
    OpLookup(const TableInput &asked, OpShapes inputShapes)
        : input(asked)
        , document(*asked.document)
        , compiled(asked.program->ops.compiled)
        , shapes(std::move(inputShapes))
    {
    }
    // A field that the compiler recorded for the operation; empty if there is none.
    [[nodiscard]] std::string_view recorded(const OpRow &r, StringId Operation::*text) const
    {
        return r.operation ? document.text(r.operation->*text) : std::string_view{};
    }
    [[nodiscard]] std::string_view shortName(StringId name) const { return (*input.names)[name].shortName; }
    [[nodiscard]] const std::vector<InputShapes> *shapesOf(const OpRow &r) const
    {
        const auto found = shapes.find(r.sum.name);
        return found == shapes.end() ? nullptr : &found->second;
    }
    [[nodiscard]] OrMissing<std::string> shape(const OpRow &r) const;
    [[nodiscard]] OrMissing<std::int64_t> shapeCount(const OpRow &r) const;

    const TableInput &input;
    const TraceDocument &document;
    bool compiled;
    OpShapes shapes; // input shapes, where operations are kernels
};

// The output shape recorded by a compiler; for a kernel the input shapes of the operator that launched it.
OrMissing<std::string> OpLookup::shape(const OpRow &r) const
{
    if (compiled)
        return textOr(shapeSignature(outputShapes(recorded(r, &Operation::longName))), "no shapes recorded");
    const std::vector<InputShapes> *found = shapesOf(r);
    const bool there = found && found->front().dims.valid(); // operations without shapes are sorted last
    return textOr(there ? oneLineJson(document.text(found->front().dims)) : std::string(), "no input shapes recorded");
}

OrMissing<std::int64_t> OpLookup::shapeCount(const OpRow &r) const
{
    if (compiled)
        return Missing{"compiled: a name has one shape"};
    std::set<StringId> dims;
    if (const std::vector<InputShapes> *found = shapesOf(r))
        for (const InputShapes &shape : *found)
            if (shape.dims.valid())
                dims.insert(shape.dims);
    return valueIf(!dims.empty(), dims.size(), "no input shapes recorded");
}

// What the compiler says of one execution; of kernels the mean of those of which it is known.
std::int64_t ofOne(const OpRow &r, std::int64_t sum, std::uint64_t known, std::int64_t Operation::*recorded)
{
    if (r.operation)
        return std::max<std::int64_t>(r.operation->*recorded, 0);
    return sum / std::max<std::int64_t>(1, static_cast<std::int64_t>(known));
}

OrMissing<double> bytesShare(const OpRow &r)
{
    const double peak = r.device.peakBytesPerSecond;
    const double rate = *r.sum.bytesPerSecond();
    // The compiler also counts accesses to on-chip memory; then the rate exceeds the peak of the main memory.
    if (peak > 0 && rate > peak)
        return Missing{"not all bytes go to the main memory"};
    return ratio(rate, peak, "no peak recorded");
}

std::vector<Column<OpRow>> timeColumns(const OpLookup *look)
{
    using namespace columns;
    const auto ns = [](auto member) { return [member](const OpRow &r) { return r.sum.*member; }; };
    return {rowNumber<OpRow>("rank", "1 = most exclusive time"),
        text("op", "Operation", "Name without its number",
            [look](const OpRow &r) {
                return look->compiled ? canonicalOpName(look->document.text(r.sum.name)) : look->shortName(r.sum.name);
            }),
        ifRoom(text("program", "Program", "Compiled program: names of operations are unique only within a program",
            [look](const OpRow &r) -> OrMissing<std::string_view> {
                if (r.sum.program != OpSum::kNoProgram)
                    return look->input.program->runs.programs[r.sum.program].name;
                return Missing{look->compiled ? "in no launch of a program" : "no compiled programs"};
            })),
        text("family", "Family", "What it is to the model",
            [look](const OpRow &r) {
                return familyOf(look->document.text(r.sum.name), look->recorded(r, &Operation::scope), r.sum.what.traits,
                    look->recorded(r, &Operation::category), look->input.names->category(r.sum.name));
            }),
        ifRoom(text("kind", "Kind", "compute, communication, copy or wait",
            [](const OpRow &r) { return opKindName(r.sum.what.traits.kind); })),
        ifRoom(text("hlo_category", "HLO category", "As the compiler recorded it",
            [look](const OpRow &r) { return textOr(std::string(look->recorded(r, &Operation::category)), "not recorded"); })),
        integer("count", "Count", "Times it ran", ns(&OpSum::count)),
        duration("exclusive_ns", "Exclusive", "Durations minus what ran inside", ns(&OpSum::exclusiveNs)),
        share("share", "Share", "Of the exclusive time of all operations of the same devices",
            [](const OpRow &r) { return ratio(r.sum.exclusiveNs, r.totalNs, "all durations are zero"); }),
        ifRoom(duration("avg_ns", "Avg", "Mean exclusive time",
            [](const OpRow &r) { return meanNs(r.sum.exclusiveNs, static_cast<std::int64_t>(r.sum.count)); })),
        ifRoom(duration("min_ns", "Min", "Shortest exclusive time", ns(&OpSum::minNs))),
        ifRoom(duration("max_ns", "Max", "Longest exclusive time", ns(&OpSum::maxNs))),
        ifRoom(duration("total_ns", "Total", "Durations added up", ns(&OpSum::totalNs)))};
}

std::vector<Column<OpRow>> workColumns(const OpLookup *look)
{
    using namespace columns;
    const auto counted = [](std::int64_t OpSum::*ns, auto value) {
        return [ns, value](const OpRow &r) -> decltype(value(r)) {
            if (r.sum.*ns <= 0)
                return Missing{kNotCounted};
            return value(r);
        };
    };
    const auto ofFlops = [counted](auto value) { return counted(&OpSum::flopsNs, value); };
    const auto ofBytes = [counted](auto value) { return counted(&OpSum::bytesNs, value); };
    using Count = OrMissing<std::int64_t>;
    using Rate = OrMissing<double>;
    return {ifRoom(text("shape", "Shape",
                "Compiled: shape of the output, several separated by |, [] for a scalar; else the input dims with the most time",
                [look](const OpRow &r) { return look->shape(r); })),
        ifRoom(integer("flops", "FLOPs",
            "Floating point operations of one execution of which they are known: as the compiler counts them, else by shapes or "
            "config",
            ofFlops([](const OpRow &r) -> Count { return ofOne(r, r.sum.flops, r.sum.flopsCount, &Operation::flops); }))),
        ifRoom(columns::rate("tflop_per_s", "TFLOP/s",
            "Achieved: these operations over the exclusive time of the executions, of kernels over that of their calls", 3,
            ofFlops([](const OpRow &r) -> Rate { return *r.sum.flopsPerSecond() / kTera; }))),
        ifRoom(share("peak_flops_share", "Of peak FLOP/s", "Of the peak that the profiler recorded for the device",
            ofFlops(
                [](const OpRow &r) { return ratio(*r.sum.flopsPerSecond(), r.device.peakFlopsPerSecond, "no peak recorded"); }))),
        ifRoom(bytes("bytes", "Bytes",
            "Read and written by one execution of which they are known: as the compiler counts them, else by shapes or config",
            ofBytes([](const OpRow &r) -> Count { return ofOne(r, r.sum.bytes, r.sum.bytesCount, &Operation::bytes); }))),
        ifRoom(columns::rate("gb_per_s", "GB/s",
            "Achieved: these bytes over the exclusive time of the executions, of kernels over that of their calls", 3,
            ofBytes([](const OpRow &r) -> Rate { return *r.sum.bytesPerSecond() / kGiga; }))),
        ifRoom(share("peak_bytes_share", "Of peak GB/s", "Of the peak of the main memory that the profiler recorded",
            ofBytes([](const OpRow &r) { return bytesShare(r); }))),
        ifRoom(text("scope", "Scope", "Where in the source program",
            [look](const OpRow &r) {
                return textOr(joinScope(scopeParts(look->recorded(r, &Operation::scope))), "no scope recorded");
            })),
        ifRoom(text("source", "Source", "File and line",
            [look](const OpRow &r) { return textOr(std::string(look->recorded(r, &Operation::source)), "not recorded"); })),
        onRequest(text("name", "Name", "As recorded",
            [look](const OpRow &r) {
                return look->compiled ? look->document.text(r.sum.name) : std::string_view((*look->input.names)[r.sum.name].full);
            })),
        ifRoom(integer("shapes", "Shapes", "Different input dims, where operations are kernels",
            [look](const OpRow &r) { return look->shapeCount(r); }))};
}

std::vector<Column<OpRow>> opColumns(const OpLookup *look)
{
    std::vector<Column<OpRow>> all = timeColumns(look);
    for (Column<OpRow> &column : workColumns(look))
        all.push_back(std::move(column));
    return all;
}

std::int64_t totalOf(const std::vector<OpSum> &sums)
{
    std::int64_t total = 0;
    for (const OpSum &sum : sums)
        total = addSaturated(total, sum.exclusiveNs);
    return total;
}

void noteSums(ReportTable &table, const TableInput &input, const std::vector<OpSum> &sums)
{
    const bool known =
        std::any_of(sums.begin(), sums.end(), [](const OpSum &sum) { return sum.flopsCount > 0 || sum.bytesCount > 0; });
    if (known && !input.program->ops.compiled)
        table.addNote("The work of a call of several kernels is counted with its main one, and rates are over the time of "
                      "the whole call.");
    const std::size_t shown = input.scope.devices.size();
    const std::size_t all = input.document->devices.size();
    if (shown == 1 && all > 1)
        table.addNote(msg("Of device %1, one of %2; --device all adds up all of them, and shares are then of their common sum.",
            input.deviceNumber(input.scope.devices.front()), all));
    if (input.program->ops.partialOverlaps > 0)
        table.addNote(
            msg("%1 operations overlap another of their line without lying inside of it; neither loses time to the other.",
                input.program->ops.partialOverlaps));
}

// Input shapes, where operations are kernels. Errors: Cancelled.
Result<OpShapes> inputShapes(const TableInput &input)
{
    if (input.program->ops.compiled)
        return OpShapes{};
    const auto joined = input.parts->launches(input.control);
    if (!joined)
        return joined.error();
    return opShapes(*input.document, **joined, input.scope.devices, input.control);
}

std::int64_t whole(double amount)
{
    constexpr double kMaxCell = 9.2e18;
    return static_cast<std::int64_t>(std::min(amount, kMaxCell) + 0.5);
}

// The sums; where operations are kernels, with the work that shapes and config tell. A call's work is that of its longest kernel.
Result<std::vector<OpSum>> sumsWithWork(const TableInput &input)
{
    const auto sums = input.parts->opSums(input.scope.devices, input);
    if (!sums)
        return sums.error();
    std::vector<OpSum> all = **sums;
    if (input.program->ops.compiled)
        return all;
    const auto found = rooflineIfAny(input);
    if (!found)
        return found.error();
    if (!*found)
        return all;
    std::map<StringId, RooflineSum> byName;
    for (const DeviceId device : input.scope.devices) {
        const Hardware &hardware = (*found)->peaks[device.value].hardware;
        for (const KernelId kernel : input.index->ofDevice(device)) {
            const KernelTable &kernels = input.document->kernels;
            byName[kernels.name[kernel.value]].addKernel(**found, kernel, kernels.duration[kernel.value], hardware);
        }
    }
    for (OpSum &sum : all) {
        const auto work = byName.find(sum.name);
        if (work == byName.end())
            continue;
        sum.flops = whole(work->second.flops);
        sum.bytes = whole(work->second.bytes);
        sum.flopsNs = work->second.flopsNs;
        sum.bytesNs = work->second.bytesNs;
        sum.flopsCount = static_cast<std::uint64_t>(work->second.flopsCalls);
        sum.bytesCount = static_cast<std::uint64_t>(work->second.bytesCalls);
    }
    return all;
}

Result<ReportTable> opsTable(const TableInput &input)
{
    const auto sums = sumsWithWork(input);
    if (!sums)
        return sums.error();
    auto shapes = inputShapes(input);
    if (!shapes)
        return shapes.error();
    const OpLookup look(input, std::move(*shapes));
    RowTable<OpRow> table("ops", "Operations", opColumns(&look));
    const std::int64_t total = totalOf(*sums);
    for (const OpSum &sum : *sums) {
        if (table.rowCount() % kPollRows == 0 && input.stopped())
            break;
        const OperationId operation = sum.what.operation;
        table.append({sum, operation.valid() ? &look.document.operations[operation.value] : nullptr,
                         look.document.devices[sum.device.value], total},
            NameSelection{sum.name});
    }
    noteSums(table, input, *sums);
    return table;
}

struct FamilyRow {
    const FamilySum &sum;
    std::int64_t totalNs; // of all operations
};

std::vector<Column<FamilyRow>> familyColumns(const TableInput *input)
{
    using namespace columns;
    using Row = FamilyRow;
    constexpr double kNsPerSecond = 1e9;
    const auto of = [](auto member) { return [member](const Row &r) { return r.sum.*member; }; };
    const auto rate = [](auto amount, auto ns, double unit, const char *missing) {
        return [=](const Row &r) -> OrMissing<double> {
            if (r.sum.*ns <= 0)
                return Missing{missing};
            return static_cast<double>(r.sum.*amount) / static_cast<double>(r.sum.*ns) * kNsPerSecond / unit;
        };
    };
    const auto work = [](bool perSecond) {
        return [perSecond](const Row &r) -> OrMissing<double> {
            if (r.sum.proxy <= 0 || r.sum.exclusiveNs <= 0)
                return Missing{"no shapes recorded"};
            return perSecond ? r.sum.proxy / static_cast<double>(r.sum.exclusiveNs) * kNsPerSecond : r.sum.proxy;
        };
    };
    return {text("family", "Family", "What the operations are to the model, by name, scope and category", of(&FamilySum::family)),
        ifRoom(integer("ops", "Operations", "Distinct names", of(&FamilySum::names))),
        integer("count", "Count", "Times they ran", of(&FamilySum::count)),
        duration("exclusive_ns", "Exclusive", "Durations minus what ran inside", of(&FamilySum::exclusiveNs)),
        share("share", "Share", "Of the exclusive time of all operations of the same devices",
            [](const Row &r) { return ratio(r.sum.exclusiveNs, r.totalNs, "all durations are zero"); }),
        ifRoom(duration("avg_ns", "Avg", "Mean exclusive time",
            [](const Row &r) { return meanNs(r.sum.exclusiveNs, static_cast<std::int64_t>(r.sum.count)); })),
        ifRoom(duration("total_ns", "Total", "Durations added up", of(&FamilySum::totalNs))),
        ifRoom(columns::rate("tflop_per_s", "TFLOP/s", "Achieved: recorded operations over the exclusive time of those that record them",
            3, rate(&FamilySum::flops, &FamilySum::flopsNs, kTera, "no floating point operations recorded"))),
        ifRoom(columns::rate("gb_per_s", "GB/s", "Achieved: recorded bytes over the exclusive time of those that record them", 3,
            rate(&FamilySum::bytes, &FamilySum::bytesNs, kGiga, "no bytes recorded"))),
        onRequest(real("shape_work", "Shape work",
            "Work estimated from the shapes, for scaling only: attention 2 B H Sq Sk (dqk + dv), loss 2 m n, else elements", 0,
            work(false))),
        onRequest(columns::rate("shape_work_per_s", "Shape work/s",
            "Shape work over the exclusive time in seconds; not a measure of the hardware", 0, work(true))),
        ifRoom(text("example", "Example", "Operation with the most time", [input](const Row &r) {
            return input->program->ops.compiled ? input->document->text(r.sum.example)
                                                : std::string_view((*input->names)[r.sum.example].shortName);
        }))};
}

Result<ReportTable> familiesTable(const TableInput &input)
{
    const auto sums = sumsWithWork(input);
    if (!sums)
        return sums.error();
    const auto shapes = inputShapes(input);
    if (!shapes)
        return shapes.error();
    RowTable<FamilyRow> table("families", "Families of operations", familyColumns(&input));
    const std::int64_t total = totalOf(*sums);
    for (const FamilySum &family : familySums(*input.document, *input.names, *sums, *shapes))
        table.append({family, total}, NameSelection{family.example});
    noteSums(table, input, *sums);
    return table;
}

} // namespace

extern const TableSpec kOpsTable{
    .name = "ops",
    .help = "operations with shapes, achieved FLOP/s and GB/s",
    .example = "host.xplane.pb --top 25",
    .columns = headings<opColumns>,
    .build = opsTable,
    .needs = TableNeeds::Devices,
    .allPasses = true,
    .program = true,
};

extern const TableSpec kFamiliesTable{
    .name = "families",
    .help = "operations by what they are to the model",
    .example = "trace.json.gz",
    .columns = headings<familyColumns>,
    .build = familiesTable,
    .needs = TableNeeds::Devices,
    .allPasses = true,
    .program = true,
};

} // namespace lamella::core
