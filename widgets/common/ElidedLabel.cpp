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
#include <QTextLayout>

#include <algorithm>
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

void ElidedLabel::setText(const QString &text, const QString &brief)
{
    QString line = text;
    line.replace(u'\n', u' ');
    if (line == m_text && brief == m_brief)
        return;
    m_text = line;
    m_brief = brief;
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

void ElidedLabel::setMaxLines(int lines)
{
    m_maxLines = lines;
    QSizePolicy policy = sizePolicy();
    policy.setHeightForWidth(lines > 1);
    policy.setVerticalPolicy(
        lines > 1 ? QSizePolicy::Preferred : QSizePolicy::Fixed); // the height of a fixed one is that of a line
    setSizePolicy(policy);
    updateGeometry();
    update();
}

// All but the last break between words; the last is the rest, elided.
QStringList ElidedLabel::linesIn(int width) const
{
    QStringList lines;
    const bool isBrief = !m_brief.isEmpty() && lineAdvance(font(), m_text) > width;
    const QString text = shortened(isBrief ? m_brief : m_text);
    qsizetype from = 0;
    QTextLayout layout(text, font());
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    while (lines.size() + 1 < m_maxLines && lineAdvance(font(), text.mid(from)) > width) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(width);
        lines << text.mid(line.textStart(), line.textLength()).trimmed();
        from = line.textStart() + line.textLength();
    }
    layout.endLayout();
    if (from < text.size())
        lines << elidedLine(font(), text.mid(from), m_mode, width);
    return lines;
}

int ElidedLabel::heightForWidth(int width) const
{
    if (m_maxLines < 2)
        return QWidget::heightForWidth(width);
    const QMargins margins = contentsMargins();
    const qsizetype lines = std::max<qsizetype>(1, linesIn(width - margins.left() - margins.right()).size());
    return sizeHint().height() + static_cast<int>(lines - 1) * fontMetrics().lineSpacing();
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
    const QStringList lines = linesIn(area.width());
    const int tall = static_cast<int>(lines.size()) * fontMetrics().lineSpacing();
    QRect row =
        lines.size() > 1 ? QRect(area.left(), area.top() + (area.height() - tall) / 2, area.width(), tall / lines.size()) : area;
    for (const QString &line : lines) {
        drawLine(painter, row, side, line);
        row.translate(0, row.height());
    }
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
    const QStringList lines = linesIn(contentsRect().width());
    const QString whole = !lines.isEmpty() && !shortened(m_text).endsWith(lines.back()) ? shortened(m_text) : QString();
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
