// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of layer evidence there are, strongest first.
#pragma once

#include "core/analysis/segmentation/evidence/LayerEvidence.h"

#include <span>

namespace lamella::core {

[[nodiscard]] const LayerEvidence &userAnchorEvidence(); // options.anchor
[[nodiscard]] const LayerEvidence &annotationEvidence(); // nn.Module frames, NVTX, record_function
[[nodiscard]] const LayerEvidence &scopeEvidence(); // scopes of a compiler's operations
[[nodiscard]] const LayerEvidence &singleBlockEvidence(); // layers with a mixer or an FFN, not both
[[nodiscard]] const LayerEvidence &mixerEvidence(); // attention and linear attention kernels
[[nodiscard]] const LayerEvidence &profileAnchorEvidence(); // anchors of the model profile
[[nodiscard]] const LayerEvidence &repeatedNameEvidence(); // kernel names at regular distances, regardless of their meaning

[[nodiscard]] std::span<const LayerEvidence *const> layerEvidences();

} // namespace lamella::core
