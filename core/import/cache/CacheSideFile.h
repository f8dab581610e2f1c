// SPDX-License-Identifier: GPL-3.0-or-later
// A small file beside that of a document: bytes that somebody made of it, with a head that says of which document, by which rules
// and how many there are. Nothing of it is believed that its checksums do not cover.
#pragma once

#include "core/base/JobControl.h"
#include "core/import/ByteSource.h"
#include "core/import/cache/TraceCache.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lamella::core {

// `file` is empty and open for writing. False when stopped or when it cannot be written; then `why` says so.
[[nodiscard]] bool writeSideFile(const FileHandle &file, const CachedDocument &of, std::uint64_t key, std::string_view bytes,
    const JobControl &control, std::string &why);
// nullopt unless it is whole, of this version, of that document and under that key.
[[nodiscard]] std::optional<std::string> readSideFile(const FileHandle &file, const CachedDocument &of, std::uint64_t key);

} // namespace lamella::core
