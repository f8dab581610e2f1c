// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/PairMatcher.h"

#include "core/base/PerfettoTime.h"
#include "core/base/Saturate.h"
#include "core/base/StoppableSort.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/chrome/OpenBegins.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::size_t kStopCheckRows = 1u << 14;

struct Place {
    std::uint32_t block = 0;
    std::uint32_t row = 0;
    auto operator<=>(const Place &) const = default;
};

constexpr auto kPerfettoDuration = static_cast<std::size_t>(SparseKey::PerfettoDuration);

std::int64_t textOffsetOf(const EventChunk &chunk, std::uint32_t row)
{
    return chunk.textOffset + chunk.offset[row];
}

class Matcher {
public:
    Matcher(ImportedBlocks &imported, const std::vector<Track> &tracks, ImportBounds &bounds, ImportDiagnostics &diagnostics)
        : m_imported(imported)
        , m_bounds(bounds)
        , m_diagnostics(diagnostics)
    {
        std::unordered_map<std::string, std::uint32_t> processes;
        for (const Track &track : tracks)
            m_processOf.push_back(
                processes.try_emplace(track.process, static_cast<std::uint32_t>(processes.size())).first->second);
    }

    std::vector<UnclosedBegin> run()
    {
        collect();
        for (auto &[key, places] : m_groups) {
            if (m_imported.stop.stop_requested())
                return {};
            match(places, std::get<0>(key) != 0);
        }
        storeDurations();
        return std::move(m_open);
    }

private:
    // (is async, track or process, category, id is text, id)
    using GroupKey = std::tuple<int, std::uint32_t, std::uint32_t, bool, std::int64_t>;

    [[nodiscard]] EventChunk &chunk(const Place &place) { return m_imported.blocks[place.block].chunk; }
    [[nodiscard]] std::int64_t start(const Place &place) { return chunk(place).start[place.row]; }

    void collect()
    {
        for (std::uint32_t index = 0; index < m_imported.blocks.size(); ++index) {
            if (m_imported.stop.stop_requested())
                return;
            const ParsedBlock &block = m_imported.blocks[index];
            std::size_t seen = 0;
            for (const std::uint32_t row : block.pairs) {
                if (++seen % kStopCheckRows == 0 && m_imported.stop.stop_requested())
                    return;
                if (const std::optional<GroupKey> key = keyOf(block, row))
                    m_groups[*key].push_back({index, row});
            }
        }
    }

    static std::optional<GroupKey> syncKey(const EventChunk &events, std::uint32_t row)
    {
        return GroupKey{0, events.track[row].value, 0, false, 0};
    }

    [[nodiscard]] std::optional<GroupKey> keyOf(const ParsedBlock &block, std::uint32_t row) const
    {
        const EventChunk &events = block.chunk;
        if (events.phase[row] == 'B' || events.phase[row] == 'E')
            return syncKey(events, row);
        const SparseColumn &ids = events.sparse[static_cast<std::size_t>(SparseKey::FlowId)];
        const std::size_t at = ids.seek(row);
        if (at == ids.rows.size() || ids.rows[at] != row)
            return std::nullopt;
        const bool isText = std::binary_search(block.flowTexts.begin(), block.flowTexts.end(), static_cast<std::uint32_t>(at));
        return GroupKey{1, m_processOf[events.track[row].value], events.category[row].value, isText, ids.values[at]};
    }

