// SPDX-License-Identifier: GPL-3.0-or-later
// Makes tooltips safe for text from traces: a kernel name may have 200 000 characters or look like HTML. Long tooltips are
// wrapped and shortened in the middle, and no tooltip of a widget, cell, header, tab or menu is interpreted as markup. GUI
// thread.
#pragma once

#include <QString>

class QCoreApplication;

namespace lamella::ui {

// Plain text of at most about twenty lines; if shortened, it states the full length.
[[nodiscard]] QString shortTip(const QString &text);

// Shortens words longer than a few hundred characters in the middle, for text that is wrapped into lines: Qt scans a word
// repeatedly to find a break. Thread-safe.
[[nodiscard]] QString withShortWords(const QString &text);

// Installs the handling for all widgets of the application; further calls have no effect.
void keepTipsShort(QCoreApplication &application);

} // namespace lamella::ui
