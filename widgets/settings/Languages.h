// SPDX-License-Identifier: GPL-3.0-or-later
// Languages of the window: the compiled-in translations.
#pragma once

#include <QString>
#include <QStringList>

namespace lamella::ui {

// Codes such as "en" and "zh_CN", sorted.
[[nodiscard]] QStringList knownLanguages();
// The code as spelled in the list ("zh-cn" -> "zh_CN"); empty = unknown.
[[nodiscard]] QString knownLanguage(const QString &code);
// Native name of a language: "简体中文".
[[nodiscard]] QString languageName(const QString &code);
// Call before creating the first widget. Empty = the system's language, or English if that is not available.
void installLanguage(const QString &code);

} // namespace lamella::ui