    void match(std::vector<Place> &places, bool async)
    {
        const auto earlier = [this](const Place &a, const Place &b) { return start(a) < start(b); };
        if (!stoppableSort(places.begin(), places.end(), earlier, m_imported.stop))
            return;
        OpenBegins open;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const Place &place = places[i];
            if (i % kStopCheckRows == 0 && m_imported.stop.stop_requested())
                return;
            const EventChunk &events = chunk(place);
            const char phase = events.phase[place.row];
            if (phase == 'B' || phase == 'b') {
                open.push({place.block, place.row, events.name[place.row], events.category[place.row]});
                continue;
            }
            const std::optional<OpenBegin> closed = open.close(events.name[place.row], events.category[place.row]);
            if (!closed) {
                m_diagnostics.add(
                    async ? diagnostics::kUnmatchedAsyncEnd : diagnostics::kUnmatchedEnd, textOffsetOf(events, place.row));
                continue;
            }
            const Place begin{closed->block, closed->row};
            const std::int64_t length = events.start[place.row] - start(begin);
            chunk(begin).duration[begin.row] = length;
            addTime(begin);
            addTime(place);
            noteDuration(begin, place);
        }
        for (const OpenBegin &begin : open.open())
            m_open.push_back({begin.block, begin.row, async});
    }

    void addTime(const Place &place)
    {
        if (const auto parsed = chunk(place).sparseValue(SparseKey::PerfettoStart, place.row))
            m_bounds.add(start(place), 0, {parsed, std::nullopt});
        else
            m_bounds.add(start(place), 0);
    }

    // Perfetto subtracts its own times of both events, and nothing but the end has what it makes of many decimals.
    void noteDuration(const Place &begin, const Place &end)
    {
        const auto ends = chunk(end).sparseValue(SparseKey::PerfettoStart, end.row);
        if (!ends)
            return;
        const auto begins = chunk(begin).sparseValue(SparseKey::PerfettoStart, begin.row);
        m_durations.emplace_back(begin, subtractSaturated(*ends, begins.value_or(perfettoNs(start(begin)))));
    }

    void storeDurations()
    {
        std::sort(m_durations.begin(), m_durations.end());
        for (auto first = m_durations.begin(); first != m_durations.end();) {
            const auto last = std::find_if(
                first, m_durations.end(), [block = first->first.block](const auto &one) { return one.first.block != block; });
            SparseColumn &column = m_imported.blocks[first->first.block].chunk.sparse[kPerfettoDuration];
            std::map<std::uint32_t, std::int64_t> values; // by row
            for (std::size_t at = 0; at < column.rows.size(); ++at)
                values.emplace(column.rows[at], column.values[at]);
            for (; first != last; ++first)
                values.emplace(first->first.row, first->second);
            column = {};
            for (const auto &[row, value] : values) {
                column.rows.push_back(row);
                column.values.push_back(value);
            }
        }
    }

    ImportedBlocks &m_imported;
    ImportBounds &m_bounds;
    ImportDiagnostics &m_diagnostics;
    std::vector<std::uint32_t> m_processOf;
    std::map<GroupKey, std::vector<Place>> m_groups;
    std::vector<std::pair<Place, std::int64_t>> m_durations; // of begins whose end has a time that only Perfetto makes of it
    std::vector<UnclosedBegin> m_open;
};

void dropUnclosedOf(ParsedBlock &block, ImportDiagnostics &diagnostics)
{
    const auto unclosed = [&](const KernelRecord &kernel) { return block.chunk.duration[kernel.row] < 0; };
    const auto first = std::find_if(block.kernels.begin(), block.kernels.end(), unclosed);
    if (first == block.kernels.end())
        return;
    for (auto kernel = first; kernel != block.kernels.end(); ++kernel)
        if (unclosed(*kernel))
            diagnostics.add(diagnostics::kUnclosedWork, textOffsetOf(block.chunk, kernel->row));
    block.kernels.erase(std::remove_if(first, block.kernels.end(), unclosed), block.kernels.end());
    std::vector<bool> used;
    for (const KernelRecord &kernel : block.kernels) {
        used.resize(std::max<std::size_t>(used.size(), kernel.lane + 1), false);
        used[kernel.lane] = true;
    }
    std::erase_if(block.lanes, [&used](std::uint32_t lane) { return lane >= used.size() || !used[lane]; });
}

bool hasPairs(const ParsedBlock &block)
{
    return !block.pairs.empty();
}

} // namespace

std::vector<UnclosedBegin> matchPairs(
    ImportedBlocks &imported, const std::vector<Track> &tracks, ImportBounds &bounds, ImportDiagnostics &diagnostics)
{
    if (std::none_of(imported.blocks.begin(), imported.blocks.end(), hasPairs))
        return {};
    return Matcher(imported, tracks, bounds, diagnostics).run();
}

void dropUnclosedWork(ImportedBlocks &imported, ImportDiagnostics &diagnostics)
{
    for (ParsedBlock &block : imported.blocks)
        if (hasPairs(block))
            dropUnclosedOf(block, diagnostics);
}

void endUnclosed(
    const std::vector<UnclosedBegin> &begins, std::int64_t traceEnd, ImportedBlocks &imported, ImportDiagnostics &diagnostics)
{
    for (const UnclosedBegin &begin : begins) {
        EventChunk &chunk = imported.blocks[begin.block].chunk;
        chunk.duration[begin.row] = std::max<std::int64_t>(0, traceEnd - chunk.start[begin.row]);
        diagnostics.add(
            begin.async ? diagnostics::kUnclosedAsyncBegin : diagnostics::kUnclosedBegin, textOffsetOf(chunk, begin.row));
    }
}

} // namespace lamella::core
