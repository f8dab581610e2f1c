// SPDX-License-Identifier: GPL-3.0-or-later
// Which field of an event the arguments of a name set, for sources that have the same names again and again: each name is
// compared with those of all fields once.
#pragma once

#include "core/import/EventFields.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lamella::core::fields {

struct ArgUse {
    bool any = true; // false: the arguments set nothing
    std::optional<std::int64_t> EventFields::*number = nullptr; // all that a whole number sets, if it sets it to itself
    RawText EventFields::*raw = nullptr; // all that any other value sets, if it sets it to its JSON

    ArgUse() = default;
    // By what values of the argument set.
    explicit ArgUse(Key key)
    {
        constexpr std::array kNumbers{&EventFields::sortIndex, &EventFields::correlation, &EventFields::externalId,
            &EventFields::bytes, &EventFields::sequence, &EventFields::device, &EventFields::stream};
        constexpr std::array kRaw{
            &EventFields::inputDims, &EventFields::inputTypes, &EventFields::concreteInputs, &EventFields::inputStrides};
        constexpr std::string_view kList = "[1, 1, 1]";
        std::array<char, KnownNumber::kRoom> room{};
        EventFields byNumber;
        EventFields byList;
        readArg(key, KnownNumber{1, room.data()}, byNumber);
        readArg(key, KnownValue{kList}, byList);
        any = byNumber != EventFields() || byList != EventFields();
        for (const auto field : kNumbers) {
            EventFields alone;
            alone.*field = 1;
            if (byNumber == alone)
                number = field;
        }
        for (const auto field : kRaw) {
            EventFields alone;
            alone.*field = RawText(kList);
            if (byList == alone)
                raw = field;
        }
    }
};

} // namespace lamella::core::fields
