// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/perfetto/PerfettoSibling.h"

#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/base/StoppableSort.h"
#include "core/import/ImporterRegistry.h"
#include "core/import/archive/ArchivePath.h"
#include "core/import/ascend/AscendTimeline.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

namespace lamella::core {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kSlackNs = 1; // the files may differ in the last rounded digit
constexpr std::uint32_t kKernelsBetweenPolls = 4096;

bool isXSpace(const TraceDocument &document)
{
    return document.metadata.format.starts_with("XSpace");
}

// Chrome exports are named as the XSpace of the same host.
std::string exportBeside(const std::string &space)
{
    constexpr std::string_view kEnding = ".xplane.pb";
    if (!space.ends_with(kEnding))
        return {};
    const std::string stem = space.substr(0, space.size() - kEnding.size());
    for (const char *ending : {".trace.json.gz", ".trace.json"}) {
        std::error_code code;
        if (fs::is_regular_file(stem + ending, code))
            return stem + ending;
    }
    return {};
}

bool collectSlices(PerfettoSibling &sibling, const TraceDocument &document, bool host, const JobControl &control)
{
    const KernelTable &kernels = document.kernels;
    for (std::uint32_t k = 0; k < kernels.size(); ++k)
        sibling.slices.push_back({kernels.start[k], kernels.duration[k], document.streams[kernels.stream[k].value].track,
            perfettoSlice(document, KernelId{k})});
    for (const EventChunk &chunk : document.events.chunks()) {
        if (control.stopRequested())
            return false;
        for (std::uint32_t row = 0; host && row < chunk.size(); ++row) {
            const TrackId track = chunk.track[row];
            if (chunk.phase[row] == 'X' && chunk.duration[row] >= 0 && chunk.start[row] != EventTable::kNoTime && track.valid()
                && document.tracks[track.value].kind == TrackKind::Cpu)
                sibling.slices.push_back(
                    {chunk.start[row], chunk.duration[row], track, perfettoSlice(document, EventId{chunk.firstEvent + row})});
        }
    }
    const auto before = [](const SiblingSlice &a, const SiblingSlice &b) {
        return std::tie(a.start, a.duration) < std::tie(b.start, b.duration);
    };
    return stoppableSort(sibling.slices.begin(), sibling.slices.end(), before, control.stop);
}

// Kernels of the trace that are not in the sibling; counts no further than `limit`. None: stopped.
std::optional<std::uint32_t> countMissing(
    const PerfettoSibling &sibling, const KernelTable &kernels, std::uint32_t limit, const JobControl &control)
{
    std::uint32_t missing = 0;
    for (std::uint32_t k = 0; k < kernels.size() && missing < limit; ++k) {
        if (k % kKernelsBetweenPolls == 0 && control.stopRequested())
            return std::nullopt;
        missing += sibling.find(kernels.start[k], kernels.duration[k]) == nullptr ? 1 : 0;
    }
    return missing;
}

// Chooses the shift with which most kernels are found: none, or from the first kernel to the first. None: stopped.
std::optional<std::uint32_t> alignClocks(
    PerfettoSibling &sibling, const TraceDocument &document, const TraceDocument &read, const JobControl &control)
{
    const KernelTable &kernels = document.kernels;
    std::uint32_t fewest = kernels.size();
    std::int64_t best = 0;
    for (const std::int64_t shift : {std::int64_t{0}, subtractSaturated(read.kernels.start[0], kernels.start[0])}) {
        sibling.shift = shift;
        const auto missing = countMissing(sibling, kernels, fewest, control);
        if (!missing)
            return std::nullopt;
        if (*missing < fewest)
            best = shift;
        fewest = std::min(fewest, *missing);
    }
    sibling.shift = best;
    return fewest;
}

Message noteOf(const std::string &name, const PerfettoSibling &sibling, const TraceDocument &document)
{
    const std::int64_t earlier = subtractSaturated(addSaturated(document.zero(), sibling.shift), sibling.bounds.exactBegin);
    if (earlier > 0)
        return msg("Perfetto gets %1, which was written with the trace; its ruler begins %2 before the zero here.", name,
            formatDuration(earlier));
    if (earlier < 0)
        return msg("Perfetto gets %1, which was written with the trace; its ruler begins %2 after the zero here.", name,
            formatDuration(-earlier));
    return msg("Perfetto gets %1, which was written with the trace.", name);
}

} // namespace

