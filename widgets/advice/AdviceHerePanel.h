// SPDX-License-Identifier: GPL-3.0-or-later
// The findings of advice that concern the selection, as rows: what, where, how certain, and the gain. A click selects the place.
#pragma once

#include "core/base/Result.h"
#include "core/report/ReportTable.h"
#include "core/session/AnalysisSession.h"
#include "widgets/models/ShownRows.h"

#include <QWidget>

#include <memory>

class QTableView;

namespace lamella::ui {

class DeferUntilVisible;
class ElidedLabel;
class HiddenRules;
class JobSlot;
class NavigationBus;
class ReportTableModel;
class SessionController;

class AdviceHerePanel : public QWidget {
    Q_OBJECT
public:
    AdviceHerePanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~AdviceHerePanel() override;

    [[nodiscard]] core::TableRequest request() const; // of all findings of the pass
    [[nodiscard]] const ReportTableModel &model() const { return *m_model; }

signals:
    void tableExportRequested(const lamella::ui::ShownRows &rows); // the findings shown
    void allRequested(); // the workspace with all findings

private:
    void reload();
    void present(const core::Result<std::shared_ptr<const core::ReportTable>> &found);

    SessionController &m_controller;
    NavigationBus &m_bus;
    HiddenRules &m_hidden;
    std::unique_ptr<JobSlot> m_job;
    DeferUntilVisible *m_seen;
    ReportTableModel *m_model = nullptr;
    QTableView *m_view = nullptr;
    ElidedLabel *m_what = nullptr;
};

} // namespace lamella::ui
