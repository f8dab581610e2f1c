// SPDX-License-Identifier: GPL-3.0-or-later
// Any table of the session in a window of its own: what a panel sums up, whole. A row leads to its place.
#pragma once

#include "core/base/Error.h"

#include <QDialog>

#include <string>

class QTableView;

namespace lamella::ui {

class ElidedLabel;
class NavigationBus;
class ReportTableModel;
class SessionController;
class TableLoader;

class TableDialog : public QDialog {
    Q_OBJECT
public:
    TableDialog(SessionController &controller, NavigationBus &bus, std::string table, QWidget *parent = nullptr);
    ~TableDialog() override;

    [[nodiscard]] ReportTableModel &model() const { return *m_model; }

signals:
    void failed(const lamella::core::Error &error);

private:
    void reload();

    SessionController &m_controller;
    std::string m_name;
    TableLoader *m_loader = nullptr;
    ReportTableModel *m_model = nullptr;
    QTableView *m_view = nullptr;
    ElidedLabel *m_note = nullptr;
};

} // namespace lamella::ui
