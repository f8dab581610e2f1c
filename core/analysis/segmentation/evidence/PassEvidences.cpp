// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/evidence/PassEvidences.h"

#include <array>

namespace lamella::core {

std::span<const PassEvidence *const> passEvidences()
{
    static const std::array<const PassEvidence *, 10> kAll{&stepAnnotationEvidence(), &embeddingEvidence(), &samplingEvidence(),
        &graphLaunchEvidence(), &inputCopyEvidence(), &resultCopyEvidence(), &rareKernelEvidence(), &idleGapEvidence(),
        &peerTransferEvidence(), &otherBlocksEvidence()};
    return kAll;
}

} // namespace lamella::core
