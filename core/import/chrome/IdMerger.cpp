// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/IdMerger.h"

#include "core/base/ParallelFor.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/JsonText.h"

namespace lamella::core {

IdMerger::IdMerger(ImportedBlocks &imported, StringPool &pool, ImportDiagnostics &diagnostics)
    : m_imported(imported)
    , m_pool(pool)
    , m_diagnostics(diagnostics)
{
    for (const Vocabulary *vocabulary : imported.vocabularies) {
        Maps maps;
        maps.names.assign(vocabulary->names.size(), kUnset);
        maps.rawTexts.assign(vocabulary->rawTexts.size(), kUnset);
        maps.tracks.assign(vocabulary->tracks().size(), kUnset);
        maps.operations.assign(vocabulary->operations().size(), kUnset);
        maps.names[0] = maps.rawTexts[0] = 0;
        m_maps.push_back(std::move(maps));
    }
}

bool IdMerger::run()
{
    for (const ParsedBlock &block : m_imported.blocks) {
        if (m_imported.stop.stop_requested())
            return false;
        if (m_imported.firstSeenComplete) {
            for (const FirstSeen &seen : block.firstSeen)
                number(block.worker, seen);
        } else {
            numberAllOf(block);
        }
    }
    m_trackIndex = {}; // frees memory for later stages
    // After all other texts, whose ids then do not depend on operations.
    for (const ParsedBlock &block : m_imported.blocks) {
        if (m_imported.stop.stop_requested())
            return false;
        numberOperations(block);
    }
    std::vector<std::vector<std::uint8_t>> use(m_imported.workers.most, std::vector<std::uint8_t>(m_tracks.size(), 0));
    parallelFor(m_imported.workers, m_imported.blocks.size(), m_imported.stop,
        [&](std::size_t index, unsigned worker) { rewrite(m_imported.blocks[index], use[worker]); });
    m_trackUse.assign(m_tracks.size(), 0);
    for (const auto &part : use)
        for (std::size_t track = 0; track < part.size(); ++track)
            m_trackUse[track] |= part[track];
    return !m_imported.stop.stop_requested();
}

std::uint32_t IdMerger::internName(std::string_view raw)
{
    TextFaults faults;
    const std::string text = unescapeJson(raw, faults);
    const std::size_t before = m_pool.size();
    const std::uint32_t id = m_pool.intern(text).value;
    if (m_pool.size() == before || !faults.any())
        return id;
    if (faults.badEscape)
        m_diagnostics.add(diagnostics::kBadEscape, -1, cleanSample(text));
    if (faults.invalidUtf8)
        m_diagnostics.add(diagnostics::kInvalidUtf8, -1, cleanSample(text));
    if (faults.controlCharacter)
        m_diagnostics.add(diagnostics::kControlCharacter, -1, cleanSample(text));
    return id;
}

std::string IdMerger::label(const Vocabulary &vocabulary, std::uint32_t id)
{
    TextFaults ignored;
    return unescapeJson(vocabulary.labels.view(id), ignored);
}

void IdMerger::number(unsigned worker, const FirstSeen &seen)
{
    const Vocabulary &vocabulary = *m_imported.vocabularies[worker];
    Maps &maps = m_maps[worker];
    switch (seen.space) {
    case IdSpace::Name:
        if (maps.names[seen.id] == kUnset)
            maps.names[seen.id] = internName(vocabulary.names.view(seen.id));
        break;
    case IdSpace::RawText:
        if (maps.rawTexts[seen.id] == kUnset)
            maps.rawTexts[seen.id] = m_pool.intern(vocabulary.rawTexts.view(seen.id)).value;
        break;
    case IdSpace::Track:
        if (maps.tracks[seen.id] == kUnset) {
            const LocalTrack &local = vocabulary.tracks()[seen.id];
            std::string process = label(vocabulary, local.process);
            std::string thread = label(vocabulary, local.thread);
            const auto [it, added] =
                m_trackIndex.try_emplace(process + '\0' + thread, static_cast<std::uint32_t>(m_tracks.size()));
            if (added)
                m_tracks.emplace_back(std::move(process), std::move(thread));
            maps.tracks[seen.id] = it->second;
        }
        break;
    }
}

void IdMerger::numberOperations(const ParsedBlock &block)
{
    const Vocabulary &vocabulary = *m_imported.vocabularies[block.worker];
    std::vector<std::uint32_t> &ids = m_maps[block.worker].operations;
    const auto &values = block.chunk.sparse[static_cast<std::size_t>(SparseKey::Operation)].values;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto local = static_cast<std::size_t>(values[i]);
        if (ids[local] != kUnset)
            continue;
        const LocalOperation &from = vocabulary.operations()[local];
        const auto text = [&](std::uint32_t id) { return StringId{internName(vocabulary.operationTexts.view(id))}; };
        Operation to;
        to.scope = text(from.scope);
        to.longName = text(from.longName);
        to.category = text(from.category);
        to.source = text(from.source);
        to.module = text(from.module);
        to.flops = from.flops;
        to.bytes = from.bytes;
        const auto [it, added] = m_operationIndex.try_emplace(to, static_cast<std::uint32_t>(m_operations.size()));
        if (added)
            m_operations.push_back(to);
        ids[local] = it->second;
    }
}

