// SPDX-License-Identifier: GPL-3.0-or-later
// What a file holds, without its name: a key from its size and blocks all over it, to find an entry of the cache by, and a
// checksum of all of it, to be sure.
#pragma once

#include "core/base/JobControl.h"
#include "core/import/ByteSource.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lamella::core {

// Of the size and 64 blocks of 4 KiB; files below 512 KiB whole. nullopt when it cannot be read.
[[nodiscard]] std::optional<std::uint64_t> contentKey(const FileHandle &file, std::uint64_t bytes);
// Of every byte; nullopt when it cannot be read, is not `bytes` long, or the job was stopped.
[[nodiscard]] std::optional<std::uint64_t> contentChecksum(
    const FileHandle &file, std::uint64_t bytes, const JobControl &control);
// pread(2) of exactly that many bytes.
[[nodiscard]] bool readAt(const FileHandle &file, std::uint64_t offset, char *to, std::size_t bytes);

} // namespace lamella::core
