// SPDX-License-Identifier: GPL-3.0-or-later
// 32-bit row ids, one type per table, so that an event id cannot be used as a track id.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace lamella::core {

template <class Tag> struct Id {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    std::uint32_t value = kNone;

    constexpr Id() = default;
    constexpr explicit Id(std::uint32_t v)
        : value(v)
    {
    }
    [[nodiscard]] constexpr bool valid() const { return value != kNone; }
    constexpr auto operator<=>(const Id &) const = default;
};

using StringId = Id<struct StringTag>; // row of StringPool; 0 is the empty string
using EventId = Id<struct EventTag>; // ordinal of the event in file order
using TrackId = Id<struct TrackTag>; // row of TrackTable
using KernelId = Id<struct KernelTag>; // row of KernelTable: GPU work in start order, ties in file order
using DeviceId = Id<struct DeviceTag>; // row of TraceDocument::devices
using StreamId = Id<struct StreamTag>; // row of TraceDocument::streams
using ShapeId = Id<struct ShapeTag>; // row of KernelTable::shapes (grid and block)

} // namespace lamella::core

template <class Tag> struct std::hash<lamella::core::Id<Tag>> {
    std::size_t operator()(lamella::core::Id<Tag> id) const noexcept { return id.value; }
};
