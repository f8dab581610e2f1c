// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ParallelFor.h"
#include "core/import/cache/Checksum.h"
#include "core/import/cache/ContentKey.h"
#include "core/import/cache/DocumentFacts.h"
#include "core/import/cache/DocumentFile.h"
#include "core/import/cache/DocumentLayout.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>

namespace lamella::core {

namespace {

constexpr std::size_t kStepBytes = std::size_t{1} << 20; // as the writer cuts what it sums up
constexpr std::uint64_t kMostEvents = 0xFFFFFFF0u;

// Memory that a worker reads pieces into, one after the other.
class Scratch {
public:
    char *grow(std::size_t bytes)
    {
        if (bytes > m_bytes) {
            m_memory.reset(new char[bytes]); // not set to zero: all of it is read into
            m_bytes = bytes;
        }
        return m_memory.get();
    }

private:
    std::unique_ptr<char[]> m_memory;
    std::size_t m_bytes = 0;
};

std::uint64_t pieceChecksum(std::string_view bytes)
{
    std::uint64_t sum = 0;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kStepBytes)))
        sum = checksum64(bytes.substr(0, kStepBytes), sum);
    return sum;
}

class Reader {
public:
    Reader(const FileHandle &file, unsigned workers, const JobControl &control)
        : m_file(file)
        , m_workers(workers)
        , m_control(control)
        , m_document(std::make_shared<TraceDocument>())
    {
    }

    ReadDocument run()
    {
        DocumentHead head;
        std::string bytes(kHeadBytes, '\0');
        const std::optional<FileStamp> stamp = stampOf(m_file);
        if (!stamp || !readAt(m_file, 0, bytes.data(), bytes.size()))
            return {DocumentFileState::Damaged, nullptr};
        if (const DocumentFileState state = parseHead(bytes, head); state != DocumentFileState::Good)
            return {state, nullptr};
        m_fileBytes = stamp->bytes;
        if (head.fileBytes != m_fileBytes || !readPiece(head.directory, m_scratch) || !readBody(head.directory))
            return {DocumentFileState::Damaged, nullptr};
        if (m_control.stopRequested())
            return {DocumentFileState::Good, nullptr};
        return {DocumentFileState::Good, std::move(m_document)};
    }

private:
    [[nodiscard]] bool within(const Piece &piece) const
    {
        return piece.offset >= kHeadBytes && piece.offset <= m_fileBytes && piece.bytes <= m_fileBytes - piece.offset;
    }
    // The bytes of a piece, checked; valid until the scratch is used again.
    bool readPiece(const Piece &piece, Scratch &scratch) const
    {
        if (!within(piece))
            return false;
        char *const to = scratch.grow(piece.bytes);
        return readAt(m_file, piece.offset, to, piece.bytes) && pieceChecksum({to, piece.bytes}) == piece.checksum;
    }

    bool readBody(const Piece &place)
    {
        std::optional<DocumentDirectory> directory = parseDirectory({m_scratch.grow(place.bytes), place.bytes});
        if (!directory || !readPiece(directory->facts, m_scratch))
            return false;
        CacheReader facts({m_scratch.grow(directory->facts.bytes), directory->facts.bytes});
        if (!readFacts(facts, *m_document) || !readStrings(*directory))
            return false;
        DocumentSizes sizes = sizesOf(*m_document);
        std::uint64_t events = 0;
        for (const ChunkPiece &chunk : directory->chunks)
            events += chunk.rows;
        if (events > kMostEvents || !soundLists(*m_document))
            return false;
        sizes.events = events;
        return readColumns(*directory, sizes);
    }

    bool readStrings(const DocumentDirectory &directory)
    {
        const Piece &piece = directory.strings;
        if (directory.stringCount == 0 || !readPiece(piece, m_scratch))
            return false;
        const std::string_view bytes(m_scratch.grow(piece.bytes), piece.bytes);
        CacheReader lengths(bytes);
        CacheReader texts(bytes);
        const std::uint32_t count = directory.stringCount - 1;
        (void)texts.raw(count * sizeof(std::uint64_t));
        for (std::uint32_t id = 1; id <= count; ++id) {
            const auto length = lengths.number<std::uint64_t>();
            const std::string_view text = texts.raw(length);
            if (!texts.ok() || m_document->strings.intern(text).value != id)
                return false;
        }
        return texts.atEnd();
    }

