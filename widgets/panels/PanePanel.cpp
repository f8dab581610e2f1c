// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/PanePanel.h"

#include "widgets/common/ElidedLabel.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ShownRequest.h"
#include "widgets/panels/TablePane.h"
#include "widgets/session/SessionController.h"

#include <QShowEvent>
#include <QTableView>
#include <QVBoxLayout>

namespace lamella::ui {

PanePanel::PanePanel(SessionController &controller, NavigationBus &bus, const PaneLook &look, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_pane(new TablePane(controller, look.columns, look.iconName, this))
    , m_bar(new ViewBar(this))
    , m_what(new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, m_bar))
    , m_save(new LinkButton(tr("Export…"), m_bar))
    , m_column(new QVBoxLayout(this))
{
    setObjectName(look.name.left(1).toUpper() + look.name.mid(1) + QStringLiteral("Panel"));
    m_pane->view()->setObjectName(look.name + QStringLiteral("Table"));
    m_pane->view()->setAccessibleName(look.accessibleName);
    m_pane->setEmptyText(look.emptySentence, look.emptyReason);
    m_save->setFocusPolicy(Qt::TabFocus);
    m_what->setObjectName(look.name + QStringLiteral("What"));
    m_what->setElideMode(Qt::ElideRight);
    m_bar->row()->addWidget(m_what, 1);
    m_bar->row()->addWidget(m_save);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(m_bar);
    m_column->addWidget(m_pane, 1);
    setFocusProxy(m_pane);
    new PanelExport(*this, [this] { emit exportRequested(asShown(request(), *m_pane->model())); });
    connect(m_save, &QToolButton::clicked, this, [this] { (void)PanelExport::run(this); });
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        m_pane->clear();
        reload();
    });
    connect(m_pane, &TablePane::tableChanged, this, [this] { present(); });
    connect(m_pane, &TablePane::targetActivated, this, [this](const core::Selection &target) { m_bus.select(target, this); });
    connect(m_pane, &TablePane::menuRequested, this,
        [this](const QModelIndex &, const QPoint &position) { PanelExport::runTableMenu(*this, *m_pane->view(), position); });
}

void PanePanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    reload();
}

// Some tables join launches or walk all operations, so nothing is requested while the view is hidden.
void PanePanel::reload()
{
    if (isVisible() && m_controller.session())
        m_pane->load(request());
}

void PanePanel::addBelow(QWidget *widget)
{
    m_column->addWidget(widget);
}

void PanePanel::say(const QString &what)
{
    m_what->setText(what);
    m_what->setToolTip(what.isEmpty() ? QString() : notes().join(u'\n'));
}

QStringList PanePanel::notes() const
{
    QStringList notes;
    if (const auto table = m_pane->table())
        for (const core::Message &note : table->notes())
            notes << translated(note);
    return notes;
}

void PanePanel::askOfFocus(core::TableRequest &request) const
{
    const auto document = m_controller.document();
    const Focus focus = m_bus.focus();
    if (!document || focus.pass == core::kNoPass)
        return;
    request.pass = std::to_string(focus.pass);
    request.device = deviceArgument(*document, focus.device);
}

} // namespace lamella::ui
