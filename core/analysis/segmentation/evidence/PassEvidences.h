// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of pass evidence there are, in the order of their table in PassSplitter.cpp.
#pragma once

#include "core/analysis/segmentation/evidence/PassEvidence.h"

#include <span>

namespace lamella::core {

[[nodiscard]] const PassEvidence &stepAnnotationEvidence(); // another annotated step
[[nodiscard]] const PassEvidence &embeddingEvidence(); // a pass looks its tokens up before its first layer
[[nodiscard]] const PassEvidence &samplingEvidence(); // and samples after its last one
[[nodiscard]] const PassEvidence &graphLaunchEvidence(); // another graph launch, or the same
[[nodiscard]] const PassEvidence &inputCopyEvidence(); // step input copied from the host
[[nodiscard]] const PassEvidence &resultCopyEvidence(); // its result copied to the host
[[nodiscard]] const PassEvidence &rareKernelEvidence(); // kernels that hardly any other place has
[[nodiscard]] const PassEvidence &idleGapEvidence(); // the stream waits unusually long
[[nodiscard]] const PassEvidence &peerTransferEvidence(); // a pipeline stage passes its work on
[[nodiscard]] const PassEvidence &otherBlocksEvidence(); // blocks of another network begin

[[nodiscard]] std::span<const PassEvidence *const> passEvidences();

} // namespace lamella::core
