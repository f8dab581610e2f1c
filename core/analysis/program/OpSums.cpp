// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/OpSums.h"

#include "core/analysis/program/HloText.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr double kNsPerSecond = 1e9;
constexpr std::uint32_t kNoSum = UINT32_MAX;

std::optional<double> perSecond(std::int64_t amount, std::int64_t ns)
{
    if (ns <= 0)
        return std::nullopt;
    return static_cast<double>(amount) * kNsPerSecond / static_cast<double>(ns);
}

void addOp(OpSum &sum, const DeviceOp &op, const Operation *operation)
{
    // Waits and starts of transfers do not move the bytes recorded with them.
    const bool works = sum.what.traits.kind != OpKind::Wait && sum.what.traits.part == OpPart::Whole;
    if (sum.count == 0 || op.exclusive < sum.minNs)
        sum.minNs = op.exclusive;
    if (sum.count == 0 || op.exclusive > sum.maxNs) {
        sum.maxNs = op.exclusive;
        sum.event = op.event;
    }
    ++sum.count;
    sum.totalNs = addSaturated(sum.totalNs, op.duration);
    sum.exclusiveNs = addSaturated(sum.exclusiveNs, op.exclusive);
    // An operation that contains others includes their work in its counts; rates therefore only use operations without nested
    // ones.
    const bool counts = operation && works && op.exclusive == op.duration;
    if (counts && operation->flops > 0) {
        sum.flops = addSaturated(sum.flops, operation->flops);
        sum.flopsNs = addSaturated(sum.flopsNs, op.exclusive);
        ++sum.flopsCount;
    }
    if (counts && operation->bytes > 0) {
        sum.bytes = addSaturated(sum.bytes, operation->bytes);
        sum.bytesNs = addSaturated(sum.bytesNs, op.exclusive);
        ++sum.bytesCount;
    }
}

double inputWork(const TraceDocument &document, std::string_view family, const std::vector<InputShapes> &shapes)
{
    double work = 0;
    for (const InputShapes &shape : shapes)
        if (shape.dims.valid())
            work += inputProxy(family, shape.op.valid() ? document.text(shape.op) : std::string_view{}, document.text(shape.dims))
                        .value_or(0)
                * static_cast<double>(shape.count);
    return work;
}

} // namespace

std::optional<double> OpSum::flopsPerSecond() const
{
    return perSecond(flops, flopsNs);
}

std::optional<double> OpSum::bytesPerSecond() const
{
    return perSecond(bytes, bytesNs);
}

std::vector<OpSum> opSums(
    const TraceDocument &document, const DeviceOps &ops, const ProgramRuns &runs, const std::vector<DeviceId> &devices)
{
    std::vector<OpSum> sums;
    std::unordered_map<std::uint64_t, std::uint32_t> index;
    struct Last { // the sum to which a class was last added
        std::uint32_t program = 0;
        std::uint32_t sum = kNoSum;
    };
    std::vector<Last> lastOfClass(ops.classes.size());
    // Passes are parts of one program; modules are separate programs, whose operation names are unrelated.
    const bool byProgram = runs.source == RunSource::Modules || runs.source == RunSource::OperationModules;
    for (const DeviceId device : devices) {
        for (const DeviceOp &op : ops.of(device)) {
            const OpClass &what = ops.classOf(op);
            if (what.async)
                continue;
            const std::uint32_t program = byProgram && op.run != DeviceOp::kNoRun ? runs.runs[op.run].program : OpSum::kNoProgram;
            Last &last = lastOfClass[op.opClass];
            if (last.sum == kNoSum || last.program != program) {
                const auto [it, added] =
                    index.try_emplace(std::uint64_t{what.name.value} << 32 | program, static_cast<std::uint32_t>(sums.size()));
                if (added) {
                    OpSum sum;
                    sum.name = what.name;
                    sum.program = program;
                    sum.what = what;
                    sum.device = device;
                    sums.push_back(sum);
                }
                last = {program, it->second};
            }
            addOp(sums[last.sum], op, what.operation.valid() ? &document.operations[what.operation.value] : nullptr);
        }
    }
    std::sort(sums.begin(), sums.end(), [&document](const OpSum &a, const OpSum &b) {
        return std::tuple(-a.exclusiveNs, -a.totalNs, document.text(a.name), a.program)
            < std::tuple(-b.exclusiveNs, -b.totalNs, document.text(b.name), b.program);
    });
    return sums;
}

std::vector<FamilySum> familySums(
    const TraceDocument &document, const KernelNames &names, const std::vector<OpSum> &sums, const OpShapes &shapes)
{
    std::vector<FamilySum> families;
    std::map<std::string, std::size_t> index;
    for (const OpSum &sum : sums) {
        const Operation operation = sum.what.operation.valid() ? document.operations[sum.what.operation.value] : Operation{};
        const std::string family = familyOf(document.text(sum.name), document.text(operation.scope), sum.what.traits,
            document.text(operation.category), names.category(sum.name));
        const auto [it, added] = index.try_emplace(family, families.size());
        if (added) {
            families.emplace_back();
            families.back().family = family;
            families.back().example = sum.name; // sums are sorted, longest first
        }
        FamilySum &to = families[it->second];
        ++to.names;
        to.count += sum.count;
        to.totalNs = addSaturated(to.totalNs, sum.totalNs);
        to.exclusiveNs = addSaturated(to.exclusiveNs, sum.exclusiveNs);
        to.flops = addSaturated(to.flops, sum.flops);
        to.flopsNs = addSaturated(to.flopsNs, sum.flopsNs);
        to.bytes = addSaturated(to.bytes, sum.bytes);
        to.bytesNs = addSaturated(to.bytesNs, sum.bytesNs);
        if (const auto inputs = shapes.find(sum.name); inputs != shapes.end()) {
            to.proxy += inputWork(document, family, inputs->second);
            continue;
        }
        const std::string outputs = shapeSignature(outputShapes(document.text(operation.longName)));
        to.proxy += flopProxy(family, outputs).value_or(0) * static_cast<double>(sum.count);
    }
    std::sort(families.begin(), families.end(), [](const FamilySum &a, const FamilySum &b) {
        return a.exclusiveNs != b.exclusiveNs ? a.exclusiveNs > b.exclusiveNs : a.family < b.family;
    });
    return families;
}

} // namespace lamella::core
