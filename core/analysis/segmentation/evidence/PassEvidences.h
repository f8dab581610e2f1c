// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of pass evidence there are. Their order does not matter: weights add up.
#pragma once

#include "core/analysis/segmentation/evidence/PassEvidence.h"

#include <span>

namespace lamella::core {

[[nodiscard]] const PassEvidence &stepAnnotationEvidence(); // another annotated step
[[nodiscard]] const PassEvidence &embeddingEvidence(); // an embedding kernel
[[nodiscard]] const PassEvidence &samplingEvidence(); // a sampling kernel
[[nodiscard]] const PassEvidence &graphLaunchEvidence(); // another graph launch, or the same
[[nodiscard]] const PassEvidence &hostCopyEvidence(); // step input copied from the host
[[nodiscard]] const PassEvidence &rareKernelEvidence(); // kernels that hardly any other place holds
[[nodiscard]] const PassEvidence &idleGapEvidence(); // the stream waits unusually long
[[nodiscard]] const PassEvidence &peerTransferEvidence(); // a pipeline stage hands its work on
[[nodiscard]] const PassEvidence &openEndEvidence(); // an embedding before which nothing ended: the decoder of the same pass

[[nodiscard]] std::span<const PassEvidence *const> passEvidences();

} // namespace lamella::core
