// SPDX-License-Identifier: GPL-3.0-or-later
// A member of an archive that is itself compressed by gzip or zstd.
#pragma once

#include "core/import/ByteSource.h"
#include "core/import/TraceImporter.h"

#include <memory>
#include <string>

namespace lamella::core {

// The source, or its decompressed bytes. Reads its first bytes. Errors: those of ByteSource::read().
[[nodiscard]] Result<std::unique_ptr<ByteSource>> inflateNested(
    std::unique_ptr<ByteSource> source, const std::string &path, const ImportLimits &limits);

} // namespace lamella::core
