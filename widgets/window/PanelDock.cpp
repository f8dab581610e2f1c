// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/PanelDock.h"

#include "widgets/common/Icons.h"
#include "widgets/theme/StylePaint.h"
#include "widgets/theme/Theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace lamella::ui {

namespace {

constexpr int kTitleHeight = 26;

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
        setFixedHeight(qMax(kTitleHeight, Theme::strongFont().pixelSize() + 10));
        setAccessibleName(dock->windowTitle());
    }

protected:
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
        b->setFixedSize(22, 20);
        connect(b, &QToolButton::clicked, m_dock, act);
        return b;
    }

    PanelDock *m_dock;
    PanelDock::Look m_look;
};

} // namespace

PanelDock::PanelDock(const QString &objectName, const QString &title, Look look, QWidget *panel, QWidget *parent)
    : QDockWidget(title, parent)
{
    setObjectName(objectName);
    panel->setMinimumSize(180, 60);
    setWidget(panel);
    setTitleBarWidget(new DockTitleBar(this, look));
}

void PanelDock::setTitleVisible(bool visible)
{
    titleBarWidget()->setFixedHeight(visible ? qMax(kTitleHeight, Theme::strongFont().pixelSize() + 10) : 0);
}

} // namespace lamella::ui
