// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts into passes and layers that were kept beside the copy of a document. Each is bound to that document, to the sources and
// built-in profiles of this program, and to everything that the user chose.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/session/CacheLocation.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace lamella::core {

struct SessionOptions;

// What of the choices shapes the cut, as one number with the revision. Nothing where rules of the user's own are in play, whose
// files may change: then no cut is kept. config: checksum of its bytes, 0 = none. profile: name of the one asked for, or empty.
[[nodiscard]] std::optional<std::uint64_t> segmentationKey(
    const SessionOptions &effective, const ProfileSet &profiles, const std::string &profile, std::uint64_t config);

// Of the bytes of a file; nothing where it cannot be read.
[[nodiscard]] std::optional<std::uint64_t> fileChecksum(const std::string &path);

// Null where none fits.
[[nodiscard]] std::shared_ptr<const Segmentation> findSegmentation(
    const CacheLocation &copy, std::uint64_t key, const TraceDocument &document);

struct SegmentationToCache {
    CacheLocation copy;
    std::uint64_t key = 0;
    std::shared_ptr<const Segmentation> cut;
};
// After the document was kept; without a copy of the document there is nothing to keep it beside. Errors: those of
// TraceCache::keep.
Result<void> cacheSegmentation(const SegmentationToCache &what, const JobControl &control);

} // namespace lamella::core
