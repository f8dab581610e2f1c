// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a database as a trace: limits, faults of the disk, and the document that a reader fills. A plain one is read where it
// lies, a compressed one in memory. Thread-safe.
#pragma once

#include "core/import/TraceImporter.h"
#include "core/import/nsys/DatabaseReader.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lamella::core {

// The reader for this database, or why there is none.
using MakeDatabaseReader = std::function<Result<std::unique_ptr<DatabaseReader>>(
    const SqliteFile &file, DocumentBuilder &builder, const JobControl &control)>;

[[nodiscard]] bool beginsLikeDatabase(std::string_view head);
// True if the events of the document are rows of a database, which have no text and no order.
[[nodiscard]] bool isDatabase(const TraceDocument &document);
// The database that the document was read from. Errors: Io (missing, unreadable or changed since), Cancelled.
[[nodiscard]] Result<std::unique_ptr<SqliteFile>> reopenDatabase(const TraceDocument &document, const JobControl &control);
// Number of compressed databases that this process has unpacked, and the size up to which it keeps one (256 MiB); for tests.
[[nodiscard]] std::uint64_t databasesUnpacked();
void setMaxKeptDatabase(std::uint64_t bytes);
// Errors: those of TraceImporter::read() and of `make`.
[[nodiscard]] Result<std::shared_ptr<const TraceDocument>> readDatabase(
    const std::string &path, const ImportOptions &options, const JobControl &control, const MakeDatabaseReader &make);

} // namespace lamella::core
