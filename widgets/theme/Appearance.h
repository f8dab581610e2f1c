// SPDX-License-Identifier: GPL-3.0-or-later
// Which theme the user wants, remembered; and what the desktop has where the user leaves it to it.
#pragma once

#include "widgets/theme/Theme.h"

namespace lamella::ui {

enum class ThemeChoice { System, Light, Dark };

[[nodiscard]] ThemeChoice themeChoice();
void setThemeChoice(ThemeChoice choice); // remembers and applies
// At start: patterns and theme as remembered.
void applyAppearance();
void setPatternChoice(bool on);

} // namespace lamella::ui
