// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the one trace in a ZIP archive (APPNOTE.TXT 6.3.10: stored, deflated or zstd members, ZIP64).
#pragma once

#include "core/import/ByteSource.h"
#include "core/import/OpenedFile.h"
#include "core/import/TraceImporter.h"

#include <memory>
#include <string>
#include <string_view>

namespace lamella::core {

inline constexpr std::string_view kZipMagic = "PK\x03\x04";

// Errors: Io, NotATrace (no or several members that could be a trace, a damaged list, a method or encryption that is not read).
[[nodiscard]] Result<std::unique_ptr<ByteSource>> makeZipSource(
    OpenedFile file, const std::string &path, const ImportLimits &limits);

} // namespace lamella::core
