// SPDX-License-Identifier: GPL-3.0-or-later
// Elides names from files in bounded time: measuring 200 000 characters takes longer than ten frames, so text that cannot fit is
// removed first.
#pragma once

#include <QFontMetrics>
#include <QString>
#include <QStringList>

#include <vector>

namespace lamella::ui {

inline constexpr qsizetype kMaxShownChars = 2000; // more than a line on any screen; also for tooltips

// At most about `max` characters, with an ellipsis at the position given by the mode. Does not split surrogate pairs.
[[nodiscard]] QString shortened(const QString &text, Qt::TextElideMode mode = Qt::ElideRight, qsizetype max = kMaxShownChars);

// Like QFontMetrics::elidedText(), but the cost does not grow with the text.
[[nodiscard]] QString elided(const QFontMetrics &metrics, const QString &text, Qt::TextElideMode mode, int width);

// Where a name may be elided: at the end, and in the middle only where its end is a tile ("cutlass_gemm_bf16_256x128_32x3") or a
// number ("fusion.63"), which distinguish it from similar names. The end of a path tells more than its middle.
[[nodiscard]] Qt::TextElideMode elideModeOf(const QString &name);

// For each text, how many letters it has in common with the beginning of another text of the list; 0: none begins alike.
[[nodiscard]] std::vector<qsizetype> sharedBeginnings(const QStringList &texts);
// Like elided(), but where nothing would be left but letters that it shares with another text, these are left out: of two names
// that begin alike "paged…QKV_mfma16" and "paged_at…reduce"; of paths the end stays.
[[nodiscard]] QString elidedApart(
    const QFontMetrics &metrics, const QString &text, qsizetype shared, Qt::TextElideMode mode, int width);

// A path without as many of its outer folders as do not fit: "models/qwen3.py". A name that does not fit alone loses its
// beginning.
[[nodiscard]] QString elidedPath(const QFontMetrics &metrics, const QString &path, int width);

} // namespace lamella::ui
