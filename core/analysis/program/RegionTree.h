// SPDX-License-Identifier: GPL-3.0-or-later
// Device time by region of the source program: of XLA the scopes of the operations, of others the modules or ranges around the
// launch. Inclusive of a region is the sum over all below it.
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
    int depth = 1; // in the tree as it is shown, from 1
    std::uint64_t count = 0; // operations in it and below
    std::int64_t inclusiveNs = 0;
    std::int64_t exclusiveNs = 0; // of operations that say no deeper region
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
};

struct RegionTree {
    std::vector<Region> regions; // longest inclusive time first, parents before their children on a tie, then by path
    std::int64_t totalNs = 0; // of all operations: the base of every share
    std::int64_t namedNs = 0; // of operations that say a scope; the others stand under their own names
};

// Regions of operations as numbers, so that the parts of each are put together once and not for each of millions of operations.
class RegionSource {
public:
    RegionSource() = default;
    RegionSource(const RegionSource &) = delete;
    RegionSource &operator=(const RegionSource &) = delete;
    virtual ~RegionSource() = default;
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    [[nodiscard]] virtual std::uint32_t regionOf(const DeviceOp &op) = 0; // small; kNone: it stands under its own name
    [[nodiscard]] virtual std::vector<std::string> partsOf(std::uint32_t region) const = 0;
};
// What an operation that says no region is called.
using NameOf = std::function<std::string(const OpClass &)>;
// By the scopes that the compiler recorded.
[[nodiscard]] std::vector<std::string> recordedRegion(const TraceDocument &document, const OpClass &what);

// Path of the scope that the compiler recorded for a kernel; empty where it recorded none.
[[nodiscard]] std::string recordedScope(const TraceDocument &document, KernelId kernel);

// Of the given devices. A region whose only child has all of its time is left out. source: null = by recorded scopes;
// nameOf: null = its name as it was recorded, split where it holds a path.
[[nodiscard]] RegionTree regionTree(const TraceDocument &document, const DeviceOps &ops, const std::vector<DeviceId> &devices,
    RegionSource *source = nullptr, const NameOf &nameOf = nullptr);

} // namespace lamella::core
