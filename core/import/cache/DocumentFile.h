// SPDX-License-Identifier: GPL-3.0-or-later
// A document as a file that is read back without parsing: head, facts, strings, columns of kernels, chunks of events, directory.
// The columns are used where the file is mapped, so that reopening copies nothing. Every byte of it is covered by a checksum that
// is looked at before the byte is used, and the length is part of the head, so a file that was cut or changed is never believed.
// Numbers are those of the machine; the head tells other machines.
#pragma once

#include "core/base/JobControl.h"
#include "core/import/ByteSource.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <memory>
#include <string>

namespace lamella::core {

// Of which file the document was read, and by which sources of import: others may have made something else of it.
struct DocumentOrigin {
    FileStamp stamp;
    std::uint64_t key = 0; // contentKey()
    std::uint64_t content = 0; // contentChecksum()
    std::uint64_t importer = 0; // checksum of its name
    std::uint64_t document = 0; // over the checksums of all parts of the document; read only
};

enum class DocumentFileState {
    Good,
    Foreign, // of another version or machine, or no such file at all
    Damaged
};

// `file` is empty and open for writing. False when stopped, when the disk is full, or when the document cannot be held (then
// `why` says so).
[[nodiscard]] bool writeDocument(const FileHandle &file, const TraceDocument &document, const DocumentOrigin &origin,
    const JobControl &control, std::string &why);
[[nodiscard]] std::uint64_t documentFileBytes(const TraceDocument &document); // about

// The head alone, checked.
[[nodiscard]] DocumentFileState readOrigin(const FileHandle &file, DocumentOrigin &origin);
// All of it; `document` is null unless Good, or when stopped. The path and the state of the traced file are left to the caller.
struct ReadDocument {
    DocumentFileState state = DocumentFileState::Damaged;
    std::shared_ptr<TraceDocument> document;
};
[[nodiscard]] ReadDocument readDocument(const FileHandle &file, unsigned workers, const JobControl &control);

} // namespace lamella::core
