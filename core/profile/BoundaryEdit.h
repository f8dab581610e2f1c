// SPDX-License-Identifier: GPL-3.0-or-later
// A boundary moved by the user. It is identified by the start time of its kernel, so that an edit keeps its meaning after the
// trace is segmented again, and has no effect in another trace.
#pragma once

#include "core/base/Message.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lamella::core {

enum class BoundaryPart : std::uint8_t { PassStart, PassEnd, LayerStart };
[[nodiscard]] std::string_view boundaryPartName(BoundaryPart part); // "pass_start", "pass_end", "layer_start"
[[nodiscard]] std::optional<BoundaryPart> boundaryPartFromName(std::string_view name);

struct BoundaryEdit {
    std::int64_t device = 0; // device number as recorded
    int pass = 0; // of the device
    BoundaryPart part = BoundaryPart::LayerStart;
    int layer = 0; // for LayerStart: layer number, kTailLayer for the start of the tail; else 0
    std::int64_t startNs = 0; // from zero: start of the first main-stream kernel after the boundary; at the
                              // very end of the stream, the end of its last kernel

    [[nodiscard]] bool sameBoundary(const BoundaryEdit &other) const
    {
        return device == other.device && pass == other.pass && part == other.part && layer == other.layer;
    }
    auto operator<=>(const BoundaryEdit &) const = default;
};

// "start of layer 5 in pass 3", "start of the tail in pass 3", "end of pass 3"; with the device unless it is 0.
[[nodiscard]] Message boundaryText(const BoundaryEdit &edit);

} // namespace lamella::core
