// SPDX-License-Identifier: GPL-3.0-or-later
// inspect of several passes, layers, kernels and names at once: what they add up to, each kernel counted once, and what they have
// in common.
#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/base/Typical.h"
#include "core/report/tables/CellTexts.h"
#include "core/report/tables/inspect/InspectRows.h"

#include <algorithm>
#include <map>

namespace lamella::core {

namespace {

constexpr std::size_t kListedParts = 12;
constexpr std::size_t kListedUses = 8;

template <class Part> bool allAre(std::span<const SelectedPart> parts)
{
    return std::all_of(parts.begin(), parts.end(), [](const SelectedPart &part) { return std::holds_alternative<Part>(part); });
}

Message titleOf(std::span<const SelectedPart> parts)
{
    const std::size_t count = parts.size();
    return allAre<PassSelection>(parts)  ? msg("%1 passes", count)
        : allAre<LayerSelection>(parts)  ? msg("%1 layers", count)
        : allAre<KernelSelection>(parts) ? msg("%1 kernels", count)
        : allAre<NameSelection>(parts)   ? msg("%1 kernel names", count)
                                         : msg("%1 selected", count);
}

// The one value that all have; nothing where they differ, or where there are none.
template <class Value, class Get> std::optional<Value> common(std::span<const KernelId> kernels, const Get &get)
{
    if (kernels.empty())
        return std::nullopt;
    const Value first = get(kernels.front());
    return std::all_of(kernels.begin(), kernels.end(), [&](KernelId kernel) { return get(kernel) == first; })
        ? std::optional(first)
        : std::nullopt;
}

} // namespace

std::vector<KernelId> InspectRows::kernelsOfPart(const SelectedPart &part) const
{
    const auto copied = [](std::span<const KernelId> kernels) { return std::vector<KernelId>(kernels.begin(), kernels.end()); };
    if (const auto *pass = std::get_if<PassSelection>(&part))
        return copied(m_input.index->ofPass(pass->device, pass->pass));
    if (const auto *layer = std::get_if<LayerSelection>(&part))
        return copied(m_input.index->ofLayer(layer->device, layer->pass, layer->layer).kernels);
    if (const auto *kernel = std::get_if<KernelSelection>(&part))
        return {kernel->kernel};
    const auto &name = std::get<NameSelection>(part);
    std::vector<KernelId> all = copied(m_byName->of(name.name));
    if (name.pass != kNoPass)
        std::erase_if(all, [&](KernelId kernel) {
            return m_input.segmentation->passOf[kernel.value] != name.pass || m_input.document->deviceOf(kernel) != name.device;
        });
    return all;
}

Message InspectRows::partName(const SelectedPart &part) const
{
    if (const auto *pass = std::get_if<PassSelection>(&part))
        return msg("P%1", pass->pass);
    if (const auto *layer = std::get_if<LayerSelection>(&part))
        return msg("P%1 %2", layer->pass, layerName(layer->layer));
    if (const auto *kernel = std::get_if<KernelSelection>(&part))
        return label(kernel->kernel);
    const KernelName &name = (*m_input.names)[std::get<NameSelection>(part).name];
    return Message::name(name.shortName.empty() ? name.full : name.shortName);
}

// Each with the figure that it has alone: wall of passes and layers, duration of kernels, sum of names.
void InspectRows::partRows()
{
    std::vector<InspectRow> rows;
    std::vector<std::int64_t> figures;
    for (const SelectedPart &part : m_subject.parts) {
        const std::vector<KernelId> kernels = kernelsOfPart(part);
        const WorkSum work = workOf(table(), kernels);
        const bool wall = std::holds_alternative<PassSelection>(part) || std::holds_alternative<LayerSelection>(part);
        InspectRow row{.section = "selected",
            .key = wall ? "wall" : "sum",
            .what = partName(part),
            .ns = wall ? work.wallNs() : work.sumNs,
            .count = static_cast<std::int64_t>(kernels.size()),
            .target = core::selectionOf(part)};
        if (kernels.size() == 1 || std::holds_alternative<NameSelection>(part))
            row.category = kernels.empty() ? std::nullopt : std::optional(categoryOf(kernels.front()));
        figures.push_back(*row.ns);
        rows.push_back(std::move(row));
    }
    std::int64_t othersNs = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i < kListedParts)
            add(std::move(rows[i]));
        else
            othersNs = addSaturated(othersNs, figures[i]);
    }
    if (rows.size() > kListedParts)
        add({.section = "selected", .key = "others", .what = msg("%1 more", rows.size() - kListedParts), .ns = othersNs});
    const auto [shortest, longest] = std::ranges::minmax(figures);
    add({.section = "spread", .key = "min", .what = "shortest", .ns = shortest});
    add({.section = "spread", .key = "median", .what = "median", .ns = meanMedian(std::span(figures))});
    add({.section = "spread", .key = "max", .what = "longest", .ns = longest});
}

