// SPDX-License-Identifier: GPL-3.0-or-later
// Operations added up: one by one (name within its program) and by family. Over everything that ran, never over a list that was
// cut at some length.
#pragma once

#include "core/analysis/program/OpShapes.h"
#include "core/analysis/program/ProgramRuns.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct OpSum {
    StringId name;
    std::uint32_t program = kNoProgram; // row of ProgramRuns::programs
    OpClass what; // of its first occurrence on a device
    std::uint64_t count = 0;
    std::int64_t totalNs = 0; // durations added up
    std::int64_t exclusiveNs = 0; // less what ran inside
    std::int64_t minNs = 0; // exclusive, of one
    std::int64_t maxNs = 0;
    std::int64_t flops = 0; // of all executions that say it
    std::int64_t flopsNs = 0; // exclusive time of those
    std::int64_t bytes = 0;
    std::int64_t bytesNs = 0;
    DeviceId device; // of the first occurrence
    EventId event; // longest execution
    static constexpr std::uint32_t kNoProgram = 0xFFFFFFFFu;
    [[nodiscard]] std::optional<double> flopsPerSecond() const;
    [[nodiscard]] std::optional<double> bytesPerSecond() const;
};

// Longest exclusive time first, then total, then name, then program. What is in flight beside the operations is left out.
[[nodiscard]] std::vector<OpSum> opSums(
    const TraceDocument &document, const DeviceOps &ops, const ProgramRuns &runs, const std::vector<DeviceId> &devices);

// What an operation is to the model: "attention_splash", "loss_xent", "collective", "fusion"... first rule that fits, by the
// name without its number and by the scope. Where none fits, `category` of the name (kernels of other producers).
[[nodiscard]] std::string familyOf(
    std::string_view name, std::string_view scope, const OpTraits &traits, std::string_view hloCategory, Category category);

// How much work the shapes speak of, for scaling only and no measure of the hardware: attention 2 B H S^2 (dqk + dv), loss 2 m n,
// else elements of the largest shape. Nothing where a dimension is not positive.
[[nodiscard]] std::optional<double> flopProxy(std::string_view family, std::string_view shapeSignature);

struct FamilySum {
    std::string family;
    std::uint64_t names = 0; // distinct operations
    std::uint64_t count = 0;
    std::int64_t totalNs = 0;
    std::int64_t exclusiveNs = 0;
    std::int64_t flops = 0;
    std::int64_t flopsNs = 0;
    std::int64_t bytes = 0;
    std::int64_t bytesNs = 0;
    double proxy = 0; // added up
    StringId example; // operation with the most time
};
// Longest exclusive time first, then name. `shapes`: of the inputs, where operations are kernels; else empty.
[[nodiscard]] std::vector<FamilySum> familySums(
    const TraceDocument &document, const KernelNames &names, const std::vector<OpSum> &sums, const OpShapes &shapes);

} // namespace lamella::core
