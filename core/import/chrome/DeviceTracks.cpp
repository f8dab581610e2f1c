// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/DeviceTracks.h"

#include "core/base/AsciiCase.h"
#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/import/DeviceSpans.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/TimestampParser.h"
#include "core/import/XlaKernelDetails.h"
#include "core/import/chrome/TensorFlowTracks.h"
#include "core/model/XlaLines.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace lamella::core {

namespace {

std::optional<std::int64_t> lastNumber(std::string_view text)
{
    std::size_t from = text.size();
    while (from > 0 && text[from - 1] >= '0' && text[from - 1] <= '9')
        --from;
    return from < text.size() ? parseInteger(text.substr(from)) : std::nullopt;
}

constexpr std::int64_t kOwnStreams = 1'000'000; // streams of lines without a number of their own

// "/device:TPU:0 SparseCore 1" is the second sparse core of device 0.
struct XlaProcess {
    std::int64_t device = 0;
    std::optional<std::int64_t> sparseCore;
};

XlaProcess xlaProcess(std::string_view name)
{
    constexpr std::string_view kSparseCore = " SparseCore ";
    constexpr std::int64_t kMaxCores = 1'000'000;
    const std::size_t at = name.find(kSparseCore);
    const std::optional<std::int64_t> core =
        at == std::string_view::npos ? std::nullopt : parseInteger(name.substr(at + kSparseCore.size()));
    if (!core || *core < 0 || *core > kMaxCores)
        return {lastNumber(name).value_or(0), {}};
    return {lastNumber(name.substr(0, at)).value_or(0), core};
}

// Each sparse core runs beside the rest of its device, so that its lines are streams of their own.
std::int64_t streamOfSparseCore(std::int64_t core, std::string_view line)
{
    return kOwnStreams + 3 * core + (line == kXlaOps ? 1 : line == kAsyncXlaOps ? 2 : 0);
}

std::optional<DeviceTrack> xlaTrack(const Track &track)
{
    // "/device:CUSTOM:Megascale Trace" and similar tracks have no operations.
    if (!track.processName.starts_with("/device:"))
        return std::nullopt;
    DeviceTrack found;
    const XlaProcess process = xlaProcess(track.processName);
    found.device = process.device;
    found.partOfDevice = process.sparseCore.has_value();
    if (track.threadName == kXlaOps || track.threadName == kAsyncXlaOps
        || (process.sparseCore && track.threadName == kSparseCoreOps)) {
        found.stream =
            process.sparseCore ? streamOfSparseCore(*process.sparseCore, track.threadName) : lastNumber(track.thread);
        found.leavesOnly = track.threadName != kAsyncXlaOps;
        found.category = "xla_op";
    } else if (track.threadName.starts_with("Stream #")) {
        // "Stream #17(Compute)"
        const std::string_view number = std::string_view(track.threadName).substr(8);
        found.stream = parseInteger(number.substr(0, number.find_first_not_of("0123456789")));
        found.category = "kernel";
    } else if (track.threadName == kXlaModules || track.threadName == kXlaSteps) {
        found.work = false;
        found.category = track.threadName == kXlaSteps ? "xla_step" : "xla_module";
    } else {
        return std::nullopt;
    }
    return found;
}

std::optional<DeviceTrack> converterTrack(const Track &track)
{
    if (!track.process.starts_with("Device ") || !track.thread.starts_with("Stream "))
        return std::nullopt;
    DeviceTrack found;
    found.device = lastNumber(track.process).value_or(0);
    return found;
}

constexpr std::int64_t kLargestStream = std::numeric_limits<std::int64_t>::max() >> 1; // so that lines have room above it

// "Group 0 Communication" of the process "HCCL", which newer versions of CANN call "Communication".
bool isCollectivesLine(const Track &track)
{
    return (track.processName == "HCCL" || track.processName == "Communication") && track.threadName.starts_with("Group ")
        && track.threadName.ends_with(" Communication");
}

// Collectives run on the board of the file; with several boards there is nothing that says which.
void findCollectives(std::vector<std::optional<DeviceTrack>> &found, const std::vector<Track> &tracks, std::int64_t device)
{
    std::int64_t stream = kOwnStreams; // unless the board has such numbers itself
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const auto number = found[i] && found[i]->hasWaits ? lastNumber(tracks[i].thread) : std::nullopt;
        if (number && *number >= stream && *number < kLargestStream)
            stream = *number + 1;
    }
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        if (!isCollectivesLine(tracks[i]))
            continue;
        DeviceTrack line;
        line.device = device;
        line.stream = stream++;
        line.collectives = true;
        line.category = "npu_task";
        found[i] = line;
    }
}

// Transfers of collectives: by SDMA inside a machine, by RDMA between machines.
bool isTransfer(std::string_view name)
{
    const std::string lower = asciiLowered(name);
    return lower.starts_with("sdma") || lower.starts_with("rdma");
}

