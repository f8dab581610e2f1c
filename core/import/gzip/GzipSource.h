// SPDX-License-Identifier: GPL-3.0-or-later
// Reads gzip files, including several concatenated members (cat a.gz b.gz, pigz, bgzip). A truncated or damaged file yields what
// can be inflated; ByteSource::damage() tells the reason.
#pragma once

#include "core/import/ByteSource.h"
#include "core/import/OpenedFile.h"
#include "core/import/TraceImporter.h"

#include <cstdint>
#include <memory>
#include <string>

namespace lamella::core {

[[nodiscard]] std::unique_ptr<ByteSource> makeGzipSource(OpenedFile file, const std::string &path, const ImportLimits &limits);
// A source near an offset into the text, starting from the nearest checkpoint (GzipCheckpoints) instead of the beginning. `from`,
// its position, is at or before the offset. Errors: those of openRegularFile().
struct PositionedSource {
    std::unique_ptr<ByteSource> source;
    std::uint64_t from = 0;
};
[[nodiscard]] Result<PositionedSource> openGzipNear(const std::string &path, std::uint64_t offset);

} // namespace lamella::core
