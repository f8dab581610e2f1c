// SPDX-License-Identifier: GPL-3.0-or-later
// Places in a gzip file at which a block of deflate data begins: unlike GzipCheckpoints they are made of bytes alone, the text
// before them, so they can be kept in a file and used by any inflater. Finding them takes zlib, which alone stops between blocks.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/import/ByteSource.h"
#include "core/import/gzip/Inflater.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

struct GzipIndexEntry {
    std::uint64_t raw = 0; // bytes of text before it
    std::uint64_t disk = 0; // bytes of the file before it
    DeflatePlace block;
};

struct GzipIndex {
    std::vector<GzipIndexEntry> places; // ascending
    std::uint64_t rawBytes = 0; // of all text that could be inflated
};

// `step` bytes of text apart and a little more, the first one so far behind the beginning. A damaged file has those before the
// damage. `file` stands at its beginning; `path` is for errors: Io, Limit (memory), Cancelled.
[[nodiscard]] Result<GzipIndex> buildGzipIndex(
    const FileHandle &file, const std::string &path, std::uint64_t step, const JobControl &control);

} // namespace lamella::core
