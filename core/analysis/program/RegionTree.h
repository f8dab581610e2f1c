// SPDX-License-Identifier: GPL-3.0-or-later
// Device time by region of the source program: for XLA the scopes of the operations, for others the modules or ranges around the
// launch. The inclusive time of a region is the sum over everything below it.
#pragma once

#include "core/analysis/program/DeviceOps.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lamella::core {

struct Region {
    std::string path; // parts joined by "=>"
    std::uint32_t parent = kNone; // row of RegionTree::regions
    int depth = 1; // in the displayed tree, from 1
    std::uint64_t count = 0; // operations in the region and below
    std::int64_t inclusiveNs = 0;
    std::int64_t exclusiveNs = 0; // of operations without a deeper region
    // Names of the operations in the region and below that are GPU work, the longest first, at most kMaxParts of a selection.
    // Only of recorded scopes: elsewhere, operations of one name are in many regions.
    std::vector<StringId> names;
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
};

struct RegionTree {
    std::vector<Region> regions; // longest inclusive time first; on a tie parents before children, then by path
    std::int64_t totalNs = 0; // of all operations: the denominator of every share
    std::int64_t namedNs = 0; // of operations with a scope; the others appear under their own names
};

// Maps operations to region numbers, so that the path of each region is built once and not for each of millions of operations.
class RegionSource {
public:
    RegionSource() = default;
    RegionSource(const RegionSource &) = delete;
    RegionSource &operator=(const RegionSource &) = delete;
    virtual ~RegionSource() = default;
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    // small numbers; kNone: the operation appears under its own name
    [[nodiscard]] virtual std::uint32_t regionOf(const DeviceOp &op) = 0;
    [[nodiscard]] virtual std::vector<std::string> partsOf(std::uint32_t region) const = 0;
};
// Label of an operation without a region.
using NameOf = std::function<std::string(const OpClass &)>;
// The region from the scope that the compiler recorded.
[[nodiscard]] std::vector<std::string> recordedRegion(const TraceDocument &document, const OpClass &what);

// Path of the scope that the compiler recorded for a kernel; empty if none.
[[nodiscard]] std::string recordedScope(const TraceDocument &document, KernelId kernel);

// The tree for the given devices. A region whose only child has all of its time is omitted. source: null = recorded scopes;
// nameOf: null = the recorded name, split if it contains a path.
[[nodiscard]] RegionTree regionTree(const TraceDocument &document, const DeviceOps &ops, const std::vector<DeviceId> &devices,
    RegionSource *source = nullptr, const NameOf &nameOf = nullptr);

} // namespace lamella::core
