// SPDX-License-Identifier: GPL-3.0-or-later
// Shows any table of the session in full in a separate window, where a panel only summarises it. A row links to its target.
#pragma once

#include "core/base/Error.h"
#include "core/session/AnalysisSession.h"

#include <QDialog>

#include <memory>

class QTableView;
class QVBoxLayout;

namespace lamella::ui {

class ElidedLabel;
class NavigationBus;
class ReportTableModel;
class SessionController;
class TableLoader;

class TableDialog : public QDialog {
    Q_OBJECT
public:
    TableDialog(SessionController &controller, NavigationBus &bus, core::TableRequest request, QWidget *parent = nullptr);
    ~TableDialog() override;

    void setRequest(const core::TableRequest &request); // of the same table
    [[nodiscard]] const core::TableRequest &request() const { return m_request; }

    [[nodiscard]] ReportTableModel &model() const { return *m_model; }

signals:
    void failed(const lamella::core::Error &error);

protected:
    [[nodiscard]] QVBoxLayout *column() const { return m_column; } // for widgets above the table

private:
    void reload();
    [[nodiscard]] core::TableRequest shownRequest() const; // with the view's filter and order
    QWidget *createFilter();
    void present(const std::shared_ptr<const core::ReportTable> &table);

    SessionController &m_controller;
    core::TableRequest m_request;
    QVBoxLayout *m_column = nullptr;
    QWidget *m_warnings = nullptr;
    TableLoader *m_loader = nullptr;
    ReportTableModel *m_model = nullptr;
    QTableView *m_view = nullptr;
    ElidedLabel *m_note = nullptr;
};

} // namespace lamella::ui
