// SPDX-License-Identifier: GPL-3.0-or-later
// The result of parsing one block. All ids are those of the worker's own vocabulary; the finish stage renumbers them by first
// occurrence in the file, so the result does not depend on workers or block size.
#pragma once

#include "core/import/chrome/ImportBounds.h"
#include "core/model/EventTable.h"
#include "core/model/ImportDiagnostics.h"
#include "core/model/KernelTable.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core {

// Sparse values that are ids of raw texts, in the order in which ids are assigned within a row.
inline constexpr std::array kRawTextKeys{SparseKey::InputDims, SparseKey::InputTypes, SparseKey::CollectiveGroup,
    SparseKey::CollectiveName, SparseKey::CollectiveType, SparseKey::CollectiveRanks, SparseKey::RunId, SparseKey::ConcreteInputs,
    SparseKey::InputStrides};

// The keys that have values in the chunk.
[[nodiscard]] inline std::vector<SparseKey> rawTextKeysOf(const EventChunk &chunk)
{
    std::vector<SparseKey> keys;
    for (const SparseKey key : kRawTextKeys)
        if (!chunk.sparse[static_cast<std::size_t>(key)].rows.empty())
            keys.push_back(key);
    return keys;
}

struct KernelRecord {
    static constexpr std::uint32_t kNoShape = 0xFFFFFFFFu;
    std::uint32_t row = 0; // of the chunk
    std::uint32_t lane = 0; // of the vocabulary
    std::uint32_t shape = kNoShape;
    KernelKind kind = KernelKind::Kernel;
    std::int64_t correlation = 0; // 0 = none
};

// The launch size of a span that is work only if its track is a stream of XLA.
struct SpanShape {
    std::uint32_t row = 0; // of the chunk
    std::uint32_t shape = 0; // of the vocabulary
};

// Sub-nanosecond remainder of start and duration of a complete event, for files with finer times than ns.
struct SubNs {
    std::uint32_t row = 0; // of the chunk
    std::int16_t startPs = 0;
    std::int16_t durationPs = 0;
};

enum class MetaKind : std::uint8_t { ProcessName, ThreadName, ThreadSortIndex, Other };

// A metadata event. It does not show whether its process has events, and a file may name millions that have none: its texts stay
// out of the vocabulary until IdMerger knows.
struct MetaRecord {
    std::uint32_t row = 0;
    MetaKind kind = MetaKind::Other;
    std::uint32_t textAt = 0; // in ParsedBlock::metaTexts: process, thread, name
    std::uint32_t processBytes = 0;
    std::uint32_t threadBytes = 0;
    std::uint32_t nameBytes = 0;
    std::int64_t number = 0; // for sort indices
    TrackId track; // both of the document, set by IdMerger
    StringId name;
};

struct MetaTexts { // escaped bytes
    std::string_view process;
    std::string_view thread;
    std::string_view name;
};

// The kind of an id that occurs for the first time. Meta: the id is a row of ParsedBlock::metas.
enum class IdSpace : std::uint8_t { Name, RawText, Track, Meta };

struct FirstSeen {
    IdSpace space = IdSpace::Name;
    std::uint32_t id = 0;
    bool operator==(const FirstSeen &) const = default;
};

enum class BlockOutcome : std::uint8_t {
    Complete, // ends between two events
    Incomplete, // the event at `at` continues after the block (or the block was cut inside its args)
    ArrayEnd // the list of events ends with the ']' before `at`
};

struct ParsedBlock {
    unsigned worker = 0;
    std::uint32_t sequence = 0;
    EventChunk chunk;
    std::vector<KernelRecord> kernels; // those of B and b events get a duration once their end is matched
    std::vector<SubNs> subNs; // by row
    std::vector<std::uint32_t> lanes; // lanes used by its kernels, by first use
    std::vector<std::uint32_t> shapes; // likewise
    std::vector<SpanShape> spanShapes; // by row
    std::vector<std::uint32_t> launches; // rows of runtime and driver calls with a correlation
    std::vector<std::uint32_t> pairs; // rows of B, E, b and e events
    std::vector<std::uint32_t> flowTexts; // entries of the FlowId column that are text
    std::vector<MetaRecord> metas; // one for each metadata event
    std::string metaTexts; // texts of the metadata events, one after another
    std::vector<FirstSeen> firstSeen; // ids new to this worker in this block, in reading order
    std::vector<std::pair<std::uint32_t, std::string>> kernelNames; // for previews: new kernel names
    ImportBounds bounds;
    ImportDiagnostics diagnostics;
    std::uint64_t vocabularyBytes = 0; // growth of the worker's vocabulary
    BlockOutcome outcome = BlockOutcome::Complete;
    std::size_t at = 0; // offset in the block's text

    [[nodiscard]] MetaTexts textsOf(const MetaRecord &meta) const
    {
        const std::string_view texts = std::string_view(metaTexts).substr(meta.textAt);
        return {texts.substr(0, meta.processBytes), texts.substr(meta.processBytes, meta.threadBytes),
            texts.substr(std::size_t{meta.processBytes} + meta.threadBytes, meta.nameBytes)};
    }
    // Bytes of its columns and lists, plus those of the columns that the finish stage builds from them before it frees them.
    [[nodiscard]] std::uint64_t memoryBytes() const;
};

} // namespace lamella::core
