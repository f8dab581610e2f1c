// SPDX-License-Identifier: GPL-3.0-or-later
// What runs in the selected time range: sums by category, kernel or stream.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/Selection.h"
#include "core/report/ReportTable.h"
#include "widgets/models/ShownRows.h"

#include <QWidget>

#include <functional>
#include <memory>

class QStackedLayout;
class QTableView;

namespace lamella::ui {

class ElidedLabel;
class EmptyView;
class JobSlot;
class NavigationBus;
class ReportTableModel;
class SegmentedControl;
class SessionController;
class DeferUntilVisible;

class WithinPanel : public QWidget {
    Q_OBJECT
public:
    WithinPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~WithinPanel() override;

    [[nodiscard]] ReportTableModel *model() const { return m_model; }
    // Makes the table shown; null if there is none.
    [[nodiscard]] TableMaker maker() const;

signals:
    void exportRequested(const lamella::ui::TableMaker &make);

private:
    void follow(); // updates to the selection
    void reload();
    void fitColumns();
    void present(const core::Result<std::shared_ptr<const core::ReportTable>> &table);
    void showMenu(const QPoint &position);

    SessionController &m_controller;
    NavigationBus &m_bus;
    std::unique_ptr<JobSlot> m_job;
    DeferUntilVisible *m_seen;
    ReportTableModel *m_model = nullptr;
    SegmentedControl *m_by = nullptr;
    ElidedLabel *m_what = nullptr;
    QTableView *m_view = nullptr;
    EmptyView *m_empty = nullptr;
    QStackedLayout *m_stack = nullptr;
    core::TimeRange m_range; // on the trace's clock
};

} // namespace lamella::ui
