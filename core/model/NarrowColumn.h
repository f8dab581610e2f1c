// SPDX-License-Identifier: GPL-3.0-or-later
// A column of ids or numbers that stores each value in 1, 2, 4 or 8 bytes, whichever its widest value needs. Ids are stored plus
// one, so that the invalid id (all ones) becomes 0 and does not widen the column. Numbers are stored as they are; a negative one
// takes eight bytes.
#pragma once

#include "core/base/Ids.h"
#include "core/model/ColumnVector.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <variant>

namespace lamella::core {

// How a value is stored; `kMaxBytes` is the size of the widest one.
template <class Value> struct NarrowCode;

template <> struct NarrowCode<std::int64_t> {
    static constexpr std::size_t kMaxBytes = 8;
    [[nodiscard]] static constexpr std::uint64_t of(std::int64_t value) { return static_cast<std::uint64_t>(value); }
    [[nodiscard]] static constexpr std::int64_t value(std::uint64_t code) { return static_cast<std::int64_t>(code); }
};

template <> struct NarrowCode<std::uint32_t> {
    static constexpr std::size_t kMaxBytes = 4;
    [[nodiscard]] static constexpr std::uint64_t of(std::uint32_t value) { return value; }
    [[nodiscard]] static constexpr std::uint32_t value(std::uint64_t code) { return static_cast<std::uint32_t>(code); }
};

template <class Tag> struct NarrowCode<Id<Tag>> {
    static constexpr std::size_t kMaxBytes = 4;
    [[nodiscard]] static constexpr std::uint64_t of(Id<Tag> id) { return static_cast<std::uint32_t>(id.value + 1u); }
    [[nodiscard]] static constexpr Id<Tag> value(std::uint64_t code) { return Id<Tag>(static_cast<std::uint32_t>(code) - 1u); }
};

template <class Value> class NarrowColumn {
    using Code = NarrowCode<Value>;

public:
    using value_type = Value;

    NarrowColumn() = default;
    NarrowColumn(std::initializer_list<Value> values) { assign(values.begin(), values.end()); }

    // True if columns of this type can have values of that many bytes.
    [[nodiscard]] static constexpr bool isWidth(std::size_t bytes)
    {
        return (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) && bytes <= Code::kMaxBytes;
    }
    // The value that takes more bytes.
    [[nodiscard]] static constexpr Value wider(Value a, Value b) { return Code::of(a) < Code::of(b) ? b : a; }
    [[nodiscard]] std::size_t width() const
    {
        return visit([](const auto &held) { return sizeof(held[0]); });
    }
    [[nodiscard]] std::size_t size() const
    {
        return visit([](const auto &held) { return held.size(); });
    }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] std::size_t memoryBytes() const { return size() * width(); }
    [[nodiscard]] Value operator[](std::size_t row) const
    {
        return visit([row](const auto &held) { return Code::value(held[row]); });
    }

    // Replaces the contents with `rows` invalid ids or zeros, wide enough for `widest`.
    void reset(std::size_t rows, Value widest)
    {
        restart(bytesFor(Code::of(widest)));
        visit([rows](auto &held) { held.resize(rows); });
    }
    void reserve(std::size_t rows)
    {
        visit([rows](auto &held) { held.reserve(rows); });
    }
    // A value that is too wide widens the whole column. Several threads may set different rows at once if no value does.
    void set(std::size_t row, Value value)
    {
        makeRoomFor(Code::of(value));
        visit([row, value](auto &held) { held[row] = codeFor(held, value); });
    }
    void push_back(Value value)
    {
        makeRoomFor(Code::of(value));
        visit([value](auto &held) { held.push_back(codeFor(held, value)); });
    }
    template <class From> void assign(From first, From last)
    {
        fill(static_cast<std::size_t>(last - first), [first](std::size_t row) { return Code::of(first[row]); });
    }
    // Replaces each value by map(value), in as few bytes as needed; calls map twice per value.
    template <class Map> void transform(Map &&map)
    {
        NarrowColumn made;
        std::as_const(*this).visit([&](const auto &held) {
            made.fill(held.size(), [&](std::size_t row) { return Code::of(map(Code::value(held[row]))); });
        });
        *this = std::move(made);
    }
    // Borrows stored values (as visit() passes them) of `width` bytes (isWidth()), aligned to it. The memory must stay valid
    // while this column, or one it is moved to, exists.
    void borrow(void *values, std::size_t rows, std::size_t width)
    {
        restart(width);
        visit([values, rows](auto &held) { held.borrow(static_cast<decltype(held.data())>(values), rows); });
    }

    // Calls visit(codes) with the ColumnVector of stored values (see NarrowCode). The fastest way to loop over all rows.
    template <class Visit> decltype(auto) visit(Visit &&visit) const { return visitHeld(*this, std::forward<Visit>(visit)); }

    [[nodiscard]] friend bool operator==(const NarrowColumn &a, const NarrowColumn &b)
    {
        bool same = a.size() == b.size();
        for (std::size_t row = 0; same && row < a.size(); ++row)
            same = a[row] == b[row];
        return same;
    }

private:
    template <class Visit> decltype(auto) visit(Visit &&visit) { return visitHeld(*this, std::forward<Visit>(visit)); }
    template <class Self, class Visit> static decltype(auto) visitHeld(Self &self, Visit &&visit)
    {
        switch (self.m_held.index()) {
        case 0:
            return visit(*std::get_if<0>(&self.m_held));
        case 1:
            return visit(*std::get_if<1>(&self.m_held));
        case 2:
            return visit(*std::get_if<2>(&self.m_held));
        default:
            return visit(*std::get_if<3>(&self.m_held));
        }
    }
    template <class Held> static typename Held::value_type codeFor(const Held &, Value value)
    {
        return static_cast<typename Held::value_type>(Code::of(value));
    }
    [[nodiscard]] static constexpr std::size_t bytesFor(std::uint64_t code)
    {
        return code <= UINT8_MAX ? 1 : code <= UINT16_MAX ? 2 : code <= UINT32_MAX ? 4 : 8;
    }
    void restart(std::size_t width)
    {
        switch (width) {
        case 1:
            m_held.template emplace<0>();
            break;
        case 2:
            m_held.template emplace<1>();
            break;
        case 4:
            m_held.template emplace<2>();
            break;
        default:
            m_held.template emplace<3>();
            break;
        }
    }
    // The OR of all codes is as wide as the widest code.
    template <class CodeOf> void fill(std::size_t rows, CodeOf &&codeOf)
    {
        std::uint64_t any = 0;
        for (std::size_t row = 0; row < rows; ++row)
            any |= codeOf(row);
        restart(bytesFor(any));
        visit([&](auto &held) {
            held.resize(rows);
            for (std::size_t row = 0; row < rows; ++row)
                held[row] = static_cast<typename std::remove_cvref_t<decltype(held)>::value_type>(codeOf(row));
        });
    }
    void makeRoomFor(std::uint64_t code)
    {
        if (bytesFor(code) <= width())
            return;
        NarrowColumn wider;
        wider.restart(bytesFor(code));
        std::as_const(*this).visit([&wider](const auto &held) {
            wider.visit([&held](auto &made) {
                made.reserve(std::max(held.capacity(), held.size()));
                made.assign(held.begin(), held.end());
            });
        });
        *this = std::move(wider);
    }

    std::variant<ColumnVector<std::uint8_t>, ColumnVector<std::uint16_t>, ColumnVector<std::uint32_t>,
        ColumnVector<std::uint64_t>>
        m_held;
};

} // namespace lamella::core
