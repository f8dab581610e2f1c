// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/TabOrder.h"

#include <QDockWidget>
#include <QGuiApplication>
#include <QStyleHints>

namespace lamella::ui {

namespace {

bool isBehindATab(const QWidget &widget)
{
    for (const QWidget *at = &widget; at != nullptr && !at->isWindow(); at = at->parentWidget())
        if (qobject_cast<const QDockWidget *>(at) != nullptr)
            return at->isVisible() && at->visibleRegion().isEmpty();
    return false;
}

bool isStop(const QWidget &widget, const QWidget &window)
{
    const bool all = QGuiApplication::styleHints()->tabFocusBehavior() == Qt::TabFocusAllControls;
    const Qt::FocusPolicy wanted = all ? Qt::TabFocus : Qt::StrongFocus;
    return widget.focusProxy() == nullptr && (widget.focusPolicy() & wanted) == wanted && widget.window() == &window
        && widget.isEnabled() && widget.isVisibleTo(&window) && !isBehindATab(widget);
}

} // namespace

bool focusNextStop(QWidget &window, bool next)
{
    QWidget *from = window.focusWidget() != nullptr ? window.focusWidget() : &window;
    const auto after = [next](QWidget *at) { return next ? at->nextInFocusChain() : at->previousInFocusChain(); };
    for (QWidget *at = after(from); at != nullptr && at != from; at = after(at)) {
        if (!isStop(*at, window))
            continue;
        at->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
        return true;
    }
    return false;
}

} // namespace lamella::ui
