// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cache/DocumentLayout.h"

#include "core/import/cache/Checksum.h"
#include "core/import/cache/ImportRevision.h"

namespace lamella::core {

namespace {

constexpr std::uint64_t kMagic = 0x315854414D414C7F; // "\x7FLAMATX1" on little-endian machines
constexpr std::uint64_t kFormat = 5; // increase with every change in this folder; importRevision() covers import/
constexpr std::size_t kPieceBytes = 3 * sizeof(std::uint64_t);

void write(CacheBytesWriter &to, const Piece &piece)
{
    to.number(piece.offset);
    to.number(piece.bytes);
    to.number(piece.checksum);
}

Piece readPiece(CacheReader &from)
{
    Piece piece;
    piece.offset = from.number<std::uint64_t>();
    piece.bytes = from.number<std::uint64_t>();
    piece.checksum = from.number<std::uint64_t>();
    return piece;
}

} // namespace

std::string headBytes(const DocumentHead &head)
{
    CacheBytesWriter to;
    to.number(kMagic);
    to.number(kFormat);
    to.number(importRevision());
    to.number(head.fileBytes);
    const FileStamp &stamp = head.origin.stamp;
    to.number(stamp.bytes);
    to.number(stamp.modifiedNs);
    to.number(stamp.changedNs);
    to.number(stamp.inode);
    to.number(stamp.device);
    to.number(head.origin.key);
    to.number(head.origin.content);
    to.number(head.origin.importer);
    write(to, head.directory);
    to.number<std::uint64_t>(0); // reserved
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
    head.fileBytes = from.number<std::uint64_t>();
    FileStamp &stamp = head.origin.stamp;
    stamp.bytes = from.number<std::uint64_t>();
    stamp.modifiedNs = from.number<std::int64_t>();
    stamp.changedNs = from.number<std::int64_t>();
    stamp.inode = from.number<std::uint64_t>();
    stamp.device = from.number<std::uint64_t>();
    head.origin.key = from.number<std::uint64_t>();
    head.origin.content = from.number<std::uint64_t>();
    head.origin.importer = from.number<std::uint64_t>();
    head.directory = readPiece(from);
    (void)from.number<std::uint64_t>();
    const std::uint64_t expected = checksum64(bytes.substr(0, kHeadBytes - sizeof(std::uint64_t)));
    return from.number<std::uint64_t>() == expected ? DocumentFileState::Good : DocumentFileState::Damaged;
}

std::string directoryBytes(const DocumentDirectory &directory)
{
    CacheBytesWriter to;
    write(to, directory.facts);
    write(to, directory.strings);
    to.number(directory.stringCount);
    to.number(directory.kernels);
    for (const Piece &piece : directory.kernelColumns)
        write(to, piece);
    to.number<std::uint64_t>(directory.chunks.size());
    for (const ChunkPiece &chunk : directory.chunks) {
        write(to, chunk.piece);
        to.number(chunk.rows);
        to.number(chunk.textOffset);
        for (const std::uint32_t rows : chunk.sparse)
            to.number(rows);
        for (const std::uint8_t width : chunk.widths)
            to.number(width);
    }
    return to.bytes();
}

std::optional<DocumentDirectory> parseDirectory(std::string_view bytes)
{
    CacheReader from(bytes);
    DocumentDirectory directory;
    directory.facts = readPiece(from);
    directory.strings = readPiece(from);
    directory.stringCount = from.number<std::uint32_t>();
    directory.kernels = from.number<std::uint32_t>();
    for (Piece &piece : directory.kernelColumns)
        piece = readPiece(from);
    directory.chunks.resize(from.count(kPieceBytes));
    for (ChunkPiece &chunk : directory.chunks) {
        chunk.piece = readPiece(from);
        chunk.rows = from.number<std::uint32_t>();
        chunk.textOffset = from.number<std::int64_t>();
        for (std::uint32_t &rows : chunk.sparse)
            rows = from.number<std::uint32_t>();
        for (std::uint8_t &width : chunk.widths) {
            width = from.number<std::uint8_t>();
            if (width != 1 && width != 2 && width != 4 && width != 8)
                return std::nullopt;
        }
    }
    return from.atEnd() ? std::optional(std::move(directory)) : std::nullopt;
}

} // namespace lamella::core
