// SPDX-License-Identifier: GPL-3.0-or-later
// Small icon-only buttons of strips and bars, with action and shortcut in the tooltip.
#pragma once

#include <QString>

class QToolButton;
class QWidget;

namespace lamella::ui {

[[nodiscard]] QToolButton *iconButton(const QString &iconName, const QString &text, const QString &keys, QWidget *parent);

} // namespace lamella::ui
