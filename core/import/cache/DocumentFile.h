// SPDX-License-Identifier: GPL-3.0-or-later
// A document as a file that can be read back without parsing: head, facts, strings, kernel columns, event chunks, directory.
// Columns are used directly from the mapped file, so reopening copies nothing. A checksum covers every byte and is verified
// before use, and the head records the length, so a truncated or changed file is rejected. Numbers have the byte order of the
// machine; the head detects other machines.
#pragma once

#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"
#include "core/system/FileHandle.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace lamella::core {

// The file that the document was read from, and the importer that read it: another version may produce a different document.
struct DocumentOrigin {
    FileStamp stamp;
    std::uint64_t key = 0; // contentKey()
    std::uint64_t content = 0; // contentChecksum()
    std::uint64_t importer = 0; // checksum of its name
    std::uint64_t document = 0; // over the checksums of all parts of the document; set by reading only
};

enum class DocumentFileState {
    Good,
    Foreign, // other version or machine, or not such a file
    Damaged
};

// `file` must be empty and open for writing. False if stopped, if the disk is full, or if the document cannot be serialised; then
// `why` gives the reason.
[[nodiscard]] bool writeDocument(const FileHandle &file, const TraceDocument &document, const DocumentOrigin &origin,
    const JobControl &control, std::string &why);
[[nodiscard]] std::uint64_t documentFileBytes(const TraceDocument &document); // estimate

// Reads and checks the head only.
[[nodiscard]] DocumentFileState readOrigin(const FileHandle &file, DocumentOrigin &origin);
// The whole document, which is null unless Good, and when stopped. The caller sets path and stamp of the traced file.
struct ReadDocument {
    DocumentFileState state = DocumentFileState::Damaged;
    std::shared_ptr<TraceDocument> document;
};
[[nodiscard]] ReadDocument readDocument(const FileHandle &file, unsigned workers, const JobControl &control);
// The same from bytes in memory, aligned to eight bytes, which `owner` keeps.
[[nodiscard]] ReadDocument readDocument(
    std::string_view bytes, std::shared_ptr<const void> owner, unsigned workers, const JobControl &control);

} // namespace lamella::core
