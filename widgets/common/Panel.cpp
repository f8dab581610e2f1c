// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/Panel.h"

#include <QVariant>
#include <QWidget>

namespace lamella::ui {

namespace {

constexpr char kPanelProperty[] = "lamellaPanel";

} // namespace

void markPanel(QWidget &widget, const QString &id)
{
    widget.setProperty(kPanelProperty, id);
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
