// SPDX-License-Identifier: GPL-3.0-or-later
// A value of a pickle in eight bytes: its kind, and the number itself or the row of a table that contains it.
#pragma once

#include <cstdint>

namespace lamella::core {

class PickleValue {
public:
    enum class Kind : std::uint8_t {
        None,
        Integer, // of 59 bits and a sign
        WideInteger, // row of the wide integers
        Real, // row of the reals
        Text, // StringId
        Bytes, // not stored
        Unknown, // a number too large for any column
        Node, // a list or dict that may still be filled: row of the nodes
        // Contents of a node.
        EmptyList,
        EmptyDict,
        List,
        Dict,
        Events, // a list of nothing but rows of the log that follow each other: row of the runs
        // A dict or list of a known form, stored in columns.
        Row, // an event of the allocator: row of the log
        Frame,
        Stack,
        Block,
        Segment
    };

    PickleValue() = default;
    PickleValue(Kind kind, std::uint64_t payload)
        : m_bits((static_cast<std::uint64_t>(kind) << kShift) | (payload & kMask))
    {
    }
    [[nodiscard]] Kind kind() const { return static_cast<Kind>(m_bits >> kShift); }
    [[nodiscard]] bool is(Kind kind) const { return this->kind() == kind; }
    [[nodiscard]] std::uint64_t payload() const { return m_bits & kMask; }
    [[nodiscard]] std::uint32_t row() const { return static_cast<std::uint32_t>(m_bits); }
    [[nodiscard]] std::int64_t integer() const { return static_cast<std::int64_t>(m_bits << (64 - kShift)) >> (64 - kShift); }
    [[nodiscard]] bool operator==(const PickleValue &) const = default;
    [[nodiscard]] static bool fits(std::int64_t value) { return value >= -kLargest && value <= kLargest; }

private:
    static constexpr unsigned kShift = 59;
    static constexpr std::uint64_t kMask = (std::uint64_t{1} << kShift) - 1;
    static constexpr std::int64_t kLargest = (std::int64_t{1} << (kShift - 1)) - 1;
    std::uint64_t m_bits = 0;
};

} // namespace lamella::core
