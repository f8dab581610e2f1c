// SPDX-License-Identifier: GPL-3.0-or-later
// Results of the analysis as tracks for Perfetto: passes, layers and the roles of kernels in them.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/roles/KernelRoles.h"
#include "core/session/perfetto/PacketWriter.h"

#include <string>
#include <vector>

namespace lamella::core::pftrace {

struct AnalysisSlice {
    TimeRange range;
    std::string name;
    std::string category;
    std::vector<SliceArg> args;
};

struct AnalysisTrack {
    std::string name;
    std::vector<AnalysisSlice> slices; // by start
};

// The tracks that touch the window. One track for each device and kind; none for a device without passes. roles: may be null.
[[nodiscard]] std::vector<AnalysisTrack> analysisTracks(
    const TraceDocument &document, const Segmentation &segmentation, const KernelRoles *roles, const TimeRange &window);

} // namespace lamella::core::pftrace
