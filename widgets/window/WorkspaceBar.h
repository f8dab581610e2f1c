// SPDX-License-Identifier: GPL-3.0-or-later
// The workspaces as buttons of the tool bar. Those without room, and those with nothing to show, are in the menu More: the latter
// disabled, with the reason.
#pragma once

#include <QWidget>

#include <vector>

class QAction;
class QToolButton;

namespace lamella::ui {

class WorkspaceArea;

class WorkspaceBar : public QWidget {
    Q_OBJECT
public:
    WorkspaceBar(WorkspaceArea &area, QWidget *parent);

    [[nodiscard]] int allWidth() const; // of all buttons
    // Shows as many buttons as fit into this width.
    void fit(int widthPx);

signals:
    void wantsRoom(); // other buttons than before
    void newWindowWanted(const QString &workspace);

private:
    struct Entry {
        QAction *action = nullptr;
        QToolButton *button = nullptr;
        bool onlyInMore = false;
    };
    [[nodiscard]] static bool isWanted(const Entry &entry);
    void fillMore();
    void offerNewWindow(const Entry &entry, const QPoint &position);

    WorkspaceArea &m_area;
    std::vector<Entry> m_entries;
    QToolButton *m_more = nullptr;
};

} // namespace lamella::ui
