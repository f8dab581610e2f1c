// SPDX-License-Identifier: GPL-3.0-or-later
// What the table inspect is asked for a selection.
#include "widgets/common/UiText.h"
#include "widgets/inspector/InspectorContent.h"

#include <algorithm>

namespace lamella::ui {

namespace {

// As the option --select names it. `placed`: names with the pass in which they were chosen.
std::string partArgument(const core::TraceDocument &document, const core::SelectedPart &part, bool placed)
{
    const auto place = [&document](core::DeviceId device, int pass, const std::string &layer) {
        return "P" + std::to_string(pass) + layer + "@" + std::to_string(document.devices[device.value].number);
    };
    if (const auto *pass = std::get_if<core::PassSelection>(&part))
        return place(pass->device, pass->pass, {});
    if (const auto *layer = std::get_if<core::LayerSelection>(&part))
        return place(layer->device, layer->pass, (layer->layer >= 0 ? ":L" : ":") + layerArgument(layer->layer));
    if (const auto *kernel = std::get_if<core::KernelSelection>(&part))
        return std::to_string(kernel->kernel.value);
    const auto &name = std::get<core::NameSelection>(part);
    const std::string before = !placed || name.pass == core::kNoPass ? std::string() : place(name.device, name.pass, {}) + ":";
    return before + "name=" + std::string(document.text(name.name));
}

} // namespace

std::optional<core::TableRequest> inspectRequest(const core::TraceDocument &document, const core::Selection &selection,
    core::Against against, const std::optional<core::PassSelection> &rangeWith)
{
    core::TableRequest request;
    request.table = "inspect";
    request.against = against == core::Against::Steady ? "steady" : "type";
    const auto at = [&](core::DeviceId device, int pass) {
        request.device = deviceArgument(document, device);
        request.pass = std::to_string(pass);
    };
    if (const auto *pass = std::get_if<core::PassSelection>(&selection)) {
        at(pass->device, pass->pass);
    } else if (const auto *layer = std::get_if<core::LayerSelection>(&selection)) {
        at(layer->device, layer->pass);
        request.layer = layerArgument(layer->layer);
    } else if (const auto *name = std::get_if<core::NameSelection>(&selection)) {
        request.pass = "trace";
        if (name->pass != core::kNoPass)
            at(name->device, name->pass);
        request.kernel = std::string(document.text(name->name));
    } else if (const auto *kernel = std::get_if<core::KernelSelection>(&selection)) {
        request.pass = "trace";
        request.kernel = std::to_string(kernel->kernel.value);
    } else if (const auto parts = core::partsOf(selection); !parts.empty()) {
        const auto *first = std::get_if<core::NameSelection>(&parts.front()); // names count where they were chosen
        const bool oneContext = first != nullptr && first->pass != core::kNoPass
            && std::all_of(parts.begin(), parts.end(), [first](const core::SelectedPart &part) {
                   const auto *one = std::get_if<core::NameSelection>(&part);
                   return one != nullptr && one->device == first->device && one->pass == first->pass;
               });
        request.pass = "trace";
        if (oneContext)
            at(first->device, first->pass);
        for (const core::SelectedPart &part : parts)
            request.select.push_back(partArgument(document, part, !oneContext));
    } else if (const auto *range = std::get_if<core::RangeSelection>(&selection)) {
        request.pass = "trace";
        request.time = std::to_string(std::max<std::int64_t>(0, range->range.begin.value - document.zero())) + "ns-"
            + std::to_string(std::max<std::int64_t>(1, range->range.end.value - document.zero())) + "ns";
        if (rangeWith)
            request.against = partArgument(document, *rangeWith, false);
    } else if (const auto *gap = std::get_if<core::GapSelection>(&selection)) {
        request.pass = "trace";
        request.gap = std::to_string(gap->before.value) + "-" + std::to_string(gap->after.value);
    } else if (std::holds_alternative<core::EventSelection>(selection)) {
        return std::nullopt;
    }
    return request;
}

} // namespace lamella::ui
