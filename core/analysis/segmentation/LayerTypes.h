// SPDX-License-Identifier: GPL-3.0-or-later
// Types of layers: from the config, else learned from the kernels of the selected pass and named by what these prove.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/PassLayout.h"
#include "core/profile/KernelNames.h"

namespace lamella::core {

// Sets LayerSpan::type and DeviceSegmentation::typeNames. like: the pass that they are learned from; firstLayer: the number of
// its first layer.
void classifyLayers(const MainSequence &sequence, const KernelNames &names, const PassLayout &like, int firstLayer,
    const ModelConfig *config, DeviceSegmentation &device);

} // namespace lamella::core
