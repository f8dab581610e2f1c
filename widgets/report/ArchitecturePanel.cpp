// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/ArchitecturePanel.h"

#include "widgets/common/ElidedLabel.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/TableTools.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ShownRequest.h"
#include "widgets/panels/TablePane.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"

#include <QMenu>
#include <QTableView>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

std::vector<ViewColumn> architectureViewColumns()
{
    return {
        {"key", {}, ColumnStyle::Text, 150, {}},
        {"value", {}, ColumnStyle::Text, 190, {}},
        {"source", {}, ColumnStyle::Secondary, 0, {}},
    };
}

} // namespace

ArchitecturePanel::ArchitecturePanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_pane(new TablePane(controller, architectureViewColumns(), QStringLiteral("layers"), this))
{
    setObjectName(QStringLiteral("ArchitecturePanel"));
    m_pane->view()->setObjectName(QStringLiteral("architectureTable"));
    m_pane->view()->setAccessibleName(tr("What the model is like"));
    auto *bar = new ViewBar(this);
    m_what = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, bar);
    m_what->setObjectName(QStringLiteral("architectureWhat"));
    m_what->setElideMode(Qt::ElideRight);
    auto *save = new LinkButton(tr("Export…"), bar);
    save->setFocusPolicy(Qt::TabFocus);
    bar->row()->addWidget(m_what, 1);
    bar->row()->addWidget(save);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_pane, 1);
    setFocusProxy(m_pane);
    new PanelExport(*this, [this] { emit exportRequested(asShown(request(), *m_pane->model())); });
    connect(save, &QToolButton::clicked, this, [this] { (void)PanelExport::run(this); });
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        m_pane->clear();
        reload();
    });
    connect(&bus, &NavigationBus::focusChanged, this, &ArchitecturePanel::reload);
    connect(m_pane, &TablePane::tableChanged, this, &ArchitecturePanel::present);
    connect(m_pane, &TablePane::menuRequested, this, [this](const QModelIndex &, const QPoint &position) { showMenu(position); });
    m_pane->setEmptyText(tr("Nothing is known about the model"),
        tr("No model config is given, and no layers were found that would show what it is like."));
    present();
}

core::TableRequest ArchitecturePanel::request() const
{
    core::TableRequest request;
    request.table = "architecture";
    const auto document = m_controller.document();
    const Focus focus = m_bus.focus();
    if (!document || focus.pass == core::kNoPass)
        return request;
    request.pass = std::to_string(focus.pass);
    request.device = deviceWord(*document, focus.device);
    return request;
}

void ArchitecturePanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    reload();
}

// Shapes are taken from the launches, and joining those is work: nothing is asked for while nobody looks.
void ArchitecturePanel::reload()
{
    if (isVisible() && m_controller.session())
        m_pane->load(request());
}

void ArchitecturePanel::present()
{
    const auto table = m_pane->table();
    if (!table || table->rowCount() == 0) {
        m_what->setText({});
        m_what->setToolTip({});
        return;
    }
    QStringList notes;
    for (const std::string &note : table->notes())
        notes << qtext(note);
    const Focus focus = m_bus.focus();
    QString what = focus.pass == core::kNoPass ? tr("of the chosen pass") : tr("of %1").arg(passText(focus.pass));
    if (!notes.isEmpty())
        what += QStringLiteral(" · ") + notes.first();
    m_what->setText(what);
    m_what->setToolTip(notes.join(u'\n'));
}

void ArchitecturePanel::showMenu(const QPoint &globalPosition)
{
    QMenu menu(this);
    if (TableTools *tools = TableTools::of(*m_pane->view()))
        tools->addTo(menu);
    menu.addSeparator();
    menu.addAction(tr("&Export this table…"), this, [this] { (void)PanelExport::run(this); });
    menu.exec(globalPosition);
}

} // namespace lamella::ui
