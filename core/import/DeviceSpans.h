// SPDX-License-Identifier: GPL-3.0-or-later
// The operations of a line on which loops and calls stand beside what runs inside of them, and which of them are kernels. Times
// in picoseconds: what is rounded to nanoseconds can seem to lie inside its neighbour.
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
// ps may be any number, also below zero.
[[nodiscard]] PsTime psTime(std::int64_t ns, std::int64_t ps);

struct DeviceSpan {
    PsTime start;
    PsTime end;
    std::uint64_t item = 0; // which one, to whoever asked
};

// Operations that hold others.
struct Containers {
    std::uint64_t count = 0;
    std::uint64_t of = 0; // operations of the same lines
    std::int64_t ownNs = 0; // of their time, what lies in none of those they hold
    void add(const Containers &other);
    void report(ImportDiagnostics &diagnostics) const; // nothing where there are none
};

// Sorts by start and leaves out what holds others; says how much that is. An operation holds another where the next one by start
// ends before it, is longer than `resolutionPs` (what shorter ones touch may be rounding) and shorter than it by more than 1 ns.
// Of two that are equal both stay, and so do two of which each has a part for itself.
Containers keepLeaves(std::vector<DeviceSpan> &spans, std::int64_t resolutionPs);

// Of times written as decimal microseconds: what may differ by rounding alone. That is the finest unit that the times of the line
// use, or the step of a double of that size, through which most writers go.
[[nodiscard]] std::int64_t decimalResolutionPs(const std::vector<DeviceSpan> &spans);

} // namespace lamella::core
