// SPDX-License-Identifier: GPL-3.0-or-later
// Reads gzip files, including several concatenated members (cat a.gz b.gz, pigz, bgzip). A truncated or damaged file yields what
// can be inflated; ByteSource::damage() gives the reason.
#pragma once

#include "core/import/ByteSource.h"
#include "core/import/OpenedFile.h"
#include "core/import/TraceImporter.h"

#include <cstdint>
#include <memory>
#include <string>

namespace lamella::core {

[[nodiscard]] std::unique_ptr<ByteSource> makeGzipSource(OpenedFile file, const std::string &path, const ImportLimits &limits);
// The same from the nearest checkpoint (GzipCheckpoints) at or before an offset into the text; `from` becomes its position.
[[nodiscard]] std::unique_ptr<ByteSource> makeGzipSourceNear(
    OpenedFile file, const std::string &path, std::uint64_t offset, std::uint64_t &from);

} // namespace lamella::core
