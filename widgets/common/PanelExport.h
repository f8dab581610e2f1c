// SPDX-License-Identifier: GPL-3.0-or-later
// The "export table" action of a panel, shared by its menus and the command of the window. A child of the panel. GUI thread.
#pragma once

#include "widgets/session/NavigationBus.h"

#include <QObject>

#include <functional>
#include <utility>

class QMenu;
class QPoint;
class QTableView;
class QWidget;

namespace lamella::ui {

class PanelExport : public QObject {
    Q_OBJECT
public:
    enum class Outcome { NoPanel, Nothing, Asked };

    // hasRows: whether there is something to write; if it is not set, there always is.
    PanelExport(QWidget &panel, std::function<void()> ask, std::function<bool()> hasRows = {});

    // Runs the export of the panel that contains `from`. Nothing: it shows nothing to write. NoPanel: no panel there has an
    // export.
    static Outcome run(const QWidget *from);
    // What its table is about, where that is not always what is selected; returns itself.
    PanelExport &about(std::function<Focus()> place)
    {
        m_place = std::move(place);
        return *this;
    }
    PanelExport &ofTrace()
    {
        return about([] { return Focus(); });
    }
    // What the table of the panel that contains `from` is about; without a pass: the whole trace.
    [[nodiscard]] static Focus placeOf(const QWidget *from, const Focus &selected);
    // True if run() would do something.
    [[nodiscard]] static bool isThere(const QWidget *from);
    // Shows the menu of a table of the panel: copies of its rows (if there are any), and the export. If the panel has its own
    // entries, the menu begins with `menu`.
    static void runTableMenu(QWidget &panel, const QTableView &view, const QPoint &globalPosition, QMenu *menu = nullptr);

private:
    static const PanelExport *of(const QWidget *from); // null: none

    std::function<void()> m_ask;
    std::function<bool()> m_hasRows;
    std::function<Focus()> m_place; // not set: the selection
};

} // namespace lamella::ui
