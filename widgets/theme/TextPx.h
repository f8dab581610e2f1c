// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of what holds text. The design gives them in pixels for the usual size of text; where the user's text is larger, rows,
// columns and margins are so too, and nothing that is painted is cut.
#pragma once

#include <cmath>

namespace lamella::ui {

// How much larger than usual (12 px) the text of the body is: by the fonts of the desktop, the resolution that it claims, and the
// size that the user has set. At least 1: small text leaves what is around it as it is.
double textPxScale();

// A length of the design; as a number it is the length for the text of today.
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
