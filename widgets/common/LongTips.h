// SPDX-License-Identifier: GPL-3.0-or-later
// Tooltips of what a trace holds: a kernel may be called by 200 000 characters, or by something that looks like HTML. Long ones
// are broken into lines and shortened in the middle, and the text of a table's cell is never taken as markup. GUI thread.
#pragma once

#include <QString>

class QCoreApplication;

namespace lamella::ui {

// Plain text of at most some twenty lines; says how long the whole is where it leaves something out.
[[nodiscard]] QString shortTip(const QString &text);

// For all widgets of the program, from now on; again: no effect.
void keepTipsShort(QCoreApplication &application);

} // namespace lamella::ui