// Must use the order of EventSink::listFirstSeen.
void IdMerger::numberAllOf(const ParsedBlock &block)
{
    const EventChunk &chunk = block.chunk;
    const auto column = [&chunk](SparseKey key) -> const SparseColumn & { return chunk.sparse[static_cast<std::size_t>(key)]; };
    const std::vector<SparseKey> rawTextKeys = rawTextKeysOf(chunk);
    std::array<std::size_t, kRawTextKeys.size()> rawText{};
    std::size_t flow = 0;
    std::size_t meta = 0;
    const auto numberRawText = [&](SparseKey key, std::size_t &at, std::uint32_t row) {
        const SparseColumn &values = column(key);
        if (at < values.rows.size() && values.rows[at] == row)
            number(block.worker, {IdSpace::RawText, static_cast<std::uint32_t>(values.values[at++])});
    };
    for (std::uint32_t row = 0; row < chunk.size(); ++row) {
        number(block.worker, {IdSpace::Name, chunk.name[row].value});
        number(block.worker, {IdSpace::Name, chunk.category[row].value});
        number(block.worker, {IdSpace::Track, chunk.track[row].value});
        const SparseColumn &flows = column(SparseKey::FlowId);
        if (flow < block.flowTexts.size() && flows.rows[block.flowTexts[flow]] == row)
            number(block.worker, {IdSpace::Name, static_cast<std::uint32_t>(flows.values[block.flowTexts[flow++]])});
        for (std::size_t i = 0; i < rawTextKeys.size(); ++i)
            numberRawText(rawTextKeys[i], rawText[i], row);
        if (meta < block.metas.size() && block.metas[meta].row == row)
            number(block.worker, {IdSpace::Name, block.metas[meta++].text});
    }
}

void IdMerger::rewrite(ParsedBlock &block, std::vector<std::uint8_t> &use) const
{
    const Maps &maps = m_maps[block.worker];
    const Vocabulary &vocabulary = *m_imported.vocabularies[block.worker];
    EventChunk &chunk = block.chunk;
    chunk.track.transform([&maps](TrackId track) { return TrackId{maps.tracks[track.value]}; });
    for (std::uint32_t row = 0; row < chunk.size(); ++row) {
        const char phase = chunk.phase[row];
        const bool annotation = vocabulary.isAnnotation(chunk.category[row].value);
        chunk.name[row] = StringId{maps.names[chunk.name[row].value]};
        const bool span = phase == 'X' || phase == 'B';
        use[chunk.track[row].value] |=
            static_cast<std::uint8_t>((span && !annotation ? 1 : 0) | (phase != 'M' && phase != 'C' && phase != 0 ? 2 : 0));
    }
    chunk.category.transform([&maps](StringId category) { return StringId{maps.names[category.value]}; });
    SparseColumn &flows = chunk.sparse[static_cast<std::size_t>(SparseKey::FlowId)];
    for (const std::uint32_t at : block.flowTexts)
        flows.values.set(at, maps.names[static_cast<std::size_t>(flows.values[at])]);
    if (!block.flowTexts.empty()) // narrows to the width of the final ids
        flows.values.transform([](std::int64_t value) { return value; });
    const auto renumber = [&chunk](SparseKey key, const std::vector<std::uint32_t> &ids) {
        chunk.sparse[static_cast<std::size_t>(key)].values.transform(
            [&ids](std::int64_t value) { return std::int64_t{ids[static_cast<std::size_t>(value)]}; });
    };
    for (const SparseKey key : kRawTextKeys)
        renumber(key, maps.rawTexts);
    renumber(SparseKey::Operation, maps.operations);
    for (MetaRecord &meta : block.metas)
        meta.text = maps.names[meta.text];
}

} // namespace lamella::core
