// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/OriginCells.h"

#include "core/base/OneLineJson.h"

#include <utility>

namespace lamella::core {

OriginCells::OriginCells(std::shared_ptr<const Origins> origins, std::shared_ptr<const CallTree> tree)
    : m_origins(std::move(origins))
    , m_tree(std::move(tree))
    , m_lines(m_tree->labels.size())
{
}

std::string placeText(const FrameLabel &label)
{
    return label.line > 0 ? label.file + ":" + std::to_string(label.line) : label.file;
}

OrMissing<KeptText> OriginCells::op(KernelId kernel) const
{
    return keptOr(m_origins->op(kernel), whyNoOrigin(m_origins->kind(kernel), "no operator recorded around the launch"));
}

OrMissing<KeptText> OriginCells::module(KernelId kernel) const
{
    return keptOr(m_origins->module(kernel), whyNoOrigin(m_origins->kind(kernel), "no module recorded around the launch"));
}

OrMissing<KeptText> OriginCells::json(std::string_view recorded, KernelId kernel, std::string_view missing) const
{
    if (recorded.empty())
        return Missing{whyNoOrigin(m_origins->kind(kernel), missing)};
    const auto [text, added] = m_texts.try_emplace(recorded);
    if (added)
        text->second = oneLineJson(recorded);
    return KeptText{text->second};
}

OrMissing<KeptText> OriginCells::inputDims(KernelId kernel) const
{
    return json(m_origins->inputDims(kernel), kernel, "no input shapes recorded");
}

OrMissing<KeptText> OriginCells::inputTypes(KernelId kernel) const
{
    return json(m_origins->inputTypes(kernel), kernel, "no input types recorded");
}

OrMissing<KeptText> OriginCells::sourceLine(KernelId kernel) const
{
    const std::uint32_t innermost = m_tree->nodeOf[kernel.value];
    const std::uint32_t node = m_tree->sourceLine(innermost);
    if (node == CallNode::kNone)
        return Missing{whyNoOrigin(m_origins->kind(kernel), "no Python frame recorded around the launch")};
    std::string &text = m_lines[m_tree->nodes[node].label];
    if (text.empty()) {
        const FrameLabel &label = m_tree->labels[m_tree->nodes[node].label];
        text = placeText(label);
        if (!label.text.empty())
            text += " " + label.text;
    }
    return KeptText{text};
}

OrMissing<KeptText> OriginCells::kind(KernelId kernel) const
{
    return KeptText{originKindName(m_origins->kind(kernel))};
}

} // namespace lamella::core
