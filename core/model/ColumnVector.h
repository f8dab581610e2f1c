// SPDX-License-Identifier: GPL-3.0-or-later
// One column of a table: a vector that owns its values or borrows them from memory that outlives it, such as a memory-mapped
// cache entry. Appending to a borrowed column copies it first. Copies always own their values.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>

namespace lamella::core {

template <class Value> class ColumnVector {
    static_assert(std::is_trivially_copyable_v<Value> && std::is_trivially_destructible_v<Value>);

public:
    using value_type = Value;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using reference = Value &;
    using const_reference = const Value &;
    using iterator = Value *;
    using const_iterator = const Value *;

    ColumnVector() = default;
    ColumnVector(std::initializer_list<Value> values) { assign(values.begin(), values.end()); }
    ColumnVector(const ColumnVector &other) { assign(other.begin(), other.end()); }
    ColumnVector(ColumnVector &&other) noexcept { swap(other); }
    ColumnVector &operator=(const ColumnVector &other)
    {
        if (this != &other)
            assign(other.begin(), other.end());
        return *this;
    }
    ColumnVector &operator=(ColumnVector &&other) noexcept
    {
        ColumnVector(std::move(other)).swap(*this);
        return *this;
    }
    ColumnVector &operator=(std::initializer_list<Value> values)
    {
        assign(values.begin(), values.end());
        return *this;
    }
    ~ColumnVector() { release(); }

    // The memory must stay valid while this column, or one it is moved to, exists.
    void borrow(Value *values, std::size_t count)
    {
        release();
        m_values = values;
        m_size = count;
        m_capacity = 0;
    }
    [[nodiscard]] bool borrowed() const { return m_capacity == 0 && m_size > 0; }

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] std::size_t capacity() const { return m_capacity; }
    [[nodiscard]] Value *data() { return m_values; }
    [[nodiscard]] const Value *data() const { return m_values; }
    [[nodiscard]] Value *begin() { return m_values; }
    [[nodiscard]] Value *end() { return m_values + m_size; }
    [[nodiscard]] const Value *begin() const { return m_values; }
    [[nodiscard]] const Value *end() const { return m_values + m_size; }
    [[nodiscard]] Value &operator[](std::size_t row) { return m_values[row]; }
    [[nodiscard]] const Value &operator[](std::size_t row) const { return m_values[row]; }
    [[nodiscard]] Value &front() { return m_values[0]; }
    [[nodiscard]] const Value &front() const { return m_values[0]; }
    [[nodiscard]] Value &back() { return m_values[m_size - 1]; }
    [[nodiscard]] const Value &back() const { return m_values[m_size - 1]; }

    void clear()
    {
        if (borrowed())
            release();
        m_size = 0;
    }
    void reserve(std::size_t count)
    {
        if (count > m_capacity && count > 0)
            own(std::max(count, m_size));
    }
    void resize(std::size_t count)
    {
        reserve(count);
        if (count > m_size)
            std::uninitialized_fill(m_values + m_size, m_values + count, Value{});
        m_size = count;
    }
    void push_back(Value value)
    {
        if (m_size >= m_capacity) // true for every borrowed column
            own(borrowed() ? m_size * 2 : std::max<std::size_t>(8, m_capacity * 2));
        m_values[m_size++] = value;
    }
    template <class... Arguments> Value &emplace_back(Arguments &&...arguments)
    {
        push_back(Value(std::forward<Arguments>(arguments)...));
        return back();
    }
    template <class From> void assign(From first, From last)
    {
        const auto count = static_cast<std::size_t>(last - first);
        if (count > m_capacity) { // old values need not be copied
            release();
            m_values = std::allocator<Value>().allocate(count);
            m_capacity = count;
        } else if (borrowed()) {
            release();
        }
        std::uninitialized_copy(first, last, m_values);
        m_size = count;
    }

    void swap(ColumnVector &other) noexcept
    {
        std::swap(m_values, other.m_values);
        std::swap(m_size, other.m_size);
        std::swap(m_capacity, other.m_capacity);
    }
    [[nodiscard]] friend bool operator==(const ColumnVector &a, const ColumnVector &b)
    {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    // Moves the values to owned memory for `capacity` values, at least size().
    void own(std::size_t capacity)
    {
        assert(capacity >= m_size);
        ColumnVector made;
        made.m_values = std::allocator<Value>().allocate(capacity);
        made.m_capacity = capacity;
        std::uninitialized_copy(begin(), end(), made.m_values);
        made.m_size = m_size;
        swap(made);
    }
    void release()
    {
        if (m_capacity > 0)
            std::allocator<Value>().deallocate(m_values, m_capacity);
        m_values = nullptr;
        m_size = 0;
        m_capacity = 0;
    }

    Value *m_values = nullptr;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0; // 0: borrowed, or empty
};

} // namespace lamella::core
