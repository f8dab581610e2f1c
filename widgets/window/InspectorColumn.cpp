// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/InspectorColumn.h"

#include "widgets/common/Icons.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <functional>
#include <utility>

namespace lamella::ui {

namespace {

constexpr TextPx kMinPx{296};
constexpr TextPx kMaxPx{440};
constexpr TextPx kRailPx{28};
constexpr int kGrabPx = 5;

// The left edge, which the user drags.
class Edge : public QWidget {
public:
    Edge(QWidget *parent, std::function<void(int)> dragged)
        : QWidget(parent)
        , m_dragged(std::move(dragged))
    {
        setCursor(Qt::SplitHCursor);
    }

protected:
    void mousePressEvent(QMouseEvent *event) override { m_fromPx = qRound(event->position().x()); }
    void mouseMoveEvent(QMouseEvent *event) override
    {
        if (event->buttons().testFlag(Qt::LeftButton))
            m_dragged(m_fromPx - qRound(event->position().x()));
    }

private:
    std::function<void(int)> m_dragged;
    int m_fromPx = 0;
};

} // namespace

InspectorColumn::InspectorColumn(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("inspectorColumn"));
    m_edge = new Edge(this, [this](int by) {
        const int now = width() / count();
        const int px = std::clamp<int>(now + (isLeftToRight() ? by : -by) / count(), kMinPx, kMaxPx);
        if (px != now) {
            m_chosenPx = px;
            emit widthChanged();
        }
    });
    auto *rail = new QToolButton(this);
    rail->setObjectName(QStringLiteral("inspectorRail"));
    rail->setIcon(icon(QStringLiteral("chevron-left")));
    rail->setAutoRaise(true);
    rail->setToolTip(tr("Open the inspector (Ctrl+I)"));
    rail->setAccessibleName(tr("Open the inspector"));
    rail->setFocusPolicy(Qt::TabFocus);
    rail->hide();
    connect(rail, &QToolButton::clicked, this, &InspectorColumn::openRequested);
    m_rail = rail;
}

void InspectorColumn::setPanel(QWidget *panel)
{
    if (m_panel == panel)
        return;
    if (m_panel != nullptr)
        m_panel->hide();
    m_panel = panel;
    m_panel->setParent(this);
    m_panel->setVisible(m_open);
    setFocusProxy(panel);
    place();
    m_edge->raise();
}

void InspectorColumn::setKept(QWidget *panel)
{
    if (m_kept == panel)
        return;
    if (m_kept != nullptr)
        m_kept->hide();
    m_kept = panel;
    if (m_kept != nullptr) {
        m_kept->setParent(this);
        m_kept->setVisible(m_open);
    }
    place();
    m_edge->raise();
    update();
}

void InspectorColumn::setOpen(bool open)
{
    m_open = open;
    m_rail->setVisible(!open);
    m_edge->setVisible(open);
    if (m_panel != nullptr)
        m_panel->setVisible(open);
    if (m_kept != nullptr)
        m_kept->setVisible(open);
    place();
}

int InspectorColumn::railWidth()
{
    return kRailPx;
}

int InspectorColumn::widthFor(int usualPx) const
{
    return m_chosenPx > 0 ? std::clamp<int>(m_chosenPx, kMinPx, kMaxPx) : usualPx;
}

void InspectorColumn::setChosenWidth(int px)
{
    m_chosenPx = px;
}

void InspectorColumn::place()
{
    const bool ltr = isLeftToRight();
    const QRect inside = rect().adjusted(ltr ? 1 : 0, 0, ltr ? 0 : -1, 0);
    const int keptPx = m_kept != nullptr ? width() / 2 : 0;
    if (m_kept != nullptr)
        m_kept->setGeometry(ltr ? 1 : width() - keptPx, 0, keptPx - 1, height());
    if (m_panel != nullptr)
        m_panel->setGeometry(inside.adjusted(ltr ? keptPx : 0, 0, ltr ? 0 : -keptPx, 0));
    m_edge->setGeometry(ltr ? 0 : width() - kGrabPx, 0, kGrabPx, height());
    m_rail->setGeometry(inside.left(), 0, inside.width(), std::min<int>(height(), kRailPx));
}

void InspectorColumn::resizeEvent(QResizeEvent *)
{
    place();
}

void InspectorColumn::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), m_open ? theme.base : theme.header);
    const bool ltr = isLeftToRight();
    painter.fillRect(ltr ? 0 : width() - 1, 0, 1, height(), theme.separator);
    if (m_kept != nullptr)
        painter.fillRect(ltr ? width() / 2 : width() - width() / 2 - 1, 0, 1, height(), theme.separator);
    if (m_open)
        return;
    painter.setPen(theme.text2);
    painter.setFont(Theme::strongFont());
    painter.translate(width(), kRailPx + 8);
    painter.rotate(90);
    painter.drawText(QRect(0, 0, height() - kRailPx - 8, width()), Qt::AlignVCenter | Qt::AlignLeft, tr("Inspector"));
}

} // namespace lamella::ui
