// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/TableBuilders.h"

#include "core/analysis/KernelMatches.h"
#include "core/base/Message.h"
#include "core/report/tables/OriginCells.h"

#include <algorithm>

namespace lamella::core {

std::vector<KernelId> TableInput::kernels() const
{
    std::vector<KernelId> found = kernelsOf(scope, *document, *segmentation, *index);
    if (work.empty())
        return found;
    KernelMatcher matcher(work, *document, *names, *segmentation);
    std::erase_if(found, [&matcher](KernelId kernel) { return !matcher.matches(kernel); });
    return found;
}

std::vector<KernelId> TableInput::chosen(std::span<const KernelId> from) const
{
    std::vector<KernelId> kernels;
    for (const KernelId kernel : from)
        if (inScope(scope, *document, *segmentation, kernel))
            kernels.push_back(kernel);
    if (!std::is_sorted(kernels.begin(), kernels.end()))
        std::sort(kernels.begin(), kernels.end());
    return kernels;
}

void noteScope(ReportTable &table, const TableInput &input)
{
    if (!input.scope.why.empty())
        table.addNote(msg("Shown: %1", input.scope.why));
}

void noteNoPasses(ReportTable &table, const TableInput &input)
{
    const Message &why = input.segmentation->whyNone;
    table.addNote(why.empty() ? Message("No passes were found") : msg("No passes were found: %1", why));
}

OrMissing<std::string_view> layerTypeText(const TableInput &input, DeviceId device, int layer, int type)
{
    const std::vector<std::string> &types = input.segmentation->devices[device.value].typeNames;
    if (type >= 0 && static_cast<std::size_t>(type) < types.size())
        return types[static_cast<std::size_t>(type)];
    return Missing{layer < 0 ? "not a layer" : "no types: neither config nor kernels distinguish types of layers"};
}

OrMissing<KeptText> layerPartText(int layer, LayerPart part)
{
    if (part == LayerPart::None)
        return Missing{layer >= 0 ? "no norm after attention splits this layer" : "not in a layer"};
    return KeptText{part == LayerPart::Attention ? "attn" : "ffn"};
}

Result<std::shared_ptr<const OriginCells>> originCells(const TableInput &input)
{
    const auto origins = input.parts->origins(input.control);
    if (!origins)
        return origins.error();
    const auto tree = input.parts->callTree(input.control, nullptr);
    if (!tree)
        return tree.error();
    return std::make_shared<const OriginCells>(*origins, *tree);
}

} // namespace lamella::core
