// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/IdMerger.h"

#include "core/base/ParallelFor.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/JsonText.h"

namespace lamella::core {

namespace {

// Tracks without events are kept for their names, as far as these are of use to anybody. (help/formats.md)
constexpr std::uint32_t kMetadataTracks = 65536;

std::string unescaped(std::string_view raw)
{
    TextFaults ignored;
    return unescapeJson(raw, ignored);
}

std::string keyOf(const std::string &process, const std::string &thread)
{
    return process + '\0' + thread;
}

} // namespace

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
    for (std::uint32_t block = 0; block < m_imported.blocks.size(); ++block) {
        if (m_imported.stop.stop_requested())
            return false;
        if (m_imported.firstSeenComplete) {
            for (const FirstSeen &seen : m_imported.blocks[block].firstSeen)
                number(block, seen);
        } else {
            numberAllOf(block);
        }
    }
    placeRest();
    m_trackIndex = {}; // frees memory for later stages
    // After all other texts, whose ids then do not depend on operations.
    for (const ParsedBlock &block : m_imported.blocks) {
        if (m_imported.stop.stop_requested())
            return false;
        numberOperations(block);
    }
    std::vector<std::vector<std::uint8_t>> use(m_imported.workers.max, std::vector<std::uint8_t>(m_tracks.size(), 0));
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

std::uint32_t IdMerger::trackOf(std::string process, std::string thread)
{
    const auto [it, added] = m_trackIndex.try_emplace(keyOf(process, thread), static_cast<std::uint32_t>(m_tracks.size()));
    if (added)
        m_tracks.emplace_back(std::move(process), std::move(thread));
    return it->second;
}

void IdMerger::numberMeta(const MetaPlace &place)
{
    ParsedBlock &block = m_imported.blocks[place.block];
    MetaRecord &meta = block.metas[place.meta];
    const MetaTexts texts = block.textsOf(meta);
    std::string process = unescaped(texts.process);
    std::string thread = unescaped(texts.thread);
    if (!m_trackIndex.contains(keyOf(process, thread))) {
        if (m_metadataTracks == kMetadataTracks) {
            m_rest.push_back(place);
            return;
        }
        ++m_metadataTracks;
    }
    meta.track = TrackId{trackOf(std::move(process), std::move(thread))};
    meta.name = StringId{internName(texts.name)};
}

// Assigns each metadata event to the thread or process that it names, if that has events, else to one track without an owner.
void IdMerger::placeRest()
{
    if (m_rest.empty())
        return;
    const std::uint32_t nobody = trackOf({}, {});
    std::unordered_map<std::string_view, std::uint32_t> processes; // with their first track
    for (std::uint32_t track = 0; track < m_tracks.size(); ++track)
        processes.try_emplace(m_tracks[track].first, track);
    for (const MetaPlace &place : m_rest) {
        ParsedBlock &block = m_imported.blocks[place.block];
        MetaRecord &meta = block.metas[place.meta];
        const MetaTexts texts = block.textsOf(meta);
        const std::string process = unescaped(texts.process);
        const auto ofProcess = processes.find(process);
        const auto exact =
            ofProcess == processes.end() ? m_trackIndex.end() : m_trackIndex.find(keyOf(process, unescaped(texts.thread)));
        if (exact != m_trackIndex.end()) {
            meta.track = TrackId{exact->second};
        } else if (ofProcess != processes.end() && meta.kind == MetaKind::ProcessName) {
            meta.track = TrackId{ofProcess->second};
        } else {
            meta.track = TrackId{nobody};
            meta.kind = MetaKind::Other;
            m_diagnostics.add(diagnostics::kUnusedNames, block.chunk.textOffset + block.chunk.offset[meta.row]);
            continue;
        }
        meta.name = StringId{internName(texts.name)};
    }
    m_rest = {};
}

void IdMerger::number(std::uint32_t block, const FirstSeen &seen)
{
    const unsigned worker = m_imported.blocks[block].worker;
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
            maps.tracks[seen.id] =
                trackOf(unescaped(vocabulary.labels.view(local.process)), unescaped(vocabulary.labels.view(local.thread)));
        }
        break;
    case IdSpace::Meta:
        numberMeta({block, seen.id});
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
void IdMerger::numberAllOf(std::uint32_t index)
{
    const ParsedBlock &block = m_imported.blocks[index];
    const EventChunk &chunk = block.chunk;
    const auto column = [&chunk](SparseKey key) -> const SparseColumn & { return chunk.sparse[static_cast<std::size_t>(key)]; };
    const std::vector<SparseKey> rawTextKeys = rawTextKeysOf(chunk);
    std::array<std::size_t, kRawTextKeys.size()> rawText{};
    std::size_t flow = 0;
    std::size_t meta = 0;
    const auto numberRawText = [&](SparseKey key, std::size_t &at, std::uint32_t row) {
        const SparseColumn &values = column(key);
        if (at < values.rows.size() && values.rows[at] == row)
            number(index, {IdSpace::RawText, static_cast<std::uint32_t>(values.values[at++])});
    };
    for (std::uint32_t row = 0; row < chunk.size(); ++row) {
        number(index, {IdSpace::Name, chunk.name[row].value});
        number(index, {IdSpace::Name, chunk.category[row].value});
        if (chunk.phase[row] != 'M')
            number(index, {IdSpace::Track, chunk.track[row].value});
        const SparseColumn &flows = column(SparseKey::FlowId);
        if (flow < block.flowTexts.size() && flows.rows[block.flowTexts[flow]] == row)
            number(index, {IdSpace::Name, static_cast<std::uint32_t>(flows.values[block.flowTexts[flow++]])});
        for (std::size_t i = 0; i < rawTextKeys.size(); ++i)
            numberRawText(rawTextKeys[i], rawText[i], row);
        if (meta < block.metas.size() && block.metas[meta].row == row)
            number(index, {IdSpace::Meta, static_cast<std::uint32_t>(meta++)});
    }
}

void IdMerger::rewrite(ParsedBlock &block, std::vector<std::uint8_t> &use) const
{
    const Maps &maps = m_maps[block.worker];
    const Vocabulary &vocabulary = *m_imported.vocabularies[block.worker];
    EventChunk &chunk = block.chunk;
    chunk.track.transform([&maps](TrackId track) { return track.valid() ? TrackId{maps.tracks[track.value]} : track; });
    for (const MetaRecord &meta : block.metas)
        chunk.track.set(meta.row, meta.track);
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
}

} // namespace lamella::core
