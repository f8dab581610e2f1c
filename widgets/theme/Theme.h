// SPDX-License-Identifier: GPL-3.0-or-later
// The colours and fonts of the visual style, for light and dark. Painters call Theme::current() at paint time and repaint on
// QEvent::PaletteChange. Only data are coloured.
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
    std::array<QColor, 8> familyLabel; // label on the fill
    std::array<QColor, 7> sequential; // heat map, low to high
    std::array<QColor, 7> diverging; // B shorter .. 0 .. B longer
    QColor stage0; // passes of prefill; those of other stages are drawn in cellBar

    static const Theme &current();
    static void apply(ThemeKind kind); // sets palette, style and fonts of the application
    static const Theme &of(ThemeKind kind);
    // Pattern mode: every family gets its own hatch, for colour-blind users and greyscale print.
    static bool patterns();
    static void setPatterns(bool on); // the palette change in apply() triggers the repaint
    // Replaces the fill of a category family everywhere; an invalid colour restores the theme's own. The label on it becomes dark
    // or white, whichever has more contrast.
    static void setFamilyColor(ThemeKind kind, core::CategoryFamily family, const QColor &fill);
    // The ink of text, white or black: whichever reads on the ground.
    [[nodiscard]] static QColor labelOn(const QColor &ground);
    static QColor ownFamilyColor(ThemeKind kind, core::CategoryFamily family); // without the user's change
    // Size of all text, 1.0 = the desktop's; 0.8 to 2.0.
    static void setTextScale(double scale);
    static double textScale();
    // Short animations of the timeline; off with reduced motion.
    static void setMotion(bool on);
    static bool motion();

    [[nodiscard]] QPalette palette() const;
    [[nodiscard]] QColor fill(core::Category category) const;
    [[nodiscard]] QColor label(core::Category category) const; // text colour on fill(category)
    // Solid for the first member of a family, hatched for the others (6 px pattern, HiDPI aware).
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
