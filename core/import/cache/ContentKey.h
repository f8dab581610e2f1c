// SPDX-License-Identifier: GPL-3.0-or-later
// Identifies a file by content, not by name: a key from its size and sampled blocks to find a cache entry, and a checksum of all
// bytes to verify it.
#pragma once

#include "core/base/JobControl.h"
#include "core/system/FileHandle.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lamella::core {

// From the size and 64 blocks of 4 KiB; files below 512 KiB completely. nullopt on read errors.
[[nodiscard]] std::optional<std::uint64_t> contentKey(const FileHandle &file, std::uint64_t bytes);
// Over every byte. nullopt on read errors, if the file does not have `bytes` bytes, or if stopped.
[[nodiscard]] std::optional<std::uint64_t> contentChecksum(
    const FileHandle &file, std::uint64_t bytes, const JobControl &control);

} // namespace lamella::core
