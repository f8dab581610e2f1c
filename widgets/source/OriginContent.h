// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector of a source line, function, file, module or operator: its own GPU time and that with callees, over the passes, by
// kernel, callee and layer. The figures are computed on a worker; texts in the language of the window.
#pragma once

#include "core/analysis/source/OriginCost.h"
#include "core/session/AnalysisSession.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/session/NavigationBus.h"

#include <string>
#include <vector>

namespace lamella::ui {

class OriginText {
    Q_DECLARE_TR_FUNCTIONS(OriginText)
};

struct OriginPlace {
    core::OriginQuery query;
    core::DeviceId device;
    int pass = core::kNoPass; // kNoPass: all GPU work
    int layer = core::kNoLayer; // kNoLayer: the whole pass
    std::string module; // around most of the own work, as the table source states it; empty: none is known
};

struct OriginFacts {
    OriginPlace place;
    core::FrameLabel label; // as in the call tree
    core::OriginCost here; // in that pass or layer, its groups by layer
    core::OriginCost all; // in all passes, its groups by pass
    std::int64_t sumNs = 0; // of all kernels of that pass or layer
    std::vector<core::FrameLabel> callees; // labels of here.callees
};

// Where the focus is; without a pass the median pass. The device is invalid if there is no GPU work.
[[nodiscard]] OriginPlace originPlace(core::OriginQuery query, const Focus &focus, const core::Segmentation &segmentation);

// Errors: those of AnalysisSession::callTree() and segmentation().
[[nodiscard]] core::Result<OriginFacts> originFacts(
    core::AnalysisSession &session, const OriginPlace &place, const core::JobControl &control);

[[nodiscard]] InspectorContent originContent(const OriginFacts &facts, const core::KernelNames &names);

} // namespace lamella::ui
