// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/SearchField.h"

#include "widgets/common/Icons.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyle>

namespace lamella::ui {

namespace {

constexpr TextPx kIcon{14};
constexpr TextPx kLeftPx{26};

} // namespace

SearchField::SearchField(const QString &iconName, const QString &placeholder, QWidget *parent)
    : QLineEdit(parent)
    , m_placeholder(placeholder)
    , m_iconName(iconName)
{
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    setTextMargins(kLeftPx - 2, 0, 0, 0);
    setClearButtonEnabled(true);
}

void SearchField::setShortPlaceholder(const QString &placeholder)
{
    m_shortPlaceholder = placeholder;
    fitPlaceholder();
}

void SearchField::setHint(const QString &hint)
{
    m_hint = hint;
    fitPlaceholder();
    update();
}

void SearchField::fitPlaceholder()
{
    if (m_shortPlaceholder.isEmpty())
        return;
    const int hint = m_hint.isEmpty() ? 0 : QFontMetrics(Theme::captionFont()).horizontalAdvance(m_hint) + 8_px;
    const int room = width() - kLeftPx - hint - 10_px;
    const auto fits = [&](const QString &text) { return fontMetrics().horizontalAdvance(text) <= room; };
    setPlaceholderText(fits(m_placeholder) ? m_placeholder : fits(m_shortPlaceholder) ? m_shortPlaceholder : QString());
}

void SearchField::resizeEvent(QResizeEvent *event)
{
    QLineEdit::resizeEvent(event);
    fitPlaceholder();
}

void SearchField::changeEvent(QEvent *event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitPlaceholder();
}

void SearchField::setInvalid(bool invalid)
{
    if (property("invalid").toBool() == invalid || !property("problem").toString().isEmpty())
        return; // a problem takes precedence over "no match"
    setProperty("invalid", invalid);
    setAccessibleDescription(invalid ? tr("Nothing matches") : QString());
    update();
}

void SearchField::setProblem(const QString &why)
{
    if (property("problem").toString() == why)
        return;
    if (property("problem").toString().isEmpty())
        m_ownTip = toolTip();
    setProperty("problem", why);
    setToolTip(why.isEmpty() ? m_ownTip : why);
    setAccessibleDescription(why);
    setProperty("invalid", !why.isEmpty());
    update();
}

void SearchField::paintEvent(QPaintEvent *event)
{
    QLineEdit::paintEvent(event);
    const Theme &theme = Theme::current();
    QPainter painter(this);
    const QColor colour = isEnabled() ? theme.text2 : theme.disabled;
    painter.drawPixmap(8, (height() - kIcon) / 2, iconPixmap(m_iconName, colour, kIcon, devicePixelRatioF()));
    if (m_hint.isEmpty() || !text().isEmpty())
        return;
    painter.setFont(Theme::captionFont());
    painter.setPen(isEnabled() ? theme.text3 : theme.disabled);
    painter.drawText(rect().adjusted(0, 0, -8_px, 0), Qt::AlignRight | Qt::AlignVCenter, m_hint);
}

void SearchField::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        if (text().isEmpty())
            emit escaped();
        else
            clear();
        event->accept();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace lamella::ui
