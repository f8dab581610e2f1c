// SPDX-License-Identifier: GPL-3.0-or-later
// How sure it is, pass by pass, that kernels are in their layers: a number and the sentences it rests on.
#pragma once

#include "core/analysis/segmentation/Confidence.h"

namespace lamella::core {

// Sets Pass::confidence and Pass::confidenceWhy. ofTrace: what judge() gave; no pass is surer than its trace allows.
void judgePasses(const ConfidenceInput &input, double ofTrace, DeviceSegmentation &device);

// The same where there are no layouts to look at (stages of training): by completeness and layer count alone.
void judgePassesByCount(double ofTrace, DeviceSegmentation &device);

} // namespace lamella::core
