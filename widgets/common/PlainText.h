// SPDX-License-Identifier: GPL-3.0-or-later
// Widgets for text that may come from a file. Qt guesses whether the text of labels, message boxes, progress dialogs and tooltips
// is markup, and markup can refer to images: a kernel called <img src=/dev/zero> would fill the memory. Widgets created here
// always show plain text. check_plain_text.py prevents other code from creating such widgets directly. GUI thread.
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
// A question with a Cancel button, deleted on close; `details` is the smaller text below. The caller adds its own buttons.
[[nodiscard]] QMessageBox *plainQuestion(const QString &title, const QString &text, const QString &details, QWidget *parent);
// For a job of unknown duration; stays open until the caller closes it.
[[nodiscard]] QProgressDialog *plainProgress(const QString &text, const QString &cancel, QWidget *parent);

// False while a menu or another popup is open that the widget is no part of: a tip would cover it.
[[nodiscard]] bool mayShowTip(const QWidget *widget);

// Shows a tooltip at a screen position; it disappears when the pointer leaves `area` of the widget (empty: the whole widget).
void showPlainTip(const QPoint &globalPosition, const QString &text, QWidget *widget, const QRect &area = {});

} // namespace lamella::ui
