// SPDX-License-Identifier: GPL-3.0-or-later
// A view that is one table of the session: a bar that says what is shown, the table, and its menu. The table is asked for only
// while somebody looks; a click on a row selects what it stands for. What views of one table differ in they override.
#pragma once

#include "core/session/AnalysisSession.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/session/NavigationBus.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace lamella::ui {

class ElidedLabel;
class LinkButton;
class SessionController;
class TablePane;
class ViewBar;

struct PaneLook {
    QString name; // of the widgets: FlowPanel, flowTable, flowWhat for "flow"
    QString accessibleName; // of the table
    QString iconName; // of the empty state
    QString emptySentence; // for a table without rows
    QString emptyReason;
    std::vector<ViewColumn> columns;
};

class PanePanel : public QWidget {
    Q_OBJECT
public:
    PanePanel(SessionController &controller, NavigationBus &bus, const PaneLook &look, QWidget *parent = nullptr);

    [[nodiscard]] TablePane *pane() const { return m_pane; }
    [[nodiscard]] virtual core::TableRequest request() const = 0;

signals:
    void exportRequested(const lamella::core::TableRequest &request);

protected:
    void showEvent(QShowEvent *event) override;
    void reload();
    void addToBar(QWidget *widget); // before "Export…"
    void addBelow(QWidget *widget);
    virtual void present() = 0; // the table has come or gone: say() what it is
    // In the bar, with the notes of the table as tooltip.
    void say(const QString &what);
    [[nodiscard]] QStringList notes() const; // of the table that is shown
    // Pass and device of the focus; a trace without passes, or nothing selected, leaves them as they are.
    void askOfFocus(core::TableRequest &request) const;

    [[nodiscard]] SessionController &controller() const { return m_controller; }
    [[nodiscard]] NavigationBus &bus() const { return m_bus; }

private:
    void showMenu(const QPoint &globalPosition);

    SessionController &m_controller;
    NavigationBus &m_bus;
    TablePane *m_pane = nullptr;
    ViewBar *m_bar = nullptr;
    ElidedLabel *m_what = nullptr;
    LinkButton *m_save = nullptr;
    QVBoxLayout *m_column = nullptr;
};

} // namespace lamella::ui
