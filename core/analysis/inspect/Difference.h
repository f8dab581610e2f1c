// SPDX-License-Identifier: GPL-3.0-or-later
// Why one layer or pass takes longer than another: kernel by kernel or category by category, with a rest for idle time and
// overlap, so that the parts add up to the difference of the walls exactly. Every difference is B - A.
#pragma once

#include "core/analysis/PassMetrics.h"
#include "core/analysis/WorkSum.h"
#include "core/analysis/diff/DiffNames.h"
#include "core/analysis/diff/LayerAligner.h"
#include "core/analysis/diff/StreamRoles.h"
#include "core/analysis/diff/TraceDiff.h"

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace lamella::core {

// A layer, or the head or tail, of a pass.
struct LayerPlace {
    PassRef ref;
    int layer = 0;
};

// Its kernels in start order; the index owns them.
[[nodiscard]] std::span<const KernelId> layerKernels(const AnalysisInput &input, const LayerPlace &place);
[[nodiscard]] WorkSum workOf(const KernelTable &table, std::span<const KernelId> kernels); // `kernels` in start order

struct KernelDelta {
    KernelPair pair;
    std::int64_t aNs = 0; // 0 = not there
    std::int64_t bNs = 0;
    [[nodiscard]] std::int64_t deltaNs() const { return bNs - aNs; }
};

struct Difference {
    WorkSum a;
    WorkSum b;
    std::vector<KernelDelta> kernels; // in the order of the layer
    [[nodiscard]] std::int64_t wallNs() const { return b.wallNs() - a.wallNs(); }
    // The part that the durations do not explain: idle time between the kernels minus their overlap.
    [[nodiscard]] std::int64_t restNs() const { return wallNs() - (b.sumNs - a.sumNs); }
};

// Aligns the kernels of layers of one trace; reuses its working memory. One instance per thread.
class LayerComparer {
public:
    explicit LayerComparer(const AnalysisInput &input);
    [[nodiscard]] Difference compare(const LayerPlace &a, const LayerPlace &b);
    // The kernel of `other` at the position of `kernel` in `place`; invalid = there is none.
    [[nodiscard]] KernelId counterpart(const LayerPlace &place, KernelId kernel, const LayerPlace &other);

private:
    [[nodiscard]] const StreamRoles &rolesOf(DeviceId a, DeviceId b);
    [[nodiscard]] bool isSameSequence(std::span<const KernelId> a, std::span<const KernelId> b, const StreamRoles &roles) const;

    AnalysisInput m_input; // the trace outlives it
    DiffSymbols m_symbols;
    std::map<std::pair<DeviceId, DeviceId>, StreamRoles> m_roles; // of devices that were compared
    LayerAligner m_aligner;
    std::vector<KernelPair> m_pairs;
};

// Rows of a difference, largest first (ties in order): the first `count`, and the sum of the others.
struct TopDeltas {
    std::vector<KernelDelta> top;
    std::size_t others = 0;
    std::int64_t othersNs = 0;
    std::size_t slower = 0; // of all rows
    std::size_t faster = 0;
};
[[nodiscard]] TopDeltas topDeltas(const Difference &difference, std::size_t count);

// A pass against another by category.
struct CategoryDelta {
    Category category = Category::Other;
    std::int64_t aNs = 0; // durations added up
    std::int64_t bNs = 0;
    [[nodiscard]] std::int64_t deltaNs() const { return bNs - aNs; }
};
struct PassDifference {
    WorkSum a;
    WorkSum b;
    std::vector<CategoryDelta> categories; // largest difference first; ties in enum order
    [[nodiscard]] std::int64_t wallNs() const { return b.wallNs() - a.wallNs(); }
    [[nodiscard]] std::int64_t restNs() const { return wallNs() - (b.sumNs - a.sumNs); }
};
[[nodiscard]] PassDifference passDifference(const AnalysisInput &input, const PassRef &a, const PassRef &b);

} // namespace lamella::core
