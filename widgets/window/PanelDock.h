// SPDX-License-Identifier: GPL-3.0-or-later
// Dock with the title bar of the style: name, float, close. A double click on the bar shows the panel in full size, again: back.
// Behind another tab Qt only moves a dock aside; its panel is hidden too, so that it costs nothing there (DeferUntilVisible).
// What holds the panel asks for the same room all the while, so that the docks stay as they are.
#pragma once

#include <QDockWidget>

namespace lamella::ui {

class PanelDock : public QDockWidget {
    Q_OBJECT
public:
    enum class Look { Title, Tab }; // Tab: like a tab that is active, for docks that stand for a view

    PanelDock(const QString &objectName, const QString &title, Look look, QWidget *panel, QWidget *parent);

    [[nodiscard]] QWidget *panel() const { return m_panel; }
    // Shows the panel at once, for a caller that gives it the focus; else it follows when the tabs have settled.
    void reveal();
    // Not behind another tab. The visible region would not tell: a panel that its table fills has none of its own.
    [[nodiscard]] bool isInFront() const { return m_isInFront; }
    [[nodiscard]] bool isSettled() const { return m_toFollow == 0; } // the panel is shown or hidden as it will stay
    void setTitleVisible(bool visible); // hidden while a tab bar says the same

signals:
    void fullRequested();
    void closed(); // by the user

protected:
    void closeEvent(QCloseEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void followFront();

    QWidget *m_panel;
    bool m_isInFront = false;
    int m_toFollow = 0; // changes of the above that wait for their turn
};

} // namespace lamella::ui
