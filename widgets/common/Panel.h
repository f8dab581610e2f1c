// SPDX-License-Identifier: GPL-3.0-or-later
// A panel: a view with a name, one of those that a workspace shows or hides as a whole. The name is the value of --view. GUI
// thread.
#pragma once

#include <QString>

class QObject;
class QWidget;

namespace lamella::ui {

void markPanel(QWidget &widget, const QString &id);
// Exists while a panel is made below `parent`: the panel is not marked yet and has no place, so it is unknown whether it will be
// shown.
class MakingPanel {
public:
    explicit MakingPanel(QWidget &parent);
    ~MakingPanel();
    MakingPanel(const MakingPanel &) = delete;
    MakingPanel &operator=(const MakingPanel &) = delete;

private:
    QWidget &m_parent;
};
[[nodiscard]] bool isBeingMade(const QObject *widget); // the widget itself, or the panel that contains it
// The panel that contains the widget or is the widget; null outside panels.
[[nodiscard]] QWidget *panelAround(QObject *widget);
[[nodiscard]] const QWidget *panelAround(const QObject *widget);
// Its id; empty for a widget that is no panel.
[[nodiscard]] QString panelId(const QWidget *panel);

} // namespace lamella::ui
