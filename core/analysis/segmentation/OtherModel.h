// SPDX-License-Identifier: GPL-3.0-or-later
// A trace of two models that alternate, each with its own kernels and its own number of layers.
#pragma once

#include "core/analysis/segmentation/PassLayout.h"

#include <vector>

namespace lamella::core {

// A draft model of several layers that runs several times after each pass of its target, all of one number of layers each. Their
// kernels may be the same.
struct DraftModel {
    int target = 0; // layers of the target; 0 = no such draft
    int draft = 0;
    std::vector<char> drafts; // by pass: of the draft model
};
[[nodiscard]] DraftModel draftModel(const std::vector<PassLayout> &layouts, int modelLayers);

// Layers that a whole pass of each layout's model has: modelLayers, or those of the other model. All are modelLayers unless two
// passes at least, none of them at an end of the capture, have the same other number, and their kernels distinguish them from the
// rest. One or two layers fewer or more may be lost events: then the other model has to have layers of another kind.
[[nodiscard]] std::vector<int> layersOfModels(
    const MainSequence &sequence, const std::vector<PassLayout> &layouts, int modelLayers);

} // namespace lamella::core
