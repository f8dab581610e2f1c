// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/IconRow.h"

#include "widgets/common/Icons.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace lamella::ui {

namespace {

constexpr TextPx kIcon{14};

QColor colourOf(IconRow::Tone tone)
{
    const Theme &theme = Theme::current();
    switch (tone) {
    case IconRow::Tone::Ok:
        return theme.ok;
    case IconRow::Tone::Info:
        return theme.info;
    case IconRow::Tone::Warning:
        return theme.warning;
    case IconRow::Tone::Error:
        return theme.error;
    case IconRow::Tone::Accent:
        return theme.accent;
    case IconRow::Tone::Muted:
        break;
    }
    return theme.text3;
}

} // namespace

IconRow::IconRow(const QString &iconName, Tone tone, const QString &text, const QString &value, QWidget *parent)
    : QWidget(parent)
    , m_iconName(iconName)
    , m_tone(tone)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(kIcon + 8, 0, 0, 0);
    layout->setSpacing(8);
    m_text = new ElidedLabel(text, ElidedLabel::Rank::Text, this);
    m_text->setElideMode(Qt::ElideRight);
    m_value = new ElidedLabel(value, ElidedLabel::Rank::Secondary, this);
    m_value->setAlignment(Qt::AlignRight);
    m_value->setDigitGrid(true);
    m_value->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_value);
    setAccessibleName(value.isEmpty() ? text : listText({text, value}));
}

void IconRow::setIcon(const QString &iconName, Tone tone)
{
    if (m_iconName == iconName && m_tone == tone)
        return;
    m_iconName = iconName;
    m_tone = tone;
    update();
}

void IconRow::setValue(const QString &value)
{
    m_value->setText(value);
}

void IconRow::setTextRank(ElidedLabel::Rank rank)
{
    m_text->setRank(rank);
}

void IconRow::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.drawPixmap(0, (height() - kIcon) / 2, iconPixmap(m_iconName, colourOf(m_tone), kIcon, devicePixelRatioF()));
}

IconSentence::IconSentence(const QString &iconName, IconRow::Tone tone, const QString &text, QWidget *parent)
    : QWidget(parent)
    , m_iconName(iconName)
    , m_tone(tone)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(kIcon + 8, 0, 0, 0);
    QLabel *label = plainLabel(text, this);
    label->setWordWrap(true);
    layout->addWidget(label);
    setAccessibleName(text);
}

// Beside the first line.
void IconSentence::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.drawPixmap(
        0, (fontMetrics().height() - kIcon) / 2, iconPixmap(m_iconName, colourOf(m_tone), kIcon, devicePixelRatioF()));
}

void clearRows(QWidget &list)
{
    while (QLayoutItem *item = list.layout()->takeAt(0)) {
        if (item->widget() != nullptr)
            item->widget()->deleteLater();
        delete item;
    }
}

} // namespace lamella::ui
