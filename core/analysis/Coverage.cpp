// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Coverage.h"

#include "core/analysis/InFlight.h"
#include "core/analysis/LaunchUse.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace lamella::core {

namespace {

// Starts are taken relative to the first one, because epoch times say nothing about the clock's resolution.
std::int64_t resolution(const KernelTable &kernels)
{
    std::uint64_t step = 0;
    for (std::uint32_t k = 0; k < kernels.size() && step != 1; ++k) {
        step = std::gcd(step, static_cast<std::uint64_t>(kernels.duration[k]));
        step = std::gcd(step, static_cast<std::uint64_t>(kernels.start[k]) - static_cast<std::uint64_t>(kernels.start[0]));
    }
    return static_cast<std::int64_t>(std::min<std::uint64_t>(step, INT64_MAX));
}

} // namespace

Coverage coverage(const TraceDocument &document, const KernelNames &names, const Segmentation &segmentation)
{
    const KernelTable &kernels = document.kernels;
    // Classifies each name once: a trace has few names and many kernels.
    std::vector<std::uint8_t> named(document.strings.size(), 2); // 2 = not looked up yet
    LaunchUse launches(document.events.size(), kernels.size());
    for (const EventId launch : kernels.launch)
        launches.count(launch);
    const std::vector<bool> inFlight = inFlightStreams(document);
    Coverage c;
    c.gpuWork = kernels.size();
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        const std::int64_t ns = kernels.duration[k];
        std::uint8_t &isNamed = named[kernels.name[k].value];
        if (isNamed == 2)
            isNamed = names[kernels.name[k]].named ? 1 : 0;
        c.gpuNs = addSaturated(c.gpuNs, ns);
        c.inPassesNs = addSaturated(c.inPassesNs, segmentation.passOf[k] != kNoPass ? ns : 0);
        c.unnamedNs = addSaturated(c.unnamedNs, isNamed == 1 ? 0 : ns);
        c.kernels += kernels.kind[k] == KernelKind::Kernel ? 1 : 0;
        const bool outside = segmentation.passOf[k] == kNoPass;
        const bool flies = outside && !inFlight.empty() && inFlight[kernels.stream[k].value];
        c.inFlight += flies ? 1 : 0;
        c.inFlightNs = addSaturated(c.inFlightNs, flies ? ns : 0);
        c.outsidePasses += outside && !flies ? 1 : 0;
        c.unnamed += isNamed == 1 ? 0 : 1;
        const bool launched = launchStart(document, KernelId(k)) != EventTable::kNoTime;
        c.withoutLaunch += launched ? 0 : 1;
        c.ownLaunches += launched && !launches.shared(kernels.launch[k]) ? 1 : 0;
    }
    c.resolutionNs = resolution(kernels);
    return c;
}

} // namespace lamella::core
