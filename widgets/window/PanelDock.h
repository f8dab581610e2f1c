// SPDX-License-Identifier: GPL-3.0-or-later
// Dock with the title bar of the style: name, float, close. A double click on the bar shows the panel in full size, again: back.
#pragma once

#include <QDockWidget>

namespace lamella::ui {

class PanelDock : public QDockWidget {
    Q_OBJECT
public:
    enum class Look { Title, Tab }; // Tab: like a tab that is active, for docks that stand for a view

    PanelDock(const QString &objectName, const QString &title, Look look, QWidget *panel, QWidget *parent);

    void setTitleVisible(bool visible); // hidden while a tab bar says the same

signals:
    void fullRequested();
    void closed(); // by the user

protected:
    void closeEvent(QCloseEvent *event) override;
    bool focusNextPrevChild(bool next) override;
};

} // namespace lamella::ui
