// SPDX-License-Identifier: GPL-3.0-or-later
// How long a stretch of work (a pass, a layer) would take if some of its kernels took longer or shorter: three answers, of which
// each is at most the one before, all equal to the recorded wall when nothing is changed, none falling when a factor rises.
//
// Each kernel has a factor (1 = as recorded, 0 = removed) and takes factor x duration. Kernels are looked at in start order.
// The work before a kernel, W, is the one that ended last before the kernel started, on any stream: what it is taken to have
// waited for. Its lead is the time from that end to its start; it is kept as it was.
//
//   serial  nothing overlaps more than it did. Every instant of the recorded wall is stretched by the largest factor of what ran
//           then; instants without work, and those in the lead of a kernel, count as 1. What is longer or shorter shows only as
//           far as nothing unchanged ran at the same time: wall minus the exposed part of what was saved.
//   stream  streams are played again. A kernel starts as soon as its stream is free and its lead after W is over. A kernel that
//           started while the one before it on its stream still ran (programmatic dependent launch), or before any work had
//           ended, starts when that one (the first one) is as far as it was.
//   hidden  as stream, but changed kernels cost nothing beside the rest (longer ones: no more than they did). Never less than
//           what any one stream takes back to back, without kernels that overlap others of it.
#pragma once

#include "core/model/TraceDocument.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamella::core {

// In millionths, so that sums are exact: 1'000'000 = as recorded. At most 1000 times as long.
using FactorPpm = std::uint32_t;
inline constexpr FactorPpm kUnchanged = 1'000'000;
inline constexpr FactorPpm kLargestFactor = 1'000 * kUnchanged;

struct WhatIfBounds {
    std::int64_t wallNs = 0; // as recorded
    std::int64_t serialNs = 0;
    std::int64_t streamNs = 0;
    std::int64_t hiddenNs = 0;
    std::uint32_t changed = 0; // kernels with another factor than 1
    std::int64_t changedNs = 0; // their durations as recorded, added up
    std::int64_t changedToNs = 0; // and as they would be
};

// `kernels` in start order, of one device; `factors` has one entry for each.
[[nodiscard]] WhatIfBounds whatIf(
    const KernelTable &table, std::span<const KernelId> kernels, std::span<const FactorPpm> factors);

} // namespace lamella::core
