// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/KernelTableBuilder.h"

#include "core/import/LaunchPairing.h"
#include "core/base/ParallelFor.h"

#include <algorithm>
#include <map>
#include <string>

namespace lamella::core {

namespace {

struct SortKey {
    std::int64_t start = 0;
    std::uint32_t event = 0;
    std::uint32_t block = 0;
    std::uint32_t record = 0; // of the block
    friend bool operator<(const SortKey &a, const SortKey &b)
    {
        return a.start != b.start ? a.start < b.start : a.event < b.event;
    }
};

constexpr std::size_t kFillStep = 16384;
constexpr std::size_t kVotes = 512; // kernels of a GPU process that are asked for the process that launched them

// Sorted runs, one per block, to one: blocks mostly follow each other in time, and then there is nothing to do.
bool mergeRuns(std::vector<SortKey> &keys, std::vector<std::size_t> bounds, const std::stop_token &stop)
{
    const auto at = [&keys](std::size_t i) { return keys.begin() + static_cast<std::ptrdiff_t>(i); };
    while (bounds.size() > 2) {
        std::vector<std::size_t> merged{bounds.front()};
        for (std::size_t i = 1; i < bounds.size(); i += 2) {
            if (stop.stop_requested())
                return false;
            const std::size_t last = std::min(i + 1, bounds.size() - 1);
            if (last > i && bounds[i] > bounds[i - 1] && bounds[last] > bounds[i] && keys[bounds[i]] < keys[bounds[i] - 1])
                std::inplace_merge(at(bounds[i - 1]), at(bounds[i]), at(bounds[last]));
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
        for (const KernelRecord &kernel : block.kernels) {
            if (kernel.shape == KernelRecord::kNoShape || ids[block.worker][kernel.shape].valid())
                continue;
            const LaunchShape &shape = imported.vocabularies[block.worker]->shapes()[kernel.shape];
            const auto [it, added] = index.try_emplace(shape, ShapeId{static_cast<std::uint32_t>(table.shapes.size())});
            if (added)
                table.shapes.push_back(shape);
            ids[block.worker][kernel.shape] = it->second;
        }
    }
    return ids;
}

// Number of the launching process by track, where several processes stand in the file; empty otherwise.
std::vector<std::uint32_t> hostsOfTracks(const ImportedBlocks &imported, const std::vector<Track> &tracks,
    const std::vector<SortKey> &keys, const LaunchPairing &launches)
{
    constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    if (!launches.severalProcesses())
        return {};
    std::map<std::string, std::uint32_t> numbers;
    std::vector<std::uint32_t> byTrack(tracks.size(), kNone);
    std::vector<std::size_t> kernels;
    const auto rowOf = [&](const SortKey &key) { return imported.blocks[key.block].kernels[key.record].row; };
    const auto processOf = [&](const SortKey &key) {
        const std::uint32_t track = imported.blocks[key.block].chunk.track[rowOf(key)].value;
        if (byTrack[track] == kNone)
            byTrack[track] = numbers.try_emplace(tracks[track].process, static_cast<std::uint32_t>(numbers.size())).first->second;
        return byTrack[track];
    };
    for (const SortKey &key : keys) {
        kernels.resize(std::max<std::size_t>(kernels.size(), processOf(key) + 1), 0);
        ++kernels[processOf(key)];
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
        const EventChunk &chunk = imported.blocks[key.block].chunk;
        if (const std::int64_t id = chunk.sparseValue(SparseKey::Correlation, rowOf(key)).value_or(0); id != 0)
            process.sample.push_back({id, key.start, key.event});
    }
    const std::vector<std::uint32_t> hosts = launches.hostsOf(processes);
    std::vector<std::uint32_t> hostOf(tracks.size(), LaunchPairing::kAnyHost);
    for (std::size_t t = 0; t < tracks.size(); ++t)
        if (byTrack[t] != kNone)
            hostOf[t] = hosts[byTrack[t]];
    return hostOf;
}

void resize(KernelTable &table, std::size_t rows)
{
    table.start.resize(rows);
    table.duration.resize(rows);
    table.name.resize(rows);
    table.event.resize(rows);
    table.stream.resize(rows);
    table.kind.resize(rows);
    table.shape.resize(rows);
    table.correlation.resize(rows);
    table.launch.resize(rows);
}

} // namespace

bool buildKernelTable(
    const ImportedBlocks &imported, const LaneRegistry &lanes, const std::vector<Track> &tracks, KernelTable &table)
{
    std::vector<std::size_t> bounds{0};
    for (const ParsedBlock &block : imported.blocks)
        bounds.push_back(bounds.back() + block.kernels.size());
    std::vector<SortKey> keys(bounds.back());
    parallelFor(imported.workers, imported.blocks.size(), imported.stop, [&](std::size_t index, unsigned) {
        const ParsedBlock &block = imported.blocks[index];
        const auto from = keys.begin() + static_cast<std::ptrdiff_t>(bounds[index]);
        for (std::uint32_t i = 0; i < block.kernels.size(); ++i) {
            const std::uint32_t row = block.kernels[i].row;
            from[i] = {block.chunk.start[row], imported.firstEvent[index] + row, static_cast<std::uint32_t>(index), i};
        }
        std::sort(from, from + static_cast<std::ptrdiff_t>(block.kernels.size()));
    });
    if (imported.stop.stop_requested() || !mergeRuns(keys, bounds, imported.stop))
        return false;
    const LaunchPairing launches(launchesByProcess(imported, tracks));
    const std::vector<std::uint32_t> hostOf = hostsOfTracks(imported, tracks, keys, launches);
    const std::vector<std::vector<ShapeId>> shapes = numberShapes(imported, table);
    resize(table, keys.size());
    parallelFor(imported.workers, (keys.size() + kFillStep - 1) / kFillStep, imported.stop, [&](std::size_t step, unsigned) {
        for (std::size_t i = step * kFillStep; i < std::min(keys.size(), (step + 1) * kFillStep); ++i) {
            const ParsedBlock &block = imported.blocks[keys[i].block];
            const KernelRecord &kernel = block.kernels[keys[i].record];
            table.start[i] = keys[i].start;
            table.duration[i] = block.chunk.duration[kernel.row];
            table.name[i] = block.chunk.name[kernel.row];
            table.event[i] = EventId{keys[i].event};
            table.stream[i] = lanes.stream(block.worker, kernel.lane);
            table.kind[i] = kernel.kind;
            if (kernel.shape != KernelRecord::kNoShape)
                table.shape[i] = shapes[block.worker][kernel.shape];
            table.correlation[i] = block.chunk.sparseValue(SparseKey::Correlation, kernel.row).value_or(0);
            if (table.correlation[i] != 0)
                table.launch[i] =
                    launches.find(hostOf.empty() ? LaunchPairing::kAnyHost : hostOf[block.chunk.track[kernel.row].value],
                        table.correlation[i], keys[i].start);
        }
    });
    return !imported.stop.stop_requested();
}

} // namespace lamella::core
