// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Coverage.h"

#include "core/base/Saturate.h"

#include <unordered_map>

namespace lamella::core {

Coverage coverage(const TraceDocument &document, const KernelNames &names, const Segmentation &segmentation)
{
    const KernelTable &kernels = document.kernels;
    // A trace has few names and many kernels: look each name up once.
    std::vector<std::uint8_t> named(document.strings.size(), 2); // 2 = not looked up yet
    std::unordered_map<EventId, std::uint32_t> launched;
    for (const EventId launch : kernels.launch) {
        if (launch.valid())
            ++launched[launch];
    }
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
        c.withLaunch += kernels.launch[k].valid() && launched[kernels.launch[k]] == 1 ? 1 : 0;
    }
    return c;
}

} // namespace lamella::core
