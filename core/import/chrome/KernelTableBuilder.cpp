// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/KernelTableBuilder.h"

#include "core/base/NearlySorted.h"
#include "core/base/ParallelFor.h"
#include "core/import/chrome/LaunchPairing.h"
#include "core/import/chrome/ProcessArrows.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>

namespace lamella::core {

namespace {

struct SortKey {
    std::int64_t start;
    std::uint32_t event;
    std::uint32_t ordinal; // index of the kernel over all blocks
    friend bool operator<(const SortKey &a, const SortKey &b)
    {
        return a.start != b.start ? a.start < b.start : a.event < b.event;
    }
};

constexpr std::size_t kFillStep = 16384;
constexpr std::size_t kVotes = 512; // kernels per GPU process that vote for its launching process

// Access to records by ordinal, for loops over many nearby ordinals. One per thread.
class RecordCursor {
public:
    RecordCursor(const ImportedBlocks &imported, const std::vector<std::size_t> &bounds)
        : m_imported(imported)
        , m_bounds(bounds)
    {
    }
    void seek(std::uint32_t ordinal)
    {
        if (ordinal < m_bounds[m_block] || ordinal >= m_bounds[m_block + 1])
            m_block =
                static_cast<std::size_t>(std::upper_bound(m_bounds.begin(), m_bounds.end(), ordinal) - m_bounds.begin()) - 1;
        m_record = ordinal - m_bounds[m_block];
    }
    [[nodiscard]] const ParsedBlock &block() const { return m_imported.blocks[m_block]; }
    [[nodiscard]] const KernelRecord &record() const { return block().kernels[m_record]; }

private:
    const ImportedBlocks &m_imported;
    const std::vector<std::size_t> &m_bounds; // first ordinal of each block, plus the end
    std::size_t m_block = 0;
    std::size_t m_record = 0;
};

// Merges sorted runs, one per block. Blocks mostly follow each other in time, and then nothing moves; otherwise only the
// overlapping parts do.
bool mergeRuns(std::span<SortKey> keys, std::vector<std::size_t> bounds, const std::stop_token &stop)
{
    const auto at = [&keys](std::size_t i) { return keys.begin() + static_cast<std::ptrdiff_t>(i); };
    while (bounds.size() > 2) {
        std::vector<std::size_t> merged{bounds.front()};
        for (std::size_t i = 1; i < bounds.size(); i += 2) {
            if (stop.stop_requested())
                return false;
            const std::size_t last = std::min(i + 1, bounds.size() - 1);
            if (last > i && bounds[i] > bounds[i - 1] && bounds[last] > bounds[i] && keys[bounds[i]] < keys[bounds[i] - 1]) {
                const auto from = std::upper_bound(at(bounds[i - 1]), at(bounds[i]), keys[bounds[i]]);
                const auto to = std::lower_bound(at(bounds[i]), at(bounds[last]), keys[bounds[i] - 1]);
                std::inplace_merge(from, at(bounds[i]), to);
            }
            merged.push_back(bounds[last]);
        }
        bounds = std::move(merged);
    }
    return true;
}

// Shapes are numbered by first occurrence in the file.
std::vector<std::vector<ShapeId>> numberShapes(const ImportedBlocks &imported, KernelTable &table)
{
    std::vector<std::vector<ShapeId>> ids(imported.vocabularies.size());
    for (std::size_t worker = 0; worker < ids.size(); ++worker)
        ids[worker].resize(imported.vocabularies[worker]->shapes().size());
    std::map<LaunchShape, ShapeId> index;
    for (const ParsedBlock &block : imported.blocks) {
        for (const std::uint32_t used : block.shapes) {
            if (ids[block.worker][used].valid())
                continue;
            const LaunchShape &shape = imported.vocabularies[block.worker]->shapes()[used];
            const auto [it, added] = index.try_emplace(shape, ShapeId{static_cast<std::uint32_t>(table.shapes.size())});
            if (added)
                table.shapes.push_back(shape);
            ids[block.worker][used] = it->second;
        }
    }
    return ids;
}

// Number of the launching process by track if the file has several processes; otherwise empty.
std::vector<std::uint32_t> hostsOfTracks(RecordCursor at, const ImportedBlocks &imported, const std::vector<Track> &tracks,
    std::span<const SortKey> keys, const LaunchPairing &launches)
{
    constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    if (!launches.severalProcesses())
        return {};
    std::map<std::string, std::uint32_t> numbers;
    std::vector<std::uint32_t> byTrack(tracks.size(), kNone);
    std::vector<std::size_t> kernels;
    const auto processOf = [&](const SortKey &key) {
        at.seek(key.ordinal);
        const std::uint32_t track = at.block().chunk.track[at.record().row].value;
        if (byTrack[track] == kNone)
            byTrack[track] = numbers.try_emplace(tracks[track].process, static_cast<std::uint32_t>(numbers.size())).first->second;
        return byTrack[track];
    };
    for (const SortKey &key : keys) {
        const std::uint32_t process = processOf(key);
        kernels.resize(std::max<std::size_t>(kernels.size(), process + 1), 0);
        ++kernels[process];
    }
    std::vector<GpuProcess> processes(kernels.size(), GpuProcess{{}, kNone, 0, {}});
    for (const auto &[name, number] : numbers)
        processes[number].process = name;
    std::vector<std::size_t> seen(kernels.size(), 0);
    for (const SortKey &key : keys) {
        const std::uint32_t number = processOf(key);
        GpuProcess &process = processes[number];
        process.firstEvent = std::min(process.firstEvent, key.event);
        process.lastEvent = std::max(process.lastEvent, key.event);
        if (seen[number]++ % std::max<std::size_t>(1, kernels[number] / kVotes) != 0)
            continue;
        if (const std::int64_t id = at.record().correlation; id != 0)
            process.sample.push_back({id, key.start, key.event});
    }
    const std::vector<std::uint32_t> hosts =
        launches.hostsOf(processes, [&] { return arrowsByProcess(imported, tracks); });
    std::vector<std::uint32_t> hostOf(tracks.size(), LaunchPairing::kAnyHost);
    for (std::size_t t = 0; t < tracks.size(); ++t)
        if (byTrack[t] != kNone)
            hostOf[t] = hosts[byTrack[t]];
    return hostOf;
}

using Correlations = NarrowColumn<std::int64_t>;

// The widest values of the narrow columns.
struct Widest {
    StreamId stream;
    ShapeId shape;
    std::int64_t correlation = 0;
};

// One task per column: the cost is in touching pages for the first time.
void resize(KernelTable &table, std::size_t rows, const Widest &widest, WorkersWanted workers, const std::stop_token &stop)
{
    const std::array<std::function<void()>, 9> columns{[&] { table.start.resize(rows); }, [&] { table.duration.resize(rows); },
        [&] { table.correlation.reset(rows, widest.correlation); }, [&] { table.name.resize(rows); },
        [&] { table.event.resize(rows); }, [&] { table.stream.reset(rows, widest.stream); },
        [&] { table.shape.reset(rows, widest.shape); }, [&] { table.launch.resize(rows); }, [&] { table.kind.resize(rows); }};
    parallelFor(workers, columns.size(), stop, [&](std::size_t column, unsigned) { columns[column](); });
}

} // namespace

bool buildKernelTable(
    const ImportedBlocks &imported, const LaneRegistry &lanes, const std::vector<Track> &tracks, KernelTable &table)
{
    std::vector<std::size_t> bounds{0};
    for (const ParsedBlock &block : imported.blocks)
        bounds.push_back(bounds.back() + block.kernels.size());
    const std::size_t count = bounds.back();
    // Launch calls are indexed while the kernels are sorted.
    std::optional<LaunchPairing> launches;
    std::jthread beside = startInBackground([&] { launches.emplace(launchesByProcess(imported, tracks)); });
    const auto memory = std::make_unique_for_overwrite<SortKey[]>(count); // pages are first touched by the threads that fill them
    const std::span<SortKey> keys(memory.get(), count);
    std::vector<std::int64_t> correlations(imported.blocks.size(), 0); // the largest of each block
    parallelFor(imported.workers, imported.blocks.size(), imported.stop, [&](std::size_t index, unsigned) {
        const ParsedBlock &block = imported.blocks[index];
        const std::span<SortKey> run = keys.subspan(bounds[index], block.kernels.size());
        std::int64_t widest = 0;
        for (std::uint32_t i = 0; i < run.size(); ++i) {
            const std::uint32_t row = block.kernels[i].row;
            widest = Correlations::wider(widest, block.kernels[i].correlation);
            run[i] = {block.chunk.start[row], imported.firstEvent[index] + row, static_cast<std::uint32_t>(bounds[index] + i)};
        }
        correlations[index] = widest;
        sortNearlySorted(run, std::less<>());
    });
    if (imported.stop.stop_requested() || !mergeRuns(keys, bounds, imported.stop))
        return false;
    const std::vector<std::vector<ShapeId>> shapes = numberShapes(imported, table);
    const ShapeId lastShape = table.shapes.empty() ? ShapeId() : ShapeId{static_cast<std::uint32_t>(table.shapes.size() - 1)};
    const std::int64_t correlation =
        std::accumulate(correlations.begin(), correlations.end(), std::int64_t{0}, &Correlations::wider);
    resize(table, count, {lanes.lastStream(), lastShape, correlation}, imported.workers, imported.stop);
    if (beside.joinable())
        beside.join();
    if (imported.stop.stop_requested())
        return false;
    if (!launches)
        launches.emplace(launchesByProcess(imported, tracks));
    const RecordCursor first(imported, bounds);
    const std::vector<std::uint32_t> hostOf = hostsOfTracks(first, imported, tracks, keys, *launches);
    parallelFor(imported.workers, (count + kFillStep - 1) / kFillStep, imported.stop, [&](std::size_t step, unsigned) {
        RecordCursor at = first;
        for (std::size_t i = step * kFillStep; i < std::min(count, (step + 1) * kFillStep); ++i) {
            at.seek(keys[i].ordinal);
            const ParsedBlock &block = at.block();
            const KernelRecord &kernel = at.record();
            table.start[i] = keys[i].start;
            table.duration[i] = block.chunk.duration[kernel.row];
            table.name[i] = block.chunk.name[kernel.row];
            table.event[i] = EventId{keys[i].event};
            table.stream.set(i, lanes.stream(block.worker, kernel.lane));
            table.kind[i] = kernel.kind;
            if (kernel.shape != KernelRecord::kNoShape)
                table.shape.set(i, shapes[block.worker][kernel.shape]);
            table.correlation.set(i, kernel.correlation);
            if (kernel.correlation != 0)
                table.launch[i] =
                    launches->find(hostOf.empty() ? LaunchPairing::kAnyHost : hostOf[block.chunk.track[kernel.row].value],
                        kernel.correlation, keys[i].start);
        }
    });
    return !imported.stop.stop_requested();
}

} // namespace lamella::core
