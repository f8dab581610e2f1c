// SPDX-License-Identifier: GPL-3.0-or-later
// One table of the session in a view: requests it, shows it, and explains an empty result. Shared by panels around a table.
#pragma once

#include "core/session/AnalysisSession.h"
#include "widgets/models/ReportTableModel.h"

#include <QWidget>

#include <memory>
#include <vector>

class QStackedLayout;
class QTableView;

namespace lamella::ui {

class EmptyView;
class SessionController;
class TableLoader;

class TablePane : public QWidget {
    Q_OBJECT
public:
    TablePane(SessionController &controller, std::vector<ViewColumn> columns, const QString &iconName, QWidget *parent = nullptr);
    ~TablePane() override;

    // Requests the table unless it is already shown or being made.
    void load(const core::TableRequest &request);
    void clear(); // removes the table and cancels a running request
    // For a table without rows.
    void setEmptyText(const QString &sentence, const QString &reason = {}, const QString &link = {});
    void selectTarget(const core::Selection &target); // or targets, without emitting signals
    void copyRows();
    [[nodiscard]] QTableView *view() const { return m_view; }
    [[nodiscard]] ReportTableModel *model() const { return m_model; }
    [[nodiscard]] std::shared_ptr<const core::ReportTable> table() const { return m_model->table(); }
    [[nodiscard]] const core::TableRequest &request() const { return m_loaded; }

signals:
    void tableChanged(); // a different table is shown, or none
    void activated(const QModelIndex &index); // by click, key or Enter
    void targetActivated(const lamella::core::Selection &target); // so too, if the row has a target; of several rows all
    void emptyLinkActivated(); // of setEmptyText()
    void menuRequested(const QModelIndex &index, const QPoint &globalPosition);

private:
    void showRows();
    void tellSeveral();

    SessionController &m_controller;
    TableLoader *m_loader = nullptr;
    ReportTableModel *m_model = nullptr;
    QTableView *m_view = nullptr;
    EmptyView *m_empty = nullptr;
    QStackedLayout *m_stack = nullptr;
    core::TableRequest m_loaded;
    QString m_sentence;
    QString m_reason;
    QString m_link;
    QString m_failure;
    bool m_following = false;
    bool m_several = false; // the value that was reported last
};

} // namespace lamella::ui
