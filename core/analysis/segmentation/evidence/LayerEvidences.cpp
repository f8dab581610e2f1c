// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/evidence/LayerEvidences.h"

#include <array>

namespace lamella::core {

std::span<const LayerEvidence *const> layerEvidences()
{
    static const std::array<const LayerEvidence *, 7> kAll{&userAnchorEvidence(), &annotationEvidence(), &scopeEvidence(),
        &singleBlockEvidence(), &mixerEvidence(), &profileAnchorEvidence(), &repeatedNameEvidence()};
    return kAll;
}

} // namespace lamella::core
