// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/RowScopes.h"

#include "core/base/Message.h"

#include <map>

namespace lamella::core {

Selection RowScope::target() const
{
    if (!pass)
        return {};
    if (layer && *layer != kNoLayer)
        return LayerSelection{device, pass->number, *layer};
    return PassSelection{device, pass->number};
}

std::vector<RowScope> rowScopes(const TableInput &input, bool byLayer)
{
    std::vector<RowScope> all;
    if (input.scope.wholeTrace)
        for (const DeviceId device : input.scope.devices)
            all.push_back({device, nullptr, {}, input.chosen(input.index->ofDevice(device))});
    for (const PassRef &ref : input.scope.passes) {
        if (input.scope.wholeTrace || input.stopped())
            break;
        std::vector<KernelId> kernels = input.chosen(input.index->ofPass(ref.device, ref.pass->number));
        if (!byLayer) {
            all.push_back({ref.device, ref.pass, {}, std::move(kernels)});
            continue;
        }
        std::map<int, RowScope> layers;
        for (const KernelId kernel : kernels) {
            const int layer = input.segmentation->layerOf[kernel.value];
            const int order = layer == kHeadLayer ? -1
                : layer == kTailLayer             ? INT32_MAX - 1
                : layer == kNoLayer               ? INT32_MAX
                                                  : layer;
            layers.try_emplace(order, RowScope{ref.device, ref.pass, layer, {}}).first->second.kernels.push_back(kernel);
        }
        for (auto &[unused, scope] : layers)
            all.push_back(std::move(scope));
    }
    std::erase_if(all, [](const RowScope &s) { return s.kernels.empty(); });
    return all;
}

Result<bool> byLayer(const TableInput &input)
{
    const std::string &by = input.request.by;
    if (!by.empty() && by != "pass" && by != "layer")
        return Error{ErrorCode::BadRequest, msg("%1 cannot be listed by %2; use pass or layer", input.request.table, by), {}, -1};
    return by == "layer";
}

OrMissing<std::int64_t> passNumber(const RowScope &scope)
{
    return valueIf(scope.pass != nullptr, scope.pass ? scope.pass->number : 0, "the whole trace");
}

OrMissing<std::int64_t> layerNumber(const RowScope &scope)
{
    return valueIf(scope.layer && *scope.layer != kNoLayer, scope.layer.value_or(0),
        scope.pass ? "in no layer of its pass" : "the whole trace");
}

} // namespace lamella::core
