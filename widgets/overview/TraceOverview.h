// SPDX-License-Identifier: GPL-3.0-or-later
// The strip that answers in one line what a trace is: counts, step, busy share, hardware limit, where the time goes, outliers,
// and how far layers and file can be relied on. A click opens the subject of a cell.
#pragma once

#include "widgets/overview/OverviewChart.h"

#include <QPointer>

#include <memory>

namespace lamella::ui {

class JobSlot;
class LayersPopover;
class NavigationBus;
class SessionController;

class TraceOverview : public OverviewChart {
    Q_OBJECT
public:
    TraceOverview(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~TraceOverview() override;

    // The text of a workspace that replaces the figures of passes; empty: none. The cell of the file stays.
    void setWorkspaceCells(std::vector<OverviewCell> cells);
    [[nodiscard]] const OverviewFacts &facts() const { return m_facts; }
    [[nodiscard]] bool isComplete() const { return m_state.complete; }
    [[nodiscard]] LayersPopover *popover() const;

signals:
    // Actions that the strip delegates: Passes, Idle, Roofline, Boundaries, Diagnostics, Config, Peaks, Panel.
    void requested(lamella::ui::OverviewAction action);
    void candidateRequested(const lamella::core::AnchorCandidate &candidate);
    void diagnosticRequested(const lamella::core::Diagnostic &diagnostic);
    void tableRequested(const QString &table);

protected:
    void act(OverviewAction action, const core::Selection &target, const QRect &from) override;

private:
    void reload();
    void refresh();
    void selectNextOutlier();
    void showLayers(const QRect &from);

    SessionController &m_controller;
    NavigationBus &m_bus;
    std::unique_ptr<JobSlot> m_job;
    OverviewFacts m_facts;
    OverviewState m_state;
    std::vector<OverviewCell> m_workspaceCells;
    QPointer<LayersPopover> m_popover;
};

} // namespace lamella::ui
