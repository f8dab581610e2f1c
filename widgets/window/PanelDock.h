// SPDX-License-Identifier: GPL-3.0-or-later
// Dock with the style's title bar: name, float, close. A double click on the bar maximises the panel, or restores it. Behind
// another tab Qt only moves a dock aside; here its panel is hidden too, so that it costs nothing (DeferUntilVisible). The holder
// of the panel keeps its size, so that the docks do not change.
#pragma once

#include <QDockWidget>

namespace lamella::ui {

class PanelDock : public QDockWidget {
    Q_OBJECT
public:
    enum class Look { Title, Tab }; // Tab: looks like an active tab, for docks that represent a view

    PanelDock(const QString &objectName, const QString &title, Look look, QWidget *panel, QWidget *parent);

    [[nodiscard]] QWidget *panel() const { return m_panel; }
    // Shows the panel immediately, for a caller that gives it the focus; otherwise it is shown once the tabs are settled.
    void reveal();
    // Not behind another tab. The visible region is no indication: a panel filled by its table has none of its own.
    [[nodiscard]] bool isInFront() const { return m_isInFront; }
    [[nodiscard]] bool isSettled() const { return m_toFollow == 0; } // the panel's visibility is final
    void setTitleVisible(bool visible); // hidden while a tab bar shows the same

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
    int m_toFollow = 0; // pending changes of m_isInFront
};

} // namespace lamella::ui
