// SPDX-License-Identifier: GPL-3.0-or-later
// The "export table" action of a panel, shared by its menus and the command of the window. A child of the panel. GUI thread.
#pragma once

#include <QObject>

#include <functional>

class QWidget;

namespace lamella::ui {

class PanelExport : public QObject {
    Q_OBJECT
public:
    PanelExport(QWidget &panel, std::function<void()> ask);

    // Runs the export of the panel that contains `from`. False if it has none.
    static bool run(const QWidget *from);

private:
    std::function<void()> m_ask;
};

} // namespace lamella::ui
