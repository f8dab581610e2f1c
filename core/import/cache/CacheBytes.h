// SPDX-License-Identifier: GPL-3.0-or-later
// Serialises values for the cache files. One list of fields serves both directions: visitFields(fields, value) of a struct calls
// fields(value.a, value.b, ...), where `fields` is a writer or a reader, and is found by the struct's namespace. Reading never
// exceeds the bytes: missing values read as zero, and ok() becomes false.
#pragma once

#include "core/model/ColumnVector.h"
#include "core/model/NarrowColumn.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace lamella::core {

template <class Value> inline constexpr bool kIsNumber = std::is_arithmetic_v<Value> || std::is_enum_v<Value>;
// For example an Id, a time.
template <class Value>
concept WrappedNumber = requires(Value value)
{
    requires kIsNumber<decltype(value.value)>;
};
// Message.
template <class Value>
concept Encodable = requires(const Value &value)
{
    Value::decoded(value.encoded());
};

class CacheBytesWriter {
public:
    // Numbers, texts, optional values, pairs, arrays, vectors, and structs with visitFields().
    template <class... Fields> void operator()(const Fields &...fields) { (put(fields), ...); }
    template <class Number> void number(Number value)
    {
        static_assert(kIsNumber<Number>);
        m_bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    }
    void text(std::string_view text)
    {
        number<std::uint64_t>(text.size());
        m_bytes.append(text);
    }
    void raw(std::string_view text) { m_bytes.append(text); } // without its length
    template <class Value> void column(const NarrowColumn<Value> &values)
    {
        values.visit([this](const auto &held) { this->column(held); });
    }
    template <class Values> void column(const Values &values)
    {
        using Value = std::remove_cvref_t<decltype(*values.data())>;
        static_assert(std::is_trivially_copyable_v<Value>);
        m_bytes.append(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(Value));
    }
    void clear() { m_bytes.clear(); }
    [[nodiscard]] const std::string &bytes() const { return m_bytes; }

private:
    template <class Value> void put(const Value &value)
    {
        if constexpr (kIsNumber<Value>)
            number(value);
        else if constexpr (WrappedNumber<Value>)
            number(value.value);
        else if constexpr (Encodable<Value>)
            text(value.encoded());
        else
            visitFields(*this, const_cast<Value &>(value)); // it passes the fields on to put()
    }
    void put(const std::string &value) { text(value); }
    template <class Value> void put(const std::optional<Value> &value) { (*this)(value.has_value(), value.value_or(Value{})); }
    template <class First, class Second> void put(const std::pair<First, Second> &value) { (*this)(value.first, value.second); }
    template <class Value, std::size_t N> void put(const std::array<Value, N> &values)
    {
        for (const Value &value : values)
            put(value);
    }
    template <class Value> void put(const std::vector<Value> &values)
    {
        number<std::uint64_t>(values.size());
        for (const Value &value : values)
            put(value);
    }

    std::string m_bytes;
};

class CacheReader {
public:
    explicit CacheReader(std::string_view bytes)
        : m_left(bytes)
    {
    }
    // Reads what CacheBytesWriter wrote for the same fields. Enumerators are not checked.
    template <class... Fields> void operator()(Fields &...fields) { (get(fields), ...); }
    template <class Number> Number number()
    {
        static_assert(kIsNumber<Number>);
        Number value{};
        const std::string_view from = take(sizeof value);
        if (m_ok)
            std::memcpy(&value, from.data(), sizeof value);
        return value;
    }
    // Reads a count of items of at least `min` bytes each; 0, and ok() false, if that many cannot follow.
    std::size_t count(std::size_t min)
    {
        const auto value = number<std::uint64_t>();
        if (value > m_left.size() / min)
            m_ok = false;
        return m_ok ? static_cast<std::size_t>(value) : 0;
    }
    std::string_view text() { return take(count(1)); }
    template <class Value> void column(std::vector<Value> &values, std::size_t rows)
    {
        static_assert(std::is_trivially_copyable_v<Value>);
        if (rows > m_left.size() / sizeof(Value))
            m_ok = false;
        if (!m_ok || rows == 0)
            return;
        const std::string_view from = take(rows * sizeof(Value));
        if (reinterpret_cast<std::uintptr_t>(from.data()) % alignof(Value) == 0) { // assign() touches each page only once
            const auto *first = reinterpret_cast<const Value *>(from.data());
            values.assign(first, first + rows);
        } else {
            values.resize(rows);
            std::memcpy(static_cast<void *>(values.data()), from.data(), from.size());
        }
    }
    // Without a copy: the bytes must be aligned and outlive the column, which must only be read. `width` bytes per value, a width
    // the column supports.
    template <class Value> void borrow(ColumnVector<Value> &values, std::size_t rows, std::size_t width)
    {
        if (void *const from = lent(rows, width, width == sizeof(Value)))
            values.borrow(static_cast<Value *>(from), rows);
    }
    template <class Value> void borrow(NarrowColumn<Value> &values, std::size_t rows, std::size_t width)
    {
        if (void *const from = lent(rows, width, NarrowColumn<Value>::isWidth(width)))
            values.borrow(from, rows, width);
    }
    std::string_view raw(std::size_t bytes) { return take(bytes); }
    void fail() { m_ok = false; }
    [[nodiscard]] bool ok() const { return m_ok; }
    [[nodiscard]] bool atEnd() const { return m_ok && m_left.empty(); }

private:
    template <class Value> void get(Value &value)
    {
        if constexpr (std::is_same_v<Value, bool>) {
            value = number<std::uint8_t>() != 0;
        } else if constexpr (kIsNumber<Value>) {
            value = number<Value>();
        } else if constexpr (WrappedNumber<Value>) {
            get(value.value);
        } else if constexpr (Encodable<Value>) {
            std::optional<Value> decoded = Value::decoded(text());
            m_ok = m_ok && decoded;
            value = std::move(decoded).value_or(Value{});
        } else {
            visitFields(*this, value);
        }
    }
    void get(std::string &value) { value = text(); }
    template <class Value> void get(std::optional<Value> &value)
    {
        bool given = false;
        Value read{};
        (*this)(given, read);
        value = given ? std::optional(read) : std::nullopt;
    }
    template <class First, class Second> void get(std::pair<First, Second> &value) { (*this)(value.first, value.second); }
    template <class Value, std::size_t N> void get(std::array<Value, N> &values)
    {
        for (Value &value : values)
            get(value);
    }
    template <class Value> void get(std::vector<Value> &values) // grows with the values that exist, regardless of the count
    {
        values.clear();
        for (std::size_t left = count(1); left > 0 && m_ok; --left)
            get(values.emplace_back());
    }
    void *lent(std::size_t rows, std::size_t width, bool isWidth)
    {
        if (!isWidth || rows > m_left.size() / width || reinterpret_cast<std::uintptr_t>(m_left.data()) % width != 0)
            m_ok = false;
        return m_ok && rows > 0 ? const_cast<char *>(take(rows * width).data()) : nullptr;
    }
    std::string_view take(std::size_t bytes)
    {
        if (bytes > m_left.size())
            m_ok = false;
        if (!m_ok)
            return {};
        const std::string_view taken = m_left.substr(0, bytes);
        m_left.remove_prefix(bytes);
        return taken;
    }

    std::string_view m_left;
    bool m_ok = true;
};

} // namespace lamella::core
