// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of a layer on the host: time in the calls that launch its work, and in synchronising calls between them. Pure.
#pragma once

#include "core/analysis/PassMetrics.h"
#include "core/analysis/gaps/HostCalls.h"

#include <cstdint>
#include <map>
#include <span>
#include <string_view>

namespace lamella::core {

struct LayerHost {
    std::string_view why; // reason why nothing is known; a literal, empty if something is known
    std::int64_t launchNs = 0; // in the calls that launched its work, each once
    std::int64_t launches = 0;
    // In synchronising calls of the launching threads between the first and the last of these calls, each moment once.
    std::int64_t syncNs = 0;
    std::int64_t syncs = 0;
    EventId longestSync; // invalid: there is none
};

// Of work launched one by one; the replay of a graph is one launch for many layers.
[[nodiscard]] LayerHost layerHost(const TraceDocument &document, const HostCalls &calls, std::span<const KernelId> kernels);
// By number of the layer, head and tail included.
[[nodiscard]] std::map<int, LayerHost> layerHosts(const AnalysisInput &input, const HostCalls &calls, const PassRef &pass);

} // namespace lamella::core
