// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/NormScopes.h"

#include "core/profile/ModuleNames.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace lamella::core {

namespace {

using Range = std::pair<std::int64_t, std::int64_t>; // start, end in ns

bool isNormOperator(std::string_view name)
{
    if (!name.starts_with("aten::"))
        return false;
    const std::initializer_list<std::string_view> kNorms = {
        "rms_norm", "layer_norm", "group_norm", "batch_norm", "instance_norm"};
    return std::any_of(
        kNorms.begin(), kNorms.end(), [name](std::string_view norm) { return name.find(norm) != std::string_view::npos; });
}

enum Scope : std::uint8_t { kNone, kNorm, kModule };

// By StringId; empty if there is no norm.
std::vector<std::uint8_t> scopeNames(const TraceDocument &document)
{
    std::vector<std::uint8_t> scopes(document.strings.size(), kNone);
    bool any = false;
    for (std::uint32_t id = 0; id < scopes.size(); ++id) {
        const std::string_view text = document.text(StringId(id));
        const bool norm = isNormOperator(text) || moduleKind(text) == ModuleKind::Norm;
        scopes[id] = norm ? kNorm : text.starts_with("nn.Module: ") ? kModule : kNone;
        any = any || norm;
    }
    return any ? scopes : std::vector<std::uint8_t>{};
}

using Ranges = std::vector<std::vector<Range>>; // by track, in start order, disjoint

Ranges rangesOf(const TraceDocument &document, const std::vector<std::uint8_t> &names, Scope scope, const std::stop_token &stop)
{
    Ranges ranges(document.tracks.size());
    for (const EventChunk &chunk : document.events.chunks()) {
        if (stop.stop_requested())
            return {};
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            const bool span = chunk.track[row].valid() && chunk.duration[row] >= 0 && chunk.start[row] != EventTable::kNoTime;
            if (!span || chunk.name[row].value >= names.size() || names[chunk.name[row].value] != scope)
                continue;
            std::int64_t end = 0;
            if (__builtin_add_overflow(chunk.start[row], chunk.duration[row], &end))
                end = INT64_MAX;
            ranges[chunk.track[row].value].emplace_back(chunk.start[row], end);
        }
    }
    for (std::vector<Range> &track : ranges) {
        std::sort(track.begin(), track.end());
        std::vector<Range> merged;
        for (const Range &range : track) {
            if (!merged.empty() && range.first <= merged.back().second)
                merged.back().second = std::max(merged.back().second, range.second);
            else
                merged.push_back(range);
        }
        track = std::move(merged);
    }
    return ranges;
}

bool isWithin(const Ranges &ranges, const EventRow &launch)
{
    const std::vector<Range> &track = ranges[launch.track.value];
    const auto after = std::upper_bound(track.begin(), track.end(), Range{launch.start, INT64_MAX});
    return after != track.begin() && launch.start < std::prev(after)->second;
}

struct Tally {
    std::uint32_t within = 0;
    std::uint32_t elsewhere = 0;
    std::uint32_t unknown = 0; // without launch, or without a module around it while others have one
};

} // namespace

std::vector<std::uint8_t> namesWithinNorms(const TraceDocument &document, const std::stop_token &stop)
{
    const std::vector<std::uint8_t> names = scopeNames(document);
    if (names.empty())
        return {};
    const Ranges norms = rangesOf(document, names, kNorm, stop);
    const Ranges modules = rangesOf(document, names, kModule, stop);
    if (norms.empty() || modules.empty())
        return {};
    const bool framed =
        std::any_of(modules.begin(), modules.end(), [](const std::vector<Range> &track) { return !track.empty(); });
    const KernelTable &kernels = document.kernels;
    std::vector<Tally> tallies(document.strings.size());
    for (std::size_t k = 0; k < std::min(kernels.name.size(), kernels.launch.size()); ++k) {
        if (kernels.name[k].value >= tallies.size())
            continue;
        Tally &tally = tallies[kernels.name[k].value];
        const EventId launch = kernels.launch[k];
        const EventRow row = launch.valid() && launch.value < document.events.size() ? document.events.row(launch) : EventRow{};
        if (!launch.valid() || launch.value >= document.events.size() || !row.track.valid())
            ++tally.unknown;
        else if (isWithin(norms, row))
            ++tally.within;
        else
            ++(framed && !isWithin(modules, row) ? tally.unknown : tally.elsewhere);
    }
    std::vector<std::uint8_t> within(tallies.size(), 0);
    for (std::size_t id = 0; id < within.size(); ++id)
        within[id] = tallies[id].elsewhere == 0 && tallies[id].within > tallies[id].unknown ? 1 : 0;
    return within;
}

} // namespace lamella::core
