// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/DeferUntilVisible.h"

#include "widgets/common/Panel.h"

#include <QEvent>

#include <utility>

namespace lamella::ui {

QWidget *hiddenPanelOf(QObject *widget)
{
    QWidget *panel = panelAround(widget);
    for (const QWidget *at = panel; at != nullptr && !at->isWindow(); at = at->parentWidget())
        if (at->isHidden())
            return panel;
    return nullptr;
}

DeferUntilVisible::DeferUntilVisible(QObject *view)
    : QObject(view)
    , m_view(view)
{
}

void DeferUntilVisible::ask(std::function<void()> work)
{
    if (isBeingMade(m_view)) {
        m_work = std::move(work);
        return;
    }
    QWidget *panel = hiddenPanelOf(m_view);
    if (panel == nullptr) {
        forget();
        work();
        return;
    }
    m_work = std::move(work);
    if (m_panel != panel) {
        if (m_panel != nullptr)
            m_panel->removeEventFilter(this);
        m_panel = panel;
        panel->installEventFilter(this);
    }
}

void DeferUntilVisible::placed(const QWidget &panel)
{
    const auto all = panel.findChildren<DeferUntilVisible *>();
    for (DeferUntilVisible *one : all)
        if (one->m_work && one->m_panel == nullptr)
            one->ask(std::exchange(one->m_work, {}));
}

void DeferUntilVisible::forget()
{
    m_work = {};
    if (m_panel != nullptr)
        m_panel->removeEventFilter(this);
    m_panel = nullptr;
}

bool DeferUntilVisible::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_panel && event->type() == QEvent::Show && m_work) {
        const std::function<void()> work = std::exchange(m_work, {});
        forget();
        work();
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lamella::ui
