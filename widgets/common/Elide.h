// SPDX-License-Identifier: GPL-3.0-or-later
// Names come from files and may be as long as those allow: measuring 200 000 characters takes longer than ten frames, so what
// cannot be seen is left out before.
#pragma once

#include <QFontMetrics>
#include <QString>

namespace lamella::ui {

inline constexpr qsizetype kMaxShownChars = 2000; // of one line on any screen, and of a tooltip

// At most about `most` characters, with dots where the mode says that the others were. No pair of surrogates is cut in two.
[[nodiscard]] QString shortened(const QString &text, Qt::TextElideMode mode = Qt::ElideRight, qsizetype most = kMaxShownChars);

// What QFontMetrics::elidedText() makes of it, at a cost that does not grow with the text.
[[nodiscard]] QString elided(const QFontMetrics &metrics, const QString &text, Qt::TextElideMode mode, int width);

} // namespace lamella::ui
