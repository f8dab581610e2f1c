// SPDX-License-Identifier: GPL-3.0-or-later
// Result<T>: a value or an Error. Member names follow std::expected (C++23), which can replace it later.
#pragma once

#include "core/base/Error.h"

#include <cassert>
#include <utility>
#include <variant>

namespace lamella::core {

template <class T> class [[nodiscard]] Result {
public:
    Result(T value)
        : m_data(std::in_place_index<0>, std::move(value))
    {
    }
    Result(Error error)
        : m_data(std::in_place_index<1>, std::move(error))
    {
    }

    [[nodiscard]] bool has_value() const { return m_data.index() == 0; }
    explicit operator bool() const { return has_value(); }

    [[nodiscard]] T &value() &
    {
        assert(has_value());
        return std::get<0>(m_data);
    }
    [[nodiscard]] const T &value() const &
    {
        assert(has_value());
        return std::get<0>(m_data);
    }
    [[nodiscard]] T &&value() &&
    {
        assert(has_value());
        return std::get<0>(std::move(m_data));
    }
    [[nodiscard]] const Error &error() const &
    {
        assert(!has_value());
        return std::get<1>(m_data);
    }
    [[nodiscard]] Error &&error() &&
    {
        assert(!has_value());
        return std::get<1>(std::move(m_data));
    }

    T &operator*() & { return value(); }
    const T &operator*() const & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }
    T *operator->() { return &value(); }
    const T *operator->() const { return &value(); }

private:
    std::variant<T, Error> m_data;
};

template <> class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error)
        : m_failed(true)
        , m_error(std::move(error))
    {
    }
    [[nodiscard]] bool has_value() const { return !m_failed; }
    explicit operator bool() const { return has_value(); }
    [[nodiscard]] const Error &error() const
    {
        assert(m_failed);
        return m_error;
    }

private:
    bool m_failed = false;
    Error m_error;
};

} // namespace lamella::core