    // Kernels and chunks of events side by side: the columns of kernels are long, so they come first.
    bool readColumns(const DocumentDirectory &directory, const DocumentSizes &sizes)
    {
        std::vector<EventChunk> chunks(directory.chunks.size());
        std::vector<Scratch> scratch(m_workers);
        std::atomic<bool> sound{true};
        const std::size_t count = kKernelColumns + chunks.size();
        parallelFor(m_workers, count, m_control.stop, [&](std::size_t index, unsigned worker) {
            if (!sound.load(std::memory_order_relaxed))
                return;
            const bool read = index < kKernelColumns
                ? readKernels(static_cast<KernelColumn>(index), directory)
                : readChunk(directory.chunks[index - kKernelColumns], chunks[index - kKernelColumns], sizes, scratch[worker]);
            if (!read)
                sound.store(false, std::memory_order_relaxed);
        });
        if (m_control.stopRequested())
            return true;
        if (!sound || !soundKernels(*m_document, sizes))
            return false;
        m_document->events = EventTable(std::move(chunks));
        return true;
    }

    bool readKernels(KernelColumn column, const DocumentDirectory &directory)
    {
        const Piece &piece = directory.kernelColumns[static_cast<std::size_t>(column)];
        bool read = false;
        visitKernelColumn(m_document->kernels, column, [&](auto &values) {
            if (!within(piece) || piece.bytes != std::uint64_t{directory.kernels} * sizeof(values[0]))
                return;
            values.resize(directory.kernels);
            auto *const to = reinterpret_cast<char *>(values.data());
            read = readAt(m_file, piece.offset, to, piece.bytes) && pieceChecksum({to, piece.bytes}) == piece.checksum;
        });
        return read;
    }

    bool readChunk(const ChunkPiece &row, EventChunk &chunk, const DocumentSizes &sizes, Scratch &scratch) const
    {
        if (!readPiece(row.piece, scratch))
            return false;
        CacheReader from({scratch.grow(row.piece.bytes), row.piece.bytes});
        chunk.textOffset = row.textOffset;
        from.column(chunk.start, row.rows);
        from.column(chunk.duration, row.rows);
        for (std::size_t key = 0; key < kSparseKeys; ++key)
            from.column(chunk.sparse[key].values, row.sparse[key]);
        from.column(chunk.name, row.rows);
        from.column(chunk.category, row.rows);
        from.column(chunk.track, row.rows);
        from.column(chunk.offset, row.rows);
        from.column(chunk.length, row.rows);
        for (std::size_t key = 0; key < kSparseKeys; ++key)
            from.column(chunk.sparse[key].rows, row.sparse[key]);
        from.column(chunk.phase, row.rows);
        return from.atEnd() && soundChunk(chunk, sizes);
    }

    const FileHandle &m_file;
    unsigned m_workers;
    const JobControl &m_control;
    std::uint64_t m_fileBytes = 0;
    Scratch m_scratch;
    std::shared_ptr<TraceDocument> m_document;
};

} // namespace

DocumentFileState readOrigin(const FileHandle &file, DocumentOrigin &origin)
{
    std::string bytes(kHeadBytes, '\0');
    const std::optional<FileStamp> stamp = stampOf(file);
    if (!stamp || !readAt(file, 0, bytes.data(), bytes.size()))
        return DocumentFileState::Damaged;
    DocumentHead head;
    const DocumentFileState state = parseHead(bytes, head);
    if (state != DocumentFileState::Good)
        return state;
    origin = head.origin;
    origin.document = head.directory.checksum;
    return head.fileBytes == stamp->bytes ? state : DocumentFileState::Damaged;
}

ReadDocument readDocument(const FileHandle &file, unsigned workers, const JobControl &control)
{
    return Reader(file, std::max(1u, workers), control).run();
}

} // namespace lamella::core
