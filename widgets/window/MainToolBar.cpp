// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/MainToolBar.h"

#include "widgets/common/Icons.h"
#include "widgets/common/SearchField.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/TextSize.h"
#include "widgets/window/WindowActions.h"
#include "widgets/window/WorkspaceBar.h"

#include <QAction>
#include <QActionGroup>
#include <QEvent>
#include <QLayout>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kSearchPx{230};
constexpr TextPx kNarrowSearchPx{172};
constexpr TextPx kMinSearchPx{120};
constexpr TextPx kWordsFromPx{1360}; // narrower windows: Open and Export lose their words

} // namespace

MainToolBar::MainToolBar(SessionController &controller, WindowActions &actions, QWidget *parent)
    : QToolBar(tr("Toolbar"), parent)
    , m_controller(controller)
{
    setObjectName(QStringLiteral("mainToolBar"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    constexpr int kMargin = 5; // all alike: the layout of tool bars takes the left one for that above
    layout()->setContentsMargins(kMargin, kMargin, kMargin, kMargin);

    addButton(actions.open, true)->setProperty("foldable", true);
    addButton(actions.back, false);
    addButton(actions.forward, false);
    m_behindWorkspaces = addSeparator();
    m_space = new QWidget(this);
    m_space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(m_space);
    m_search = new SearchField(QStringLiteral("search"), tr("Find kernel, layer or time"), this);
    m_search->setObjectName(QStringLiteral("searchField"));
    m_search->setShortPlaceholder(tr("Find"));
    m_search->setHint(actions.find->shortcut().toString(QKeySequence::NativeText));
    m_search->setToolTip(tr("Filters all views while you type: text, /regex/, cat:attention, dur>10us, stream:7, stage:decode, "
                            "pass:3-5, layer:head, !text. Return goes to the next match, or to “p5 l12”, “465.3 ms”, “#1204”."));
    addWidget(m_search);
    addSeparator();
    m_export = addButton(actions.exportTable, true);
    m_export->setProperty("foldable", true);
    m_exportMenu = new QMenu(m_export);
    m_exportMenu->setObjectName(QStringLiteral("exportMenu"));
    m_exportMenu->setToolTipsVisible(true);
    m_export->setMenu(m_exportMenu);
    m_export->setPopupMode(QToolButton::InstantPopup);
    auto *settings = new QToolButton(this);
    settings->setIcon(icon(QStringLiteral("settings")));
    settings->setToolTip(tr("Theme and patterns"));
    settings->setAccessibleName(settings->toolTip());
    settings->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(settings);
    menu->addSection(tr("Theme"));
    menu->addActions(actions.themes->actions());
    menu->addSeparator();
    menu->addAction(actions.patterns);
    menu->addAction(actions.resetLayout);
    settings->setMenu(menu);
    addWidget(settings);
    addSeparator();
    QToolButton *perfetto = addButton(actions.showInPerfetto, true);
    perfetto->setProperty("outlined", true);
    perfetto->setAutoRaise(false); // its frame is always visible
    connect(&controller, &SessionController::sessionChanged, this, &MainToolBar::follow);
    follow();
}

QToolButton *MainToolBar::addButton(QAction *action, bool label)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    if (label)
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAccessibleName(action->toolTip());
    addWidget(button);
    return button;
}

void MainToolBar::addWorkspaces(WorkspaceArea &area)
{
    m_workspaces = new WorkspaceBar(area, this);
    const auto all = actions();
    m_workspacesShown = insertWidget(all.value(all.indexOf(m_behindWorkspaces) + 1), m_workspaces);
    connect(m_workspaces, &WorkspaceBar::wantsRoom, this, &MainToolBar::fit);
    connect(m_workspaces, &WorkspaceBar::newWindowWanted, this, &MainToolBar::newWindowWanted);
    follow();
}

void MainToolBar::follow()
{
    const bool trace = m_controller.segmentation() != nullptr;
    m_export->setEnabled(trace);
    m_search->setEnabled(trace);
    if (m_workspacesShown != nullptr)
        m_workspacesShown->setVisible(trace);
    fit();
}

// The Perfetto button stays visible: words go first, then the search field shrinks, then workspaces go into the menu. Nothing is set
// that is so already: each change asks for a new layout, and a layout for fitting.
void MainToolBar::fit()
{
    if (m_fitting || m_workspaces == nullptr)
        return;
    m_fitting = true;
    const bool words = width() >= kWordsFromPx;
    const auto style = words ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly;
    const auto buttons = findChildren<QToolButton *>();
    for (QToolButton *button : buttons)
        if (button->property("foldable").toBool() && button->toolButtonStyle() != style)
            button->setToolButtonStyle(style);
    const QMargins margins = layout()->contentsMargins();
    int others = margins.left() + margins.right();
    const auto all = actions();
    for (QAction *action : all) {
        const QWidget *widget = widgetForAction(action);
        if (!action->isVisible() || widget == nullptr)
            continue;
        others += layout()->spacing();
        if (widget != m_search && widget != m_workspaces && widget != m_space)
            others += widget->sizeHint().width();
    }
    const int room = width() - others;
    const int wanted = words ? kSearchPx : kNarrowSearchPx;
    const int workspaces = m_workspacesShown->isVisible() ? m_workspaces->allWidth() : 0;
    m_search->setFixedWidth(std::clamp<int>(room - workspaces, kMinSearchPx, wanted));
    m_workspaces->fit(room - m_search->maximumWidth());
    m_fitting = false;
}

bool MainToolBar::event(QEvent *event)
{
    const bool done = QToolBar::event(event);
    // LayoutRequest: the switch of ranks was shown or hidden.
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::FontChange)
        fit();
    return done;
}

void MainToolBar::resizeEvent(QResizeEvent *event)
{
    QToolBar::resizeEvent(event);
    fit();
}

} // namespace lamella::ui
