// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates how long a range of work (a pass, a layer) would take if some of its kernels took longer or shorter. Gives three
// estimates in descending order; all equal the recorded wall if nothing changes, and none falls when a factor rises.
//
// Each kernel has a factor (1 = as recorded, 0 = removed) and takes factor x duration. Kernels are processed in start order. W is
// the work, on any stream, that ended last before the kernel started; the kernel is assumed to have waited for it. The lead of a
// kernel is the time from the end of W to its start, and does not change.
//
//   serial  no more overlap than recorded. Every instant of the recorded wall is scaled by the largest factor of the work
//           then; instants without work, and those in the lead of a kernel, count as 1 too, because a lead does not shrink. So
//           shorter work only has an effect where neither unchanged work nor a lead was at the same time, which is at most its
//           exposed time; and of overlapping kernels of one stream a lead remains even if all work is removed.
//   stream  streams are replayed. A kernel starts as soon as its stream is free and its lead after W is over. A kernel that
//           started while the previous one on its stream still ran (programmatic dependent launch), or before any work had
//           ended, starts when that kernel (the first kernel) has progressed as far as recorded.
//   hidden  like stream, but changed kernels take no time beside the others (longer ones: no more than recorded). Never less
//           than the back-to-back duration of any one stream, without kernels that overlap others of it.
#pragma once

#include "core/model/TraceDocument.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamella::core {

// In millionths, so that sums are exact: 1'000'000 = as recorded. The maximum is a factor of 1000.
using FactorPpm = std::uint32_t;
inline constexpr FactorPpm kUnchanged = 1'000'000;
inline constexpr FactorPpm kLargestFactor = 1'000 * kUnchanged;

struct WhatIfBounds {
    std::int64_t wallNs = 0; // as recorded
    std::int64_t serialNs = 0;
    std::int64_t streamNs = 0;
    std::int64_t hiddenNs = 0;
    std::uint32_t changed = 0; // kernels with a factor other than 1
    std::int64_t changedNs = 0; // sum of their recorded durations
    std::int64_t changedToNs = 0; // sum of their scaled durations
};

// `kernels` in start order, of one device; `factors` parallel to it.
[[nodiscard]] WhatIfBounds whatIf(
    const KernelTable &table, std::span<const KernelId> kernels, std::span<const FactorPpm> factors);

} // namespace lamella::core
