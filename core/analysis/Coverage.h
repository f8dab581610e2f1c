// SPDX-License-Identifier: GPL-3.0-or-later
// The share of GPU time that the analysis accounts for, shown by the popover about layers and `info`.
#pragma once

#include "core/analysis/PassMetrics.h"

namespace lamella::core {

struct Coverage {
    std::int64_t gpuNs = 0; // sum of all GPU work, every device
    std::int64_t inPassesNs = 0;
    std::int64_t unnamedNs = 0; // matched by no category rule
    std::uint64_t kernels = 0; // of kind Kernel
    std::uint64_t ownLaunches =
        0; // GPU work with a launch record of its own; a graph launch covers many kernels and does not identify any of them
    std::uint64_t gpuWork = 0;
    std::uint64_t inFlight = 0; // of gpuWork: copies and collectives in flight, which belong to no pass
    std::int64_t inFlightNs = 0;
    std::uint64_t outsidePasses = 0; // of the rest of gpuWork
    std::uint64_t unnamed = 0; // of gpuWork
    std::uint64_t withoutLaunch = 0; // of gpuWork: no launch call with a usable time recorded (launchStart)
    std::int64_t resolutionNs = 0; // greatest common divisor of all starts and durations of GPU work; 0 without GPU work

    // Share of gpuNs without inFlightNs; 0 without such time.
    [[nodiscard]] double inPassesShare() const { return share(inPassesNs, gpuNs - inFlightNs); }
    // Share of gpuNs; 0 without GPU time.
    [[nodiscard]] double unnamedShare() const { return share(unnamedNs, gpuNs); }
    // Share of gpuWork (by count) whose launch was recorded, shared launches included.
    [[nodiscard]] double launchShare() const { return gpuWork == 0 ? 0 : countShare(gpuWork - withoutLaunch); }
    // Share of gpuWork whose launch started nothing else.
    [[nodiscard]] double ownLaunchShare() const { return gpuWork == 0 ? 0 : countShare(ownLaunches); }

private:
    [[nodiscard]] double countShare(std::uint64_t count) const
    {
        return static_cast<double>(count) / static_cast<double>(gpuWork);
    }
    [[nodiscard]] static double share(std::int64_t ns, std::int64_t ofNs)
    {
        return ofNs == 0 ? 0 : static_cast<double>(ns) / static_cast<double>(ofNs);
    }
};

[[nodiscard]] Coverage coverage(const TraceDocument &document, const KernelNames &names, const Segmentation &segmentation);

} // namespace lamella::core
