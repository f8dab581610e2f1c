// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of a document file; see DocumentFile.
#pragma once

#include "core/import/cache/CacheBytes.h"
#include "core/import/cache/DocumentFile.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace lamella::core {

// Begins at a multiple of kPieceAlignment, so that columns can be used from the mapping.
struct Piece {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0; // followed by zeros up to the next piece
    std::uint64_t checksum = 0; // includes the zeros
};
inline constexpr std::uint64_t kPieceAlignment = 8;
[[nodiscard]] constexpr std::uint64_t aligned(std::uint64_t bytes)
{
    return (bytes + kPieceAlignment - 1) / kPieceAlignment * kPieceAlignment;
}

// Columns of an event chunk: first those with a value per event, then rows and values of each sparse key.
inline constexpr std::size_t kEventColumns = 8;
inline constexpr std::size_t kChunkColumns = kEventColumns + 2 * kSparseKeys;

struct ChunkPiece {
    Piece piece;
    std::uint32_t rows = 0;
    std::int64_t textOffset = 0;
    std::array<std::uint32_t, kSparseKeys> sparse{};
    std::array<std::uint8_t, kChunkColumns> widths{}; // bytes per value

    [[nodiscard]] std::uint32_t rowsOf(std::size_t column) const
    {
        return column < kEventColumns ? rows : sparse[(column - kEventColumns) / 2];
    }
};

// Kernel columns in file order. The width of a narrow column is its size divided by the number of kernels.
enum class KernelColumn { Start, Duration, Name, Event, Stream, Kind, Shape, Correlation, Launch };
inline constexpr std::size_t kKernelColumns = 9;

struct DocumentDirectory {
    Piece facts;
    Piece strings;
    std::uint32_t stringCount = 0;
    std::uint32_t kernels = 0;
    std::array<Piece, kKernelColumns> kernelColumns;
    std::vector<ChunkPiece> chunks;
};

struct DocumentHead {
    DocumentOrigin origin;
    std::uint64_t fileBytes = 0;
    Piece directory;
};

inline constexpr std::size_t kHeadBytes = 136;
static_assert(kHeadBytes % kPieceAlignment == 0);

[[nodiscard]] std::string headBytes(const DocumentHead &head);
// Returns Foreign, Damaged, or Good with `head` filled.
[[nodiscard]] DocumentFileState parseHead(std::string_view bytes, DocumentHead &head);
[[nodiscard]] std::string directoryBytes(const DocumentDirectory &directory);
[[nodiscard]] std::optional<DocumentDirectory> parseDirectory(std::string_view bytes);
// Calls visit(column, index) for each column of a chunk.
template <class Chunk, class Visit> void visitChunkColumns(Chunk &chunk, Visit &&visit)
{
    std::size_t at = 0;
    visit(chunk.start, at++);
    visit(chunk.duration, at++);
    visit(chunk.name, at++);
    visit(chunk.category, at++);
    visit(chunk.track, at++);
    visit(chunk.offset, at++);
    visit(chunk.length, at++);
    visit(chunk.phase, at++);
    for (auto &column : chunk.sparse) {
        visit(column.rows, at++);
        visit(column.values, at++);
    }
}
// The same in file order: widest values first, so that all columns are aligned.
template <class Chunk, class Visit>
void visitChunkColumns(Chunk &chunk, const std::array<std::uint8_t, kChunkColumns> &widths, Visit &&visit)
{
    for (const int width : {8, 4, 2, 1})
        visitChunkColumns(chunk, [&](auto &column, std::size_t at) {
            if (widths[at] == width)
                visit(column, at);
        });
}
// Calls visit(column) for the vector of a column.
template <class Kernels, class Visit> void visitKernelColumn(Kernels &kernels, KernelColumn column, Visit &&visit)
{
    switch (column) {
    case KernelColumn::Start:
        return visit(kernels.start);
    case KernelColumn::Duration:
        return visit(kernels.duration);
    case KernelColumn::Name:
        return visit(kernels.name);
    case KernelColumn::Event:
        return visit(kernels.event);
    case KernelColumn::Stream:
        return visit(kernels.stream);
    case KernelColumn::Kind:
        return visit(kernels.kind);
    case KernelColumn::Shape:
        return visit(kernels.shape);
    case KernelColumn::Correlation:
        return visit(kernels.correlation);
    case KernelColumn::Launch:
        return visit(kernels.launch);
    }
}

} // namespace lamella::core
