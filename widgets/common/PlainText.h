// SPDX-License-Identifier: GPL-3.0-or-later
// Widgets for text that may come from a file. Qt guesses whether a label, a message box, a progress dialog or a tool tip holds
// markup, and markup may name pictures to read: a kernel called <img src=/dev/zero> then fills memory. What is made here is
// plain text, whatever it looks like. check_plain_text.py keeps other code from making these widgets itself. GUI thread.
#pragma once

#include <QRect>
#include <QString>

class QLabel;
class QMessageBox;
class QPoint;
class QProgressDialog;
class QWidget;

namespace lamella::ui {

[[nodiscard]] QLabel *plainLabel(const QString &text, QWidget *parent);
// A question with a Cancel button, deleted when it is closed; `details` is the smaller text below. The caller adds its buttons.
[[nodiscard]] QMessageBox *plainQuestion(const QString &title, const QString &text, const QString &details, QWidget *parent);
// Of a job whose end is not known yet; stays until the caller closes it.
[[nodiscard]] QProgressDialog *plainProgress(const QString &text, const QString &cancel, QWidget *parent);

// Tool tip at a place of the screen; it goes when the pointer leaves `area` of the widget (empty: the widget).
void showPlainTip(const QPoint &globalPosition, const QString &text, QWidget *widget, const QRect &area = {});

} // namespace lamella::ui
