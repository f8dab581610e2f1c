// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/PlainText.h"

#include <QApplication>
#include <QLabel>
#include <QMessageBox>
#include <QProgressDialog>
#include <QTextDocument> // Qt::mightBeRichText
#include <QToolTip>

namespace lamella::ui {

QLabel *plainLabel(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    return label;
}

QMessageBox *plainQuestion(const QString &title, const QString &text, const QString &details, QWidget *parent)
{
    auto *box = new QMessageBox(QMessageBox::Question, title, {}, QMessageBox::Cancel, parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setText(text);
    box->setInformativeText(details);
    for (QLabel *label : box->findChildren<QLabel *>()) // the box passes its format to the first label only
        label->setTextFormat(Qt::PlainText);
    return box;
}

QProgressDialog *plainProgress(const QString &text, const QString &cancel, QWidget *parent)
{
    auto *dialog = new QProgressDialog({}, cancel, 0, 0, parent);
    dialog->setLabel(plainLabel(text, dialog));
    dialog->setAutoReset(false);
    dialog->setAutoClose(false);
    return dialog;
}

bool mayShowTip(const QWidget *widget)
{
    const QWidget *popup = QApplication::activePopupWidget();
    return popup == nullptr || widget == nullptr || popup == widget->window() || popup->isAncestorOf(widget);
}

void showPlainTip(const QPoint &globalPosition, const QString &text, QWidget *widget, const QRect &area)
{
    if (!mayShowTip(widget))
        return;
    const QString shown =
        Qt::mightBeRichText(text) ? QStringLiteral("<p style='white-space:pre'>%1</p>").arg(text.toHtmlEscaped()) : text;
    QToolTip::showText(globalPosition, shown, widget, area);
}

} // namespace lamella::ui
