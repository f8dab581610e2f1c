// SPDX-License-Identifier: GPL-3.0-or-later
// Fonts and fixed lengths of widgets that follow the size of text, also when the user changes it while they are shown.
#pragma once

#include "widgets/theme/TextPx.h"

#include <QFont>

#include <functional>

class QWidget;

namespace lamella::ui {

// Calls `set` now and after each change of the size of text.
void followTextSize(QWidget &widget, std::function<void()> set);
// Has them called; for Theme, which changes the size.
void tellTextSize();
// One of Theme's fonts; a widget whose font was set once would keep the size of that moment.
void setTextFont(QWidget &widget, QFont (*font)());
void fixWidth(QWidget &widget, TextPx width);
void fixHeight(QWidget &widget, TextPx height);
void fixSize(QWidget &widget, TextPx width, TextPx height);

} // namespace lamella::ui
