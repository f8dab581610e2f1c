// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/TipText.h"

#include "core/base/Format.h"
#include "widgets/common/Elide.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/Theme.h"

#include <QApplication>
#include <QToolTip>

namespace lamella::ui {

QString TipText::html() const
{
    const Theme &theme = Theme::current();
    QString rows;
    for (const auto &[label, value] : figures) {
        rows += QStringLiteral("<tr><td style='color:%1'>%2</td><td align='right'>&nbsp;&nbsp;&nbsp;%3</td></tr>")
                    .arg(theme.text2.name(), label.toHtmlEscaped(), value.toHtmlEscaped());
    }
    if (name.isEmpty()) // within a tag, so that Qt takes it for markup
        return QStringLiteral("<div>%1</div>").arg(where.toHtmlEscaped());
    QString text = QStringLiteral("<div style='font-weight:600'>%1</div>").arg(shortened(name).toHtmlEscaped());
    if (!where.isEmpty())
        text += QStringLiteral("<div style='color:%1'>%2</div>").arg(theme.text2.name(), where.toHtmlEscaped());
    if (!rows.isEmpty())
        text += QStringLiteral("<table width='100%' cellspacing='0' cellpadding='1'>%1</table>").arg(rows);
    if (!hint.isEmpty())
        text += QStringLiteral("<div style='color:%1'>%2</div>").arg(theme.text3.name(), hint.toHtmlEscaped());
    return text;
}

QString TipText::plain() const
{
    QString text = name;
    if (!where.isEmpty())
        text = name.isEmpty() ? where : listText({name, where});
    for (const auto &[label, value] : figures)
        text += QStringLiteral("; ") + label + u' ' + value;
    return text;
}

TipText sentenceTip(const QString &sentence)
{
    TipText tip;
    tip.where = sentence;
    return tip;
}

void showTip(const TipText &tip, const QRect &item, QWidget *widget)
{
    if (QApplication::activePopupWidget() != nullptr) // it would cover the menu
        return;
    const QRect seen = item.intersected(widget->rect());
    if (mayShowTip(widget))
        QToolTip::showText(widget->mapToGlobal(QPoint(seen.right() + 6, seen.top())), tip.html(), widget);
}

void hideTip()
{
    QToolTip::hideText();
}

QString signedShare(double share)
{
    return (share > 0 ? QStringLiteral("+") : QString()) + QString::fromStdString(core::formatShare(share));
}

} // namespace lamella::ui
