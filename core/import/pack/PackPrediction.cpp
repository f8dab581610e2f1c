// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pack/PackPrediction.h"

#include "core/import/cache/DocumentLayout.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

namespace lamella::core {

namespace {

// Columns of a chunk by their number (visitChunkColumns).
enum ChunkColumn : std::size_t { kStart = 0, kDuration = 1, kName = 2, kOffset = 5, kLength = 6 };

template <class Number> Number load(const char *from, std::size_t index)
{
    Number value{};
    std::memcpy(&value, from + index * sizeof value, sizeof value);
    return value;
}

template <class Number> void store(char *to, std::size_t index, Number value)
{
    std::memcpy(to + index * sizeof value, &value, sizeof value);
}

struct ChunkPlaces {
    std::uint64_t firstEvent = 0;
    std::uint32_t rows = 0;
    std::array<char *, kEventColumns> columns{};
    std::size_t lengthWidth = 0;
};

class Prediction {
public:
    Prediction(char *bytes, std::size_t size)
        : m_bytes(bytes)
        , m_size(size)
    {
    }
    bool run(bool restore)
    {
        if (!find())
            return false;
        for (const ChunkPlaces &chunk : m_chunks)
            offsets(chunk, restore);
        return kernels<std::uint64_t>(KernelColumn::Start, kStart, restore)
            && kernels<std::uint64_t>(KernelColumn::Duration, kDuration, restore)
            && kernels<std::uint32_t>(KernelColumn::Name, kName, restore);
    }

private:
    [[nodiscard]] bool within(const Piece &piece) const { return piece.offset <= m_size && piece.bytes <= m_size - piece.offset; }
    // Where everything is, with every place inside the bytes.
    bool find()
    {
        DocumentHead head;
        if (m_size < kHeadBytes || parseHead({m_bytes, kHeadBytes}, head) != DocumentFileState::Good || !within(head.directory))
            return false;
        m_directory = parseDirectory({m_bytes + head.directory.offset, head.directory.bytes});
        if (!m_directory)
            return false;
        for (const ChunkPiece &chunk : m_directory->chunks)
            if (!addChunk(chunk))
                return false;
        for (const KernelColumn column : {KernelColumn::Start, KernelColumn::Duration, KernelColumn::Name, KernelColumn::Event}) {
            const Piece &piece = m_directory->kernelColumns[static_cast<std::size_t>(column)];
            const std::uint64_t width = column == KernelColumn::Start || column == KernelColumn::Duration ? 8 : 4;
            if (!within(piece) || piece.bytes != width * m_directory->kernels)
                return false;
        }
        const char *const events = at(KernelColumn::Event);
        for (std::uint32_t k = 0; k < m_directory->kernels; ++k)
            if (load<std::uint32_t>(events, k) >= m_events)
                return false;
        return true;
    }
    bool addChunk(const ChunkPiece &chunk)
    {
        if (!within(chunk.piece) || chunk.widths[kStart] != 8 || chunk.widths[kDuration] != 8 || chunk.widths[kName] != 4
            || chunk.widths[kOffset] != 4)
            return false;
        ChunkPlaces places{m_events, chunk.rows, {}, chunk.widths[kLength]};
        std::uint64_t offset = 0;
        for (const std::size_t width : {8, 4, 2, 1})
            for (std::size_t column = 0; column < kChunkColumns; ++column) {
                if (chunk.widths[column] != width)
                    continue;
                if (column < kEventColumns)
                    places.columns[column] = m_bytes + chunk.piece.offset + std::min(offset, chunk.piece.bytes);
                offset += std::uint64_t{chunk.rowsOf(column)} * width;
            }
        if (offset > chunk.piece.bytes || places.columns[kLength] == nullptr)
            return false;
        m_events += chunk.rows;
        m_chunks.push_back(places);
        return true;
    }
    [[nodiscard]] char *at(KernelColumn column) const
    {
        return m_bytes + m_directory->kernelColumns[static_cast<std::size_t>(column)].offset;
    }
    [[nodiscard]] const ChunkPlaces &chunkOf(std::uint32_t event) const
    {
        return *(std::upper_bound(m_chunks.begin(), m_chunks.end(), event, [](std::uint32_t wanted, const ChunkPlaces &chunk) {
            return wanted < chunk.firstEvent;
        }) - 1);
    }
    template <class Number> bool kernels(KernelColumn column, ChunkColumn of, bool restore) const
    {
        char *const values = at(column);
        const char *const events = at(KernelColumn::Event);
        for (std::uint32_t k = 0; k < m_directory->kernels; ++k) {
            const auto event = load<std::uint32_t>(events, k);
            const ChunkPlaces &chunk = chunkOf(event);
            const auto known = load<Number>(chunk.columns[of], event - chunk.firstEvent);
            const auto value = load<Number>(values, k);
            store<Number>(values, k, static_cast<Number>(restore ? value + known : value - known));
        }
        return true;
    }
    static void offsets(const ChunkPlaces &chunk, bool restore)
    {
        std::uint32_t end = 0; // of the text before
        for (std::uint32_t row = 0; row < chunk.rows; ++row) {
            const auto value = load<std::uint32_t>(chunk.columns[kOffset], row);
            const std::uint32_t offset = restore ? value + end : value;
            store<std::uint32_t>(chunk.columns[kOffset], row, restore ? offset : value - end);
            end = offset + length(chunk, row);
        }
    }
    static std::uint32_t length(const ChunkPlaces &chunk, std::uint32_t row)
    {
        const char *const from = chunk.columns[kLength];
        return chunk.lengthWidth == 4 ? load<std::uint32_t>(from, row)
            : chunk.lengthWidth == 2  ? load<std::uint16_t>(from, row)
                                      : load<std::uint8_t>(from, row);
    }

    char *m_bytes;
    std::size_t m_size;
    std::optional<DocumentDirectory> m_directory;
    std::vector<ChunkPlaces> m_chunks;
    std::uint64_t m_events = 0;
};

} // namespace

bool predictDocument(char *bytes, std::size_t size)
{
    return Prediction(bytes, size).run(false);
}

bool restoreDocument(char *bytes, std::size_t size)
{
    return Prediction(bytes, size).run(true);
}

} // namespace lamella::core
