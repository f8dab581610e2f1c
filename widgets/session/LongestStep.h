// SPDX-License-Identifier: GPL-3.0-or-later
// Steps to what takes longest, and to what contains the selection: the slowest pass, its longest layer, the longest kernel of
// that, and back.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/model/Selection.h"
#include "core/model/TraceDocument.h"
#include "widgets/session/NavigationBus.h"

#include <optional>

namespace lamella::ui {

// The longest part of the selection by wall: of a pass its longest layer (without layers its longest kernel), of a layer, a time
// range or a kernel name its longest kernel, of nothing the slowest pass. Empty: it has no parts. Of equals the first one.
[[nodiscard]] std::optional<core::Selection> longestInside(const core::TraceDocument &document,
    const core::Segmentation &segmentation, const core::Selection &selection, const Focus &focus);
// The longest one of the kind that is selected: of a pass the slowest of its stage, without those that are partial, cold or
// warm-up where there are others (StagePasses::settled); of a layer the longest of its pass; of a kernel or a kernel name the
// longest kernel of that name on its device. Empty: there is none.
[[nodiscard]] std::optional<core::Selection> longestOfKind(const core::TraceDocument &document,
    const core::Segmentation &segmentation, const core::Selection &selection, const Focus &focus);
// What contains the selection: of a kernel its layer, else its pass; of a layer its pass. Empty: nothing does.
[[nodiscard]] std::optional<core::Selection> parentOf(const core::Selection &selection, const Focus &focus);

} // namespace lamella::ui
