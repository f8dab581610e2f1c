// SPDX-License-Identifier: GPL-3.0-or-later
// Maps the ids of workers to final ids, numbered by first occurrence in the file.
#pragma once

#include "core/import/chrome/ImportedBlocks.h"
#include "core/model/ImportDiagnostics.h"
#include "core/model/Operation.h"
#include "core/model/StringPool.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lamella::core {

class IdMerger {
public:
    IdMerger(ImportedBlocks &imported, StringPool &pool, ImportDiagnostics &diagnostics);

    // Numbers everything, then rewrites the columns of all blocks. False if stopped.
    [[nodiscard]] bool run();

    // (pid, tid) of every track, row = TrackId.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> takeTracks() { return std::move(m_tracks); }
    [[nodiscard]] std::uint32_t track(unsigned worker, std::uint32_t local) const { return m_maps[worker].tracks[local]; }
    // The operations that SparseKey::Operation values refer to.
    [[nodiscard]] std::vector<Operation> takeOperations() { return std::move(m_operations); }
    // Per final track: bit 0 = spans or samples of the CPU, bit 1 = anything but metadata and counters.
    [[nodiscard]] const std::vector<std::uint8_t> &trackUse() const { return m_trackUse; }

private:
    static constexpr std::uint32_t kUnset = 0xFFFFFFFFu;
    struct MetaPlace {
        std::uint32_t block = 0;
        std::uint32_t meta = 0; // row of ParsedBlock::metas
    };
    struct Maps {
        std::vector<std::uint32_t> names;
        std::vector<std::uint32_t> rawTexts;
        std::vector<std::uint32_t> tracks;
        std::vector<std::uint32_t> operations;
    };
    void number(std::uint32_t block, const FirstSeen &seen);
    std::uint32_t trackOf(std::string process, std::string thread);
    void numberMeta(const MetaPlace &place);
    void placeRest();
    void numberOperations(const ParsedBlock &block);
    void numberAllOf(std::uint32_t block);
    std::uint32_t internName(std::string_view raw);
    void rewrite(ParsedBlock &block, std::vector<std::uint8_t> &use) const;

    ImportedBlocks &m_imported;
    StringPool &m_pool;
    ImportDiagnostics &m_diagnostics;
    std::vector<Maps> m_maps;
    std::vector<std::pair<std::string, std::string>> m_tracks;
    std::unordered_map<std::string, std::uint32_t> m_trackIndex;
    std::uint32_t m_metadataTracks = 0; // tracks whose first event is metadata
    std::vector<MetaPlace> m_rest; // after so many of them: events whose process and thread have not been seen
    std::vector<std::uint8_t> m_trackUse;
    std::vector<Operation> m_operations;
    std::unordered_map<Operation, std::uint32_t, OperationHash> m_operationIndex;
};

} // namespace lamella::core
