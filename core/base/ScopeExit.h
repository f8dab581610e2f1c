// SPDX-License-Identifier: GPL-3.0-or-later
// Calls a function at the end of the scope, also when an exception leaves it.
#pragma once

#include <utility>

namespace lamella::core {

// The function must not throw.
template <class Function> class ScopeExit {
public:
    explicit ScopeExit(Function function)
        : m_function(std::move(function))
    {
    }
    ScopeExit(const ScopeExit &) = delete;
    ScopeExit &operator=(const ScopeExit &) = delete;
    ~ScopeExit() { m_function(); }

private:
    Function m_function;
};

} // namespace lamella::core
