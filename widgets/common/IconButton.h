// SPDX-License-Identifier: GPL-3.0-or-later
// The small buttons of strips and bars: an icon alone, with what it does and its keys in the tip.
#pragma once

#include <QString>

class QToolButton;
class QWidget;

namespace lamella::ui {

[[nodiscard]] QToolButton *iconButton(const QString &iconName, const QString &text, const QString &keys, QWidget *parent);

} // namespace lamella::ui
