// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/JobControl.h"
#include "core/import/ByteSource.h"
#include "core/import/TraceImporter.h"
#include "core/import/archive/ArchivePath.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lamella::core {

// Opens a plain, gzip or zstd file, the one trace in a ZIP or tar archive, or a file in one that is named like one in a folder
// (archivePath()); detected by the first bytes, never by the name. A
// Perfetto trace is opened as the text of a Chrome trace (PftraceSource), unless Lamella wrote it (WrittenPftrace). Errors: those
// of openRegularFile().
[[nodiscard]] Result<std::unique_ptr<ByteSource>> openByteSource(const std::string &path, const ImportLimits &limits);

// The same without conversion of a Perfetto trace to text: its bytes unchanged.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> openStoredBytes(const std::string &path, const ImportLimits &limits);

// The first `bytes` of the output of openByteSource(), or all of it; of a Perfetto trace, only the begin of its text, for which
// the trace need not be read. Errors: those of openRegularFile() and of reading.
[[nodiscard]] Result<std::string> readHead(const std::string &path, const ImportLimits &limits, std::size_t bytes);

// The files in a ZIP or tar archive, compressed or not, at most about `max` of them; none for other files. A
// compressed tar archive is read to its end. Errors: those of openRegularFile() and of reading, Cancelled.
[[nodiscard]] Result<ArchivedNames> archivedFiles(
    const std::string &path, const ImportLimits &limits, std::size_t max, const JobControl &control = {});

// A source near an offset in the output of openByteSource(); `from`, its position, is at or before the offset. A gzip file is
// entered at a checkpoint, a pack at one of its frames, others are read from their beginning. Errors: those of openRegularFile().
struct PositionedSource {
    std::unique_ptr<ByteSource> source;
    std::uint64_t from = 0;
};
[[nodiscard]] Result<PositionedSource> openSourceNear(const std::string &path, std::uint64_t offset);

} // namespace lamella::core
