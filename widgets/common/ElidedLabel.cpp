// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/ElidedLabel.h"

#include "widgets/common/DigitGrid.h"
#include "widgets/common/Elide.h"
#include "widgets/common/LineText.h"
#include "widgets/theme/Theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QStyle>

#include <cmath>

namespace lamella::ui {

namespace {

QColor colourOf(ElidedLabel::Rank rank)
{
    const Theme &theme = Theme::current();
    switch (rank) {
    case ElidedLabel::Rank::Secondary:
        return theme.text2;
    case ElidedLabel::Rank::Tertiary:
        return theme.text3;
    case ElidedLabel::Rank::Accent:
        return theme.accent;
    case ElidedLabel::Rank::Warning:
        return theme.warning;
    case ElidedLabel::Rank::Text:
        break;
    }
    return theme.text;
}

} // namespace

ElidedLabel::ElidedLabel(QWidget *parent)
    : ElidedLabel(QString(), Rank::Text, parent)
{
}

ElidedLabel::ElidedLabel(const QString &text, Rank rank, QWidget *parent)
    : QWidget(parent)
    , m_rank(rank)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setText(text);
}

void ElidedLabel::setText(const QString &text)
{
    QString line = text;
    line.replace(u'\n', u' ');
    if (line == m_text)
        return;
    m_text = line;
    setAccessibleName(m_text);
    updateGeometry();
    updateToolTip();
    update();
}

void ElidedLabel::setRank(Rank rank)
{
    if (m_rank == rank)
        return;
    m_rank = rank;
    update();
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode)
{
    m_mode = mode;
    update();
}

void ElidedLabel::setAlignment(Qt::Alignment alignment)
{
    m_alignment = alignment;
    update();
}

void ElidedLabel::setDigitGrid(bool on)
{
    m_digitGrid = on;
    updateGeometry();
    update();
}

QSize ElidedLabel::sizeHint() const
{
    const int width = m_digitGrid ? static_cast<int>(std::ceil(digitGridWidth(m_text, font())))
                                  : fontMetrics().horizontalAdvance(shortened(m_text));
    const QMargins margins = contentsMargins();
    return {width + 1 + margins.left() + margins.right(), qMax(16, fontMetrics().height()) + margins.top() + margins.bottom()};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {qMin(sizeHint().width(), fontMetrics().averageCharWidth() * 4), sizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(isEnabled() ? colourOf(m_rank) : Theme::current().disabled);
    const QRect area = contentsRect();
    if (m_digitGrid && sizeHint().width() <= width()) {
        drawDigitGrid(painter, area, m_text, font(), m_alignment.testFlag(Qt::AlignRight));
        return;
    }
    // The window determines the side, the text its own direction: names and numbers are read left to right.
    painter.setLayoutDirection(m_text.isRightToLeft() ? Qt::RightToLeft : Qt::LeftToRight);
    const Qt::Alignment side = QStyle::visualAlignment(layoutDirection(), m_alignment) | Qt::AlignAbsolute;
    drawLine(painter, area, side, elidedLine(font(), m_text, m_mode, area.width()));
}

void ElidedLabel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    updateToolTip();
}

// The full text if it is elided, plus the tooltip set from outside.
void ElidedLabel::updateToolTip()
{
    if (toolTip() != m_tip)
        m_help = toolTip();
    const QString whole =
        fontMetrics().horizontalAdvance(shortened(m_text)) > contentsRect().width() ? shortened(m_text) : QString();
    m_tip = whole.isEmpty() ? m_help : m_help.isEmpty() ? whole : QString(whole + u'\n' + m_help);
    setToolTip(m_tip);
}

void ElidedLabel::contextMenuEvent(QContextMenuEvent *event)
{
    popUpCopyMenu(*this, event->globalPos(), m_text);
}

void popUpCopyMenu(QWidget &owner, const QPoint &globalPosition, const QString &text)
{
    auto *menu = new QMenu(&owner);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(ElidedLabel::tr("&Copy"), &owner, [text] { QApplication::clipboard()->setText(text); });
    menu->popup(globalPosition);
}

} // namespace lamella::ui