// True for "EVENT_WAIT", "Notify Wait", "Notify_Record", "PROFILING_ENABLE", which neither compute nor copy.
bool isWait(std::string_view name)
{
    std::string lower = asciiLowered(name);
    std::replace(lower.begin(), lower.end(), ' ', '_');
    return lower.starts_with("notify_") || lower.starts_with("event_") || lower.starts_with("profiling_");
}

} // namespace

std::string_view xlaCategory(const Track &track)
{
    const std::optional<DeviceTrack> found = xlaTrack(track);
    return found ? found->category : std::string_view{};
}

std::vector<std::optional<DeviceTrack>> findDeviceTracks(const std::vector<Track> &tracks)
{
    std::vector<std::optional<DeviceTrack>> found(tracks.size());
    std::map<std::string, std::int64_t> boards; // processes of the Ascend profiler have no device number
    TensorFlowTracks tensorFlow;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        if (tracks[i].processName == "Ascend Hardware") {
            DeviceTrack board;
            board.device = boards.try_emplace(tracks[i].process, static_cast<std::int64_t>(boards.size())).first->second;
            board.hasWaits = true;
            board.category = "npu_task";
            found[i] = board;
        } else if (const auto gpu = tensorFlow.find(tracks[i])) {
            found[i] = gpu;
        } else if (const auto xla = xlaTrack(tracks[i])) {
            found[i] = xla;
        } else {
            found[i] = converterTrack(tracks[i]);
        }
    }
    if (boards.size() == 1)
        findCollectives(found, tracks, boards.begin()->second);
    // On a GPU the line of operations is derived from the streams and duplicates their work.
    std::set<std::string_view> withStreams;
    for (const Track &track : tracks) {
        if (track.threadName.starts_with("Stream #"))
            withStreams.insert(track.process);
    }
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        if (found[i] && found[i]->category == "xla_op" && withStreams.contains(tracks[i].process))
            found[i]->work = false;
    }
    return found;
}

namespace {

// Tasks that are not work, for a diagnostic.
struct SetAside {
    std::uint64_t count = 0;
    std::int64_t ns = 0;
    void add(std::int64_t durationNs)
    {
        ++count;
        ns = addSaturated(ns, durationNs);
    }
    void report(const DiagnosticKind &kind, ImportDiagnostics &diagnostics) const
    {
        if (count > 0)
            diagnostics.add(kind, -1, "they take " + formatDuration(ns), count);
    }
};

// Removes the transfers that lie in a collective of their device.
SetAside dropCollectiveParts(std::vector<std::vector<DeviceSpan>> &spans, const std::vector<std::optional<DeviceTrack>> &tracks,
    const ImportedBlocks &imported, const StringPool &pool)
{
    std::map<std::int64_t, std::vector<std::pair<PsTime, PsTime>>> collectives; // by device
    for (std::size_t t = 0; t < tracks.size(); ++t) {
        if (tracks[t] && tracks[t]->collectives)
            for (const DeviceSpan &span : spans[t])
                collectives[tracks[t]->device].emplace_back(span.start, span.end);
    }
    for (auto &[device, ranges] : collectives) {
        std::sort(ranges.begin(), ranges.end());
        for (std::size_t i = 1; i < ranges.size(); ++i) // collectives of two groups may overlap
            ranges[i].second = std::max(ranges[i].second, ranges[i - 1].second);
    }
    SetAside parts;
    for (std::size_t t = 0; t < tracks.size(); ++t) {
        const auto found = tracks[t] && tracks[t]->hasWaits ? collectives.find(tracks[t]->device) : collectives.end();
        if (found == collectives.end())
            continue;
        const auto &ranges = found->second;
        std::erase_if(spans[t], [&](const DeviceSpan &span) {
            const EventChunk &chunk = imported.blocks[span.item >> 32].chunk;
            const auto row = static_cast<std::uint32_t>(span.item);
            auto at = std::upper_bound(ranges.begin(), ranges.end(), span.start,
                [](const PsTime &start, const auto &range) { return start < range.first; });
            if (at == ranges.begin() || (--at)->second < span.end || !isTransfer(pool.view(chunk.name[row])))
                return false;
            parts.add(chunk.duration[row]);
            return true;
        });
    }
    return parts;
}

// The spans of device tracks that are not work by category, by track. Sets missing categories to that of the track.
std::vector<std::vector<DeviceSpan>> spansOfTracks(ImportedBlocks &imported,
    const std::vector<std::optional<DeviceTrack>> &tracks, StringPool &pool, ImportDiagnostics &diagnostics)
{
    SetAside waits;
    std::vector<StringId> categories(tracks.size());
    for (std::size_t t = 0; t < tracks.size(); ++t) {
        if (tracks[t] && !tracks[t]->category.empty())
            categories[t] = pool.intern(tracks[t]->category);
    }
    std::vector<std::vector<DeviceSpan>> spans(tracks.size());
    for (std::uint32_t b = 0; b < imported.blocks.size(); ++b) {
        EventChunk &chunk = imported.blocks[b].chunk;
        std::vector<bool> known(chunk.size(), false); // rows already recognised as work by category
        for (const KernelRecord &kernel : imported.blocks[b].kernels)
            known[kernel.row] = true;
        const std::vector<SubNs> &finer = imported.blocks[b].subNs;
        std::size_t at = 0;
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            const std::uint32_t track = chunk.track[row].value;
            const bool begin = chunk.phase[row] == 'B';
            if ((chunk.phase[row] != 'X' && !begin) || track >= tracks.size() || !tracks[track]
                || chunk.start[row] == EventTable::kNoTime || known[row])
                continue;
            if (chunk.duration[row] < 0) {
                if (begin && tracks[track]->work)
                    diagnostics.add(diagnostics::kUnclosedWork, chunk.textOffset + chunk.offset[row]);
                continue;
            }
            if (tracks[track]->hasWaits && isWait(pool.view(chunk.name[row]))) {
                waits.add(chunk.duration[row]);
                continue;
            }
            if (categories[track].valid() && pool.view(chunk.category[row]).empty())
                chunk.category.set(row, categories[track]);
            if (!tracks[track]->work)
                continue;
            while (at < finer.size() && finer[at].row < row)
                ++at;
            const SubNs off = at < finer.size() && finer[at].row == row ? finer[at] : SubNs{};
            spans[track].push_back({psTime(chunk.start[row], off.startPs),
                psTime(chunk.start[row] + chunk.duration[row], off.startPs + off.durationPs), std::uint64_t{b} << 32 | row});
        }
    }
    waits.report(diagnostics::kDeviceWait, diagnostics);
    return spans;
}

