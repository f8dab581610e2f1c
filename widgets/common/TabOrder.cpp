// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/TabOrder.h"

#include <QGuiApplication>
#include <QStyleHints>
#include <QWidget>

#include <algorithm>
#include <vector>

namespace lamella::ui {

namespace {

bool isStop(const QWidget &widget)
{
    const bool all = QGuiApplication::styleHints()->tabFocusBehavior() == Qt::TabFocusAllControls;
    const Qt::FocusPolicy wanted = all ? Qt::TabFocus : Qt::StrongFocus;
    return widget.focusProxy() == nullptr && (widget.focusPolicy() & wanted) == wanted && widget.isEnabled();
}

// Sorts line by line: a widget belongs to a line if its middle is above the lower edge of the line's first widget.
std::vector<QWidget *> inReadingOrder(std::vector<QWidget *> parts, bool rightToLeft)
{
    const auto before = [rightToLeft](const QWidget *a, const QWidget *b) {
        const int left = rightToLeft ? -a->geometry().right() : a->x();
        const int other = rightToLeft ? -b->geometry().right() : b->x();
        return left != other ? left < other : a->y() < b->y();
    };
    std::stable_sort(parts.begin(), parts.end(), [](const QWidget *a, const QWidget *b) { return a->y() < b->y(); });
    for (auto line = parts.begin(); line != parts.end();) {
        const int bottom = (*line)->geometry().bottom();
        const auto end =
            std::find_if(line + 1, parts.end(), [bottom](const QWidget *part) { return part->geometry().center().y() > bottom; });
        std::stable_sort(line, end, before);
        line = end;
    }
    return parts;
}

void addStops(QWidget &widget, const QWidget *from, std::vector<QWidget *> &stops)
{
    if (&widget == from || isStop(widget))
        stops.push_back(&widget);
    std::vector<QWidget *> parts;
    for (QObject *child : widget.children())
        if (auto *part = qobject_cast<QWidget *>(child);
            part != nullptr && !part->isWindow() && part->isVisibleTo(&widget))
            parts.push_back(part);
    for (QWidget *part : inReadingOrder(std::move(parts), widget.isRightToLeft()))
        addStops(*part, from, stops);
}

} // namespace

bool focusNextStop(QWidget &window, bool next)
{
    const QWidget *from = window.focusWidget();
    std::vector<QWidget *> stops;
    addStops(window, from, stops);
    const auto at = std::find(stops.begin(), stops.end(), from);
    if (stops.empty() || (stops.size() == 1 && at != stops.end()))
        return false;
    QWidget *to = nullptr;
    if (next)
        to = at == stops.end() || at + 1 == stops.end() ? stops.front() : *(at + 1);
    else
        to = at == stops.begin() || at == stops.end() ? stops.back() : *(at - 1);
    to->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

} // namespace lamella::ui
