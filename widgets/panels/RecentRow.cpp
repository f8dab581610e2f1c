// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/RecentRow.h"

#include "widgets/common/Elide.h"
#include "widgets/theme/StylePaint.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QPainter>

#include <algorithm>

namespace lamella::ui {

namespace {

QString shortFolder(const QString &path)
{
    const QString folder = QFileInfo(path).absolutePath();
    const QString home = QDir::homePath();
    return folder.startsWith(home + u'/') ? u'~' + folder.mid(home.size()) : folder;
}

QString dateText(const QDateTime &when)
{
    if (!when.isValid())
        return {};
    const qint64 days = when.date().daysTo(QDate::currentDate());
    const QString time = when.time().toString(QStringLiteral("HH:mm"));
    if (days == 0)
        return RecentRow::tr("today %1").arg(time);
    if (days == 1)
        return RecentRow::tr("yesterday");
    return QLocale().toString(when.date(), QLocale::ShortFormat);
}

} // namespace

RecentRow::RecentRow(const RecentFile &file, QWidget *parent)
    : QAbstractButton(parent)
    , m_name(QFileInfo(file.path).fileName())
    , m_folder(shortFolder(file.path))
    , m_format(file.format)
    , m_summary(file.summary)
    , m_when(dateText(file.opened))
    , m_missing(!QFileInfo::exists(file.path))
{
    setEnabled(!m_missing);
    setToolTip(m_missing ? tr("The file no longer exists: %1").arg(file.path) : file.path);
    setAccessibleName(tr("Open %1").arg(m_name));
    setAccessibleDescription(toolTip());
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize RecentRow::sizeHint() const
{
    return {400, 2 * fontMetrics().height() + 14_px};
}

// Always two lines: a squeezed row would be unreadable.
QSize RecentRow::minimumSizeHint() const
{
    return {200, sizeHint().height()};
}

void RecentRow::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    if (isEnabled() && underMouse())
        painter.fillRect(rect(), isDown() ? theme.track : theme.hover);
    hairlineBottom(painter, rect(), theme.separator);
    const int nameWidth = (width() - 16) * 36 / 100;
    const int half = height() / 2;
    const QFontMetrics metrics(font());
    painter.setPen(m_missing ? theme.disabled : theme.text);
    painter.drawText(QRect(8_px, 4_px, nameWidth, half - 3), Qt::AlignLeft | Qt::AlignVCenter,
        elided(metrics, m_name, Qt::ElideMiddle, nameWidth));
    const QFont caption = Theme::captionFont();
    const QFontMetrics small(caption);
    painter.setFont(caption);
    painter.setPen(m_missing ? theme.disabled : theme.text2);
    painter.drawText(QRect(8_px, half, nameWidth, half - 4_px), Qt::AlignLeft | Qt::AlignVCenter,
        elided(small, m_folder, Qt::ElideMiddle, nameWidth));
    const int formatLeft = 8 + nameWidth + 12;
    const int rest = width() - 8 - formatLeft;
    const int date = std::min(small.horizontalAdvance(m_when) + 8, rest); // never elided
    const int column = (rest - date) / 2;
    painter.setPen(m_missing ? theme.warning : theme.text2);
    painter.drawText(QRect(formatLeft, 0, column, height() - 1), Qt::AlignLeft | Qt::AlignVCenter,
        elided(small, m_missing ? tr("file is missing") : m_format, Qt::ElideRight, column - 6));
    painter.setPen(theme.text2);
    painter.drawText(QRect(formatLeft + column, 0, column, height() - 1), Qt::AlignLeft | Qt::AlignVCenter,
        elided(small, m_summary, Qt::ElideRight, column - 6));
    painter.drawText(QRect(formatLeft + rest - date, 0, date, height() - 1), Qt::AlignRight | Qt::AlignVCenter, m_when);
    if (hasFocus())
        drawBox(painter, rect(), {}, theme.accent);
}

} // namespace lamella::ui
