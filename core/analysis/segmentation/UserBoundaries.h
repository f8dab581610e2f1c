// SPDX-License-Identifier: GPL-3.0-or-later
// Boundaries that the user moved, applied to the finished segmentation of one device. All of them are placed at once, so that
// their order is irrelevant for their limits; a boundary stops at its neighbours, and one that cannot be applied is reported,
// never dropped.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/PassLayout.h"
#include "core/profile/BoundaryEdit.h"

#include <span>
#include <vector>

namespace lamella::core {

struct UserBoundaryInput {
    const TraceDocument &document;
    const MainSequence &sequence;
    std::span<const BoundaryEdit> edits; // of any device; of several for one boundary the last one counts
    std::span<const int> shownAs{}; // number by which edits name each pass, negative = none does; empty: its own
};

// Call before side streams are assigned: reads the positions of the boundaries from segmentation.passOf / layerOf of the main
// sequence, writes them back there and into passes, layers and layouts (row = row of device.passes; left alone where they do not
// match), marks the passes with Evidence::User, and adds a check for what was set and one for each edit that could not be set as
// asked.
void applyUserBoundaries(const UserBoundaryInput &input, std::vector<PassLayout> &layouts, DeviceSegmentation &device,
    Segmentation &segmentation, std::vector<SegmentationCheck> &checks);

// One check for each edit of a device that the trace does not have, or that has no passes.
void reportBoundariesWithoutDevice(const TraceDocument &document, std::span<const BoundaryEdit> edits,
    std::span<const DeviceSegmentation> devices, std::vector<SegmentationCheck> &checks);

} // namespace lamella::core
