// SPDX-License-Identifier: GPL-3.0-or-later
// Exposed and hidden time of each category: bars and table, of the layer, the pass or the trace.
#pragma once

#include "core/session/AnalysisSession.h"
#include "widgets/session/NavigationBus.h"

#include <QWidget>

namespace lamella::ui {

class ElidedLabel;
class OverlapChart;
class ScopeSwitch;
class SessionController;
class TablePane;

class OverlapPanel : public QWidget {
    Q_OBJECT
public:
    OverlapPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    [[nodiscard]] core::TableRequest request() const;
    [[nodiscard]] TablePane *pane() const { return m_pane; }
    [[nodiscard]] OverlapChart *chart() const { return m_chart; }

signals:
    void exportRequested(const lamella::core::TableRequest &request);
    void highlightToggled(bool on); // highlight exposed communication in the timeline

protected:
    void showEvent(QShowEvent *event) override;

private:
    void reload();
    void present();

    SessionController &m_controller;
    NavigationBus &m_bus;
    ScopeSwitch *m_scope = nullptr;
    ElidedLabel *m_note = nullptr;
    OverlapChart *m_chart = nullptr;
    TablePane *m_pane = nullptr;
};

} // namespace lamella::ui
