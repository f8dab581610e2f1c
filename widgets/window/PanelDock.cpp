// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/PanelDock.h"

#include "widgets/common/Icons.h"
#include "widgets/common/TabOrder.h"
#include "widgets/theme/StylePaint.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

namespace lamella::ui {

namespace {

constexpr TextPx kTitleHeight{26};

class DockTitleBar : public QWidget {
public:
    DockTitleBar(PanelDock *dock, PanelDock::Look look)
        : QWidget(dock)
        , m_dock(dock)
        , m_look(look)
    {
        auto *layout = new QHBoxLayout(this);
        layout->setContentsMargins(8, 0, 4, 0);
        layout->setSpacing(2);
        layout->addStretch(1);
        layout->addWidget(button(QStringLiteral("float"), PanelDock::tr("Float: %1").arg(dock->windowTitle()),
            [dock] { dock->setFloating(!dock->isFloating()); }));
        layout->addWidget(
            button(QStringLiteral("close"), PanelDock::tr("Hide: %1").arg(dock->windowTitle()), [dock] { dock->close(); }));
        setAccessibleName(dock->windowTitle());
    }

    // Docks use the size hint, not minimum or maximum.
    [[nodiscard]] QSize sizeHint() const override
    {
        return {80, m_collapsed ? 0 : qMax<int>(kTitleHeight, QFontMetrics(Theme::strongFont()).height() + 8)};
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
    void setCollapsed(bool collapsed)
    {
        m_collapsed = collapsed;
        setVisible(!collapsed);
        updateGeometry();
    }

protected:
    void mouseDoubleClickEvent(QMouseEvent *event) override
    {
        if (event->button() == Qt::LeftButton && !m_dock->isFloating())
            emit m_dock->fullRequested();
    }
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        painter.fillRect(rect(), theme.header);
        const QFont font = Theme::strongFont();
        painter.setFont(font);
        const QString title = m_dock->windowTitle();
        const int width = QFontMetrics(font).horizontalAdvance(title);
        hairlineBottom(painter, rect(), theme.separator);
        if (m_look == PanelDock::Look::Tab) {
            const QRect tab(0, 0, width + 20, height());
            painter.fillRect(tab, theme.base);
            painter.fillRect(QRect(tab.left(), tab.top(), tab.width(), 2), theme.accent);
        }
        painter.setPen(theme.text);
        const int left = m_look == PanelDock::Look::Tab ? 10 : 8;
        painter.drawText(QRect(left, 0, this->width() - 60, height() - 1), Qt::AlignVCenter | Qt::TextSingleLine, title);
    }

private:
    template <class Do> QToolButton *button(const QString &iconName, const QString &text, Do act)
    {
        auto *b = new QToolButton(this);
        b->setIcon(icon(iconName));
        b->setToolTip(text);
        b->setAccessibleName(text);
        b->setAutoRaise(true);
        fixSize(*b, 22_px, 20_px);
        connect(b, &QToolButton::clicked, m_dock, act);
        return b;
    }

    PanelDock *m_dock;
    PanelDock::Look m_look;
    bool m_collapsed = false;
};

// Holds the panel and reserves its size whether it is visible or not; a layout would reserve none for a hidden widget.
class PanelHolder : public QWidget {
public:
    PanelHolder(QWidget *panel, QWidget *parent)
        : QWidget(parent)
        , m_panel(panel)
    {
        panel->setParent(this);
        setMinimumSize(panel->minimumSize());
        setFocusProxy(panel);
    }

    [[nodiscard]] QSize sizeHint() const override { return m_panel->sizeHint(); }
    [[nodiscard]] QSize minimumSizeHint() const override { return m_panel->minimumSizeHint(); }

protected:
    void resizeEvent(QResizeEvent *) override { m_panel->setGeometry(rect()); }
    bool event(QEvent *event) override
    {
        if (event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return QWidget::event(event);
    }

private:
    QWidget *m_panel;
};

} // namespace

PanelDock::PanelDock(const QString &objectName, const QString &title, Look look, QWidget *panel, QWidget *parent)
    : QDockWidget(title, parent)
    , m_panel(panel)
{
    setObjectName(objectName);
    panel->setMinimumSize(216, 80);
    setWidget(new PanelHolder(panel, this));
    setTitleBarWidget(new DockTitleBar(this, look));
    panel->hide();
    // Docks that are restored one by one are each in front briefly: only the final state counts.
    connect(this, &QDockWidget::visibilityChanged, this, [this](bool visible) {
        m_isInFront = visible;
        ++m_toFollow;
        QMetaObject::invokeMethod(
            this,
            [this] {
                --m_toFollow;
                followFront();
            },
            Qt::QueuedConnection);
    });
}

void PanelDock::followFront()
{
    if (m_panel->isHidden() == m_isInFront)
        m_panel->setVisible(m_isInFront);
}

void PanelDock::reveal()
{
    m_isInFront = true;
    followFront();
}

void PanelDock::closeEvent(QCloseEvent *event)
{
    QDockWidget::closeEvent(event);
    emit closed();
}

bool PanelDock::focusNextPrevChild(bool next)
{
    return isWindow() ? focusNextStop(*this, next) : QDockWidget::focusNextPrevChild(next);
}

void PanelDock::setTitleVisible(bool visible)
{
    static_cast<DockTitleBar *>(titleBarWidget())->setCollapsed(!visible);
}

} // namespace lamella::ui
