// SPDX-License-Identifier: GPL-3.0-or-later
// whatif: how long passes or layers would take if some work were faster or slower.
#include "core/analysis/whatif/ScaleRules.h"
#include "core/base/Message.h"
#include "core/report/tables/RowScopes.h"

#include <array>

namespace lamella::core {

namespace {

struct Scenario {
    std::string text;
    std::vector<ScaleRule> rules;
    bool fitsAny = false;
};

struct WhatIfRow {
    const Scenario &scenario;
    const RowScope &of;
    const WhatIfBounds &bounds;
};

// All rules of --scale together; without --scale one scenario per category, which removes it.
Result<std::vector<Scenario>> scenarios(const TableInput &input, const std::vector<RowScope> &all)
{
    std::vector<Scenario> result;
    if (!input.request.scales.empty()) {
        Scenario one;
        for (const std::string &text : input.request.scales) {
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
    for (const RowScope &scope : all)
        for (const KernelId kernel : scope.kernels)
            present[static_cast<std::size_t>(input.names->category(input.document->kernels.name[kernel.value]))] = true;
    for (std::size_t c = 0; c < kCategories; ++c) {
        if (!present[c])
            continue;
        ScaleRule rule = removedCategory(static_cast<Category>(c));
        result.push_back({rule.text, {rule}, false});
    }
    return result;
}

std::vector<Column<WhatIfRow>> whatIfColumns()
{
    using namespace columns;
    using Bounds = WhatIfBounds;
    const auto of = [](auto member) { return [member](const WhatIfRow &r) { return r.bounds.*member; }; };
    const auto delta = [](auto member) { return [member](const WhatIfRow &r) { return r.bounds.*member - r.bounds.wallNs; }; };
    return {text("scenario", "Scenario", "What takes longer or shorter: kind:name=factor, 1 = as recorded, 0 = removed",
                [](const WhatIfRow &r) -> std::string_view { return r.scenario.text; }),
        column(columns::pass(), [](const WhatIfRow &r) { return passNumber(r.of); }),
        ifRoom(integer("changed", "Changed", "Kernels that take longer or shorter", of(&Bounds::changed))),
        duration("changed_ns", "From", "Sum of their recorded durations", of(&Bounds::changedNs)),
        duration("changed_to_ns", "To", "Sum of their changed durations", of(&Bounds::changedToNs)),
        ifRoom(duration("wall_ns", "Wall", "As recorded, from first start to last end", of(&Bounds::wallNs))),
        ifRoom(
            duration("serial_ns", "Serial", "Wall if nothing overlaps more than it did: an upper bound", of(&Bounds::serialNs))),
        duration("stream_ns", "Streams", "Wall if each stream is replayed: work waits for what it followed, with the same lead",
            of(&Bounds::streamNs)),
        ifRoom(duration("hidden_ns", "Hidden", "As Streams, with all changed work hidden behind the rest: a lower bound",
            of(&Bounds::hiddenNs))),
        ifRoom(
            duration("serial_delta_ns", "\u0394 serial", "Serial minus wall; below zero is shorter", delta(&Bounds::serialNs))),
        duration("stream_delta_ns", "\u0394 streams", "Streams minus wall; below zero is shorter", delta(&Bounds::streamNs)),
        ifRoom(
            duration("hidden_delta_ns", "\u0394 hidden", "Hidden minus wall; below zero is shorter", delta(&Bounds::hiddenNs))),
        share("stream_share", "Of wall", "Streams as a share of the wall as recorded",
            [](const WhatIfRow &r) { return ratio(r.bounds.streamNs, r.bounds.wallNs, "the wall is zero"); })};
}

std::vector<Column<WhatIfRow>> layerColumns()
{
    std::vector<Column<WhatIfRow>> all = whatIfColumns();
    all.push_back(columns::column(columns::layer(), [](const WhatIfRow &r) { return layerNumber(r.of); }));
    return all;
}

std::vector<Column<WhatIfRow>> allColumns(const TableInput &input, bool byLayer)
{
    std::vector<Column<WhatIfRow>> all = whatIfColumns();
    addDevice(all, &input, [](const WhatIfRow &r) { return r.of.device; });
    if (byLayer)
        all.push_back(layerColumns().back());
    return all;
}

Result<ReportTable> whatIfTable(const TableInput &input)
{
    const auto layers = byLayer(input);
    if (!layers)
        return layers.error();
    RowTable<WhatIfRow> table("whatif", "What if", allColumns(input, *layers));
    std::vector<RowScope> all = rowScopes(input, *layers);
    std::erase_if(all, [](const RowScope &s) { return s.layer == kNoLayer; });
    auto found = scenarios(input, all);
    if (!found)
        return found.error();
    for (Scenario &scenario : *found) {
        for (const RowScope &scope : all) {
            if (input.stopped())
                break;
            const std::vector<FactorPpm> factors = factorsOf(input.analysis(), scope.kernels, scenario.rules);
            const WhatIfBounds bounds = whatIf(input.document->kernels, scope.kernels, factors);
            scenario.fitsAny = scenario.fitsAny || bounds.changed > 0;
            table.append({scenario, scope, bounds}, scope.target());
        }
        if (!scenario.fitsAny && !all.empty())
            table.addNote(msg("No work matches %1.", scenario.text));
    }
    noteScope(table, input);
    return table;
}

constexpr std::array kForms{TableForm{"--by layer", headings<layerColumns>}};

} // namespace

extern const TableSpec kWhatIfTable{
    .name = "whatif",
    .help = "how long passes would take if some work took longer or less",
    .example = "trace.json.gz --scale category:communication=0",
    .columns = headings<whatIfColumns>,
    .build = whatIfTable,
    .layers = LayerUse::Range,
    .options = "--by --scale",
    .by = "pass|layer",
    .forms = kForms,
};

} // namespace lamella::core
