// SPDX-License-Identifier: GPL-3.0-or-later
// The tokens of the visual style: one struct for light, one for dark. Painters ask Theme::current() at paint time and repaint on
// QEvent::PaletteChange. The data is the only thing with colour.
#pragma once

#include "core/profile/Category.h"

#include <QBrush>
#include <QColor>
#include <QFont>
#include <QPalette>

#include <array>

namespace lamella::ui {

enum class ThemeKind { Light, Dark };

struct Theme {
    ThemeKind kind = ThemeKind::Light;
    QColor window, base, header, field, hover, selection, band, track, separator, separatorStrong;
    QColor text, text2, text3, disabled, accent, onAccent, cellBar, tooltip;
    QColor error, warning, info, ok;
    std::array<QColor, 8> family; // fill by core::CategoryFamily
    std::array<QColor, 8> familyLabel; // label on that fill
    std::array<QColor, 7> sequential; // heat map, low to high
    std::array<QColor, 7> diverging; // B shorter .. 0 .. B longer

    static const Theme &current();
    static void apply(ThemeKind kind); // sets palette, style and fonts of the application
    static const Theme &of(ThemeKind kind);
    // Pattern mode: every family gets a hatch of its own, for any sight and for grey print.
    static bool patterns();
    static void setPatterns(bool on); // repaint follows through the palette change of apply()
    // Another fill for a family of categories, everywhere; an invalid colour gives the theme's own back. The label on it becomes
    // ink or white, whichever reads better.
    static void setFamilyColor(ThemeKind kind, core::CategoryFamily family, const QColor &fill);
    static QColor ownFamilyColor(ThemeKind kind, core::CategoryFamily family); // as the theme has it
    // Size of all text, 1.0 = as the desktop says; 0.8 to 2.0.
    static void setTextScale(double scale);
    static double textScale();
    // Short motion of the timeline; off where the user wants things to stand still.
    static void setMotion(bool on);
    static bool motion();

    [[nodiscard]] QPalette palette() const;
    [[nodiscard]] QColor fill(core::Category category) const;
    [[nodiscard]] QColor label(core::Category category) const; // text on fill(category)
    // Solid for the first member of a family, hatched for the others (6-px pattern, HiDPI aware).
    [[nodiscard]] QBrush brush(core::Category category, qreal devicePixelRatio) const;
    [[nodiscard]] bool hatched(core::Category category) const;
    [[nodiscard]] QColor sequentialAt(double value) const; // 0..1
    [[nodiscard]] QColor divergingAt(double value) const; // -1..1

    // Fonts by role; sizes follow the application font (body = 0.9 of it, at least 9 pt).
    static QFont bodyFont();
    static QFont captionFont();
    static QFont microFont();
    static QFont strongFont();
    static QFont titleFont();
    static QFont monoFont();
};

} // namespace lamella::ui
