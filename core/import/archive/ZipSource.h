// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a file in a ZIP archive (APPNOTE.TXT 6.3.10: stored, deflated or zstd members, ZIP64).
#pragma once

#include "core/import/ByteSource.h"
#include "core/import/OpenedFile.h"
#include "core/import/TraceImporter.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

inline constexpr std::string_view kZipMagic = "PK\x03\x04";

// `member`: its name (archivedName()); empty: the one trace. Errors: Io, NotATrace (no or several members that could be a trace,
// no such member, a damaged list, a method or encryption that is not read).
[[nodiscard]] Result<std::unique_ptr<ByteSource>> makeZipSource(
    OpenedFile file, const std::string &path, const ImportLimits &limits, const std::string &member);
// Names of all files in the archive. Errors: NotATrace for a damaged list.
[[nodiscard]] Result<std::vector<std::string>> namesInZip(const OpenedFile &file, const std::string &path);

} // namespace lamella::core
