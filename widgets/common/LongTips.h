// SPDX-License-Identifier: GPL-3.0-or-later
// Tooltips of what a trace holds: a kernel may be called by 200 000 characters, or by something that looks like HTML. Long ones
// are broken into lines and shortened in the middle, and the tip of no widget, cell, header, tab or menu is taken as markup. GUI
// thread.
#pragma once

#include <QString>

class QCoreApplication;

namespace lamella::ui {

// Plain text of at most some twenty lines; says how long the whole is where it leaves something out.
[[nodiscard]] QString shortTip(const QString &text);

// Text in which each word of more than some hundred characters has lost its middle, for what is laid out line by line: the
// toolkit goes through a word again and again to find where it may be broken. Any thread.
[[nodiscard]] QString withShortWords(const QString &text);

// For all widgets of the program, from now on; again: no effect.
void keepTipsShort(QCoreApplication &application);

} // namespace lamella::ui
