// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/perfetto/AnalysisTracks.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace lamella::core::pftrace {

namespace {

bool touches(const TimeRange &range, const TimeRange &window)
{
    return range.begin <= window.end && window.begin <= range.end;
}

void sortByStart(std::vector<AnalysisSlice> &slices)
{
    std::stable_sort(slices.begin(), slices.end(), [](const AnalysisSlice &a, const AnalysisSlice &b) {
        return std::tuple(a.range.begin, b.range.end) < std::tuple(b.range.begin, a.range.end);
    });
}

AnalysisSlice passSlice(const Pass &pass)
{
    AnalysisSlice slice{pass.range, "pass " + std::to_string(pass.number), "pass", {}};
    if (pass.stage != Stage::Unknown)
        slice.name += " · " + std::string(stageName(pass.stage));
    slice.args = {{"pass", std::int64_t{pass.number}}, {"stage", std::string(stageName(pass.stage))},
        {"state", std::string(stateName(pass.state))}, {"layers", std::int64_t{pass.layers}},
        {"kernels", std::int64_t{pass.kernels}}, {"complete", std::string(pass.complete ? "yes" : "no")},
        {"evidence", std::string(evidenceName(pass.evidence))}};
    if (pass.requests > 0)
        slice.args.push_back({"requests", pass.requests});
    if (pass.tokens > 0)
        slice.args.push_back({"tokens", pass.tokens});
    if (!pass.note.empty())
        slice.args.push_back({"note", pass.note.english()});
    return slice;
}

AnalysisSlice layerSlice(const LayerSpan &layer, const std::vector<std::string> &types)
{
    AnalysisSlice slice{layer.range, "layer " + std::to_string(layer.layer), "layer", {}};
    slice.args = {
        {"pass", std::int64_t{layer.pass}}, {"layer", std::int64_t{layer.layer}}, {"kernels", std::int64_t{layer.kernels}}};
    if (layer.type >= 0 && static_cast<std::size_t>(layer.type) < types.size()) {
        slice.name += " · " + types[static_cast<std::size_t>(layer.type)];
        slice.args.push_back({"type", types[static_cast<std::size_t>(layer.type)]});
    }
    return slice;
}

// What runs before the first and after the last layer of each pass.
using Ends =
    std::map<std::tuple<DeviceId, int, int>, std::pair<TimeRange, std::int64_t>>; // device, pass, layer -> range, kernels

Ends headsAndTails(const TraceDocument &document, const Segmentation &segmentation)
{
    Ends ends;
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
        const int layer = segmentation.layerOf[k];
        if (segmentation.passOf[k] == kNoPass || (layer != kHeadLayer && layer != kTailLayer))
            continue;
        const TimeRange own{{document.kernels.start[k]}, {document.kernels.end(k)}};
        const auto [at, added] =
            ends.try_emplace({document.deviceOf(KernelId{k}), segmentation.passOf[k], layer}, own, std::int64_t{0});
        at->second.first = added ? own : at->second.first.united(own);
        ++at->second.second;
    }
    return ends;
}

// Kernels of one role in a row are one slice; those of side streams, which run at the same time, have none.
std::vector<AnalysisSlice> roleSlices(const TraceDocument &document, const Segmentation &segmentation, const KernelRoles &roles,
    DeviceId device, const TimeRange &window)
{
    std::vector<AnalysisSlice> slices;
    RoleId last = 0;
    std::pair<int, int> place{kNoPass, kNoLayer};
    const KernelTable &kernels = document.kernels;
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        const KernelId kernel{k};
        const TimeRange own{{kernels.start[k]}, {kernels.end(k)}};
        if (segmentation.side[k] != 0 || document.deviceOf(kernel) != device || !touches(own, window))
            continue;
        const RoleId role = roles.id(kernel);
        const std::pair<int, int> here{segmentation.passOf[k], segmentation.layerOf[k]};
        if (role != 0 && role == last && here == place)
            slices.back().range = slices.back().range.united(own);
        else if (role != 0)
            slices.push_back(
                {own, roles.names[role], "role", {{"pass", std::int64_t{here.first}}, {"layer", std::int64_t{here.second}}}});
        last = role;
        place = here;
    }
    return slices;
}

} // namespace

std::vector<AnalysisTrack> analysisTracks(
    const TraceDocument &document, const Segmentation &segmentation, const KernelRoles *roles, const TimeRange &window)
{
    std::vector<AnalysisTrack> tracks;
    const Ends ends = headsAndTails(document, segmentation);
    const auto withPasses =
        std::count_if(segmentation.devices.begin(), segmentation.devices.end(), [](const auto &d) { return !d.passes.empty(); });
    for (const DeviceSegmentation &device : segmentation.devices) {
        if (device.passes.empty())
            continue;
        const std::string of =
            withPasses > 1 ? " of device " + std::to_string(document.devices[device.device.value].number) : std::string();
        AnalysisTrack passes{"Passes" + of, {}};
        AnalysisTrack layers{"Layers" + of, {}};
        for (const Pass &pass : device.passes) {
            if (!touches(pass.range, window))
                continue;
            passes.slices.push_back(passSlice(pass));
            for (const int end : {kHeadLayer, kTailLayer}) {
                const auto found = ends.find({device.device, pass.number, end});
                if (found == ends.end())
                    continue;
                layers.slices.push_back({found->second.first, end == kHeadLayer ? "head" : "tail", "layer",
                    {{"pass", std::int64_t{pass.number}}, {"kernels", found->second.second}}});
            }
        }
        for (const LayerSpan &layer : device.layers)
            if (touches(layer.range, window))
                layers.slices.push_back(layerSlice(layer, device.typeNames));
        AnalysisTrack ofRoles{"Roles" + of, {}};
        if (roles != nullptr)
            ofRoles.slices = roleSlices(document, segmentation, *roles, device.device, window);
        for (AnalysisTrack *track : {&passes, &layers, &ofRoles}) {
            sortByStart(track->slices);
            if (!track->slices.empty())
                tracks.push_back(std::move(*track));
        }
    }
    return tracks;
}

} // namespace lamella::core::pftrace
