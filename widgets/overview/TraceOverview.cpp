// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/TraceOverview.h"

#include "widgets/overview/LayersPopover.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"

#include <QFileInfo>

#include <algorithm>

namespace lamella::ui {

TraceOverview::TraceOverview(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : OverviewChart(tr("Overview of the trace"), parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
{
    setObjectName(QStringLiteral("TraceOverview"));
    connect(&controller, &SessionController::sessionChanged, this, &TraceOverview::reload);
    reload();
}

TraceOverview::~TraceOverview() = default;

// Counts at once, the figures of tables when they are there.
void TraceOverview::reload()
{
    m_job->cancel();
    delete m_popover;
    m_facts = {};
    m_state.complete = false;
    if (!m_controller.keepsTrace())
        showCells({});
    const auto session = m_controller.session();
    const auto segmentation = m_controller.segmentation();
    if (!session || !segmentation)
        return;
    m_state.fileName = QFileInfo(m_controller.path()).fileName();
    m_facts = overviewCounts(session->document(), *segmentation);
    refresh();
    m_job->start<OverviewFacts>([session](const core::JobControl &control) { return overviewFacts(*session, control); },
        [this](core::Result<OverviewFacts> facts) {
            if (!facts)
                return;
            m_facts = std::move(*facts);
            m_state.complete = true;
            refresh();
        });
}

void TraceOverview::refresh()
{
    std::vector<OverviewCell> cells = overviewCells(m_facts, m_state);
    if (!m_workspaceCells.empty()) {
        std::erase_if(cells,
            [](const OverviewCell &cell) { return cell.id != OverviewCell::Id::Warning && cell.id != OverviewCell::Id::File; });
        for (const OverviewCell &cell : m_workspaceCells)
            spaceHan(cells.emplace_back(cell).line);
    }
    showCells(std::move(cells));
}

void TraceOverview::setWorkspaceCells(std::vector<OverviewCell> cells)
{
    m_workspaceCells = std::move(cells);
    if (m_controller.session())
        refresh();
}

LayersPopover *TraceOverview::popover() const
{
    return m_popover;
}

void TraceOverview::act(OverviewAction action, const core::Selection &target, const QRect &from)
{
    switch (action) {
    case OverviewAction::None:
        return;
    case OverviewAction::Select:
        m_bus.select(target, this);
        return;
    case OverviewAction::Outlier:
        selectNextOutlier();
        return;
    case OverviewAction::Layers:
        showLayers(from);
        return;
    default:
        emit requested(action);
    }
}

// The one after the selected pass, the first again after the last.
void TraceOverview::selectNextOutlier()
{
    if (m_facts.outliers.empty())
        return;
    const Focus focus = m_bus.focus();
    const auto next = std::upper_bound(m_facts.outliers.begin(), m_facts.outliers.end(), focus.pass);
    const int pass = next == m_facts.outliers.end() || focus.device != m_facts.device ? m_facts.outliers.front() : *next;
    m_bus.select(core::PassSelection{m_facts.device, pass}, this);
}

void TraceOverview::showLayers(const QRect &from)
{
    if (!m_controller.session() || !m_controller.segmentation())
        return;
    delete m_popover;
    m_popover = new LayersPopover(m_controller, this);
    connect(m_popover, &LayersPopover::boundariesRequested, this, [this] { emit requested(OverviewAction::Boundaries); });
    connect(m_popover, &LayersPopover::diagnosticsRequested, this, [this] { emit requested(OverviewAction::Diagnostics); });
    connect(m_popover, &LayersPopover::candidateRequested, this, &TraceOverview::candidateRequested);
    connect(m_popover, &LayersPopover::diagnosticRequested, this, &TraceOverview::diagnosticRequested);
    connect(m_popover, &LayersPopover::tableRequested, this, &TraceOverview::tableRequested);
    m_popover->showUnder(mapToGlobal(from.bottomLeft()), window()->geometry());
}

} // namespace lamella::ui
