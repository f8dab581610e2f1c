// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/BoundaryEdit.h"

#include "core/model/Selection.h"

namespace lamella::core {

std::string_view boundaryPartName(BoundaryPart part)
{
    switch (part) {
    case BoundaryPart::PassStart:
        return "pass_start";
    case BoundaryPart::PassEnd:
        return "pass_end";
    case BoundaryPart::LayerStart:
        break;
    }
    return "layer_start";
}

std::optional<BoundaryPart> boundaryPartFromName(std::string_view name)
{
    for (const BoundaryPart part : {BoundaryPart::PassStart, BoundaryPart::PassEnd, BoundaryPart::LayerStart})
        if (boundaryPartName(part) == name)
            return part;
    return std::nullopt;
}

std::string boundaryText(const BoundaryEdit &edit)
{
    const std::string pass = "pass " + std::to_string(edit.pass);
    std::string text;
    if (edit.part == BoundaryPart::PassStart)
        text = "start of " + pass;
    else if (edit.part == BoundaryPart::PassEnd)
        text = "end of " + pass;
    else
        text = (edit.layer == kTailLayer ? "start of the tail" : "start of layer " + std::to_string(edit.layer)) + " in " + pass;
    return edit.device == 0 ? text : text + " of device " + std::to_string(edit.device);
}

} // namespace lamella::core
