// SPDX-License-Identifier: GPL-3.0-or-later
// A panel: a view with a name, one of those that a workspace shows or hides as a whole. The name is the value of --view. GUI
// thread.
#pragma once

#include <QString>

class QObject;
class QWidget;

namespace lamella::ui {

void markPanel(QWidget &widget, const QString &id);
// The panel that contains the widget, or is it; null outside of panels.
[[nodiscard]] QWidget *panelAround(QObject *widget);
[[nodiscard]] const QWidget *panelAround(const QObject *widget);
// Its id; empty for a widget that is no panel.
[[nodiscard]] QString panelId(const QWidget *panel);

} // namespace lamella::ui
