// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths that scale with the text. The design gives them in pixels for the default text size; with larger text, rows, columns
// and margins grow in proportion, so that no painted text is clipped.
#pragma once

#include <cmath>

namespace lamella::ui {

// Factor of the body text size to the default (12 px), from the desktop's font, its resolution and the user's setting. At least
// 1: smaller text does not shrink its surroundings.
double textPxScale();

// A length of the design; converts to the length at the current text size.
class TextPx {
public:
    constexpr explicit TextPx(double usual)
        : m_usual(usual)
    {
    }
    operator int() const { return static_cast<int>(std::lround(m_usual * textPxScale())); }

private:
    double m_usual;
};

// 22_px: a length of the design.
constexpr TextPx operator""_px(unsigned long long usual)
{
    return TextPx(static_cast<double>(usual));
}

} // namespace lamella::ui
