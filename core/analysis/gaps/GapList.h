// SPDX-License-Identifier: GPL-3.0-or-later
// The gaps of a scope with their causes, and their sums by cause, layer, work after, region or length.
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
    std::int64_t sumNs = 0; // of all gaps
    std::int64_t idleNs = 0; // of those in which nothing runs
    std::uint64_t idleGaps = 0; // number of these
};
[[nodiscard]] GapList gapList(const AnalysisInput &input, const HostCalls &calls, const KernelScope &scope, bool perStream);

struct GapSum {
    std::uint64_t count = 0;
    std::int64_t sumNs = 0;
    std::int64_t longestNs = 0;
    void add(const Gap &gap);
};

// Gaps shorter than `minNs` are summed in `shorter`, so that everything adds up to the idle time.
struct GapCauseSums {
    std::array<GapSum, kGapCauses> byCause;
    GapSum shorter;
};
[[nodiscard]] GapCauseSums sumByCause(std::span<const Gap> gaps, std::int64_t minNs);

// Layers by number over all passes: head, 0.., tail, then gaps in no layer.
struct GapLayerSum {
    int layer = kNoLayer;
    GapSum all;
    std::int64_t insideNs = 0; // part of `all` where the work before and after belongs to the layer
};
struct GapLayerSums {
    std::vector<GapLayerSum> layers;
    GapSum shorter;
};
[[nodiscard]] GapLayerSums sumByLayer(const AnalysisInput &input, std::span<const Gap> gaps, std::int64_t minNs);

// Bins of 1, 2, 5 x 10^n ns up to the longest gap; the first begins at minNs.
struct GapLengthBin {
    std::int64_t fromNs = 0;
    std::int64_t toNs = 0; // exclusive
    GapSum all;
    std::array<std::uint64_t, kGapCauses> counts{};
};
struct GapLengths {
    std::vector<GapLengthBin> bins;
    GapSum shorter;
};
[[nodiscard]] GapLengths sumByLength(std::span<const Gap> gaps, std::int64_t minNs);

// The activity of the host during a gap, on the thread that launched the work after it; only if that launch is recorded.
struct GapHost {
    EventId launch; // of the work after
    TrackId thread; // of that launch
    TimeRange wait; // from the start of the gap to the launch, or to the end of the gap if launched before
    HostState during; // in the middle of the wait
    EventId region; // innermost module around the launch, else annotation, else operator
};
// One entry per gap, in the same order.
[[nodiscard]] std::vector<GapHost> gapHosts(const TraceDocument &document, const LaunchJoin &launches, std::span<const Gap> gaps,
    const JobControl &control = {}, const SourceRule &rule = SourceRule());

} // namespace lamella::core
