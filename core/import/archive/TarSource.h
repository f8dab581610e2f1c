// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a file in a tar archive, which may itself be compressed (POSIX.1-1988 and pax headers, GNU long names).
#pragma once

#include "core/import/ByteSource.h"
#include "core/import/TraceImporter.h"
#include "core/import/archive/ArchivePath.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

[[nodiscard]] bool looksLikeTar(std::string_view head);
// Reads the archive as a stream. `member`: its name (archivedName()); empty: the one trace, and a second one is an error, at the
// latest at the end of the first (NotATrace).
[[nodiscard]] std::unique_ptr<ByteSource> makeTarSource(
    std::unique_ptr<ByteSource> archive, const std::string &path, const std::string &member);
// Where the headers of a member begin in an archive that is not compressed, and its name, under which it is then the first one.
// Nothing if it is not there.
struct TarPlace {
    std::uint64_t at = 0;
    std::string name;
};
[[nodiscard]] std::optional<TarPlace> placeInTar(const FileHandle &file, std::uint64_t bytes, const std::string &member);
// Names of all files in the archive, as far as it can be read, at most `max`. Errors: those of ByteSource::read(), Cancelled.
[[nodiscard]] Result<ArchivedNames> namesInTar(ByteSource &archive, std::size_t max, const JobControl &control);
// The same without reading the contents of the files, in an archive that is not compressed.
[[nodiscard]] ArchivedNames namesInTar(const FileHandle &file, std::uint64_t bytes, std::size_t max);
// The same error detected in advance, by the headers alone, in an archive that is not compressed.
[[nodiscard]] std::optional<Error> severalInTar(const FileHandle &file, std::uint64_t bytes, const std::string &path);

} // namespace lamella::core
