// SPDX-License-Identifier: GPL-3.0-or-later
// Base of views that show one table of the session: a bar with a description, the table and its menu. The table is only requested
// while the view is visible; a click on a row selects its target. Views override what differs.
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
    QString name; // prefix of object names: ArchitecturePanel, architectureTable, architectureWhat for "architecture"
    QString accessibleName; // of the table
    QString iconName; // of the empty state
    QString emptySentence; // shown for a table without rows
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
    void addBelow(QWidget *widget);
    virtual void present() = 0; // the table was shown or removed: call say() with its description
    // Sets the text of the bar; the notes of the table are its tooltip.
    void say(const QString &what);
    [[nodiscard]] QStringList notes() const; // of the table shown
    // Sets pass and device of the focus; no change if the trace has no passes or nothing is selected.
    void askOfFocus(core::TableRequest &request) const;

    [[nodiscard]] SessionController &controller() const { return m_controller; }
    [[nodiscard]] NavigationBus &bus() const { return m_bus; }

private:
    SessionController &m_controller;
    NavigationBus &m_bus;
    TablePane *m_pane = nullptr;
    ViewBar *m_bar = nullptr;
    ElidedLabel *m_what = nullptr;
    LinkButton *m_save = nullptr;
    QVBoxLayout *m_column = nullptr;
};

} // namespace lamella::ui
