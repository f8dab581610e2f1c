// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cache/Checksum.h"
#include "core/import/cache/DocumentFacts.h"
#include "core/import/cache/DocumentFile.h"
#include "core/import/cache/DocumentLayout.h"

#include <algorithm>
#include <cstring>

namespace lamella::core {

namespace {

constexpr std::size_t kStepBytes = kChecksumStep; // small enough that one write(2) does not delay a stop for long

class Output {
public:
    Output(const FileHandle &file, const JobControl &control, std::string &why)
        : m_file(file)
        , m_control(control)
        , m_why(why)
    {
    }
    // Writes one piece, possibly by several calls between begin() and end(). The checksum is computed in steps of fixed length,
    // as in the reader.
    void begin() { m_piece = {m_offset, 0, 0}; }
    bool add(std::string_view bytes)
    {
        while (!bytes.empty()) {
            if (m_rest.empty() && bytes.size() >= kStepBytes) { // avoids copying long columns
                if (!step(bytes.substr(0, kStepBytes)))
                    return false;
                bytes.remove_prefix(kStepBytes);
                continue;
            }
            const std::size_t taken = std::min(bytes.size(), kStepBytes - m_rest.size());
            m_rest.append(bytes.substr(0, taken));
            bytes.remove_prefix(taken);
            if (m_rest.size() == kStepBytes && !flush())
                return false;
        }
        return true;
    }
    bool end(Piece &to)
    {
        const std::uint64_t bytes = m_piece.bytes + m_rest.size();
        const bool written = add(std::string(aligned(bytes) - bytes, '\0')) && (m_rest.empty() || flush());
        to = m_piece;
        to.bytes = bytes;
        return written;
    }
    bool piece(std::string_view bytes, Piece &to)
    {
        begin();
        return add(bytes) && end(to);
    }
    bool writeAt(std::string_view bytes, std::uint64_t offset)
    {
        const int error = m_file.writeAt(offset, bytes).error;
        if (error != 0)
            m_why = std::string("cannot be written: ") + std::strerror(error);
        return error == 0;
    }
    [[nodiscard]] std::uint64_t offset() const { return m_offset; }

private:
    bool step(std::string_view bytes)
    {
        m_piece.checksum = checksum64(bytes, m_piece.checksum);
        if (m_control.stopRequested() || !writeAt(bytes, m_offset))
            return false;
        m_offset += bytes.size();
        m_piece.bytes += bytes.size();
        return true;
    }
    bool flush()
    {
        const bool written = step(m_rest);
        m_rest.clear();
        return written;
    }

    const FileHandle &m_file;
    const JobControl &m_control;
    std::string &m_why;
    std::uint64_t m_offset = kHeadBytes;
    Piece m_piece;
    std::string m_rest; // less than a step
};

template <class Value> std::uint8_t widthOf(const ColumnVector<Value> &)
{
    return sizeof(Value);
}

template <class Value> std::uint8_t widthOf(const NarrowColumn<Value> &column)
{
    return static_cast<std::uint8_t>(column.width());
}

void writeChunk(const EventChunk &chunk, const ChunkPiece &row, CacheBytesWriter &to)
{
    to.clear();
    visitChunkColumns(chunk, row.widths, [&to](const auto &column, std::size_t) { to.column(column); });
}

bool writeChunks(const TraceDocument &document, Output &output, DocumentDirectory &directory, const DocumentSizes &sizes)
{
    CacheBytesWriter bytes;
    for (const EventChunk &chunk : document.events.chunks()) {
        ChunkPiece row;
        row.rows = chunk.size();
        row.textOffset = chunk.textOffset;
        for (std::size_t key = 0; key < kSparseKeys; ++key)
            row.sparse[key] = static_cast<std::uint32_t>(chunk.sparse[key].rows.size());
        visitChunkColumns(chunk, [&row](const auto &column, std::size_t at) { row.widths[at] = widthOf(column); });
        writeChunk(chunk, row, bytes);
        if (!soundChunk(chunk, sizes) || !output.piece(bytes.bytes(), row.piece))
            return false;
        directory.chunks.push_back(row);
    }
    return true;
}

template <class Value> std::string_view bytesOf(const ColumnVector<Value> &column)
{
    return {reinterpret_cast<const char *>(column.data()), column.size() * sizeof(Value)};
}

template <class Value> std::string_view bytesOf(const NarrowColumn<Value> &column)
{
    return column.visit([](const auto &codes) { return bytesOf(codes); });
}

bool writeKernels(const TraceDocument &document, Output &output, DocumentDirectory &directory)
{
    directory.kernels = document.kernels.size();
    bool written = true;
    for (std::size_t i = 0; i < kKernelColumns && written; ++i)
        visitKernelColumn(document.kernels, static_cast<KernelColumn>(i), [&](const auto &column) {
            written = column.size() == document.kernels.size() && output.piece(bytesOf(column), directory.kernelColumns[i]);
        });
    return written;
}

// Lengths, then texts, without the empty text of id 0.
bool writeStrings(const StringPool &strings, Output &output, DocumentDirectory &directory)
{
    directory.stringCount = static_cast<std::uint32_t>(strings.size());
    CacheBytesWriter lengths;
    output.begin();
    for (std::uint32_t id = 1; id < strings.size(); ++id)
        lengths.number<std::uint64_t>(strings.view(StringId{id}).size());
    bool written = output.add(lengths.bytes());
    for (std::uint32_t id = 1; id < strings.size() && written; ++id)
        written = output.add(strings.view(StringId{id}));
    return written && output.end(directory.strings);
}

} // namespace

bool writeDocument(const FileHandle &file, const TraceDocument &document, const DocumentOrigin &origin, const JobControl &control,
    std::string &why)
{
    const DocumentSizes sizes = sizesOf(document);
    CacheBytesWriter facts;
    if (!soundLists(document) || !soundKernels(document, sizes) || !writeFacts(document, facts)) {
        why = "the trace holds ids that nothing stands behind";
        return false;
    }
    why = "the trace holds events that nothing stands behind";
    Output output(file, control, why);
    DocumentDirectory directory;
    DocumentHead head;
    head.origin = origin;
    if (!output.piece(facts.bytes(), directory.facts) || !writeStrings(document.strings, output, directory)
        || !writeKernels(document, output, directory) || !writeChunks(document, output, directory, sizes)
        || !output.piece(directoryBytes(directory), head.directory))
        return false;
    head.fileBytes = output.offset();
    // Written last, so that an incomplete file has no head.
    if (!output.writeAt(headBytes(head), 0))
        return false;
    why.clear();
    return true;
}

std::uint64_t documentFileBytes(const TraceDocument &document)
{
    return document.memoryBytes() + document.events.chunks().size() * sizeof(ChunkPiece) + kHeadBytes;
}

} // namespace lamella::core
