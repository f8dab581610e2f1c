// SPDX-License-Identifier: GPL-3.0-or-later
// How much of the GPU's time the analysis accounts for: what the trust panel and `info` say.
#pragma once

#include "core/analysis/PassMetrics.h"

namespace lamella::core {

struct Coverage {
    std::int64_t gpuNs = 0; // sum of all GPU work, every device
    std::int64_t inPassesNs = 0;
    std::int64_t unnamedNs = 0; // no category rule names it
    std::uint64_t kernels = 0; // of kind Kernel
    std::uint64_t ownLaunches =
        0; // GPU work with a launch record of its own; a graph launch stands for many kernels and tells none of them
    std::uint64_t gpuWork = 0;
    std::uint64_t outsidePasses = 0; // of gpuWork
    std::uint64_t unnamed = 0; // of gpuWork
    std::uint64_t withoutLaunch = 0; // of gpuWork: no launch call was recorded
    std::int64_t resolutionNs = 0; // all starts and durations of GPU work are multiples of it; 0 without GPU work

    // Of gpuNs; 0 where there is no GPU time.
    [[nodiscard]] double inPassesShare() const { return share(inPassesNs); }
    [[nodiscard]] double unnamedShare() const { return share(unnamedNs); }
    // Of gpuWork (a count): its launch was recorded, also one that it shares.
    [[nodiscard]] double launchShare() const { return gpuWork == 0 ? 0 : countShare(gpuWork - withoutLaunch); }
    // Of gpuWork: no other work has the same launch.
    [[nodiscard]] double ownLaunchShare() const { return gpuWork == 0 ? 0 : countShare(ownLaunches); }

private:
    [[nodiscard]] double countShare(std::uint64_t count) const
    {
        return static_cast<double>(count) / static_cast<double>(gpuWork);
    }
    [[nodiscard]] double share(std::int64_t ns) const
    {
        return gpuNs == 0 ? 0 : static_cast<double>(ns) / static_cast<double>(gpuNs);
    }
};

[[nodiscard]] Coverage coverage(const TraceDocument &document, const KernelNames &names, const Segmentation &segmentation);

} // namespace lamella::core
