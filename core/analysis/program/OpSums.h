// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of operations, by name within a program and by family. Always over all operations, never over a truncated list.
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
    OpClass what; // of the first occurrence on a device
    std::uint64_t count = 0;
    std::int64_t totalNs = 0; // sum of durations
    std::int64_t exclusiveNs = 0; // without nested operations
    std::int64_t minNs = 0; // exclusive time of one execution
    std::int64_t maxNs = 0;
    std::int64_t flops = 0; // sum over executions that record it
    std::int64_t flopsNs = 0; // exclusive time of those; of kernels the time of their calls
    std::uint64_t flopsCount = 0; // how many they are
    std::int64_t bytes = 0;
    std::int64_t bytesNs = 0;
    std::uint64_t bytesCount = 0;
    DeviceId device; // of the first occurrence
    EventId event; // longest execution
    static constexpr std::uint32_t kNoProgram = 0xFFFFFFFFu;
    [[nodiscard]] std::optional<double> flopsPerSecond() const;
    [[nodiscard]] std::optional<double> bytesPerSecond() const;
};

// Longest exclusive time first, then total, name, program. Without asynchronous operations.
[[nodiscard]] std::vector<OpSum> opSums(
    const TraceDocument &document, const DeviceOps &ops, const ProgramRuns &runs, const std::vector<DeviceId> &devices);

// The role of an operation in the model: "attention_splash", "loss_xent", "collective", "fusion"...; the first matching rule, by
// the name without its number and by the scope. If none matches, the `category` of the name (kernels of other producers).
[[nodiscard]] std::string familyOf(
    std::string_view name, std::string_view scope, const OpTraits &traits, std::string_view hloCategory, Category category);

// Estimate of work from shapes, for scaling comparisons only, not for hardware utilisation: attention 2 B H S^2 (dqk + dv), loss
// 2 m n, else the elements of the largest shape. Nothing if a dimension is not positive.
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
    double proxy = 0; // sum
    StringId example; // the operation with the most time
};
// Longest exclusive time first, then name. `shapes`: input shapes if operations are kernels, else empty.
[[nodiscard]] std::vector<FamilySum> familySums(
    const TraceDocument &document, const KernelNames &names, const std::vector<OpSum> &sums, const OpShapes &shapes);

} // namespace lamella::core
