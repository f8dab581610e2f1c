// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/Chart.h"

#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QContextMenuEvent>
#include <QFocusEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMetaMethod>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>

namespace lamella::ui {

Chart::Chart(const QString &name, QWidget *parent)
    : QWidget(parent)
{
    offerChartParts(); // before anything asks for the accessible interface
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(name);
}

int Chart::hitAt(QPoint position) const
{
    const int parts = partCount();
    for (int part = 0; part < parts; ++part)
        if (partRect(part).contains(position))
            return part;
    return -1;
}

int Chart::partAt(QPoint position) const
{
    const int hit = hitAt(position);
    return hit < partCount() ? hit : -1;
}

core::Selection Chart::targetOf(int) const
{
    return {};
}

core::Selection Chart::menuTarget(int hit) const
{
    return hit < 0 ? core::Selection() : targetOf(hit);
}

QString Chart::partName(int part) const
{
    return tipOf(part).plain();
}

void Chart::pressPart(int hit)
{
    const core::Selection target = targetOf(hit);
    if (!std::holds_alternative<std::monostate>(target))
        emit activated(target);
}

void Chart::openPart(int hit)
{
    const core::Selection target = targetOf(hit);
    if (!std::holds_alternative<std::monostate>(target))
        emit opened(target);
}

std::optional<int> Chart::partAfterKey(int key) const
{
    return partInRow(key, selectedPart(), partCount());
}

std::optional<int> Chart::partInRow(int key, int selected, int count)
{
    switch (key) {
    case Qt::Key_Left:
        return selected < 0 ? 0 : selected - 1;
    case Qt::Key_Right:
        return selected + 1 < count ? selected + 1 : selected;
    case Qt::Key_Home:
        return 0;
    case Qt::Key_End:
        return count - 1;
    default:
        return std::nullopt;
    }
}

QString Chart::description() const
{
    if (selectedPart() >= 0)
        return partName(selectedPart());
    if (partCount() == 0 || focusPolicy() != Qt::NoFocus)
        return partCount() == 0 ? m_emptyText : QString();
    QStringList all;
    for (int part = 0; part < partCount(); ++part)
        all << partName(part);
    return all.join(QStringLiteral("; "));
}

void Chart::describe()
{
    setAccessibleDescription(description());
    tellSelectedPart(*this);
    update();
}

void Chart::partsChanged()
{
    m_hover = -1;
    layOut();
    describe();
}

void Chart::setHover(int hit)
{
    if (hit == m_hover)
        return;
    m_hover = hit;
    hideTip();
    update();
}

void Chart::paintEmpty(QPainter &painter) const
{
    painter.setFont(Theme::bodyFont());
    painter.setPen(Theme::current().text2);
    painter.drawText(rect().adjusted(16_px, 8_px, -16_px, -8_px), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
}

void Chart::paintEvent(QPaintEvent *event)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(event->rect(), theme.base);
    if (partCount() == 0)
        paintEmpty(painter);
    else
        paintParts(painter, event->rect());
    if (m_focusRing) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

// Beside the part, so that its tooltip does not cover it.
bool Chart::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const int hit = hitAt(static_cast<QHelpEvent *>(event)->pos());
    const TipText tip = hit >= 0 ? tipOf(hit) : TipText();
    if (tip.isEmpty())
        hideTip();
    else
        showTip(tip, partRect(hit), this);
    return true;
}

void Chart::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void Chart::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        layOut();
    update();
    QWidget::changeEvent(event);
}

void Chart::mousePressEvent(QMouseEvent *event)
{
    hideTip();
    if (const int hit = hitAt(event->position().toPoint()); hit >= 0 && event->button() == Qt::LeftButton) {
        if (!event->modifiers().testFlag(Qt::ShiftModifier) || !togglePart(hit))
            pressPart(hit);
    }
}

bool Chart::togglePart(int hit)
{
    const core::Selection target = targetOf(hit);
    if (!core::partOf(target) || !isSignalConnected(QMetaMethod::fromSignal(&Chart::toggled)))
        return false;
    emit toggled(target);
    return true;
}

void Chart::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const int hit = hitAt(event->position().toPoint()); hit >= 0 && event->button() == Qt::LeftButton)
        openPart(hit);
}

void Chart::mouseMoveEvent(QMouseEvent *event)
{
    setHover(hitAt(event->position().toPoint()));
}

void Chart::leaveEvent(QEvent *event)
{
    setHover(-1);
    QWidget::leaveEvent(event);
}

QPoint Chart::menuPlace(int part) const
{
    const QRect seen = visibleRegion().boundingRect();
    const QRect rect = partRect(part);
    const QPoint centre = (rect.intersects(seen) ? rect & seen : rect).center();
    return mapToGlobal(QPoint(std::clamp(centre.x(), seen.left(), std::max(seen.left(), seen.right())),
        std::clamp(centre.y(), seen.top(), std::max(seen.top(), seen.bottom()))));
}

void Chart::contextMenuEvent(QContextMenuEvent *event)
{
    hideTip();
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const int hit = byKey ? selectedPart() : hitAt(event->pos());
    const core::Selection target = byKey || hit >= 0 ? menuTarget(hit) : core::Selection();
    QMenu *menu = m_menu && !std::holds_alternative<std::monostate>(target) ? m_menu(target) : nullptr;
    if (menu != nullptr)
        menu->popup(byKey && hit >= 0 ? menuPlace(hit) : event->globalPos());
    else
        QWidget::contextMenuEvent(event);
}

void Chart::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && selectedPart() >= 0) {
        openPart(selectedPart());
        return;
    }
    const std::optional<int> next = partAfterKey(event->key());
    if (!next) {
        QWidget::keyPressEvent(event);
        return;
    }
    const int from = selectedPart();
    if (*next < 0 || *next >= partCount() || *next == from)
        return;
    // Shift adds the next one; back over one that was added takes that away again.
    const bool extends = event->modifiers().testFlag(Qt::ShiftModifier) && from >= 0;
    if (!extends || !togglePart(isPartSelected(*next) ? from : *next))
        pressPart(*next);
}

void Chart::focusInEvent(QFocusEvent *event)
{
    m_focusRing = event->reason() != Qt::MouseFocusReason && event->reason() != Qt::ActiveWindowFocusReason;
    QWidget::focusInEvent(event);
    update();
}

void Chart::focusOutEvent(QFocusEvent *event)
{
    m_focusRing = false;
    QWidget::focusOutEvent(event);
    update();
}

} // namespace lamella::ui
