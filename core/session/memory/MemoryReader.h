// SPDX-License-Identifier: GPL-3.0-or-later
// The memory log of a trace: its own (snapshots, raw timelines, tables of memory); else the events that PyTorch's profiler records
// with profile_memory=True ("[memory]") and XLA's ("MemoryAllocation", "MemoryDeallocation"); else the memory tables that the
// Ascend profiler wrote into the same folder.
#pragma once

#include "core/analysis/memory/MemoryData.h"
#include "core/base/JobControl.h"
#include "core/base/Result.h"

#include <memory>

namespace lamella::core {

// Without places and lifetimes, which need the segmentation. Empty if nothing about memory is recorded. Reads args of events from the
// file. Errors: Io (file missing or changed since the import), Decompress, Limit, Cancelled.
[[nodiscard]] Result<MemoryData> readMemory(std::shared_ptr<const TraceDocument> document, const JobControl &control);

// Whether readMemory() may find anything. Cheap.
[[nodiscard]] bool recordsMemory(const TraceDocument &document);

} // namespace lamella::core
