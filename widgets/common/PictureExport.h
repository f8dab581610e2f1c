// SPDX-License-Identifier: GPL-3.0-or-later
// A view as a picture in a file: PNG, SVG or PDF by the ending, at any size. Charts draw themselves once more at that size; in
// SVG and PDF they stay lines and text.
#pragma once

#include "core/base/Result.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <functional>

class QPixmap;
class QWidget;

namespace lamella::ui {

// Set on a widget (and what is in it) while it is drawn into a file of lines: what is cached as pixels is drawn anew.
inline constexpr const char *kVectorPicture = "vectorPicture";
[[nodiscard]] bool isVectorPicture(const QWidget &widget);

[[nodiscard]] QStringList pictureEndings(); // "png", "svg", "pdf"
// `size` in the pixels of the widget, invalid = as it is; `scale` multiplies the pixels of a PNG. Written to a temporary file and
// renamed. Errors: BadRequest for another ending or a size that is none, Io.
core::Result<void> savePicture(QWidget &view, const QString &path, QSize size = {}, qreal scale = 1);
// A picture of a whole window in any format of pixels that Qt writes, by the ending. Written as above. Errors: BadRequest for
// another ending, Io.
core::Result<void> savePixels(const QPixmap &picture, const QString &path);

// Asks for name and size, then saves; `done` is called with the path, `failed` with the error, neither when it is given up.
void askForPicture(QWidget &view, const QString &stem, QWidget *window, const std::function<void(const QString &)> &done,
    const std::function<void(const core::Error &)> &failed);

} // namespace lamella::ui
