// SPDX-License-Identifier: GPL-3.0-or-later
// Positions in a gzip file where a deflate block begins. Unlike GzipCheckpoints they consist of plain bytes (the text before
// them), so they can be stored in a file and used by any inflater. Building an index requires zlib, the only library that can
// stop between blocks.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/import/gzip/Inflater.h"
#include "core/system/FileHandle.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

struct GzipIndexEntry {
    std::uint64_t raw = 0; // bytes of text before it
    std::uint64_t disk = 0; // bytes of the file before it
    DeflatePosition block;
};

struct GzipIndex {
    std::vector<GzipIndexEntry> places; // ascending
    std::uint64_t rawBytes = 0; // of all text that could be inflated
};

// Entries are at least `step` bytes of text apart; the first is that far from the beginning. For a damaged file only up to the
// damage. `file` must be at its beginning; `path` is for errors: Io, Limit (memory), Cancelled.
[[nodiscard]] Result<GzipIndex> buildGzipIndex(
    const FileHandle &file, const std::string &path, std::uint64_t step, const JobControl &control);

} // namespace lamella::core
