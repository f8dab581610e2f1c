// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel records of all blocks to the table of GPU work, sorted by (start, file order), with the call that launched each.
#pragma once

#include "core/import/chrome/ImportedBlocks.h"
#include "core/import/chrome/LaneRegistry.h"
#include "core/model/KernelTable.h"

namespace lamella::core {

// False when stopped.
[[nodiscard]] bool buildKernelTable(
    const ImportedBlocks &imported, const LaneRegistry &lanes, const std::vector<Track> &tracks, KernelTable &table);

} // namespace lamella::core
