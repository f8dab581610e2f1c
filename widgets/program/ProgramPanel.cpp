// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/program/ProgramPanel.h"

#include "widgets/common/ElidedLabel.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/TableTools.h"
#include "widgets/common/UiText.h"
#include "widgets/models/Roles.h"
#include "widgets/models/ShownRequest.h"
#include "widgets/panels/TablePane.h"
#include "widgets/session/SessionController.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QShowEvent>
#include <QTableView>
#include <QVBoxLayout>

namespace lamella::ui {

ProgramPanel::ProgramPanel(SessionController &controller, NavigationBus &bus, ProgramView view, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_view(std::move(view))
    , m_note(new ElidedLabel({}, ElidedLabel::Rank::Secondary, this))
    , m_pane(new TablePane(controller, m_view.columns, m_view.iconName, this))
{
    setObjectName(m_view.objectName);
    m_pane->view()->setAccessibleName(m_view.accessibleName);
    m_pane->setEmptyText(m_view.emptySentence, m_view.emptyReason);
    m_note->setElideMode(Qt::ElideRight);
    auto *bar = new ViewBar(this);
    if (m_view.tables.size() > 1) {
        QStringList labels;
        for (const auto &[label, table] : m_view.tables)
            labels << label;
        m_choice = new SegmentedControl(labels, this);
        m_choice->setAccessibleName(m_view.accessibleName);
        bar->row()->addWidget(m_choice);
        connect(m_choice, &SegmentedControl::activated, this, [this] { reload(); });
    }
    bar->row()->addWidget(m_note, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_pane, 1);
    setFocusProxy(m_pane);
    new PanelExport(*this, [this] { emit exportRequested(asShown(request(), *m_pane->model())); });
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        m_pane->clear();
        if (isVisible())
            reload();
    });
    connect(m_pane, &TablePane::tableChanged, this, &ProgramPanel::present);
    connect(m_pane, &TablePane::activated, this, [this](const QModelIndex &index) {
        const auto target = index.data(kTargetRole).value<core::Selection>();
        if (!std::holds_alternative<std::monostate>(target))
            m_bus.select(target, this);
    });
    connect(m_pane, &TablePane::menuRequested, this, [this](const QModelIndex &index, const QPoint &position) {
        QMenu menu(this);
        if (index.isValid())
            TableTools::of(*m_pane->view())->addTo(menu);
        menu.addAction(tr("&Export this table…"), this, [this] { (void)PanelExport::run(this); });
        menu.exec(position);
    });
}

core::TableRequest ProgramPanel::request() const
{
    core::TableRequest request;
    const int choice = m_choice ? m_choice->current() : 0;
    request.table = m_view.tables[static_cast<std::size_t>(choice)].second;
    return request;
}

void ProgramPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    reload();
}

void ProgramPanel::reload()
{
    if (m_controller.session())
        m_pane->load(request());
}

void ProgramPanel::present()
{
    const auto table = m_pane->table();
    QStringList said;
    if (table)
        for (const std::string &note : table->notes())
            said << qtext(note);
    m_note->setText(said.join(QStringLiteral(" ")));
    m_note->setToolTip(said.join(QStringLiteral("\n")));
}

} // namespace lamella::ui
