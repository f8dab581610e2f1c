// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as C writes them (a decimal point, no groups) from printf(3) and strtod(3) on this thread, for libraries that use
// these. In effect from construction to destruction. Own code uses std::to_chars.
#pragma once

namespace lamella::core {

class NumberLocale {
public:
    NumberLocale();
    ~NumberLocale();
    NumberLocale(const NumberLocale &) = delete;
    NumberLocale &operator=(const NumberLocale &) = delete;

private:
    void *m_plain; // locale_t
    void *m_before;
};

} // namespace lamella::core
