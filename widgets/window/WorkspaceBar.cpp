// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/WorkspaceBar.h"

#include "widgets/window/WorkspaceArea.h"
#include "widgets/window/WorkspaceList.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

namespace lamella::ui {

namespace {

constexpr int kGapPx = 2;

} // namespace

WorkspaceBar::WorkspaceBar(WorkspaceArea &area, QWidget *parent)
    : QWidget(parent)
    , m_area(area)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kGapPx);
    const auto button = [this, row] {
        auto *made = new QToolButton(this);
        made->setAutoRaise(true);
        made->setToolButtonStyle(Qt::ToolButtonTextOnly);
        made->setFocusPolicy(Qt::TabFocus);
        row->addWidget(made);
        return made;
    };
    for (std::size_t i = 0; i < workspaces().size(); ++i) {
        Entry entry{area.actions()[i], button(), workspaces()[i]->key == 0};
        entry.button->setDefaultAction(entry.action);
        entry.button->setObjectName(QStringLiteral("workspace-") + QString::fromLatin1(workspaces()[i]->id));
        entry.button->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(entry.button, &QWidget::customContextMenuRequested, this,
            [this, entry](const QPoint &position) { offerNewWindow(entry, entry.button->mapToGlobal(position)); });
        m_entries.push_back(entry);
    }
    m_more = button();
    m_more->setObjectName(QStringLiteral("moreWorkspaces"));
    m_more->setText(tr("More"));
    m_more->setToolTip(tr("Further workspaces, and why some have nothing to show"));
    m_more->setAccessibleName(m_more->text());
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setMenu(new QMenu(m_more));
    m_more->menu()->setToolTipsVisible(true);
    connect(m_more->menu(), &QMenu::aboutToShow, this, &WorkspaceBar::fillMore);
    connect(&area, &WorkspaceArea::reasonsChanged, this, &WorkspaceBar::wantsRoom);
    connect(&area, &WorkspaceArea::currentChanged, this, &WorkspaceBar::wantsRoom);
}

bool WorkspaceBar::isWanted(const Entry &entry)
{
    return entry.action->isChecked() || (entry.action->isEnabled() && !entry.onlyInMore);
}

int WorkspaceBar::allWidth() const
{
    int all = m_more->sizeHint().width();
    for (const Entry &entry : m_entries)
        all += isWanted(entry) ? entry.button->sizeHint().width() + kGapPx : 0;
    return all;
}

void WorkspaceBar::fit(int widthPx)
{
    int used = m_more->sizeHint().width();
    for (const Entry &entry : m_entries) // the current one is always there
        used += entry.action->isChecked() ? entry.button->sizeHint().width() + kGapPx : 0;
    for (const Entry &entry : m_entries) {
        const bool current = entry.action->isChecked();
        if (!current && isWanted(entry))
            used += entry.button->sizeHint().width() + kGapPx;
        const bool shown = isWanted(entry) && (current || used <= widthPx);
        if (entry.button->isHidden() == shown)
            entry.button->setVisible(shown);
        entry.button->setAccessibleName(entry.action->text());
    }
}

void WorkspaceBar::fillMore()
{
    QMenu &menu = *m_more->menu();
    menu.clear();
    qDeleteAll(menu.findChildren<QMenu *>(QString(), Qt::FindDirectChildrenOnly)); // clear() does not delete submenus
    std::vector<std::size_t> without;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry &entry = m_entries[i];
        if (!entry.action->isEnabled())
            without.push_back(i);
        else if (entry.button->isHidden())
            menu.addAction(entry.action);
    }
    if (!without.empty() && !menu.isEmpty())
        menu.addSeparator();
    for (const std::size_t i : without) // the reason is in the entry, which can be read without a pointer
        menu.addAction(m_entries[i].action->icon(), m_area.reasonText(*workspaces()[i]))->setEnabled(false);
    menu.addSeparator();
    QMenu *another = menu.addMenu(tr("Open in new window"));
    for (const Entry &entry : m_entries)
        if (entry.action->isEnabled())
            another->addAction(entry.action->icon(), entry.action->text(), this,
                [this, id = entry.action->data().toString()] { emit newWindowWanted(id); });
}

void WorkspaceBar::offerNewWindow(const Entry &entry, const QPoint &position)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(
        tr("Open %1 in new window").arg(entry.action->text()), this, [this, id = entry.action->data().toString()] {
            emit newWindowWanted(id);
        });
    menu->popup(position);
}

} // namespace lamella::ui
