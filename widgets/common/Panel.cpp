// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/Panel.h"

#include <QVariant>
#include <QWidget>

namespace lamella::ui {

namespace {

constexpr char kPanelProperty[] = "lamellaPanel";
constexpr char kMakingProperty[] = "lamellaMakingPanel";

} // namespace

void markPanel(QWidget &widget, const QString &id)
{
    widget.setProperty(kPanelProperty, id);
}

MakingPanel::MakingPanel(QWidget &parent)
    : m_parent(parent)
{
    parent.setProperty(kMakingProperty, true);
}

MakingPanel::~MakingPanel()
{
    m_parent.setProperty(kMakingProperty, {});
}

bool isBeingMade(const QObject *widget)
{
    for (const QObject *at = widget; at != nullptr; at = at->parent())
        if (at->property(kMakingProperty).toBool())
            return true;
    return false;
}

const QWidget *panelAround(const QObject *widget)
{
    for (const QObject *at = widget; at != nullptr; at = at->parent())
        if (const auto *one = qobject_cast<const QWidget *>(at); one != nullptr && !panelId(one).isEmpty())
            return one;
    return nullptr;
}

QWidget *panelAround(QObject *widget)
{
    return const_cast<QWidget *>(panelAround(static_cast<const QObject *>(widget)));
}

QString panelId(const QWidget *panel)
{
    return panel == nullptr ? QString() : panel->property(kPanelProperty).toString();
}

} // namespace lamella::ui
