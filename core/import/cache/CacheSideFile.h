// SPDX-License-Identifier: GPL-3.0-or-later
// A small file with data derived from a cached document. Its header identifies the document, the key (kind and rules of the data)
// and the size. Data without a valid checksum are never used.
#pragma once

#include "core/base/JobControl.h"
#include "core/import/cache/TraceCache.h"
#include "core/system/FileHandle.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lamella::core {

// `file` must be empty and open for writing. False if stopped or if writing fails; then `why` gives the reason.
[[nodiscard]] bool writeSideFile(const FileHandle &file, const CachedDocument &of, std::uint64_t key, std::string_view bytes,
    const JobControl &control, std::string &why);
// nullopt unless the file is complete, of this version, and for that document and key.
[[nodiscard]] std::optional<std::string> readSideFile(const FileHandle &file, const CachedDocument &of, std::uint64_t key);

} // namespace lamella::core
