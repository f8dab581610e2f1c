// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates a filter on the kernels of a trace. Results for names are cached, so that each kernel costs one look-up.
#pragma once

#include "core/analysis/KernelFilter.h"
#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace lamella::core {

// Not thread-safe (it caches). Its arguments, except the filter, must outlive it.
class KernelMatcher {
public:
    KernelMatcher(
        const KernelFilter &filter, const TraceDocument &document, const KernelNames &names, const Segmentation &segmentation);
    [[nodiscard]] bool matches(KernelId kernel);
    // As if the kernel were in this pass and layer: of a kernel that stands for one of there.
    [[nodiscard]] bool matchesAt(KernelId kernel, int pass, int layer);

private:
    [[nodiscard]] bool nameMatches(StringId name);
    [[nodiscard]] bool workMatches(const KernelFilter::Term &term, KernelId kernel, int pass, int layer) const;
    [[nodiscard]] Stage stageOf(KernelId kernel) const;

    KernelFilter m_names;
    KernelFilter m_work;
    const TraceDocument &m_document;
    const KernelNames &m_kernelNames;
    const Segmentation &m_segmentation;
    std::unordered_map<StringId, bool> m_nameMatches;
};

// All matches of one filter, for views: in ascending order, and by stream.
struct KernelMatches {
    std::vector<KernelId> kernels;
    std::vector<std::vector<std::uint32_t>> ofStream; // row = StreamId; KernelIds, ascending
    std::vector<bool> hit; // row = KernelId
    std::int64_t sumNs = 0; // saturates

    [[nodiscard]] bool holds(KernelId kernel) const { return kernel.value < hit.size() && hit[kernel.value]; }
    // True if a kernel of the stream with an id in [first, last] matches.
    [[nodiscard]] bool anyBetween(StreamId stream, std::uint32_t first, std::uint32_t last) const;
};

// Errors: Cancelled.
Result<KernelMatches> matchingKernels(const KernelFilter &filter, const TraceDocument &document, const KernelNames &names,
    const Segmentation &segmentation, const JobControl &control = {});

// These kernels, in ascending order.
[[nodiscard]] KernelMatches matchesOf(std::span<const KernelId> kernels, const TraceDocument &document);

// Sums by category of the matching kernels of each layer of a pass, in the order of the layers (rows of
// DeviceSegmentation::layers from Pass::firstLayer on).
using CategorySums = std::array<std::int64_t, kCategories>;
[[nodiscard]] std::vector<CategorySums> matchedLayerSums(const KernelMatches &matches, const TraceDocument &document,
    const KernelNames &names, const Segmentation &segmentation, DeviceId device, int pass);

} // namespace lamella::core
