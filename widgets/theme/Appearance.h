// SPDX-License-Identifier: GPL-3.0-or-later
// Which theme the user wants, remembered; and what the desktop has where the user leaves it to it.
#pragma once

#include "widgets/theme/Theme.h"

namespace lamella::ui {

enum class ThemeChoice { System, Light, Dark };

[[nodiscard]] ThemeChoice themeChoice();
void setThemeChoice(ThemeChoice choice); // remembers and applies
// At start: everything as remembered.
void applyAppearance();
void setPatternChoice(bool on);
void setMotionChoice(bool on);
void setTextScaleChoice(double scale);
// The fill of a family in a theme; an invalid colour forgets the choice.
void setFamilyColorChoice(ThemeKind kind, core::CategoryFamily family, const QColor &fill);

} // namespace lamella::ui
