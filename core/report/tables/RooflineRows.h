// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table roofline: calls grouped by --by and added up.
#pragma once

#include "core/analysis/roles/KernelRoles.h"
#include "core/analysis/roofline/Roofline.h"
#include "core/report/tables/TableBuilders.h"

#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

enum class RooflineBy : std::uint8_t { Op, Kernel, Layer, Category, Pass };

inline constexpr int kSeveralPasses = -4; // of a row whose calls are in several
inline constexpr int kSeveralLayers = -5;

struct RooflineRow {
    DeviceId device;
    int pass = kSeveralPasses; // kNoPass: outside of passes
    int layer = kSeveralLayers; // kNoLayer: in none
    int type = -1; // of a layer
    std::string op; // empty: several
    std::string_view role; // in its layer; empty: none is known, or the row is not of one kind of work
    std::optional<Category> category;
    const WorkKind *kind = nullptr; // of rows by operator
    bool perCall = false; // flops and bytes are shown of one call
    bool peaksKnown = false;
    std::string_view peakNote; // of rows by operator: which of two peaks of fp32 products counts; empty where there is one
    RooflineSum sum;
    double rate = 0; // rate of the bound, per second; 0 = not modelled
    double bestRate = 0; // of the rows of the same category, type and bound
    bool ofKernels = false; // the sum is over kernels, and a call's work is with one of its kernels
    std::string_view unknownWhy; // why most of the time of unknown work is not known; empty where all is known
    bool borrowed = false; // by kernel: some work is taken from calls of the same kernel
    Selection target;

    [[nodiscard]] bool countsFlops() const { return sum.flopsCalls > 0; }
    [[nodiscard]] bool countsBytes() const { return sum.bytesCalls > 0; }
    [[nodiscard]] bool aboveLimit() const;
    [[nodiscard]] Message why() const;
};

// Errors: BadRequest for another --by; empty means by operator.
[[nodiscard]] Result<RooflineBy> rooflineBy(const TableInput &input);
// Of the kernels in the scope, the most time first; layers and passes in their order. By operator, work of two roles is two rows.
// The rows refer to `roles`.
[[nodiscard]] std::vector<RooflineRow> rooflineRows(
    const TableInput &input, const Roofline &roofline, const KernelRoles &roles, RooflineBy by);

} // namespace lamella::core
