// SPDX-License-Identifier: GPL-3.0-or-later
// Saves a view as PNG, SVG or PDF, chosen by the file name, at any size. Charts are redrawn at that size; SVG and PDF contain
// vectors and text.
#pragma once

#include "core/base/Result.h"

#include <QBrush>
#include <QSize>
#include <QString>
#include <QStringList>

#include <functional>
#include <utility>
#include <vector>

class QPixmap;
class QWidget;

namespace lamella::ui {

// Set on a widget and its children while it is drawn into a vector file: pixmap caches must not be used.
inline constexpr const char *kVectorPicture = "vectorPicture";
[[nodiscard]] bool isVectorPicture(const QWidget &widget);

// The heading above the view, so that the picture can be understood without its window.
struct PictureFrame {
    QString title; // "lamella-sample.trace.json.gz · P6 decode"
    QString subtitle; // "Layers"
    std::vector<std::pair<QBrush, QString>> legend; // colours and their meanings, in order
};

[[nodiscard]] QStringList pictureEndings(); // "png", "svg", "pdf"
// `size` in widget pixels, invalid = current size; `scale` multiplies the pixels of a PNG. Written to a temporary file and
// renamed. Errors: BadRequest for an unknown extension or an invalid size, Io.
core::Result<void> savePicture(
    QWidget &view, const QString &path, QSize size = {}, qreal scale = 1, const PictureFrame &frame = {});
// Saves a picture of a whole window in any raster format of Qt, chosen by the extension. Written as above. Errors: BadRequest for
// an unknown extension, Io.
core::Result<void> savePixels(const QPixmap &picture, const QString &path);

// Asks for name and size, then saves. Calls `done` with the path or `failed` with the error; neither if the user cancels.
void askForPicture(QWidget &view, const QString &stem, const PictureFrame &frame, QWidget *window,
    const std::function<void(const QString &)> &done, const std::function<void(const core::Error &)> &failed);

} // namespace lamella::ui
