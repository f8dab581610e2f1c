// SPDX-License-Identifier: GPL-3.0-or-later
// ops and families.
#include "core/analysis/program/HloText.h"
#include "core/analysis/program/OpSums.h"
#include "core/analysis/program/ScopePath.h"
#include "core/base/Saturate.h"
#include "core/report/tables/CellTexts.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/ProgramTables.h"

#include <algorithm>
#include <optional>
#include <set>

namespace lamella::core {

namespace {

constexpr double kTera = 1e12;
constexpr double kGiga = 1e9;
constexpr std::int64_t kPollRows = 4096;

enum Column : std::size_t {
    kRank,
    kOp,
    kProgram,
    kFamily,
    kKind,
    kHloCategory,
    kCount,
    kExclusive,
    kShare,
    kAverage,
    kMin,
    kMax,
    kTotal,
    kShape,
    kFlops,
    kTflops,
    kFlopsShare,
    kBytes,
    kGigabytes,
    kBytesShare,
    kScope,
    kSource,
    kName,
    kShapes
};

void setShare(ReportTable &table, std::size_t column, double part, double whole, const char *why)
{
    if (whole > 0)
        table.setReal(column, part / whole);
    else
        table.setMissing(column, why);
}

void setText(ReportTable &table, std::size_t column, std::string_view text, const char *why)
{
    if (text.empty())
        table.setMissing(column, why);
    else
        table.setText(column, text);
}

void setRates(ReportTable &table, const OpSum &sum, const Operation *operation, const Device &device)
{
    if (sum.flopsNs > 0 && operation) {
        table.setInteger(kFlops, std::max<std::int64_t>(operation->flops, 0));
        const double rate = *sum.flopsPerSecond();
        table.setReal(kTflops, rate / kTera);
        setShare(table, kFlopsShare, rate, device.peakFlopsPerSecond, "no peak recorded");
    } else {
        for (const std::size_t column : {kFlops, kTflops, kFlopsShare})
            table.setMissing(column, "none recorded for what it does");
    }
    if (sum.bytesNs > 0 && operation) {
        table.setInteger(kBytes, std::max<std::int64_t>(operation->bytes, 0));
        const double rate = *sum.bytesPerSecond();
        table.setReal(kGigabytes, rate / kGiga);
        // What stays on the chip is counted by the compiler too: then the rate is above that of the main memory.
        if (device.peakBytesPerSecond > 0 && rate > device.peakBytesPerSecond)
            table.setMissing(kBytesShare, "not all bytes go to the main memory");
        else
            setShare(table, kBytesShare, rate, device.peakBytesPerSecond, "no peak recorded");
    } else {
        for (const std::size_t column : {kBytes, kGigabytes, kBytesShare})
            table.setMissing(column, "none recorded for what it does");
    }
}

// What a compiler says that it gives; of a kernel what the operators that launched it were given.
void setShapes(ReportTable &table, const ProgramTableInput &input, const OpSum &sum, std::string_view longName)
{
    if (input.model->ops.compiled) {
        setText(table, kShape, shapeSignature(outputShapes(longName)), "no shapes recorded");
        table.setMissing(kShapes, "compiled: a name has one shape");
        return;
    }
    const auto found = input.shapes.find(sum.name);
    std::int64_t distinct = 0;
    if (found != input.shapes.end()) {
        std::set<StringId> dims;
        for (const InputShapes &shape : found->second)
            if (shape.dims.valid())
                dims.insert(shape.dims);
        distinct = static_cast<std::int64_t>(dims.size());
    }
    if (distinct == 0) {
        table.setMissing(kShape, "no input shapes recorded");
        table.setMissing(kShapes, "no input shapes recorded");
        return;
    }
    table.setText(kShape, oneLineJson(input.base.document->text(found->second.front().dims)));
    table.setInteger(kShapes, distinct);
}

void appendOp(ReportTable &table, const ProgramTableInput &input, const OpSum &sum, std::int64_t rank, std::int64_t total)
{
    const TraceDocument &document = *input.base.document;
    const Operation *operation = sum.what.operation.valid() ? &document.operations[sum.what.operation.value] : nullptr;
    const std::string_view name = document.text(sum.name);
    const std::string_view scope = operation ? document.text(operation->scope) : std::string_view{};
    const std::string_view category = operation ? document.text(operation->category) : std::string_view{};
    const std::string_view longName = operation ? document.text(operation->longName) : std::string_view{};
    const bool isKernel = !input.model->ops.compiled;
    table.appendRow(NameSelection{sum.name});
    table.setInteger(kRank, rank);
    table.setText(kOp, isKernel ? std::string_view((*input.base.names)[sum.name].shortName) : canonicalOpName(name));
    if (sum.program != OpSum::kNoProgram)
        table.setText(kProgram, input.model->runs.programs[sum.program].name);
    else
        table.setMissing(kProgram, isKernel ? "no compiled programs" : "in no launch of a program");
    table.setText(kFamily, familyOf(name, scope, sum.what.traits, category, input.base.names->category(sum.name)));
    table.setText(kKind, opKindName(sum.what.traits.kind));
    setText(table, kHloCategory, category, "not recorded");
    table.setInteger(kCount, static_cast<std::int64_t>(sum.count));
    table.setInteger(kExclusive, sum.exclusiveNs);
    setShare(table, kShare, static_cast<double>(sum.exclusiveNs), static_cast<double>(total), "all durations are zero");
    table.setInteger(kAverage, meanNs(sum.exclusiveNs, static_cast<std::int64_t>(sum.count)));
    table.setInteger(kMin, sum.minNs);
    table.setInteger(kMax, sum.maxNs);
    table.setInteger(kTotal, sum.totalNs);
    setShapes(table, input, sum, longName);
    setRates(table, sum, operation, document.devices[sum.device.value]);
    setText(table, kScope, joinScope(scopeParts(scope)), "no scope recorded");
    setText(table, kSource, operation ? document.text(operation->source) : std::string_view{}, "not recorded");
    table.setText(kName, isKernel ? std::string_view((*input.base.names)[sum.name].full) : name);
}

std::int64_t totalOf(const std::vector<OpSum> &sums)
{
    std::int64_t total = 0;
    for (const OpSum &sum : sums)
        total = addSaturated(total, sum.exclusiveNs);
    return total;
}

void noteDevices(ReportTable &table, const ProgramTableInput &input)
{
    const std::size_t shown = input.base.scope.devices.size();
    const std::size_t all = input.base.document->devices.size();
    if (shown == 1 && all > 1)
        table.addNote("Of device " + std::to_string(input.base.deviceNumber(input.base.scope.devices.front())) + ", one of "
            + std::to_string(all) + "; --device all adds up all of them, and shares are then of their common sum.");
    if (input.model->ops.partialOverlaps > 0)
        table.addNote(std::to_string(input.model->ops.partialOverlaps)
            + " operations overlap another of their line without lying inside of it; neither loses time to the other.");
}

} // namespace

std::vector<ReportColumn> opsColumns()
{
    using namespace columns;
    return {integer("rank", "#", "1 = most exclusive time"), text("op", "Operation", "Name without its number"),
        text("program", "Program", "Compiled program: names mean nothing across programs"),
        text("family", "Family", "What it is to the model"), text("kind", "Kind", "compute, communication, copy or wait"),
        text("hlo_category", "HLO category", "As the compiler recorded it"), integer("count", "Count", "Times it ran"),
        duration("exclusive_ns", "Exclusive", "Durations less what ran inside"),
        share("share", "Share", "Of the exclusive time of all operations of the same devices"),
        duration("avg_ns", "Avg", "Mean exclusive time"), duration("min_ns", "Min", "Shortest exclusive time"),
        duration("max_ns", "Max", "Longest exclusive time"), duration("total_ns", "Total", "Durations added up"),
        text("shape", "Shape",
            "Compiled: of what it gives, | between several, [] for a scalar; else input dims that took most time"),
        integer("flops", "FLOPs", "Floating point operations of one execution, as the compiler counts them"),
        real("tflop_per_s", "TFLOP/s", "Achieved: recorded operations over exclusive time", 3),
        share("peak_flops_share", "Of peak FLOP/s", "Of the peak that the profiler recorded for the device"),
        {"bytes", "Bytes", CellKind::Bytes, "Read and written by one execution, as the compiler counts them", -1},
        real("gb_per_s", "GB/s", "Achieved: recorded bytes over exclusive time", 3),
        share("peak_bytes_share", "Of peak GB/s", "Of the peak of the main memory that the profiler recorded"),
        text("scope", "Scope", "Where in the source program"), text("source", "Source", "File and line"),
        text("name", "Name", "As recorded"), integer("shapes", "Shapes", "Different input dims, where operations are kernels")};
}

ReportTable opsTable(const ProgramTableInput &input)
{
    ReportTable table("ops", "Operations", opsColumns());
    table.keepAlive(input.base.names);
    const std::vector<OpSum> &sums = *input.sums;
    const std::int64_t total = totalOf(sums);
    std::int64_t rank = 0;
    for (const OpSum &sum : sums) {
        if (rank % kPollRows == 0 && input.base.stopped())
            break;
        appendOp(table, input, sum, ++rank, total);
    }
    noteDevices(table, input);
    return table;
}

std::vector<ReportColumn> familiesColumns()
{
    using namespace columns;
    return {text("family", "Family", "What the operations are to the model, by name, scope and category"),
        integer("ops", "Operations", "Distinct names"), integer("count", "Count", "Times they ran"),
        duration("exclusive_ns", "Exclusive", "Durations less what ran inside"),
        share("share", "Share", "Of the exclusive time of all operations of the same devices"),
        duration("avg_ns", "Avg", "Mean exclusive time"), duration("total_ns", "Total", "Durations added up"),
        real("tflop_per_s", "TFLOP/s", "Achieved: recorded operations over the exclusive time of those that record them", 3),
        real("gb_per_s", "GB/s", "Achieved: recorded bytes over the exclusive time of those that record them", 3),
        real("shape_work", "Shape work",
            "What the shapes speak of, for scaling only: attention 2 B H Sq Sk (dqk + dv), loss 2 m n, else elements", 0),
        real("shape_work_per_s", "Shape work/s", "That over the exclusive time in seconds; no measure of the hardware", 0),
        text("example", "Example", "Operation with the most time")};
}

ReportTable familiesTable(const ProgramTableInput &input)
{
    ReportTable table("families", "Families of operations", familiesColumns());
    const TraceDocument &document = *input.base.document;
    const std::vector<OpSum> &sums = *input.sums;
    const std::int64_t total = totalOf(sums);
    for (const FamilySum &family : familySums(document, *input.base.names, sums, input.shapes)) {
        table.appendRow(NameSelection{family.example});
        table.setText(0, family.family);
        table.setInteger(1, static_cast<std::int64_t>(family.names));
        table.setInteger(2, static_cast<std::int64_t>(family.count));
        table.setInteger(3, family.exclusiveNs);
        setShare(table, 4, static_cast<double>(family.exclusiveNs), static_cast<double>(total), "all durations are zero");
        table.setInteger(5, meanNs(family.exclusiveNs, static_cast<std::int64_t>(family.count)));
        table.setInteger(6, family.totalNs);
        constexpr double kNsPerSecond = 1e9;
        if (family.flopsNs > 0)
            table.setReal(7, static_cast<double>(family.flops) / static_cast<double>(family.flopsNs) * kNsPerSecond / kTera);
        else
            table.setMissing(7, "no floating point operations recorded");
        if (family.bytesNs > 0)
            table.setReal(8, static_cast<double>(family.bytes) / static_cast<double>(family.bytesNs) * kNsPerSecond / kGiga);
        else
            table.setMissing(8, "no bytes recorded");
        if (family.proxy > 0 && family.exclusiveNs > 0) {
            table.setReal(9, family.proxy);
            table.setReal(10, family.proxy / static_cast<double>(family.exclusiveNs) * kNsPerSecond);
        } else {
            table.setMissing(9, "no shapes recorded");
            table.setMissing(10, "no shapes recorded");
        }
        table.setText(11,
            input.model->ops.compiled ? document.text(family.example)
                                      : std::string_view((*input.base.names)[family.example].shortName));
    }
    noteDevices(table, input);
    return table;
}

namespace {

// With the sums of the operations in scope and, where operations are kernels, the shapes of their inputs.
Result<ReportTable> ofSums(const TableInput &input, ReportTable (*build)(const ProgramTableInput &))
{
    auto program = ProgramTableInput::of(input);
    if (!program)
        return program.error();
    const auto sums = input.parts->opSums(input.scope.devices, input.control);
    if (!sums)
        return sums.error();
    program->sums = *sums;
    if (!program->model->ops.compiled) {
        const auto joined = input.parts->launches(input.control);
        if (!joined)
            return joined.error();
        program->shapes = opShapes(*input.document, **joined, input.scope.devices, input.control);
    }
    return build(*program);
}

} // namespace

extern const TableSpec kOpsTable{
    .name = "ops",
    .help = "operations with shapes, achieved FLOP/s and GB/s",
    .example = "host.xplane.pb --top 25",
    .columns = opsColumns,
    .build = [](const TableInput &input) { return ofSums(input, opsTable); },
    .needs = TableNeeds::Devices,
    .allPasses = true,
};

extern const TableSpec kFamiliesTable{
    .name = "families",
    .help = "operations by what they are to the model",
    .example = "trace.json.gz",
    .columns = familiesColumns,
    .build = [](const TableInput &input) { return ofSums(input, familiesTable); },
    .needs = TableNeeds::Devices,
    .allPasses = true,
};

} // namespace lamella::core
