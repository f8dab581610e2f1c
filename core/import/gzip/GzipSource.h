// SPDX-License-Identifier: GPL-3.0-or-later
// gzip, also of several members one after the other (cat a.gz b.gz, pigz, bgzip). A cut or damaged file gives what can
// be inflated; ByteSource::damage() tells.
#pragma once

#include "core/import/ByteSource.h"

#include <cstdint>
#include <memory>
#include <string>

namespace lamella::core {

[[nodiscard]] std::unique_ptr<ByteSource> makeGzipSource(OpenedFile file, const std::string &path, const ImportLimits &limits);
// The text from an offset on, inflated from the nearest place that is known (GzipCheckpoints) and not from the beginning. `from`,
// where the source stands, is at or before the offset. Errors: those of openByteSource().
struct PlacedSource {
    std::unique_ptr<ByteSource> source;
    std::uint64_t from = 0;
};
[[nodiscard]] Result<PlacedSource> openGzipNear(const std::string &path, std::uint64_t offset);

} // namespace lamella::core
