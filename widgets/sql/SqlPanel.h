// SPDX-License-Identifier: GPL-3.0-or-later
// A console for SQL over the open trace, or over all ranks of a job: query, result as a table, earlier queries and examples. The
// command `sql` gives the same rows.
#pragma once

#include "core/session/sql/SqlQuery.h"
#include "widgets/models/ShownRows.h"

#include <QStringList>
#include <QWidget>

#include <memory>

class QMenu;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace lamella::ui {

class ElidedLabel;
class EmptyView;
class JobSlot;
class MessageStrip;
class NavigationBus;
class RankController;
class ReportTableModel;
class SessionController;
class SqlEditor;

class SqlPanel : public QWidget {
    Q_OBJECT
public:
    SqlPanel(SessionController &controller, NavigationBus &bus, RankController &ranks, QWidget *parent = nullptr);
    ~SqlPanel() override;

    void run();
    void stop();
    [[nodiscard]] SqlEditor &editor() const { return *m_editor; }
    [[nodiscard]] ReportTableModel *model() const { return m_model; } // null before the first result
    [[nodiscard]] static QStringList history(); // newest first

signals:
    void tableExportRequested(const lamella::ui::ShownRows &rows);

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override; // of the result

private:
    using Table = std::shared_ptr<const core::ReportTable>;
    QWidget *makeBar();
    void fillExamples(QMenu &menu);
    void fillHistory(QMenu &menu);
    [[nodiscard]] std::vector<core::SqlTrace> traces() const;
    void followSession();
    void present(const core::Result<Table> &result);
    void showTable(const Table &table);
    void showError(const core::Error &error);
    void goToError();
    [[nodiscard]] bool hasResult() const; // rows are shown
    void showBegin();
    void setRunning(bool running);
    void openRow(const QModelIndex &index);
    void showMenu(const QPoint &position);
    bool takesKey(QEvent &event);

    SessionController &m_controller;
    NavigationBus &m_bus;
    RankController &m_ranks;
    std::unique_ptr<JobSlot> m_job;
    SqlEditor *m_editor = nullptr;
    QToolButton *m_run = nullptr;
    QToolButton *m_stop = nullptr;
    QToolButton *m_export = nullptr;
    ElidedLabel *m_note = nullptr;
    QStackedLayout *m_stack = nullptr;
    EmptyView *m_empty = nullptr;
    MessageStrip *m_error = nullptr; // above the result of the query before
    QTableView *m_view = nullptr; // of the last result
    ReportTableModel *m_model = nullptr;
    int m_place = 0; // that the error names; 0 = none
};

} // namespace lamella::ui
