// SPDX-License-Identifier: GPL-3.0-or-later
// Search for events by their args: a field, the progress of the search, the matching events. A click on one selects it, so that
// the timeline shows it and the details list all its args.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"
#include "widgets/models/ShownRows.h"

#include <QWidget>

#include <functional>
#include <memory>

class QStackedLayout;
class QTableView;
class QToolButton;

namespace lamella::ui {

class ArgsSearch;
class ElidedLabel;
class EmptyView;
class LinkButton;
class NavigationBus;
class ReportTableModel;
class SearchField;
class SessionController;
class ViewBar;

class ArgsPanel : public QWidget {
    Q_OBJECT
public:
    ArgsPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~ArgsPanel() override;

    void search(const QString &text); // as if typed and confirmed
    void step(int by); // selects the next (1) or previous (-1) match in list order, and wraps around
    [[nodiscard]] bool hasMatches() const;
    [[nodiscard]] ArgsSearch &engine() { return *m_search; }
    [[nodiscard]] ReportTableModel *model() const { return m_model; }
    [[nodiscard]] QString statusText() const; // "3 of 204", as displayed

signals:
    void matchesChanged(); // the list is no longer empty, or is empty again
    void exportRequested(const lamella::ui::TableMaker &make);
    void left(); // Escape in the empty field

private:
    void createBar();
    void createTable();
    void send(int by);
    void followTrace();
    void takeTable();
    void present();
    void showStatus();
    void showEmpty();
    void select(const QModelIndex &index);
    void followSelection();
    void showMenu(const QPoint &position);

    SessionController &m_controller;
    NavigationBus &m_bus;
    ArgsSearch *m_search = nullptr;
    ReportTableModel *m_model = nullptr;
    ViewBar *m_bar = nullptr;
    SearchField *m_field = nullptr;
    ElidedLabel *m_status = nullptr;
    LinkButton *m_stop = nullptr;
    QToolButton *m_previous = nullptr;
    QToolButton *m_next = nullptr;
    LinkButton *m_save = nullptr;
    QTableView *m_view = nullptr;
    EmptyView *m_empty = nullptr;
    QStackedLayout *m_stack = nullptr;
    bool m_following = false;
};

} // namespace lamella::ui
