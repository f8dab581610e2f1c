// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the kernel table from the kernel records of all blocks, sorted by (start, file order), with the launch call of each.
#pragma once

#include "core/import/chrome/ImportedBlocks.h"
#include "core/import/chrome/LaneRegistry.h"
#include "core/model/KernelTable.h"

namespace lamella::core {

// False if stopped.
[[nodiscard]] bool buildKernelTable(
    const ImportedBlocks &imported, const LaneRegistry &lanes, const std::vector<Track> &tracks, KernelTable &table);

} // namespace lamella::core
