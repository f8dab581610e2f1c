// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/WhatIfTable.h"

#include "core/analysis/whatif/ScaleRules.h"
#include "core/report/tables/Columns.h"

#include <algorithm>
#include <array>
#include <map>

namespace lamella::core {

namespace {

struct Scenario {
    std::string text;
    std::vector<ScaleRule> rules;
    bool fitsAny = false;
};

// A pass, a layer of it, or all of a device; its work in start order.
struct Stretch {
    DeviceId device;
    const Pass *pass = nullptr;
    std::optional<int> layer;
    std::vector<KernelId> kernels;
};

std::vector<KernelId> chosen(const TableInput &input, std::span<const KernelId> from)
{
    std::vector<KernelId> kernels;
    for (const KernelId kernel : from)
        if (inScope(input.scope, *input.document, *input.segmentation, kernel))
            kernels.push_back(kernel);
    std::sort(kernels.begin(), kernels.end());
    return kernels;
}

std::vector<Stretch> stretches(const TableInput &input, bool byLayer)
{
    std::vector<Stretch> all;
    if (input.scope.wholeTrace)
        for (const DeviceId device : input.scope.devices)
            all.push_back({device, nullptr, {}, chosen(input, input.index->ofDevice(device))});
    for (const PassRef &ref : input.scope.passes) {
        if (input.scope.wholeTrace || input.stopped())
            break;
        std::vector<KernelId> kernels = chosen(input, input.index->ofPass(ref.device, ref.pass->number));
        if (!byLayer) {
            all.push_back({ref.device, ref.pass, {}, std::move(kernels)});
            continue;
        }
        std::map<int, Stretch> layers;
        for (const KernelId kernel : kernels) {
            const int layer = input.segmentation->layerOf[kernel.value];
            const int order = layer == kHeadLayer ? -1 : layer == kTailLayer ? INT32_MAX : layer;
            if (layer != kNoLayer)
                layers.try_emplace(order, Stretch{ref.device, ref.pass, layer, {}}).first->second.kernels.push_back(kernel);
        }
        for (auto &[unused, stretch] : layers)
            all.push_back(std::move(stretch));
    }
    std::erase_if(all, [](const Stretch &s) { return s.kernels.empty(); });
    return all;
}

Result<std::vector<Scenario>> scenarios(
    const TableInput &input, const std::vector<std::string> &scales, const std::vector<Stretch> &all)
{
    std::vector<Scenario> result;
    if (!scales.empty()) {
        Scenario one;
        for (const std::string &text : scales) {
            auto rule = scaleRuleFromText(text);
            if (!rule)
                return rule.error();
            one.text += (one.text.empty() ? "" : " ") + text;
            one.rules.push_back(std::move(*rule));
        }
        result.push_back(std::move(one));
        return result;
    }
    std::array<bool, kCategories> present{};
    for (const Stretch &stretch : all)
        for (const KernelId kernel : stretch.kernels)
            present[static_cast<std::size_t>(input.names->category(input.document->kernels.name[kernel.value]))] = true;
    for (std::size_t c = 0; c < kCategories; ++c) {
        if (!present[c])
            continue;
        ScaleRule rule = removedCategory(static_cast<Category>(c));
        result.push_back({rule.text, {rule}, false});
    }
    return result;
}

void append(ReportTable &table, const TableInput &input, const Scenario &scenario, const Stretch &stretch, const WhatIfBounds &b)
{
    if (stretch.layer)
        table.appendRow(LayerSelection{stretch.device, stretch.pass->number, *stretch.layer});
    else
        table.appendRow(stretch.pass ? Selection(PassSelection{stretch.device, stretch.pass->number}) : Selection());
    std::size_t c = 0;
    table.setText(c++, scenario.text);
    if (stretch.pass)
        table.setInteger(c++, stretch.pass->number);
    else
        table.setMissing(c++, "the whole trace");
    table.setInteger(c++, b.changed);
    table.setInteger(c++, b.changedNs);
    table.setInteger(c++, b.changedToNs);
    table.setInteger(c++, b.wallNs);
    table.setInteger(c++, b.serialNs);
    table.setInteger(c++, b.streamNs);
    table.setInteger(c++, b.hiddenNs);
    for (const std::int64_t ns : {b.serialNs, b.streamNs, b.hiddenNs})
        table.setInteger(c++, ns - b.wallNs);
    if (b.wallNs > 0)
        table.setReal(c, static_cast<double>(b.streamNs) / static_cast<double>(b.wallNs));
    else
        table.setMissing(c, "the wall is zero");
    if (input.scope.severalDevices())
        table.setInteger("device", input.deviceNumber(stretch.device));
    if (const std::size_t layer = table.columnIndex("layer"); layer != ReportTable::npos) {
        if (stretch.layer)
            table.setInteger(layer, *stretch.layer);
        else
            table.setMissing(layer, "the whole trace");
    }
}

} // namespace

std::vector<ReportColumn> whatIfColumns()
{
    using namespace columns;
    return {text("scenario", "Scenario", "What takes longer or shorter: kind:name=factor, 1 = as recorded, 0 = removed"),
        columns::pass(), integer("changed", "Changed", "Kernels that take longer or shorter"),
        duration("changed_ns", "From", "Their durations as recorded, added up"),
        duration("changed_to_ns", "To", "Their durations as they would be, added up"),
        duration("wall_ns", "Wall", "As recorded, from first start to last end"),
        duration("serial_ns", "Serial", "Wall if nothing overlaps more than it did: an upper bound"),
        duration(
            "stream_ns", "Streams", "Wall if each stream is played again: work waits for what it followed, with the same lead"),
        duration("hidden_ns", "Hidden", "As Streams, with all changed work hidden behind the rest: a lower bound"),
        duration("serial_delta_ns", "\u0394 serial", "Serial minus wall; below zero is shorter"),
        duration("stream_delta_ns", "\u0394 streams", "Streams minus wall; below zero is shorter"),
        duration("hidden_delta_ns", "\u0394 hidden", "Hidden minus wall; below zero is shorter"),
        share("stream_share", "Of wall", "Streams as a share of the wall as recorded")};
}

Result<ReportTable> whatIfTable(const TableInput &input, const std::vector<std::string> &scales, std::string_view by)
{
    if (!by.empty() && by != "pass" && by != "layer")
        return Error{ErrorCode::BadRequest, "whatif cannot be listed by " + std::string(by) + "; use pass or layer", {}, -1};
    std::vector<ReportColumn> columns = whatIfColumns();
    if (input.scope.severalDevices())
        columns.push_back(columns::device());
    if (by == "layer")
        columns.push_back(columns::layer());
    ReportTable table("whatif", "What if", std::move(columns));
    const std::vector<Stretch> all = stretches(input, by == "layer");
    auto found = scenarios(input, scales, all);
    if (!found)
        return found.error();
    for (Scenario &scenario : *found) {
        for (const Stretch &stretch : all) {
            if (input.stopped())
                break;
            const std::vector<FactorPpm> factors = factorsOf(input.analysis(), stretch.kernels, scenario.rules);
            const WhatIfBounds bounds = whatIf(input.document->kernels, stretch.kernels, factors);
            scenario.fitsAny = scenario.fitsAny || bounds.changed > 0;
            append(table, input, scenario, stretch, bounds);
        }
        if (!scenario.fitsAny && !all.empty())
            table.addNote("Nothing is changed by " + scenario.text + ".");
    }
    if (!input.scope.why.empty())
        table.addNote("Shown: " + input.scope.why);
    return table;
}

namespace {

constexpr std::array<std::string_view, 2> kOptions{"--by", "--scale"};

} // namespace

extern const TableSpec kWhatIfTable{
    .name = "whatif",
    .help = "how long passes would take if some work took longer or less",
    .example = "trace.json.gz --scale category:communication=0",
    .columns = whatIfColumns,
    .build = [](const TableInput &input) { return whatIfTable(input, input.request.scales, input.request.by); },
    .layers = LayerUse::Range,
    .options = kOptions,
    .by = "pass|layer",
};

} // namespace lamella::core
