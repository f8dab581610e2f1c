// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/idle/OverlapPanel.h"

#include "widgets/common/ElidedLabel.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/ScopeSwitch.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/UiText.h"
#include "widgets/idle/OverlapChart.h"
#include "widgets/models/ShownRequest.h"
#include "widgets/panels/TablePane.h"
#include "widgets/session/SessionController.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QTableView>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

std::vector<ViewColumn> overlapViewColumns()
{
    return {{"category", {}, ColumnStyle::Category, 120, {}}, {"sum_ns", OverlapPanel::tr("Kernel time"), ColumnStyle::Number, 84, {}},
        {"busy_ns", {}, ColumnStyle::Number, 66, {}}, {"exposed_ns", {}, ColumnStyle::Number, 66, {}},
        {"hidden_ns", OverlapPanel::tr("Overlapped"), ColumnStyle::Number, 78, {}}, {"behind_compute_ns", {}, ColumnStyle::Number, 118, {}},
        {"same_stream_ns", {}, ColumnStyle::Number, 0, {}}};
}

} // namespace

OverlapPanel::OverlapPanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_scope(new ScopeSwitch(tr("All"), this))
    , m_note(new ElidedLabel({}, ElidedLabel::Rank::Secondary, this))
    , m_chart(new OverlapChart(this))
    , m_pane(new TablePane(controller, overlapViewColumns(), QStringLiteral("layers"), this))
{
    setObjectName(QStringLiteral("OverlapPanel"));
    m_scope->setAccessibleName(tr("Scope of the overlap"));
    m_scope->followBrush(bus);
    m_pane->view()->setAccessibleName(tr("Overlap by category"));
    m_pane->setEmptyText(tr("No GPU work here"), tr("Nothing was recorded on a GPU in this part of the trace."));
    m_note->setElideMode(Qt::ElideRight);
    auto *highlight = new QCheckBox(tr("Mark exposed communication"), this);
    highlight->setToolTip(tr("In the timeline: when collectives run and nothing else does"));
    auto *bar = new ViewBar(this);
    bar->row()->addWidget(m_scope);
    bar->row()->addWidget(highlight);
    bar->row()->addWidget(m_note, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_chart, 1);
    layout->addWidget(m_pane, 1);
    setFocusProxy(m_pane);
    new PanelExport(*this, [this] { emit exportRequested(asShown(request(), *m_pane->model())); });
    connect(highlight, &QCheckBox::toggled, this, &OverlapPanel::highlightToggled);
    connect(m_scope, &ScopeSwitch::scopeChanged, this, &OverlapPanel::reload);
    const auto follow = [this] {
        m_scope->follow(m_bus.focus());
        reload();
    };
    connect(&controller, &SessionController::sessionChanged, this, [this, follow] {
        m_pane->clear();
        follow();
    });
    connect(&bus, &NavigationBus::focusChanged, this, follow);
    connect(m_pane, &TablePane::tableChanged, this, &OverlapPanel::present);
    connect(m_pane, &TablePane::targetActivated, this, [this](const core::Selection &target) { m_bus.select(target, this); });
    connect(m_pane, &TablePane::menuRequested, this,
        [this](const QModelIndex &, const QPoint &position) { PanelExport::runTableMenu(*this, *m_pane->view(), position); });
}

core::TableRequest OverlapPanel::request() const
{
    core::TableRequest request;
    request.table = "overlap";
    request.pass = "trace";
    const auto document = m_controller.document();
    if (document) {
        if (m_scope->focus().pass != core::kNoPass)
            request.device = deviceArgument(*document, m_scope->focus().device);
        m_scope->narrow(request, *document);
    }
    return request;
}

// It may be made when the trace is open already.
void OverlapPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_scope->follow(m_bus.focus());
    reload();
}

void OverlapPanel::reload()
{
    if (m_controller.session())
        m_pane->load(request());
}

void OverlapPanel::present()
{
    const auto table = m_pane->table();
    m_chart->setBars(table ? overlapBarsFrom(*table) : std::vector<OverlapBar>{});
    std::int64_t sameStream = 0;
    QStringList said;
    if (table) {
        for (std::size_t row = 0; row < table->rowCount(); ++row) {
            const auto ns = [&](const char *id) { return table->integer(row, table->columnIndex(id)); };
            sameStream += ns("same_stream_ns");
            if (table->text(row, table->columnIndex("category")) == core::info(core::Category::Communication).id)
                said << tr("Communication: %1 exposed, %2 behind compute")
                            .arg(durationText(ns("exposed_ns")), durationText(ns("behind_compute_ns")));
        }
    }
    if (sameStream > 0)
        said << tr("at once on one stream: %1").arg(durationText(sameStream));
    m_note->setText(said.join(QStringLiteral(" · ")));
}

} // namespace lamella::ui
