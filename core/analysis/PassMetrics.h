// SPDX-License-Identifier: GPL-3.0-or-later
// Times of passes, layers and groups of layers (help/measures.md). Pure functions of the segmentation and the kernels of the
// pass.
#pragma once

#include "core/analysis/KernelScope.h"
#include "core/analysis/WorkSum.h"
#include "core/profile/Category.h"
#include "core/profile/KernelNames.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

using CategorySums = std::array<std::int64_t, kCategories>; // ns, in enum order

// Common input of the functions here.
struct AnalysisInput {
    const TraceDocument &document;
    const KernelNames &names;
    const Segmentation &segmentation;
    const KernelIndex &index;
};

struct PassMetrics {
    PassRef ref;
    WorkSum work;
    std::optional<std::int64_t> averageLayerNs; // mean wall of the layers found
    std::optional<std::int64_t> firstLayerNs; // wall of layer 0
};

struct LayerMetrics {
    PassRef ref;
    int layer = 0; // number, kHeadLayer or kTailLayer
    int type = -1; // row of DeviceSegmentation::typeNames
    WorkSum work;
    std::uint32_t collectives = 0;
    CategorySums categoryNs{};
};

struct ClusterMetrics {
    DeviceId device;
    std::string type; // empty = layers without a type
    std::uint32_t layers = 0;
    std::int64_t wallNs = 0; // sums over the layers; divide by `layers`
    std::int64_t busyNs = 0;
    std::int64_t sumNs = 0;
    CategorySums categoryNs{};
};

// Over the kernels on the scope's streams; averageLayerNs and firstLayerNs always cover all streams.
[[nodiscard]] PassMetrics passMetrics(const AnalysisInput &input, const KernelScope &scope, const PassRef &ref);
// Layers of the pass in order: head, 0.., tail; without those that have no kernels in the scope (stream).
[[nodiscard]] std::vector<LayerMetrics> layerMetrics(const AnalysisInput &input, const KernelScope &scope, const PassRef &ref);
// By device and type, in the order of DeviceSegmentation::typeNames; without head and tail.
[[nodiscard]] std::vector<ClusterMetrics> clusterMetrics(const AnalysisInput &input, const std::vector<LayerMetrics> &layers);

// Mean of integers, rounded to nearest (halves away from zero).
[[nodiscard]] std::int64_t meanNs(std::int64_t sum, std::int64_t count);

} // namespace lamella::core
