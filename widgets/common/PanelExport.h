// SPDX-License-Identifier: GPL-3.0-or-later
// What "export the table" means for a panel: its menus and the command of the window ask for the same. A child of the panel. GUI
// thread.
#pragma once

#include <QObject>

#include <functional>

class QWidget;

namespace lamella::ui {

class PanelExport : public QObject {
    Q_OBJECT
public:
    PanelExport(QWidget &panel, std::function<void()> ask);

    // Asks for the table of the panel that `from` is in. False where there is none with a table.
    static bool run(const QWidget *from);

private:
    std::function<void()> m_ask;
};

} // namespace lamella::ui
