// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/BoundaryEdit.h"

#include "core/base/Message.h"
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

Message boundaryText(const BoundaryEdit &edit)
{
    const Message pass = edit.device == 0 ? msg("pass %1", edit.pass) : msg("pass %1 of device %2", edit.pass, edit.device);
    if (edit.part == BoundaryPart::PassStart)
        return msg("start of %1", pass);
    if (edit.part == BoundaryPart::PassEnd)
        return msg("end of %1", pass);
    return edit.layer == kTailLayer ? msg("start of the tail in %1", pass) : msg("start of layer %1 in %2", edit.layer, pass);
}

} // namespace lamella::core
