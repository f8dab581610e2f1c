// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ParallelFor.h"
#include "core/import/cache/Checksum.h"
#include "core/import/cache/ContentKey.h"
#include "core/import/cache/DocumentFacts.h"
#include "core/import/cache/DocumentFile.h"
#include "core/import/cache/DocumentLayout.h"
#include "core/system/MappedFile.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::uint64_t kMaxEvents = 0xFFFFFFF0u;

class Reader {
public:
    Reader(std::string_view bytes, std::shared_ptr<const void> owner, unsigned workers, const JobControl &control)
        : m_bytes(bytes)
        , m_workers(workers)
        , m_control(control)
        , m_document(std::make_shared<TraceDocument>())
    {
        m_document->storage = std::move(owner);
    }

    ReadDocument run()
    {
        DocumentHead head;
        const DocumentFileState state =
            m_bytes.size() < kHeadBytes ? DocumentFileState::Damaged : parseHead(m_bytes.substr(0, kHeadBytes), head);
        if (state != DocumentFileState::Good)
            return {state, nullptr};
        if (head.fileBytes != m_bytes.size() || !readBody(head.directory))
            return {DocumentFileState::Damaged, nullptr};
        if (m_control.stopRequested())
            return {DocumentFileState::Good, nullptr};
        return {DocumentFileState::Good, std::move(m_document)};
    }

private:
    // The bytes of a piece after checking them.
    [[nodiscard]] std::optional<std::string_view> piece(const Piece &place) const
    {
        if (place.offset < kHeadBytes || place.offset % kPieceAlignment != 0 || place.offset > m_bytes.size()
            || place.bytes > m_bytes.size() - place.offset || aligned(place.bytes) > m_bytes.size() - place.offset)
            return std::nullopt;
        const std::string_view bytes = m_bytes.substr(place.offset, aligned(place.bytes));
        return checksumInSteps(bytes) == place.checksum ? std::optional(bytes.substr(0, place.bytes)) : std::nullopt;
    }

    bool readBody(const Piece &place)
    {
        const auto list = piece(place);
        const std::optional<DocumentDirectory> directory = list ? parseDirectory(*list) : std::nullopt;
        const auto factBytes = directory ? piece(directory->facts) : std::nullopt;
        if (!factBytes)
            return false;
        CacheReader facts(*factBytes);
        if (!readFacts(facts, *m_document) || !readStrings(*directory))
            return false;
        DocumentSizes sizes = sizesOf(*m_document);
        std::uint64_t events = 0;
        for (const ChunkPiece &chunk : directory->chunks)
            events += chunk.rows;
        if (events > kMaxEvents || !soundLists(*m_document))
            return false;
        sizes.events = events;
        return readColumns(*directory, sizes);
    }

    bool readStrings(const DocumentDirectory &directory)
    {
        const auto bytes = directory.stringCount > 0 ? piece(directory.strings) : std::nullopt;
        if (!bytes)
            return false;
        CacheReader lengths(*bytes);
        CacheReader texts(*bytes);
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

    // Reads kernels and event chunks in parallel. Kernel columns are long, so they come first.
    bool readColumns(const DocumentDirectory &directory, const DocumentSizes &sizes)
    {
        std::vector<EventChunk> chunks(directory.chunks.size());
        std::atomic<bool> sound{true};
        const std::size_t count = kKernelColumns + chunks.size();
        parallelFor(workersWanted(m_workers), count, m_control.stop, [&](std::size_t index, unsigned) {
            if (!sound.load(std::memory_order_relaxed))
                return;
            const bool read = index < kKernelColumns
                ? readKernels(static_cast<KernelColumn>(index), directory)
                : readChunk(directory.chunks[index - kKernelColumns], chunks[index - kKernelColumns], sizes);
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
        const Piece &place = directory.kernelColumns[static_cast<std::size_t>(column)];
        bool read = false;
        visitKernelColumn(m_document->kernels, column, [&](auto &values) {
            const auto bytes = piece(place);
            if (!bytes)
                return;
            CacheReader from(*bytes);
            from.borrow(values, directory.kernels, directory.kernels == 0 ? sizeof values[0] : bytes->size() / directory.kernels);
            read = from.atEnd();
        });
        return read;
    }

    bool readChunk(const ChunkPiece &row, EventChunk &chunk, const DocumentSizes &sizes) const
    {
        const auto bytes = piece(row.piece);
        if (!bytes)
            return false;
        CacheReader from(*bytes);
        chunk.textOffset = row.textOffset;
        visitChunkColumns(
            chunk, row.widths, [&](auto &column, std::size_t at) { from.borrow(column, row.rowsOf(at), row.widths[at]); });
        return from.atEnd() && soundChunk(chunk, sizes);
    }

    std::string_view m_bytes;
    unsigned m_workers;
    const JobControl &m_control;
    std::shared_ptr<TraceDocument> m_document;
};

} // namespace

DocumentFileState readOrigin(const FileHandle &file, DocumentOrigin &origin)
{
    std::string bytes(kHeadBytes, '\0');
    const std::optional<FileStamp> stamp = file.stamp();
    if (!stamp || !file.readExactlyAt(0, bytes.data(), bytes.size()))
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
    const std::shared_ptr<const MappedFile> mapped = MappedFile::map(file);
    if (!mapped)
        return {DocumentFileState::Damaged, nullptr};
    return Reader(mapped->bytes(), mapped, workers, control).run();
}

ReadDocument readDocument(std::string_view bytes, std::shared_ptr<const void> owner, unsigned workers, const JobControl &control)
{
    return Reader(bytes, std::move(owner), workers, control).run();
}

} // namespace lamella::core
