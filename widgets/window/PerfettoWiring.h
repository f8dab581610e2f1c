// SPDX-License-Identifier: GPL-3.0-or-later
// Perfetto in the window: its commands in menu, toolbar and context menus, its messages above the views, its questions.
#pragma once

#include "core/model/Selection.h"
#include "widgets/panels/PerfettoText.h"

#include <QObject>

#include <functional>

class QAction;
class QMainWindow;
class QMenu;
class QToolBar;

namespace lamella::ui {

class CompareWiring;
class MessageStrip;
class NavigationBus;
class PerfettoLinker;
class SessionController;
enum class PerfettoWay;
struct PerfettoNews;

class PerfettoWiring : public QObject {
    Q_OBJECT
public:
    // `show` and `copyLink` are the window's own commands; their behaviour and state are set here.
    PerfettoWiring(SessionController &controller, NavigationBus &bus, QAction &show, QAction &copyLink, QMainWindow &window);
    ~PerfettoWiring() override;

    // Call once, when the menu bar and the context menus exist.
    void attach(QMenu &goMenu, QToolBar &tools, MessageStrip &messages, CompareWiring &menus);
    [[nodiscard]] QMenu *menu() const { return m_menu; } // for the selection; null before attach()
    [[nodiscard]] PerfettoLinker &linker() { return *m_linker; }

private:
    QAction *add(const char *id, const QString &text, const QString &tip, std::function<void()> run);
    void addCopies();
    void update();
    void tell(const PerfettoNews &news);
    void askForWay(quint64 rawBytes);
    void askForProcessor();
    void selectMoment(); // that the inspector describes, if it does
    void showAs(PerfettoWay way);
    [[nodiscard]] PerfettoText text() const; // of the subject

    SessionController &m_controller;
    NavigationBus &m_bus;
    QMainWindow &m_window;
    QAction &m_show;
    QAction &m_copyLink;
    PerfettoLinker *m_linker;
    MessageStrip *m_messages = nullptr;
    QMenu *m_menu = nullptr;
    QAction *m_live = nullptr;
    QAction *m_piece = nullptr;
    QAction *m_layers = nullptr;
    QAction *m_processor = nullptr;
    QAction *m_stop = nullptr;
    QList<QAction *> m_copies;
};

} // namespace lamella::ui