std::uint32_t shapeOf(const ParsedBlock &block, std::uint32_t row)
{
    const auto found = std::lower_bound(block.spanShapes.begin(), block.spanShapes.end(), row,
        [](const SpanShape &known, std::uint32_t wanted) { return known.row < wanted; });
    return found != block.spanShapes.end() && found->row == row ? found->shape : KernelRecord::kNoShape;
}

} // namespace

void addXlaLaunches(ImportedBlocks &imported, const std::vector<Track> &tracks, StringPool &pool)
{
    if (std::ranges::none_of(tracks, [](const Track &track) { return xlaCategory(track) == "kernel"; }))
        return;
    for (ParsedBlock &block : imported.blocks) {
        EventChunk &chunk = block.chunk;
        const auto known = static_cast<std::ptrdiff_t>(block.launches.size());
        const SparseColumn &correlations = chunk.sparse[static_cast<std::size_t>(SparseKey::Correlation)];
        for (std::size_t i = 0; i < correlations.rows.size(); ++i) {
            const std::uint32_t row = correlations.rows[i];
            const std::uint32_t track = chunk.track[row].value;
            if (track >= tracks.size() || !tracks[track].processName.starts_with("/host:") || chunk.phase[row] != 'X'
                || chunk.start[row] == EventTable::kNoTime || !pool.view(chunk.category[row]).empty())
                continue;
            chunk.category.set(row, pool.intern(categoryOfGpuCall(pool.view(chunk.name[row]))));
            block.launches.push_back(row);
        }
        std::inplace_merge(block.launches.begin(), block.launches.begin() + known, block.launches.end());
    }
}

void addDeviceTrackWork(ImportedBlocks &imported, const std::vector<std::optional<DeviceTrack>> &tracks,
    const std::vector<std::uint32_t> &firstLane, StringPool &pool, ImportDiagnostics &diagnostics)
{
    if (std::none_of(tracks.begin(), tracks.end(), [](const auto &t) { return t.has_value(); }))
        return;
    std::vector<std::vector<DeviceSpan>> spans = spansOfTracks(imported, tracks, pool, diagnostics);
    if (const std::uint64_t repeats = dropRepeats(spans, tracks, imported); repeats > 0)
        diagnostics.add(diagnostics::kRepeatedWork, -1, {}, repeats);
    dropCollectiveParts(spans, tracks, imported, pool).report(diagnostics::kCollectivePart, diagnostics);
    Containers containers;
    for (std::uint32_t track = 0; track < tracks.size(); ++track) {
        if (tracks[track] && tracks[track]->leavesOnly)
            containers.add(keepLeaves(spans[track], decimalResolutionPs(spans[track])));
        for (const DeviceSpan &span : spans[track]) {
            ParsedBlock &block = imported.blocks[span.item >> 32];
            KernelRecord kernel;
            kernel.row = static_cast<std::uint32_t>(span.item);
            kernel.lane = firstLane[block.worker] + track;
            if (tracks[track]->named)
                kernel.kind = tensorFlowKind(pool.view(block.chunk.name[kernel.row]));
            kernel.shape = shapeOf(block, kernel.row);
            kernel.correlation = block.chunk.sparseValue(SparseKey::Correlation, kernel.row).value_or(0);
            block.kernels.push_back(kernel);
            if (block.lanes.empty() || block.lanes.back() != kernel.lane)
                block.lanes.push_back(kernel.lane);
        }
    }
    containers.report(diagnostics);
}

} // namespace lamella::core
