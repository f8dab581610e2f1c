// SPDX-License-Identifier: GPL-3.0-or-later
// The strip that answers in one line what a trace is: counts, step, busy share, hardware limit, where the time goes, outliers,
// and how far layers and file can be relied on. A click opens the subject of a cell. Its parts are the cells, then their links.
#pragma once

#include "widgets/charts/Chart.h"
#include "widgets/overview/OverviewCells.h"

#include <QPointer>
#include <QTimer>

#include <memory>

namespace lamella::ui {

class JobSlot;
class LayersPopover;
class NavigationBus;
class SessionController;

class TraceOverview : public Chart {
    Q_OBJECT
public:
    TraceOverview(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~TraceOverview() override;

    // The text of a workspace that replaces the figures of passes; empty: none. The cell of the file stays.
    void setWorkspaceCells(std::vector<OverviewCell> cells);
    [[nodiscard]] const std::vector<OverviewCell> &cells() const { return m_cells; }
    [[nodiscard]] const OverviewFacts &facts() const { return m_facts; }
    [[nodiscard]] bool isComplete() const { return m_state.complete; }
    [[nodiscard]] int partOf(OverviewCell::Id id) const; // -1: there is no such cell now
    [[nodiscard]] LayersPopover *popover() const;

    [[nodiscard]] int partCount() const override;
    [[nodiscard]] QString partName(int part) const override;
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int selectedPart() const override;
    [[nodiscard]] int hitAt(QPoint position) const override;
    void pressPart(int hit) override;

signals:
    // Actions that the strip delegates: Passes, Idle, Roofline, Boundaries, Diagnostics, Config, Peaks, Panel.
    void requested(lamella::ui::OverviewAction action);
    void candidateRequested(const lamella::core::AnchorCandidate &candidate);
    void diagnosticRequested(const lamella::core::Diagnostic &diagnostic);
    void tableRequested(const QString &table);

protected:
    [[nodiscard]] TipText tipOf(int hit) const override;
    [[nodiscard]] std::optional<int> partAfterKey(int key) const override;
    void layOut() override;
    void paintParts(QPainter &painter, const QRect &dirty) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    struct Link {
        std::size_t cell = 0;
        std::size_t run = 0;
        QRect rect;
    };
    void reload();
    void showProgress();
    void refresh();
    void act(OverviewAction action, const core::Selection &target, const QRect &from);
    void selectNextOutlier();
    void showLayers(const QRect &from);
    void paintCell(QPainter &painter, std::size_t cell) const;

    SessionController &m_controller;
    NavigationBus &m_bus;
    std::unique_ptr<JobSlot> m_job;
    QTimer m_progress;
    OverviewFacts m_facts;
    OverviewState m_state;
    std::vector<OverviewCell> m_cells;
    std::vector<OverviewCell> m_workspaceCells;
    std::vector<OverviewPlace> m_places;
    std::vector<Link> m_links;
    std::map<OverviewCell::Id, int> m_widest;
    int m_cursor = 0; // part that the keys are at
    QPointer<LayersPopover> m_popover;
};

} // namespace lamella::ui
