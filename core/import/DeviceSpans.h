// SPDX-License-Identifier: GPL-3.0-or-later
// Separates the kernels on a line of device operations from the loops and calls that contain them. Times are in picoseconds,
// because rounding to nanoseconds can make a span seem to lie inside its neighbour.
#pragma once

#include "core/model/ImportDiagnostics.h"

#include <compare>
#include <cstdint>
#include <vector>

namespace lamella::core {

struct PsTime {
    std::int64_t ns = 0;
    std::int32_t ps = 0; // 0 ... 999
    constexpr auto operator<=>(const PsTime &) const = default;
};
// `ps` may be any number, also negative.
[[nodiscard]] PsTime psTime(std::int64_t ns, std::int64_t ps);

struct DeviceSpan {
    PsTime start;
    PsTime end;
    std::uint64_t item = 0; // the caller's number for the span
};

// Operations that contain others.
struct Containers {
    std::uint64_t count = 0;
    std::uint64_t of = 0; // number of all operations on the same lines
    std::int64_t ownNs = 0; // their time outside the operations they contain
    void add(const Containers &other);
    void report(ImportDiagnostics &diagnostics) const; // adds a diagnostic if there are any
};

// Sorts by start, removes spans that contain others and returns their statistics. A span contains the next one by start if that
// ends before it, is longer than `resolutionPs` (shorter ones may overlap by rounding) and is shorter than it by more than 1 ns.
// Equal spans are all kept, and so are two that overlap partially.
Containers keepLeaves(std::vector<DeviceSpan> &spans, std::int64_t resolutionPs);

// For times written as decimal microseconds: the largest difference that rounding alone can cause. It is the finest unit used by
// the times of the line, or the step of a double of their size, because most writers use doubles.
[[nodiscard]] std::int64_t decimalResolutionPs(const std::vector<DeviceSpan> &spans);

} // namespace lamella::core
