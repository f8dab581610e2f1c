// SPDX-License-Identifier: GPL-3.0-or-later
// Languages of the window: the translations that are compiled in.
#pragma once

#include <QString>
#include <QStringList>

namespace lamella::ui {

// Codes such as "en" and "zh_CN", sorted.
[[nodiscard]] QStringList knownLanguages();
// The code in its spelling of the list ("zh-cn" = "zh_CN"); empty = not known.
[[nodiscard]] QString knownLanguage(const QString &code);
// The name of a language in that language: "简体中文".
[[nodiscard]] QString languageName(const QString &code);
// Before the first widget. Empty = language of the system, or English where that is not known.
void installLanguage(const QString &code);

} // namespace lamella::ui