void InspectRows::sumRows(std::span<const KernelId> all)
{
    const WorkSum work = workOf(table(), all);
    const auto device = common<DeviceId>(all, [this](KernelId kernel) { return m_input.document->deviceOf(kernel); });
    const auto pass = common<std::int32_t>(all, [this](KernelId kernel) { return m_input.segmentation->passOf[kernel.value]; });
    std::int64_t baseNs = 0;
    const bool inPass = device && pass && *pass != kNoPass;
    if (inPass) {
        baseNs = passSum({*device, m_input.segmentation->pass(*device, *pass)});
    } else if (device) {
        for (const KernelId kernel : m_input.index->ofDevice(*device))
            baseNs = addSaturated(baseNs, table().duration[kernel.value]);
    }
    InspectRow figure{.section = "figure", .key = "sum", .what = "kernel time", .ns = work.sumNs, .count = work.count};
    if (baseNs > 0) {
        figure.share = static_cast<double>(work.sumNs) / static_cast<double>(baseNs);
        figure.value =
            inPass ? msg("%1 of P%2", wholePercent(*figure.share), *pass) : msg("%1 of the device", wholePercent(*figure.share));
    }
    add(std::move(figure));
    add({.section = "sums", .key = "kernels", .what = kernelsWord(all), .count = work.count});
    add({.section = "sums", .key = "span", .what = "from the first to the last", .ns = work.wallNs()});
    if (device)
        add({.section = "sums", .key = "busy", .what = "busy", .ns = work.busyNs});
    else if (!all.empty())
        none("sums", "on several devices, so no busy time of one");
    add({.section = "sums", .key = "sum", .what = "kernel time", .ns = work.sumNs});
    if (m_subject.parts.size() > 0 && (allAre<PassSelection>(m_subject.parts) || allAre<LayerSelection>(m_subject.parts))) {
        std::int64_t walls = 0;
        for (const SelectedPart &part : m_subject.parts)
            walls = addSaturated(walls, workOf(table(), kernelsOfPart(part)).wallNs());
        add({.section = "sums", .key = "walls", .what = "walls added up", .ns = walls});
    }
}

// What every kernel of them has.
void InspectRows::sharedByKernels(std::span<const KernelId> all)
{
    const auto fact = [this](std::string_view key, const char *what, Message value, Selection target = {}) {
        add({.section = "common", .key = key, .what = what, .value = std::move(value), .target = std::move(target)});
    };
    const auto device = common<DeviceId>(all, [this](KernelId kernel) { return m_input.document->deviceOf(kernel); });
    if (device && m_input.document->devices.size() > 1)
        fact("device", "device", Message::name(std::to_string(m_input.deviceNumber(*device))));
    if (const auto name = common<StringId>(all, [this](KernelId kernel) { return table().name[kernel.value]; })) {
        fact("name", "name", shortName(all.front()), NameSelection{*name});
    } else if (const auto category = common<Category>(all, [this](KernelId kernel) { return categoryOf(kernel); })) {
        add({.section = "common", .key = "category", .what = "category", .category = *category, .value = info(*category).title});
    }
    const auto role =
        common<std::string>(all, [this](KernelId kernel) { return m_roles ? std::string(m_roles->of(kernel)) : std::string(); });
    if (role && !role->empty())
        fact("role", "role", Message::name(*role));
    const auto stream = common<StreamId>(all, [this](KernelId kernel) { return table().stream[kernel.value]; });
    if (const Stream *of = stream ? &m_input.document->streams[stream->value] : nullptr; of && of->recorded())
        fact("stream", "stream", Message::name(std::to_string(of->number)));
    const auto shape = common<ShapeId>(all, [this](KernelId kernel) { return table().shape[kernel.value]; });
    if (shape && shape->valid())
        fact("grid", "grid", Message::name(tripleText(table().shapes[shape->value].grid)));
}

