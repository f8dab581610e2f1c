// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/MessageStrip.h"

#include "widgets/common/ElidedLabel.h"
#include "widgets/common/Icons.h"
#include "widgets/common/LinkButton.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

#include <utility>

namespace lamella::ui {

namespace {

constexpr TextPx kHeight{28};
constexpr int kBar = 3;
constexpr TextPx kIcon{16};

QColor colourOf(MessageStrip::Kind kind)
{
    const Theme &theme = Theme::current();
    return kind == MessageStrip::Kind::Info ? theme.info : kind == MessageStrip::Kind::Warning ? theme.warning : theme.error;
}

QString iconOf(MessageStrip::Kind kind)
{
    return kind == MessageStrip::Kind::Info   ? QStringLiteral("info")
        : kind == MessageStrip::Kind::Warning ? QStringLiteral("warning")
                                              : QStringLiteral("error");
}

} // namespace

MessageStrip::MessageStrip(QWidget *parent)
    : QWidget(parent)
{
    setFixedHeight(qMax<int>(kHeight, fontMetrics().height() + 10));
    m_text = new ElidedLabel(this);
    m_text->setObjectName(QStringLiteral("messageText"));
    m_action = new LinkButton({}, this);
    m_action->setAccessibleName(tr("No action"));
    m_action->setObjectName(QStringLiteral("messageAction"));
    m_close = new QToolButton(this);
    m_close->setIcon(icon(QStringLiteral("close")));
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(m_close->toolTip());
    m_close->setAutoRaise(true);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(kBar + 8 + kIcon + 8, 0, 4, 1);
    layout->setSpacing(8);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_action);
    layout->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_action, &QToolButton::clicked, this, [this] {
        if (m_run)
            m_run();
        else
            emit actionTriggered();
    });
    hide();
}

void MessageStrip::show(Kind kind, const QString &text, const QString &action)
{
    m_kind = kind;
    m_run = nullptr;
    m_text->setText(text);
    m_action->setText(action);
    m_action->setAccessibleName(action.isEmpty() ? tr("No action") : action);
    m_action->setVisible(!action.isEmpty());
    setAccessibleName(text);
    QWidget::show();
    update();
}

void MessageStrip::show(Kind kind, const QString &text, const QString &action, std::function<void()> run)
{
    show(kind, text, action);
    m_run = std::move(run);
}

QString MessageStrip::text() const
{
    return m_text->text();
}

void MessageStrip::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    painter.fillRect(0, 0, kBar, height(), colourOf(m_kind));
    painter.fillRect(0, height() - 1, width(), 1, theme.separator);
    painter.drawPixmap(
        kBar + 8, (height() - kIcon) / 2, iconPixmap(iconOf(m_kind), colourOf(m_kind), kIcon, devicePixelRatioF()));
}

} // namespace lamella::ui
