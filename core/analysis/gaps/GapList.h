// SPDX-License-Identifier: GPL-3.0-or-later
// The explained gaps of a scope, and what they add up to by cause, layer, work after, region or length.
#pragma once

#include "core/analysis/LaunchJoin.h"
#include "core/analysis/gaps/GapCauses.h"
#include "core/analysis/gaps/HostMoments.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamella::core {

struct GapList {
    std::vector<Gap> gaps; // by start
    bool perStream = false;
    std::int64_t idleNs = 0; // all of them added up
};
[[nodiscard]] GapList gapList(const AnalysisInput &input, const HostCalls &calls, const KernelScope &scope, bool perStream);

struct GapSum {
    std::uint64_t count = 0;
    std::int64_t sumNs = 0;
    std::int64_t longestNs = 0;
    void add(const Gap &gap);
};

// Gaps shorter than `minNs` are in `shorter`, so that everything adds up to the idle time.
struct GapCauseSums {
    std::array<GapSum, kGapCauses> byCause;
    GapSum shorter;
};
[[nodiscard]] GapCauseSums sumByCause(std::span<const Gap> gaps, std::int64_t minNs);

// Layers in the order of pass-independent numbers: head, 0.., tail, then what lies in no layer.
struct GapLayerSum {
    int layer = kNoLayer;
    GapSum all;
    std::int64_t insideNs = 0; // of all: work before and after belongs to the layer
};
struct GapLayerSums {
    std::vector<GapLayerSum> layers;
    GapSum shorter;
};
[[nodiscard]] GapLayerSums sumByLayer(const AnalysisInput &input, std::span<const Gap> gaps, std::int64_t minNs);

// Bins of 1, 2, 5 x 10^n ns up to the longest gap; the first begins at minNs.
struct GapLengthBin {
    std::int64_t fromNs = 0;
    std::int64_t toNs = 0; // not in the bin
    GapSum all;
    std::array<std::uint64_t, kGapCauses> counts{};
};
struct GapLengths {
    std::vector<GapLengthBin> bins;
    GapSum shorter;
};
[[nodiscard]] GapLengths sumByLength(std::span<const Gap> gaps, std::int64_t minNs);

// What the host did while the GPU waited: where the launch of the work after is recorded, on its thread.
struct GapHost {
    EventId launch; // of the work after
    HostState during; // in the middle of the wait: from the gap's begin to the launch, or to its end if launched before
    EventId region; // innermost module around the launch, else annotation, else operator
};
// One for each gap, in their order.
[[nodiscard]] std::vector<GapHost> gapHosts(
    const TraceDocument &document, const LaunchJoin &launches, std::span<const Gap> gaps, const JobControl &control = {});

} // namespace lamella::core
