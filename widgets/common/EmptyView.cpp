// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/EmptyView.h"

#include "widgets/common/Icons.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PlainText.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

QLabel *centredLabel(QWidget *parent)
{
    auto *label = plainLabel({}, parent);
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    return label;
}

} // namespace

EmptyView::EmptyView(const QString &iconName, QWidget *parent)
    : QWidget(parent)
    , m_iconName(iconName)
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_icon = plainLabel({}, this);
    m_icon->setAlignment(Qt::AlignCenter);
    m_sentence = centredLabel(this);
    m_reason = centredLabel(this);
    setTextFont(*m_reason, &Theme::captionFont);
    m_link = new LinkButton({}, this);
    m_link->setAccessibleName(tr("What can be done"));
    m_link->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addStretch(1);
    layout->addWidget(m_icon);
    layout->addWidget(m_sentence);
    layout->addWidget(m_reason);
    layout->addWidget(m_link, 0, Qt::AlignHCenter);
    layout->addStretch(1);
    connect(m_link, &QToolButton::clicked, this, &EmptyView::linkActivated);
    paintIcon();
}

void EmptyView::setMessage(const QString &sentence, const QString &reason, const QString &link)
{
    m_sentence->setText(sentence);
    m_reason->setText(reason);
    m_reason->setVisible(!reason.isEmpty());
    m_link->setText(link);
    m_link->setAccessibleName(link.isEmpty() ? sentence : link);
    m_link->setVisible(!link.isEmpty());
    setAccessibleName(sentence);
    setAccessibleDescription(reason);
}

void EmptyView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_icon != nullptr)
        paintIcon();
}

void EmptyView::paintIcon()
{
    m_icon->setPixmap(iconPixmap(m_iconName, Theme::current().text3, 20_px, devicePixelRatioF()));
    QPalette secondary = palette();
    // the text colour of this background, not of the window
    secondary.setColor(m_reason->foregroundRole(), Theme::current().text2);
    m_reason->setPalette(secondary);
}

} // namespace lamella::ui