TimeRange PerfettoSibling::moved(const TimeRange &range) const
{
    return {{addSaturated(range.begin.value, shift)}, {addSaturated(range.end.value, shift)}};
}

const SiblingSlice *PerfettoSibling::find(std::int64_t start, std::int64_t duration) const
{
    const std::int64_t own = addSaturated(start, shift);
    for (const std::int64_t slack : {std::int64_t{0}, -kSlackNs, kSlackNs}) {
        const std::pair wanted(addSaturated(own, slack), subtractSaturated(duration, kSlackNs));
        const auto at = std::lower_bound(slices.begin(), slices.end(), wanted,
            [](const SiblingSlice &slice, const auto &place) { return std::pair(slice.start, slice.duration) < place; });
        if (at != slices.end() && at->start == wanted.first && at->duration <= addSaturated(duration, kSlackNs))
            return &*at;
    }
    return nullptr;
}

PerfettoTarget PerfettoSibling::target(const TraceDocument &document, const Selection &selection, const TimeRange &range) const
{
    PerfettoTarget target;
    const std::optional<TargetSpan> span = targetSpan(document, selection, range);
    if (!span)
        return target;
    if (const SiblingSlice *slice = find(span->startNs, span->durationNs)) {
        target.slice = slice->stored;
        if (const auto track = perfettoTrack(tracks, slice->track))
            target.tracks.push_back(*track);
    } else if (span->durationNs >= 0) { // of the host, with the same times
        target.slice = perfettoSlice(bounds, addSaturated(span->startNs, shift), span->durationNs);
    }
    return target;
}

std::string perfettoSiblingPath(const TraceDocument &document)
{
    if (isXSpace(document))
        return exportBeside(document.source.path);
    if (!document.metadata.format.starts_with("Ascend"))
        return {};
    std::string timeline = AscendTimeline::beside(document.source.path);
    return archivePath(timeline) ? std::string() : timeline; // nothing gets a file in an archive as it is
}

Result<SiblingSearch> findPerfettoSibling(const TraceDocument &document, const JobControl &control)
{
    const Error cancelled{ErrorCode::Cancelled, "cancelled", document.source.path};
    const std::string path = perfettoSiblingPath(document);
    if (path.empty() || document.kernels.size() == 0)
        return SiblingSearch{};
    const std::string name = fs::path(path).filename().string();
    const auto read = openTrace(path, {}, control);
    if (!read && read.error().code == ErrorCode::Cancelled)
        return cancelled;
    if (!read)
        return SiblingSearch{nullptr, msg("%1 is not used: %2.", name, read.error().detail)};
    if (!perfettoReads(**read) || (*read)->kernels.size() == 0)
        return SiblingSearch{nullptr, msg("%1 is not used: it has no GPU work that Perfetto shows.", name)};
    auto sibling = std::make_shared<PerfettoSibling>();
    sibling->source = (*read)->source;
    sibling->bounds = (*read)->bounds;
    if (!collectSlices(*sibling, **read, isXSpace(document), control))
        return cancelled;
    const auto missing = alignClocks(*sibling, document, **read, control);
    if (!missing)
        return cancelled;
    if (*missing > 0)
        return SiblingSearch{nullptr, msg("%1 is not used: it lacks %2 of %3 kernels.", name, *missing, document.kernels.size())};
    sibling->tracks = (*read)->tracks;
    Message note = noteOf(name, *sibling, document);
    return SiblingSearch{std::move(sibling), std::move(note)};
}

} // namespace lamella::core
