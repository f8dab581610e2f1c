// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/FlowPanel.h"

#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "widgets/common/Counts.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/TableTools.h"
#include "widgets/common/UiText.h"
#include "widgets/models/Roles.h"
#include "widgets/models/ShownRequest.h"
#include "widgets/panels/TablePane.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"

#include <QMenu>
#include <QTableView>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr int kLayerColumn = 1;
constexpr int kTypeColumn = 2;

std::vector<ViewColumn> flowViewColumns()
{
    return {
        {"row", QStringLiteral("#"), ColumnStyle::Number, 40, {}},
        {"layer", {}, ColumnStyle::Number, 48, {}},
        {"type", {}, ColumnStyle::Secondary, 64, {}},
        {"part", {}, ColumnStyle::Secondary, 48, {}},
        {"category", {}, ColumnStyle::Category, 112, {}},
        {"short_name", {}, ColumnStyle::Text, 0, "name"},
        {"dur_ns", {}, ColumnStyle::Bar, 108, {}},
        {"share", {}, ColumnStyle::Number, 68, {}},
        {"in_layer_ns", {}, ColumnStyle::Number, 84, {}},
        {"idle_before_ns", {}, ColumnStyle::Number, 84, {}},
        {"start_ns", {}, ColumnStyle::Number, 96, {}},
        {"stream", {}, ColumnStyle::Number, 56, {}},
        {"input_dims", {}, ColumnStyle::Secondary, 180, {}},
    };
}

} // namespace

FlowPanel::FlowPanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_pane(new TablePane(controller, flowViewColumns(), QStringLiteral("kernels"), this))
{
    setObjectName(QStringLiteral("FlowPanel"));
    m_pane->view()->setObjectName(QStringLiteral("flowTable"));
    m_pane->view()->setAccessibleName(tr("What a layer runs"));
    auto *bar = new ViewBar(this);
    m_what = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, bar);
    m_what->setObjectName(QStringLiteral("flowWhat"));
    m_what->setElideMode(Qt::ElideRight);
    m_order = new SegmentedControl({tr("in order"), tr("by heat")}, bar);
    m_order->setObjectName(QStringLiteral("flowOrder"));
    m_order->setAccessibleName(tr("Order of the kernels"));
    auto *save = new LinkButton(tr("Export…"), bar);
    save->setFocusPolicy(Qt::TabFocus);
    bar->row()->addWidget(m_what, 1);
    bar->row()->addWidget(m_order);
    bar->row()->addWidget(save);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_pane, 1);
    setFocusProxy(m_pane);
    new PanelExport(*this, [this] { emit exportRequested(asShown(request(), *m_pane->model())); });
    connect(save, &QToolButton::clicked, this, [this] { (void)PanelExport::run(this); });
    connect(m_order, &SegmentedControl::activated, this, &FlowPanel::reload);
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        m_pane->clear();
        reload();
    });
    connect(&bus, &NavigationBus::focusChanged, this, &FlowPanel::reload);
    connect(&bus, &NavigationBus::selectionChanged, this, &FlowPanel::followSelection);
    connect(m_pane, &TablePane::tableChanged, this, &FlowPanel::present);
    connect(m_pane, &TablePane::activated, this, [this](const QModelIndex &index) {
        const auto target = index.data(kTargetRole).value<core::Selection>();
        if (!std::holds_alternative<std::monostate>(target))
            m_bus.select(target, this);
    });
    connect(m_pane, &TablePane::menuRequested, this, [this](const QModelIndex &, const QPoint &position) { showMenu(position); });
    m_pane->setEmptyText(tr("No layer to show"), tr("Select a layer, or a pass that was cut into layers."));
    present();
}

core::TableRequest FlowPanel::request() const
{
    core::TableRequest request;
    request.table = "flow";
    request.by = m_order->current() == 0 ? "execution" : "heat";
    const auto document = m_controller.document();
    const Focus focus = m_bus.focus();
    if (!document || focus.pass == core::kNoPass)
        return request;
    request.pass = std::to_string(focus.pass);
    request.device = deviceWord(*document, focus.device);
    if (focus.layer != core::kNoLayer)
        request.layer = layerWord(focus.layer);
    return request;
}

void FlowPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    reload();
}

// Joining launches is work: nothing is asked for while nobody looks.
void FlowPanel::reload()
{
    if (isVisible() && m_controller.session())
        m_pane->load(request());
}

void FlowPanel::present()
{
    const auto table = m_pane->table();
    if (!table || table->rowCount() == 0) {
        m_what->setText({});
        return;
    }
    const std::size_t duration = table->columnIndex("dur_ns");
    std::int64_t sum = 0;
    for (std::size_t row = 0; row < table->rowCount(); ++row)
        sum = core::addSaturated(sum, table->isMissing(row, duration) ? 0 : table->integer(row, duration));
    const Focus focus = m_bus.focus();
    // Of one layer they would say the same in every row.
    TableTools *tools = TableTools::of(*m_pane->view());
    for (const int column : {kLayerColumn, kTypeColumn})
        tools->withhold(column, focus.layer != core::kNoLayer);
    const QString where = focus.layer != core::kNoLayer ? passText(focus.pass) + QStringLiteral(" · ") + layerText(focus.layer)
                                                        : tr("the most typical layer of each type");
    m_what->setText(tr("%1 of %2, together %3")
                        .arg(kernelCount(static_cast<std::int64_t>(table->rowCount())), where, qtext(core::formatDuration(sum))));
    QStringList notes;
    for (const std::string &note : table->notes())
        notes << qtext(note);
    m_what->setToolTip(notes.join(u'\n'));
    followSelection(m_bus.selection(), nullptr);
}

void FlowPanel::followSelection(const core::Selection &selection, QObject *origin)
{
    if (origin != this && std::holds_alternative<core::KernelSelection>(selection))
        m_pane->selectTarget(selection);
}

void FlowPanel::showMenu(const QPoint &globalPosition)
{
    QMenu menu(this);
    if (TableTools *tools = TableTools::of(*m_pane->view()))
        tools->addTo(menu);
    menu.addSeparator();
    menu.addAction(tr("&Export this table…"), this, [this] { (void)PanelExport::run(this); });
    menu.exec(globalPosition);
}

} // namespace lamella::ui