void InspectRows::commonRows(std::span<const KernelId> all)
{
    const std::size_t before = m_rows.size();
    const auto device = common<DeviceId>(all, [this](KernelId kernel) { return m_input.document->deviceOf(kernel); });
    const auto passOf = [this](KernelId kernel) { return m_input.segmentation->passOf[kernel.value]; };
    const auto layerOf = [&](KernelId kernel) {
        return passOf(kernel) == kNoPass ? kNoLayer : m_input.segmentation->layerOf[kernel.value];
    };
    if (const auto pass = common<std::int32_t>(all, passOf); device && pass && *pass != kNoPass)
        add({.section = "common",
            .key = "pass",
            .what = "pass",
            .value = msg("P%1", *pass),
            .target = PassSelection{*device, *pass}});
    if (device && std::none_of(all.begin(), all.end(), [&](KernelId kernel) { return passOf(kernel) == kNoPass; })) {
        const auto stage =
            common<Stage>(all, [&](KernelId kernel) { return m_input.segmentation->pass(*device, passOf(kernel))->stage; });
        if (stage && *stage != Stage::Unknown)
            add({.section = "common", .key = "stage", .what = "stage", .value = Message(stageName(*stage))});
        if (const auto layer = common<int>(all, layerOf); layer && *layer != kNoLayer)
            add({.section = "common", .key = "layer", .what = "layer", .value = layerName(*layer)});
        const auto type = common<int>(all, [&](KernelId kernel) {
            const LayerSpan *span = m_input.segmentation->layer(*device, passOf(kernel), layerOf(kernel));
            return span != nullptr ? span->type : -1;
        });
        const auto &types = m_input.segmentation->devices[device->value].typeNames;
        if (type && *type >= 0 && static_cast<std::size_t>(*type) < types.size())
            add({.section = "common",
                .key = "type",
                .what = "type of layer",
                .value = Message::name(types[static_cast<std::size_t>(*type)])});
    }
    sharedByKernels(all);
    if (m_rows.size() == before)
        none("common", all.empty() ? Message("no kernel runs in them") : Message("nothing that all their kernels share"));
}

// By role where one is known, else by category.
void InspectRows::timeByUse(std::span<const KernelId> all, std::int64_t sumNs)
{
    struct Use {
        Message what;
        std::optional<Category> category;
        std::int64_t sumNs = 0;
        std::int64_t count = 0;
    };
    std::map<std::string, Use> uses;
    for (const KernelId kernel : all) {
        const std::string_view role = m_roles ? m_roles->of(kernel) : std::string_view();
        const Category category = categoryOf(kernel);
        Use &use = uses[role.empty() ? "\n" + std::string(info(category).id) : std::string(role)];
        if (use.count == 0) {
            use.what = role.empty() ? Message(info(category).title) : Message::name(std::string(role));
            use.category = category;
        }
        use.sumNs = addSaturated(use.sumNs, table().duration[kernel.value]);
        ++use.count;
    }
    std::vector<const Use *> order;
    for (const auto &[key, use] : uses)
        order.push_back(&use);
    std::stable_sort(order.begin(), order.end(), [](const Use *a, const Use *b) { return a->sumNs > b->sumNs; });
    const auto share = [sumNs](std::int64_t ns) {
        return sumNs > 0 ? std::optional(static_cast<double>(ns) / static_cast<double>(sumNs)) : std::nullopt;
    };
    Use others;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i >= kListedUses) {
            others.sumNs = addSaturated(others.sumNs, order[i]->sumNs);
            others.count += order[i]->count;
            continue;
        }
        add({.section = "roles",
            .key = "role",
            .what = order[i]->what,
            .category = order[i]->category,
            .ns = order[i]->sumNs,
            .share = share(order[i]->sumNs),
            .count = order[i]->count});
    }
    if (others.count > 0)
        add({.section = "roles",
            .key = "others",
            .what = msg("%1 more", order.size() - kListedUses),
            .ns = others.sumNs,
            .share = share(others.sumNs),
            .count = others.count});
}

Result<void> InspectRows::several()
{
    std::vector<KernelId> all; // each once, in start order, which is that of their numbers
    for (const SelectedPart &part : m_subject.parts) {
        const std::vector<KernelId> kernels = kernelsOfPart(part);
        all.insert(all.end(), kernels.begin(), kernels.end());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    const WorkSum work = workOf(table(), all);
    if (m_figures) {
        add({.section = "title",
            .key = "several",
            .what = titleOf(m_subject.parts),
            .target = SeveralSelection{m_subject.parts}});
        add({.section = "title", .key = "kernels", .what = kernelsWord(all), .count = work.count});
        sumRows(all);
        partRows();
        commonRows(all);
        timeByUse(all, work.sumNs);
        if (!all.empty())
            rangeRows(work.range);
    }
    const auto device = common<DeviceId>(all, [this](KernelId kernel) { return m_input.document->deviceOf(kernel); });
    if (m_limits && device) {
        const auto roofline = rooflineIfAny(m_input);
        if (!roofline)
            return roofline.error();
        const RooflineSum limit = *roofline ? limitOf(**roofline, all) : RooflineSum{};
        limitRows(limit, *device, limit.floorCallsNs, roofline->get());
    }
    return {};
}

} // namespace lamella::core
