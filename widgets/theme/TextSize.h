// SPDX-License-Identifier: GPL-3.0-or-later
// Fonts and fixed lengths of widgets that follow the text size, also when the user changes it while they are visible.
#pragma once

#include "widgets/theme/TextPx.h"

#include <QFont>

#include <functional>

class QWidget;

namespace lamella::ui {

// Calls `set` now and after each change of the text size.
void followTextSize(QWidget &widget, std::function<void()> set);
// Triggers these calls; for Theme, which changes the size.
void tellTextSize();
// Sets one of Theme's fonts and updates it; a plain setFont() would keep the current size.
void setTextFont(QWidget &widget, QFont (*font)());
void fixWidth(QWidget &widget, TextPx width);
void fixHeight(QWidget &widget, TextPx height);
void fixSize(QWidget &widget, TextPx width, TextPx height);

} // namespace lamella::ui
