// SPDX-License-Identifier: GPL-3.0-or-later
// The reference of a pass, a layer or a kernel: the others of its kind, their median, and its rank among them.
#pragma once

#include "core/analysis/inspect/Difference.h"
#include "core/base/JobControl.h"
#include "core/model/Selection.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lamella::core {

struct Sibling {
    LayerPlace place; // of a pass: layer = kNoLayer
    KernelId kernel; // only of kernels
    std::int64_t ns = 0; // wall of passes and layers, duration of kernels
    bool counted = true; // for the median; passes that are not steady are shown, but do not count
};

struct Siblings {
    std::vector<Sibling> all; // in order of passes and layers, the subject included
    std::size_t self = 0; // row of the subject
    // Row of the reference. For passes and layers it has the median (the lower of two middle values, the first of equals); a
    // kernel is compared with the one in the median layer.
    std::size_t reference = 0;
    bool known = false; // there is a reference: another counted sibling
    [[nodiscard]] std::int64_t referenceNs() const { return all[reference].ns; }
    [[nodiscard]] std::int64_t deltaNs() const { return all[self].ns - all[reference].ns; }
};

// Place of a value among others, the longest first; equal values share the better place.
struct RankOf {
    std::size_t place = 1;
    std::size_t of = 1;
};
[[nodiscard]] RankOf rankOf(const Siblings &siblings); // among all

// Passes of the stage of the pass. Counted: as StagePasses::counted; the median is their representative pass.
[[nodiscard]] Siblings passSiblings(const AnalysisInput &input, const PassRef &pass);
// Layers of its type in its pass. For head and tail nothing but the subject.
[[nodiscard]] Siblings typeSiblings(const AnalysisInput &input, const LayerPlace &place);
// The same layer in the passes of its stage. Passes without it are left out. Errors: none; on a stop request incomplete.
[[nodiscard]] Siblings steadySiblings(const AnalysisInput &input, const LayerPlace &place, const JobControl &control = {});
// The kernel at the same position in each of those layers; layers without it are left out. The reference is the one in the
// reference of `layers`, as in the Δ column of the table of kernels; if that layer lacks the kernel, the median of the kernels.
[[nodiscard]] Siblings kernelSiblings(const AnalysisInput &input, LayerComparer &comparer, const Siblings &layers,
    const LayerPlace &place, KernelId kernel, const JobControl &control = {});

// What a layer is compared with: the layers of its type in its pass; with Steady, and where no other is of its type (as for head
// and tail), the same layer in the passes of its stage.
[[nodiscard]] Siblings layerSiblings(
    const AnalysisInput &input, const LayerPlace &place, Against against, const JobControl &control = {});
// Its reference: the layer that `place` is compared with; nothing if there is none.
[[nodiscard]] std::optional<LayerPlace> referenceLayer(
    const AnalysisInput &input, const LayerPlace &place, Against against, const JobControl &control = {});

} // namespace lamella::core
