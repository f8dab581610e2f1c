// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/DeviceSegmenter.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace lamella::core {

namespace {

constexpr std::array<std::string_view, 6> kEndKinds{
    "stopped_reading", "truncated_event", "truncated_array", "truncated_gzip", "damaged_gzip", "truncated_table"};
constexpr std::string_view kKernelTable = "CUPTI_ACTIVITY_KIND_KERNEL"; // of Nsight: read up to its damage
constexpr double kTruncatedFile = 0.85; // what is left: of the passes before the last one nothing is missing as a rule
constexpr double kNothingWhole = 0.6; // likewise, and no pass shows how many layers there are

const Diagnostic *find(const std::vector<Diagnostic> &diagnostics, std::string_view id)
{
    const auto found = std::ranges::find_if(diagnostics, [id](const Diagnostic &d) { return d.kind->id == id; });
    return found == diagnostics.end() ? nullptr : &*found;
}

// When the first damaged row ran: between the rows before and behind it. None where the table is not in order of time, or where
// the row may be that of another device.
std::optional<TimeRange> timeOfDamagedRow(const TraceDocument &document)
{
    const std::vector<Diagnostic> all = document.diagnostics.sorted();
    const Diagnostic *damaged = find(all, "damaged_row");
    if (damaged == nullptr || damaged->firstOffset < 0 || document.devices.size() != 1)
        return std::nullopt;
    const std::int64_t place = damaged->firstOffset;
    std::int64_t before = -1;
    std::int64_t behind = INT64_MAX;
    TimeRange range{{INT64_MIN}, {INT64_MAX}};
    for (const EventChunk &chunk : document.events.chunks()) {
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            const TrackId track = chunk.track[row];
            if (chunk.length[row] == 0 || !track.valid() || document.tracks[track.value].kind != TrackKind::GpuStream)
                continue;
            const std::int64_t at = chunk.textOffset + chunk.offset[row];
            if (at < place && at > before) {
                before = at;
                range.begin.value = chunk.start[row];
            } else if (at > place && at < behind) {
                behind = at;
                range.end.value = chunk.start[row];
            }
        }
    }
    return range.begin <= range.end ? std::optional(range) : std::nullopt;
}

void markPartial(Pass &pass, const char *why)
{
    pass.lostEvents |= pass.complete;
    pass.complete = false;
    pass.note.append("%1; %2", why);
}

} // namespace

bool stopsEarly(const TraceDocument &document)
{
    const ImportDiagnostics &diagnostics = document.diagnostics;
    if (std::any_of(kEndKinds.begin(), kEndKinds.end(), [&](std::string_view kind) { return diagnostics.count(kind) > 0; }))
        return true;
    const std::vector<Diagnostic> all = diagnostics.sorted();
    const Diagnostic *damaged = find(all, "damaged_table");
    return damaged != nullptr && damaged->sample == kKernelTable;
}

void markLostEvents(const TraceDocument &document, const SegmentationOptions &options, DeviceSegmentation &device)
{
    if (device.passes.empty())
        return;
    const bool stops = stopsEarly(document);
    const std::optional<TimeRange> damage = timeOfDamagedRow(document);
    if (!stops && !damage)
        return;
    for (Pass &pass : device.passes)
        if (damage && pass.range.begin <= damage->end && pass.range.end >= damage->begin)
            markPartial(pass, "partial: a damaged row of the table is missing here");
    if (stops)
        markPartial(device.passes.back(), "partial: the file stops here");
    const bool given = options.layers || (options.config != nullptr && options.config->layers > 0);
    const auto isWholeTarget = [](const Pass &pass) { return pass.complete && pass.stage != Stage::Draft; };
    if (given || std::ranges::any_of(device.passes, isWholeTarget))
        return;
    device.modelLayers = 0;
    for (Pass &pass : device.passes)
        pass.expectedLayers = 0;
}

double judgeLostEvents(const TraceDocument &document, const DeviceSegmentation &device, double confidence,
    std::vector<SegmentationCheck> &checks)
{
    if (!stopsEarly(document))
        return confidence;
    // First: the window shows the first doubt, and the others follow from this one.
    checks.insert(checks.begin(),
        {false, "the file stops in the middle of its events, so the last pass is partial and what follows is missing"});
    const bool anyWhole = std::ranges::any_of(device.passes, [](const Pass &pass) { return pass.complete; });
    return confidence * (anyWhole ? kTruncatedFile : kNothingWhole);
}

} // namespace lamella::core
