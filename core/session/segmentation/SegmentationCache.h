// SPDX-License-Identifier: GPL-3.0-or-later
// Segmentations stored beside the cache entry of a document. Valid only for that document, for the sources and built-in profiles
// of this program, and for the same choices of the user.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/session/CacheLocation.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace lamella::core {

struct SessionOptions;

// Cache key: a hash over the choices that affect the segmentation and over the program's revision. nullopt if rules of the user
// apply, whose files may change: then nothing is cached. config: checksum of the config's bytes, 0 = none. profile: name of the
// requested one, or empty.
[[nodiscard]] std::optional<std::uint64_t> segmentationKey(
    const SessionOptions &effective, const ProfileSet &profiles, const std::string &profile, std::uint64_t config);

// Checksum of a file's bytes; nullopt if it cannot be read.
[[nodiscard]] std::optional<std::uint64_t> fileChecksum(const std::string &path);

// Null if there is no valid entry.
[[nodiscard]] std::shared_ptr<const Segmentation> findSegmentation(
    const CacheLocation &copy, std::uint64_t key, const TraceDocument &document);

struct SegmentationToCache {
    CacheLocation copy;
    std::uint64_t key = 0;
    std::shared_ptr<const Segmentation> segmentation;
};
// Call after the document was cached: without its entry nothing is written. Errors: those of TraceCache::store.
Result<void> cacheSegmentation(const SegmentationToCache &what, const JobControl &control);

} // namespace lamella::core
