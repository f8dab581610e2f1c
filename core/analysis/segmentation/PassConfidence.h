// SPDX-License-Identifier: GPL-3.0-or-later
// The confidence of each pass that its kernels are in their layers: a number and the sentences from which it follows.
#pragma once

#include "core/analysis/segmentation/Confidence.h"

namespace lamella::core {

// Sets Pass::confidence and Pass::confidenceWhy. ofTrace: the result of judge(), which bounds the confidence of every pass.
void judgePasses(const ConfidenceInput &input, double ofTrace, DeviceSegmentation &device);

// The same if there are no layouts (stages of training): by completeness and layer count alone.
void judgePassesByCount(double ofTrace, DeviceSegmentation &device);

} // namespace lamella::core
