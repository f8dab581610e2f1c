// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the one trace in a tar archive, which may itself be compressed (POSIX.1-1988 and pax headers, GNU long names).
#pragma once

#include "core/import/ByteSource.h"
#include "core/import/TraceImporter.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lamella::core {

[[nodiscard]] bool looksLikeTar(std::string_view head);
// Reads the archive as a stream; a second trace in it is an error, at the latest at the end of the first one (NotATrace).
[[nodiscard]] std::unique_ptr<ByteSource> makeTarSource(std::unique_ptr<ByteSource> archive, const std::string &path);
// The same fault found beforehand, by the headers alone, in an archive that is not compressed.
[[nodiscard]] std::optional<Error> severalInTar(const FileHandle &file, std::uint64_t bytes, const std::string &path);

} // namespace lamella::core
