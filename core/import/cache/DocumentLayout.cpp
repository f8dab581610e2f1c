// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cache/DocumentLayout.h"

#include "core/import/cache/Checksum.h"
#include "core/import/cache/ImportRevision.h"

namespace lamella::core {

namespace {

constexpr std::uint64_t kMagic = 0x315854414D414C7F; // "\x7FLAMATX1" on little-endian machines
constexpr std::uint64_t kFormat = 6; // increase with every change in this folder; importRevision() covers import/

} // namespace

template <class Fields> void visitFields(Fields &fields, Piece &piece)
{
    fields(piece.offset, piece.bytes, piece.checksum);
}

template <class Fields> void visitFields(Fields &fields, ChunkPiece &chunk)
{
    fields(chunk.piece, chunk.rows, chunk.textOffset, chunk.sparse, chunk.widths);
}

template <class Fields> void visitFields(Fields &fields, DocumentDirectory &directory)
{
    fields(
        directory.facts, directory.strings, directory.stringCount, directory.kernels, directory.kernelColumns, directory.chunks);
}

template <class Fields> void visitFields(Fields &fields, FileStamp &stamp)
{
    fields(stamp.bytes, stamp.modifiedNs, stamp.changedNs, stamp.inode, stamp.device);
}

template <class Fields> void visitFields(Fields &fields, DocumentHead &head)
{
    std::uint64_t reserved = 0;
    fields(
        head.fileBytes, head.origin.stamp, head.origin.key, head.origin.content, head.origin.importer, head.directory, reserved);
}

std::string headBytes(const DocumentHead &head)
{
    CacheBytesWriter to;
    to(kMagic, kFormat, importRevision(), head);
    to.number(checksum64(to.bytes()));
    return to.bytes();
}

DocumentFileState parseHead(std::string_view bytes, DocumentHead &head)
{
    if (bytes.size() != kHeadBytes)
        return DocumentFileState::Damaged;
    CacheReader from(bytes);
    // Checked before the checksum, because other versions may have a different head.
    const bool ours = from.number<std::uint64_t>() == kMagic;
    const bool format = from.number<std::uint64_t>() == kFormat;
    const bool revision = from.number<std::uint64_t>() == importRevision();
    if (!ours || !format || !revision)
        return DocumentFileState::Foreign;
    from(head);
    const std::uint64_t expected = checksum64(bytes.substr(0, kHeadBytes - sizeof(std::uint64_t)));
    return from.number<std::uint64_t>() == expected ? DocumentFileState::Good : DocumentFileState::Damaged;
}

std::string directoryBytes(const DocumentDirectory &directory)
{
    CacheBytesWriter to;
    to(directory);
    return to.bytes();
}

std::optional<DocumentDirectory> parseDirectory(std::string_view bytes)
{
    CacheReader from(bytes);
    DocumentDirectory directory;
    from(directory);
    for (const ChunkPiece &chunk : directory.chunks)
        for (const std::uint8_t width : chunk.widths)
            if (width != 1 && width != 2 && width != 4 && width != 8)
                return std::nullopt;
    return from.atEnd() ? std::optional(std::move(directory)) : std::nullopt;
}

} // namespace lamella::core
