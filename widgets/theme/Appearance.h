// SPDX-License-Identifier: GPL-3.0-or-later
// The user's choice of theme, saved in the settings; and the desktop's theme for the choice "system".
#pragma once

#include "widgets/theme/Theme.h"

namespace lamella::ui {

enum class ThemeChoice { System, Light, Dark };

[[nodiscard]] ThemeChoice themeChoice();
void setThemeChoice(ThemeChoice choice); // saves and applies
// At start: applies all saved settings.
void applyAppearance();
void setPatternChoice(bool on);
void setMotionChoice(bool on);
void setTextScaleChoice(double scale);
// The fill of a category family in a theme; an invalid colour removes the choice.
void setFamilyColorChoice(ThemeKind kind, core::CategoryFamily family, const QColor &fill);

} // namespace lamella::ui
