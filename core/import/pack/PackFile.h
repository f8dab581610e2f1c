// SPDX-License-Identifier: GPL-3.0-or-later
// A trace as one portable file: zstd frames with the recorded file (text, or a database), which every zstd decompresses, then
// skippable frames with the checked document, so that this program opens it without parsing. Another version of the program, or
// one that finds the document damaged, reads the text instead. Layout: frames of kPackFrameBytes of text each, document, attached
// files (PackAttached.h), sizes of the frames, footer. Of a small trace only its one frame: the document would make it larger
// than the gzip file and a tenth. Of a table that was read with files beside it (Ascend, rocprofv3) the document is always there,
// because the table alone contains less.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/import/OpenedFile.h"
#include "core/import/TraceImporter.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

inline constexpr std::uint64_t kPackFrameBytes = std::uint64_t{4} << 20; // of text; an event is read from one or two of them
inline constexpr std::uint32_t kPackVersion = 2;

// The end of a pack, verified by its own checksum and against the size of the file.
struct PackFooter {
    bool joined = false; // the document has more than the text: also the files beside it
    bool attached = false; // files are attached, and the document has no more than the text
    std::uint64_t rawBytes = 0; // of the text
    std::uint64_t textEnd = 0; // offset after the last frame of text
    std::uint64_t frames = 0;
    std::uint64_t documentOffset = 0;
    std::uint64_t documentBytes = 0; // as stored
    std::uint64_t documentRawBytes = 0;
    std::uint64_t documentSum = 0; // checksum64 of the stored bytes
    std::uint64_t sizesOffset = 0;
    std::uint64_t sizesSum = 0;
    std::uint64_t textSum = 0; // checksum64 of the checksum64 of each frame of text as stored
};
// Nothing for any other file.
[[nodiscard]] std::optional<PackFooter> readPackFooter(const FileHandle &file, std::uint64_t fileBytes);

// Whether the frames of text are unchanged. Also false if that cannot be determined.
[[nodiscard]] bool isTextWhole(const FileHandle &file, const PackFooter &footer, unsigned workers, const JobControl &control);

// What is lost when only the text of a pack is read because its document cannot be used. The text has checksums of its own.
enum class PackLoss : std::uint8_t {
    None, // nothing: the text is complete, or it is no pack
    Damaged, // a pack of this version whose parts after the text fail their checksums; the text is complete
    Joined // the document, or an attached file that is damaged, had more than the text
};
[[nodiscard]] PackLoss packLoss(const FileHandle &file, std::uint64_t fileBytes);

// The document of a pack, with path and stamp of the pack; damage of the text, from which args are read, and of attached files is
// counted in it. Null for any other file, a pack of another version, a damaged document, or one that needs more memory than there
// is: then the text is to be read. Errors: Cancelled.
[[nodiscard]] Result<std::shared_ptr<const TraceDocument>> openPackedDocument(
    const std::string &path, const ImportOptions &options, const JobControl &control);

// The offset in the pack of the frame that contains that byte of the text, and the byte of the text with which the frame begins.
struct PackPlace {
    std::uint64_t fileOffset = 0;
    std::uint64_t from = 0;
};
[[nodiscard]] std::optional<PackPlace> packPlace(const FileHandle &file, std::uint64_t fileBytes, std::uint64_t textOffset);

// Packs a document, the file that it was read from and the files that analyses read beside it. Replaces `path` when complete.
// Progress counts bytes of the text. Errors: Io (also: the traced file has changed since); Limit; Cancelled.
[[nodiscard]] Result<void> writePack(const TraceDocument &document, const std::string &path, const JobControl &control = {});

} // namespace lamella::core
