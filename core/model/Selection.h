// SPDX-License-Identifier: GPL-3.0-or-later
// The current selection: a value that every view and every table row understands.
#pragma once

#include "core/base/Ids.h"
#include "core/base/Time.h"

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace lamella::core {

// Special layer numbers: work of a pass before layer 0, work after its last layer, work outside of passes.
inline constexpr int kHeadLayer = -1;
inline constexpr int kTailLayer = -2;
inline constexpr int kNoLayer = -3;
inline constexpr int kNoPass = -1;

struct PassSelection {
    DeviceId device;
    int pass = 0;
    auto operator<=>(const PassSelection &) const = default;
};
struct LayerSelection { // layer may be kHeadLayer or kTailLayer
    DeviceId device;
    int pass = 0;
    int layer = 0;
    auto operator<=>(const LayerSelection &) const = default;
};
struct KernelSelection {
    KernelId kernel;
    auto operator<=>(const KernelSelection &) const = default;
};
struct EventSelection { // an event that is not GPU work: cpu_op, python frame, annotation
    EventId event;
    auto operator<=>(const EventSelection &) const = default;
};
struct NameSelection { // all kernels of one name
    StringId name;
    // The place at which it was chosen, which stays the context: the meaning of "in this pass" and "in this layer". None in
    // tables.
    DeviceId device = {};
    int pass = kNoPass;
    int layer = kNoLayer;
    auto operator<=>(const NameSelection &) const = default;
};
struct RangeSelection {
    TimeRange range;
    auto operator<=>(const RangeSelection &) const = default;
};
struct GapSelection { // idle time between two pieces of GPU work
    TimeRange range;
    KernelId before;
    KernelId after;
    auto operator<=>(const GapSelection &) const = default;
};

// Items that can be selected together with others.
using SelectedPart = std::variant<PassSelection, LayerSelection, KernelSelection, NameSelection>;
struct SeveralSelection { // at least two, each once, in the order in which they were added
    std::vector<SelectedPart> parts;
    static constexpr std::size_t kMaxParts = 1000;
    auto operator<=>(const SeveralSelection &) const = default;
};

using Selection = std::variant<std::monostate, PassSelection, LayerSelection, KernelSelection, EventSelection, NameSelection,
    RangeSelection, GapSelection, SeveralSelection>;

// The reference of the differences of a layer or kernel.
enum class Against : std::uint8_t {
    Type, // the median layer of its type in the same pass
    Steady // the same layer in the steady passes of its stage
};

// Whether both refer to the same thing, regardless of the context in which a name was chosen.
[[nodiscard]] inline bool sameSubject(const Selection &a, const Selection &b)
{
    const auto *nameA = std::get_if<NameSelection>(&a);
    const auto *nameB = std::get_if<NameSelection>(&b);
    return nameA != nullptr && nameB != nullptr ? nameA->name == nameB->name : a == b;
}

// The selection as a part of several; nothing for events, ranges, gaps and several.
[[nodiscard]] std::optional<SelectedPart> partOf(const Selection &selection);
[[nodiscard]] Selection selectionOf(const SelectedPart &part);
// The parts of several; otherwise none.
[[nodiscard]] std::span<const SelectedPart> partsOf(const Selection &selection);
// Whether `subject` is the selection, or one of several that are selected.
[[nodiscard]] bool isSelected(const Selection &selection, const Selection &subject);
// The selection with one more part, or without that part if it is already in it. A part that cannot be one of several replaces
// the selection; so does any part if the selection itself cannot be one. Beyond kMaxParts nothing is added.
[[nodiscard]] Selection withToggled(const Selection &selection, const Selection &subject);
[[nodiscard]] Selection severalOf(std::span<const Selection> subjects); // none, one, or several of those that can be; each once

} // namespace lamella::core
