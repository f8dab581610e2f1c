// SPDX-License-Identifier: GPL-3.0-or-later
// The main commands of the window: id, text, icon, shortcut, menu (the wirings add others; CommandRegistry has all). MainWindow
// connects them.
#pragma once

#include <QObject>

#include <vector>

class QAction;
class QActionGroup;
class QMenu;
class QMenuBar;

namespace lamella::ui {

class RecentFiles;

class WindowActions : public QObject {
    Q_OBJECT
public:
    explicit WindowActions(QWidget *window);

    void fillMenuBar(QMenuBar &bar, const std::vector<QAction *> &workspaces, QAction *inspector);
    void followRecent(const RecentFiles &files);
    void setTraceOpen(bool there); // enables commands that need a trace
    [[nodiscard]] QMenu *goMenu() const { return m_go; } // valid once the menu bar is filled

    QAction *open, *close, *exportTable, *quit;
    QAction *copy, *find;
    QAction *zoomIn, *zoomOut, *zoomFit, *zoomSelection, *themeSystem, *themeLight, *themeDark, *patterns, *resetLayout;
    QAction *back, *forward, *previousPass, *nextPass, *previousOutlier, *nextOutlier, *previousLayer, *nextLayer, *goTo;
    QAction *showInPerfetto, *copyLink;
    QAction *previousKernel, *nextKernel, *previousSame, *nextSame;
    QAction *longestInside, *parent, *longestOfKind, *allOfName;
    QAction *about;
    QActionGroup *themes;
    QActionGroup *timeFormats; // in the order of TimeFormat

signals:
    void recentRequested(const QString &path);
    void clearRecentRequested();

private:
    QAction *make(const char *id, const QString &text, const char *iconName, const QList<QKeySequence> &keys, const QString &tip);
    void makeGo();
    void makeGoToLongest();
    QWidget *m_window;
    QMenu *m_recent = nullptr;
    QMenu *m_go = nullptr;
};

void showAbout(QWidget *window);

} // namespace lamella::ui
