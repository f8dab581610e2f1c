// SPDX-License-Identifier: GPL-3.0-or-later
// Reads zstd files, several frames one after the other included. A truncated or damaged file yields what can be decompressed;
// ByteSource::damage() gives the reason.
#pragma once

#include "core/import/ByteSource.h"
#include "core/import/OpenedFile.h"
#include "core/import/TraceImporter.h"

#include <memory>
#include <string>
#include <string_view>

namespace lamella::core {

inline constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD"; // of a frame, RFC 8878 section 3.1.1

[[nodiscard]] std::unique_ptr<ByteSource> makeZstdSource(OpenedFile file, const std::string &path, const ImportLimits &limits);

} // namespace lamella::core
