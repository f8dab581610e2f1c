// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/SourceStacks.h"

#include "core/report/tables/OriginCells.h"

#include <algorithm>
#include <vector>

namespace lamella::core {

std::string frameText(std::string_view name)
{
    std::string text(name);
    for (char &c : text)
        c = c == ';' ? ':' : c == '\n' || c == '\r' ? ' ' : c;
    return text;
}

std::string frameText(const FrameLabel &label)
{
    if (label.kind != FrameKind::Line)
        return frameText(label.text);
    return frameText(label.text + (label.text.empty() ? "(" : " (") + placeText(label) + ")");
}

std::string stackText(const CallTree &tree, std::uint32_t node, std::string_view why)
{
    if (node == CallNode::kNone)
        return "(" + frameText(why) + ")";
    std::vector<std::string> frames;
    for (; node != CallNode::kNone; node = tree.nodes[node].parent)
        frames.push_back(frameText(tree.labels[tree.nodes[node].label]));
    std::string text;
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
        text += (text.empty() ? "" : ";") + *frame;
    return text;
}

} // namespace lamella::core
